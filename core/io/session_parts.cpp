// SPDX-License-Identifier: GPL-3.0-or-later
//
// Settings and arrays of one file become one session; what nobody states is told from shapes.
#include "core/gradient.h"
#include "core/io/session_json.h"
#include "core/io/session_parts_private.h"
#include "core/stage.h"
#include "core/text_values.h"
#include "core/tokens.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnscope::core {

namespace {

using Code = Issue::Code;

[[noreturn]] void refuseShape(const std::string &name, const Shape &got, const char *wanted) {
    throw InputError(
        {{Code::ShapeMismatch,
          {name, toString(got), wanted},
          name + " has the shape " + toString(got) + ", but needs the axes " + wanted}});
}

/// The array with `rank` axes: leading axes of 1 are added or left out, nothing else.
Tensor withRank(const std::string &name, const Tensor &t, std::size_t rank) {
    Shape shape = t.shape();
    while (shape.size() > rank && shape.front() == 1)
        shape.erase(shape.begin());
    if (shape.size() > rank) {
        static constexpr const char *kAxes[] = {"", "[columns]", "[rows, columns]",
                                                "[batch, length, d_model]"};
        refuseShape(name, t.shape(), kAxes[rank]);
    }
    while (shape.size() < rank)
        shape.insert(shape.begin(), 1);
    return t.reshaped(shape);
}

/// 1 = visible or kept. Any type of number will do, but nothing between and beyond: an additive
/// mask of 0 and −∞ read as 0 and 1 would hide the wrong half.
BoolTensor switches(const std::string &name, const Tensor &t) {
    auto bits = BoolTensor::uninitialised(t.shape());
    std::uint8_t *out = bits.mutableData();
    for (std::size_t i = 0; i < t.size(); ++i) {
        const float v = t.data()[i];
        if (v != 0.0f && v != 1.0f)
            throw InputError(
                {{Code::BadValue,
                  {name},
                  name + " holds a number other than 0 and 1 (at flat index " + std::to_string(i) +
                      "): 1 means " + (name == "mask_keep" ? "visible" : "kept") + ", 0 means " +
                      (name == "mask_keep" ? "hidden" : "dropped")}});
        out[i] = v != 0.0f;
    }
    return bits;
}

IndexTensor wholeNumbers(const Tensor &t) {
    auto numbers = IndexTensor::uninitialised({t.size()});
    std::int64_t *out = numbers.mutableData();
    for (std::size_t i = 0; i < t.size(); ++i) {
        const float v = t.data()[i];
        if (!(std::abs(v) < 1e9f) || std::trunc(v) != v)
            throw InputError({{Code::BadValue,
                               {"lengths"},
                               "lengths[" + std::to_string(i) + "] is not a whole number"}});
        out[i] = static_cast<std::int64_t>(v);
    }
    return numbers;
}

/// Settings that the file does not state, from the arrays that it brings.
class Inference {
public:
    Inference(Session &s, const std::map<Input, Tensor> &arrays,
              const std::set<std::string> &stated, std::optional<int> heads)
        : m_s(s), m_arrays(arrays), m_stated(stated), m_heads(heads) {}

