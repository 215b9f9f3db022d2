// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/phrase.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope::core {

/// One of several things that can be chosen.
struct Choice {
    std::string name; ///< as on the command line
    Phrase title;
};

/// Something that is set before an experiment runs.
struct Parameter {
    enum class Kind {
        Whole,   ///< a whole number within [least, greatest]
        Real,    ///< a number within [least, greatest]
        Numbers, ///< several, each within [least, greatest]: "4,16,64", or "1..1024" for doublings
        Choice,  ///< the name of one of `choices`
        Switch,  ///< "true" or "false"
        Words    ///< any text
    };
    std::string name; ///< as in --set: "d_k"
    Phrase title;     ///< for people
    Kind kind = Kind::Whole;
    std::string fallback; ///< the value unless another is set
    double least = 0.0, greatest = 0.0;
    bool logarithmic = false; ///< a slider should be
    std::vector<Choice> choices;
};

[[nodiscard]] Parameter wholeParameter(std::string name, Phrase title, int fallback, int least,
                                       int greatest);
[[nodiscard]] Parameter realParameter(std::string name, Phrase title, double fallback, double least,
                                      double greatest);
[[nodiscard]] Parameter numbersParameter(std::string name, Phrase title, std::string fallback,
                                         double least, double greatest);
[[nodiscard]] Parameter choiceParameter(std::string name, Phrase title,
                                        std::vector<Choice> choices); ///< the first is the default
[[nodiscard]] Parameter switchParameter(std::string name, Phrase title, bool fallback);
[[nodiscard]] Parameter wordsParameter(std::string name, Phrase title, std::string fallback);

/// What the parameters of one experiment are set to: always complete and within their ranges.
class ParameterValues {
public:
    explicit ParameterValues(std::vector<Parameter> parameters);

    /// \throws UsageError for a name that is none (with the nearest one), InputError for a value
    ///         that does not fit; nothing is changed then.
    void set(std::string_view name, std::string_view value);

    [[nodiscard]] int whole(std::string_view name) const;
    [[nodiscard]] double real(std::string_view name) const;
    [[nodiscard]] std::vector<double> numbers(std::string_view name) const;
    [[nodiscard]] bool on(std::string_view name) const;
    /// Any of them as it was set: the name of a choice, words, "64".
    [[nodiscard]] const std::string &text(std::string_view name) const;

    [[nodiscard]] const std::vector<Parameter> &parameters() const { return m_parameters; }
    /// "d_k=64 keys=128": everything, in the order of the parameters.
    [[nodiscard]] std::string summary() const;

private:
    [[nodiscard]] const Parameter &parameter(std::string_view name) const;
    std::vector<Parameter> m_parameters;
    std::map<std::string, std::string, std::less<>> m_values;
};

} // namespace attnscope::core