    void run() {
        Config &c = m_s.config;
        if (!m_stated.count("d_model"))
            take(c.dModel, {{Input::XEmbed, 2}, {Input::WQ, 0}, {Input::WO, 1}, {Input::BO, 0}}, 1,
                 "d_model");
        const bool widths = m_stated.count("d_k") && m_stated.count("d_v");
        if (!m_stated.count("heads")) {
            const int stated = m_stated.count("d_k") ? c.dK : 0;
            const auto columns = extent(Input::WQ, 1);
            if (columns && stated > 0 && *columns % static_cast<std::size_t>(stated) == 0) {
                c.heads = static_cast<int>(*columns / static_cast<std::size_t>(stated));
            } else if (m_heads && anyHeaded()) {
                c.heads = *m_heads;
            } else if (const auto masked = headsOfMasks()) {
                c.heads = *masked;
                m_s.headsInferred = anyHeaded();
            } else if (anyHeaded()) {
                c.heads = 1;
                m_s.headsInferred = true;
            } else if (widths || c.dModel % c.heads != 0) {
                c.heads = 1;
            }
        }
        const auto heads = static_cast<std::size_t>(c.heads);
        const int tied = c.dModel % c.heads == 0 ? c.dModel / c.heads : 0;
        if (!m_stated.count("d_k") &&
            !take(c.dK, {{Input::WQ, 1}, {Input::WK, 1}, {Input::BQ, 0}, {Input::BK, 0}}, heads,
                  "d_k"))
            c.dK = tied > 0 ? tied : refuseUneven(c);
        if (!m_stated.count("d_v") && !take(c.dV,
                                            {{Input::WV, 1},
                                             {Input::WO, 0},
                                             {Input::BV, 0},
                                             {Input::GammaConcat, 0},
                                             {Input::BetaConcat, 0}},
                                            heads, "d_v"))
            c.dV = c.shareKv ? c.dK : tied > 0 ? tied : refuseUneven(c);
        // Widths that are written down are free; those that were told from D and H are tied.
        if (!m_stated.count("tie"))
            m_s.tieDk =
                !m_stated.count("d_k") && !m_stated.count("d_v") && !anyHeaded() && tied > 0;
    }

private:
    struct Place {
        Input input;
        std::size_t axis;
    };
    [[nodiscard]] std::optional<std::size_t> extent(Input input, std::size_t axis) const {
        const auto it = m_arrays.find(input);
        if (it == m_arrays.end())
            return std::nullopt;
        return it->second.extent(axis);
    }
    [[noreturn]] static int refuseUneven(const Config &c) {
        const std::string d = std::to_string(c.dModel), h = std::to_string(c.heads);
        throw InputError(
            {{Code::BadHeads,
              {d, h},
              d + " is not divisible by " + h + ": d_model=" + d + " cannot be shared evenly by " +
                  h + " heads; change one of them, or state d_k and d_v"}});
    }
    [[nodiscard]] bool anyHeaded() const {
        return std::any_of(m_arrays.begin(), m_arrays.end(), [](const auto &a) {
            return inputRank(a.first) < 3 && a.first != Input::BO;
        });
    }
    /// Masks of four axes, [B,H,L,S], say how many heads there are; 1 may also mean "shared".
    [[nodiscard]] std::optional<int> headsOfMasks() const {
        for (const BoolTensor *mask : {&m_s.dropoutKeep, &m_s.maskKeep})
            if (mask->rank() == 4 && mask->extent(1) > 1 &&
                mask->extent(1) <= static_cast<std::size_t>(std::numeric_limits<int>::max()))
                return static_cast<int>(mask->extent(1));
        return std::nullopt;
    }
    static std::string divisorsOf(std::size_t n) {
        std::string list;
        for (std::size_t d = 1; d <= std::min<std::size_t>(n, 64); ++d)
            if (n % d == 0)
                list += (list.empty() ? "" : ", ") + std::to_string(d);
        return list;
    }
    /// Extent of the first of the places that is there, divided by `parts`.
    bool take(int &to, std::initializer_list<Place> places, std::size_t parts, const char *name) {
        for (const Place &p : places) {
            const auto n = extent(p.input, p.axis);
            if (!n)
                continue;
            if (*n % parts != 0)
                throw InputError(
                    {{Code::BadHeads,
                      {std::to_string(*n), std::to_string(parts)},
                      std::to_string(*n) + " is not divisible by " + std::to_string(parts) + ": " +
                          std::string(toName(p.input)) + " has the extent " + std::to_string(*n) +
                          ", which heads=" + std::to_string(parts) +
                          " cannot share; use heads=" + divisorsOf(*n) + ", or state " + name}});
            if (*n / parts > static_cast<std::size_t>(std::numeric_limits<int>::max()))
                throw InputError({{Code::TooLarge,
                                   {std::to_string(*n)},
                                   std::string(toName(p.input)) + " has the extent " +
                                       std::to_string(*n) + ", which is too large"}});
            to = static_cast<int>(*n / parts);
            return true;
        }
        return false;
    }

    Session &m_s;
    const std::map<Input, Tensor> &m_arrays;
    const std::set<std::string> &m_stated;
    std::optional<int> m_heads; ///< what the command line says
};

} // namespace

bool isSessionArray(const std::string &name) {
    return inputByName(name) || name == "lengths" || name == "mask_keep" || name == "dropout_keep";
}

std::vector<std::string> sessionArrayNames() {
    std::vector<std::string> names{"lengths", "mask_keep", "dropout_keep"};
    for (std::size_t i = 0; i < kInputCount; ++i)
        names.emplace_back(toName(static_cast<Input>(i)));
    return names;
}

namespace {

/// "W_Q", "w-q" and "Wq" are one to somebody who types.
std::string plain(std::string_view name) {
    std::string letters;
    for (const char c : name)
        if (c != '_' && c != '-' && c != '.' && c != ' ')
            letters.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c);
    return letters;
}

/// Short names (W_Q, W_K) are one letter apart themselves; in longer ones a slip shows.
bool nearly(const std::string &name, const std::string &known) {
    const std::string a = plain(name), b = plain(known);
    if (a == b)
        return true;
    const std::size_t slips = b.size() >= 10 ? 2 : b.size() >= 5 ? 1 : 0;
    return slips > 0 && a.size() <= b.size() + slips && editDistance(a, b) <= slips;
}

const char *nounOf(ReadNote::What what) {
    return what == ReadNote::What::Arrays ? "arrays" : "keys";
}

} // namespace

std::string ReadNote::sentence() const {
    return std::string("passed over what is none of a session's ") + nounOf(what) + ": " + names +
           (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

std::optional<ReadNote> passedOver(const std::vector<std::string> &present,
                                   const std::vector<std::string> &known, ReadNote::What what) {
    constexpr std::size_t kMostNames = 8;
    const std::set<std::string> there(present.begin(), present.end());
    const std::set<std::string> names(known.begin(), known.end());
    std::string others;
    std::size_t count = 0;
    for (const std::string &name : present) {
        if (names.count(name))
            continue;
        for (const std::string &k : known)
            if (!there.count(k) && nearly(name, k))
                throw InputError({{Code::BadValue,
                                   {}, // the sentence is more than "w_q cannot be W_Q"
                                   oneLine(name, 100) + " is none of the " + nounOf(what) +
                                       " of a session: did you mean " + k + "?"}});
        if (++count <= kMostNames)
            others += (others.empty() ? "" : ", ") + oneLine(name, 100);
    }
    if (count == 0)
        return std::nullopt;
    return ReadNote{what, others, count - std::min(count, kMostNames)};
}

std::optional<ReadNote> arraysPassedOver(const std::vector<std::string> &present) {
    std::vector<std::string> others;
    for (const std::string &name : present)
        if ((!stageByName(name) && !gradientByName(name)) || isSessionArray(name))
            others.push_back(name);
    return passedOver(others, sessionArrayNames(), ReadNote::What::Arrays);
}

Session assembleSession(const nlohmann::json *document, RawArrays raw, std::optional<int> heads,
                        ReadNotes *notes) {
    std::set<std::string> stated;
    Session s;
    if (document)
        s = readDocument(*document, raw, stated, notes);

    std::map<Input, Tensor> arrays;
    for (const auto &[name, array] : raw) {
        if (const auto input = inputByName(name))
            arrays[*input] = withRank(name, array, inputRank(*input));
        else if (name == "lengths")
            s.lengths = wholeNumbers(array);
        else if (name == "mask_keep")
            s.maskKeep = switches(name, array);
        else if (name == "dropout_keep")
            s.dropoutKeep = switches(name, array);
    }
    if (!document) {
        // Arrays alone: one that is there is meant to be used.
        s.config.mask.custom = s.maskKeep.present();
        s.config.mask.padding = s.lengths.present();
    }
    // A file that does not speak of positions gets none: arrays that somebody brings in are taken
    // as they are. (A session that is begun in the program has them.)
    if (!stated.count("positional.kind"))
        s.config.positional.kind =
            stated.count("positional.base") ? PositionalKind::Sinusoidal : PositionalKind::None;
    Inference(s, arrays, stated, heads).run();
    const auto origin = std::move(s.origin); // of these very arrays
    for (auto &[input, array] : arrays)
        setArray(s, input, std::move(array));
    s.origin = origin;

    // Settings and weights may come without a text; their shapes are still to be checked, and any
    // text will do for that.
    if (s.tokens.empty() && !s.arrays.count(Input::XEmbed)) {
        Session probe = s;
        probe.memoryTokens.clear();
        probe.maskKeep = probe.dropoutKeep = {};
        probe.lengths = {};
        probe.arrays.erase(Input::XMemory);
        probe.arrays.erase(Input::GradOutput);
        probe.tokens = {{"text"}};
        if (!s.arrays.count(Input::XMemory))
            checkArrays(probe);
    } else {
        checkArrays(s);
    }
    return s;
}

void forgetDrawn(Session &s, const nlohmann::json &document) {
    const auto drawn = document.find("drawn");
    if (drawn == document.end() || !drawn->is_array())
        return;
    std::set<std::string> names;
    for (const auto &entry : *drawn)
        if (entry.is_string())
            names.insert(entry.get<std::string>());
    for (const std::string &name : names) {
        bool same = false;
        try {
            same = equalsDrawn(s, name);
        } catch (const InputError &) {
            continue; // cannot be drawn without it, so it was not
        }
        if (!same)
            continue;
        if (const auto input = inputByName(name)) {
            s.arrays.erase(*input);
            s.arrayHeads.erase(*input);
        } else if (name == "lengths") {
            s.lengths = {};
        } else {
            s.dropoutKeep = {};
        }
    }
}

} // namespace attnscope::core
