// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fits the arrays of a file to a session: sizes from shapes, all or nothing.
#include "core/import_gather_private.h"
#include "core/import_plan.h"
#include "core/text_values.h"

#include <algorithm>
#include <limits>

namespace attnscope::core {

namespace {

using Code = Issue::Code;

std::string number(std::size_t n) { return std::to_string(n); }

std::size_t longest(const std::vector<std::vector<std::string>> &tokens) {
    std::size_t n = 0;
    for (const auto &t : tokens)
        n = std::max(n, t.size());
    return n;
}

/// Each block of `width` columns `times` times, side by side: key heads that several query heads
/// share (grouped-query attention).
Tensor repeatedHeads(const Tensor &t, std::size_t width, std::size_t times) {
    const std::size_t columns = t.shape().back(), rows = t.size() / columns;
    Shape shape = t.shape();
    shape.back() = columns * times;
    auto out = Tensor::uninitialised(shape);
    float *to = out.mutableData();
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t block = 0; block < columns / width; ++block)
            for (std::size_t n = 0; n < times; ++n, to += width)
                std::copy_n(t.data() + r * columns + block * width, width, to);
    return out;
}

class Fitting {
public:
    Fitting(const Session &session, const ImportPlan &plan, GatheredImport gathered)
        : m_s(session), m_plan(plan), m_g(std::move(gathered)) {}

    Session run() {
        refuseEmpty();
        widths();
        memory();
        checkShapes();
        settings();
        for (auto &[input, array] : m_g.arrays) {
            setArray(m_s, input, array);
            if (const auto from = m_g.origin.find(input); from != m_g.origin.end())
                m_s.origin[input] = from->second;
        }
        biases();
        labels();
        masks();
        if (!m_s.tokens.empty() || m_s.arrays.count(Input::XEmbed))
            (void)makeProblem(m_s); // refuses what the whole does not allow
        return std::move(m_s);
    }
    std::vector<std::string> takeNotes() { return std::move(m_g.notes); }

private:
    [[nodiscard]] const Tensor &array(Input input) const {
        static const Tensor kAbsent;
        const auto it = m_g.arrays.find(input);
        return it == m_g.arrays.end() ? kAbsent : it->second;
    }
    [[nodiscard]] std::string nameOf(Input input) const {
        const auto it = m_g.origin.find(input);
        const std::string target(toName(input));
        return it == m_g.origin.end() || it->second.entry == target
                   ? target
                   : it->second.entry + " (" + target + ")";
    }
    static int asInt(std::size_t n, const std::string &name) {
        if (n > static_cast<std::size_t>(std::numeric_limits<int>::max()))
            refuseImport(Code::TooLarge, {number(n)},
                         name + " has the extent " + number(n) + ", which is too large");
        return static_cast<int>(n);
    }

    void refuseEmpty() const {
        if (m_g.arrays.empty() && !m_g.maskKeep.present() && !m_g.dropoutKeep.present() &&
            !m_g.lengths.present())
            refuseImport(Code::MissingArray, {m_plan.file},
                         m_plan.file + " holds finished attention maps alone, from which nothing "
                                       "can be computed: they can be looked at (attnscope render "
                                       "stages FILE --stage weights)");
    }

    /// Columns of one head.
    [[nodiscard]] std::size_t share(Input input, std::size_t heads) const {
        const std::size_t n =
            input == Input::WO ? array(input).extent(0) : array(input).shape().back();
        if (n % heads != 0)
            refuseImport(Code::BadHeads, {number(n), number(heads)},
                         number(n) + " is not divisible by " + number(heads) + ": " +
                             nameOf(input) + " has " + number(n) + " columns, which " +
                             number(heads) + " heads cannot share");
        return n / heads;
    }
    [[nodiscard]] std::optional<Input> firstOf(std::initializer_list<Input> inputs) const {
        for (const Input i : inputs)
            if (array(i).present())
                return i;
        return std::nullopt;
    }

    void widths() {
        Config &c = m_s.config;
        if (m_plan.heads)
            c.heads = *m_plan.heads;
        const auto heads = static_cast<std::size_t>(c.heads);
        const std::pair<Input, std::size_t> models[] = {{Input::XEmbed, 2},
                                                        {Input::WQ, 0},
                                                        {Input::WO, 1},
                                                        {Input::BO, 0},
                                                        {Input::GradOutput, 2}};
        for (const auto &[input, axis] : models)
            if (array(input).present() && !liesAcross(input, axis)) {
                m_modelFrom = input;
                c.dModel = asInt(array(input).extent(axis), nameOf(input));
                break;
            }
        if (const auto from = firstOf({Input::WQ, Input::BQ, Input::WK, Input::BK}))
            c.dK = asInt(share(*from, heads), nameOf(*from));
        const std::size_t keyHeads = groupKeys(heads);
        if (keyHeads < heads) {
            for (const Input i : {Input::WV, Input::BV})
                if (array(i).present())
                    m_g.arrays[i] = repeatedHeads(array(i), share(i, keyHeads), heads / keyHeads);
        }
        if (const auto from =
                firstOf({Input::WV, Input::WO, Input::BV, Input::GammaConcat, Input::BetaConcat}))
            c.dV = asInt(share(*from, heads), nameOf(*from));
        if (array(Input::WV).present())
            c.shareKv = false;
        const bool free = firstOf({Input::WQ, Input::WK, Input::WV, Input::WO, Input::BQ, Input::BK,
                                   Input::BV, Input::GammaConcat, Input::BetaConcat})
                              .has_value();
        if (!free && m_s.tieDk && c.dModel % c.heads == 0)
            c.dK = c.dV = c.dModel / c.heads;
        m_s.tieDk = m_s.tieDk && c.dK == c.dV && c.dModel == c.heads * c.dK;
    }

    /// Only its other axis fits the width that the session has: told by checkShapes(), for a wrong
    /// orientation must not change d_model.
    [[nodiscard]] bool liesAcross(Input input, std::size_t axis) const {
        const Tensor &t = array(input);
        if (!m_plan.dModel || t.rank() != 2)
            return false;
        const auto model = static_cast<std::size_t>(*m_plan.dModel);
        return t.extent(axis) != model && t.extent(1 - axis) == model;
    }

    /// Fewer key heads than query heads are repeated. \returns how many the file has.
    std::size_t groupKeys(std::size_t heads) {
        const std::size_t dK = static_cast<std::size_t>(m_s.config.dK);
        const auto from = firstOf({Input::WK, Input::BK});
        if (!from || !firstOf({Input::WQ, Input::BQ}))
            return heads;
        const std::size_t columns = array(*from).shape().back();
        const std::size_t keyHeads = columns / dK;
        if (columns == heads * dK)
            return heads;
        if (columns % dK != 0 || keyHeads == 0 || heads % keyHeads != 0)
            refuseImport(Code::ShapeMismatch, {number(columns), number(heads * dK)},
                         nameOf(*from) + " has " + number(columns) + " columns, but " +
                             number(heads) + " heads of width " + number(dK) + " need " +
                             number(heads * dK) + ", or " + number(dK) +
                             " for each of fewer heads that divide " + number(heads));
        for (const Input i : {Input::WK, Input::BK})
            if (array(i).present())
                m_g.arrays[i] = repeatedHeads(array(i), dK, heads / keyHeads);
        m_g.notes.push_back("the keys have " + number(keyHeads) + " heads for " + number(heads) +
                            " of the queries: each is repeated " + number(heads / keyHeads) +
                            " times (grouped-query attention)");
        return keyHeads;
    }

    /// Width of what W_K and W_V take in.
    void memory() {
        const auto model = static_cast<std::size_t>(m_s.config.dModel);
        m_memoryWidth = model;
        if (array(Input::XMemory).present()) {
            m_memoryWidth = array(Input::XMemory).extent(2);
        } else if (m_g.selfAttention) {
            setArray(m_s, Input::XMemory, {});
            m_s.memoryText.clear();
            m_s.memoryTokens.clear();
        } else if (const auto it = m_s.arrays.find(Input::XMemory); it != m_s.arrays.end()) {
            m_memoryWidth = it->second.extent(2);
        }
    }

    void checkShapes() {
        const Config &c = m_s.config;
        const auto D = static_cast<std::size_t>(c.dModel);
        const auto hk = static_cast<std::size_t>(c.heads) * static_cast<std::size_t>(c.dK);
        const auto hv = static_cast<std::size_t>(c.heads) * static_cast<std::size_t>(c.dV);
        expect(Input::WQ, {D, hk}, 0);
        expectMemory(Input::WK, hk);
        expectMemory(Input::WV, hv);
        expect(Input::WO, {hv, D}, 1);
        expect(Input::BQ, {hk}, 0);
        expect(Input::BK, {hk}, 0);
        expect(Input::BV, {hv}, 0);
        expect(Input::BO, {D}, 0);
        expect(Input::GammaConcat, {hv}, 0);
        expect(Input::BetaConcat, {hv}, 0);
        if (!m_issues.empty())
            throw InputError(std::move(m_issues));
    }

    /// `model` is the axis that carries d_model.
    void expect(Input input, const Shape &wanted, std::size_t model) {
        const Tensor &t = array(input);
        if (!t.present() || t.shape() == wanted)
            return;
        const auto from = m_g.origin.find(input);
        std::string message =
            nameOf(input) + " is " + toString(t.shape()) +
            ", but d_model=" + std::to_string(m_s.config.dModel) +
            (m_modelFrom && *m_modelFrom != input ? " of " + nameOf(*m_modelFrom) : std::string()) +
            " and heads=" + std::to_string(m_s.config.heads) + " ask for " + toString(wanted);
        if (t.rank() == 2 && from != m_g.origin.end() &&
            (from->second.convention == "in,out" || from->second.convention == "out,in") &&
            t.extent(1 - model) == wanted[model] && t.extent(model) != wanted[model]) {
            const bool inOut = from->second.convention == "in,out";
            message += "; it was read as [" + from->second.convention + "], and read as [" +
                       (inOut ? "out,in] (PyTorch)" : "in,out]") + " it would fit: say " +
                       from->second.entry + "=" + (inOut ? "out,in" : "in,out");
        }
        m_issues.push_back({Code::ShapeMismatch,
                            {nameOf(input), toString(t.shape()), toString(wanted)},
                            std::move(message)});
    }

    void expectMemory(Input input, std::size_t columns) {
        const Tensor &t = array(input);
        if (!t.present() || t.extent(0) == m_memoryWidth || saidBySomebody(input) ||
            t.extent(1) != columns || array(Input::XMemory).present()) {
            expect(input, {m_memoryWidth, columns}, 0);
            return;
        }
        m_issues.push_back({Code::ShapeMismatch,
                            {nameOf(input), number(t.extent(0)), number(m_memoryWidth)},
                            nameOf(input) + " takes inputs " + number(t.extent(0)) +
                                " wide, but there is no memory of that width, and d_model is " +
                                std::to_string(m_s.config.dModel) +
                                ": bring in X_memory, or X_key and X_value, as well"});
    }

    /// How it lies was an answer, rather than told by its name.
    [[nodiscard]] bool saidBySomebody(Input input) const {
        const auto from = m_g.origin.find(input);
        return from != m_g.origin.end() &&
               std::any_of(m_plan.rows.begin(), m_plan.rows.end(), [&](const ImportRow &r) {
                   return r.entry.name == from->second.entry && r.answered;
               });
    }

    void settings() {
        Config &c = m_s.config;
        m_s.headsInferred = false;
        if (m_g.positionsOff && c.positional.kind != PositionalKind::None) {
            c.positional.kind = PositionalKind::None;
            m_g.notes.emplace_back("the positional encoding is switched off: these inputs are "
                                   "finished");
        }
        if (array(Input::GradOutput).present())
            c.upstream = Upstream::Given;
    }

    /// A projection that comes without a bias has none.
    void biases() {
        const std::pair<Input, Input> pairs[] = {{Input::WQ, Input::BQ},
                                                 {Input::WK, Input::BK},
                                                 {Input::WV, Input::BV},
                                                 {Input::WO, Input::BO}};
        for (const auto &[weight, bias] : pairs)
            if (array(weight).present() && !array(bias).present()) {
                setArray(m_s, bias, {});
                m_s.init.erase(bias);
            }
    }

    /// Tokens label the rows of the inputs; those that fit no more go.
    void labels() {
        const auto fit = [this](Input input, std::vector<std::string> &text,
                                std::vector<std::vector<std::string>> &tokens) {
            const Tensor &t = array(input);
            if (!t.present())
                return;
            if (!tokens.empty() && (tokens.size() != t.extent(0) || longest(tokens) != t.extent(1)))
                m_g.notes.push_back("the words were left out: there were " +
                                    number(longest(tokens)) + ", and " + nameOf(input) + " has " +
                                    number(t.extent(1)) + " rows");
            else if (!tokens.empty())
                return;
            tokens.clear();
            text.clear();
            if (m_s.lengths.present() && !m_g.lengths.present())
                m_s.lengths = {};
        };
        fit(Input::XEmbed, m_s.text, m_s.tokens);
        fit(Input::XMemory, m_s.memoryText, m_s.memoryTokens);
    }

    void masks() {
        Config &c = m_s.config;
        if (m_g.lengths.present()) {
            m_s.lengths = m_g.lengths;
            c.mask.padding = true;
        }
        if (m_g.dropoutKeep.present()) {
            if (m_g.dropoutKeep.rank() != 4)
                refuseImport(Code::ShapeMismatch, {toString(m_g.dropoutKeep.shape())},
                             "dropout_keep has the shape " + toString(m_g.dropoutKeep.shape()) +
                                 ", but needs the axes [batch, heads, queries, keys]");
            m_s.dropoutKeep = m_g.dropoutKeep;
        }
        if (!m_g.maskKeep.present())
            return;
        const auto it = m_s.arrays.find(Input::XEmbed);
        const Tensor *embed = it == m_s.arrays.end() ? nullptr : &it->second;
        const auto mem = m_s.arrays.find(Input::XMemory);
        const std::size_t batch = !m_s.tokens.empty() ? m_s.tokens.size()
                                  : embed             ? embed->extent(0)
                                                      : 0;
        const std::size_t queries = !m_s.tokens.empty() ? longest(m_s.tokens)
                                    : embed             ? embed->extent(1)
                                                        : 0;
        const std::size_t keys = !m_s.memoryTokens.empty() ? longest(m_s.memoryTokens)
                                 : mem != m_s.arrays.end() ? mem->second.extent(1)
                                                           : queries;
        m_s.maskKeep = queries > 0
                           ? normalisedMask(m_g.maskKeep, batch, static_cast<std::size_t>(c.heads),
                                            queries, keys)
                           : m_g.maskKeep;
        c.mask.custom = true;
        if (m_g.maskAdded)
            c.mask.application = MaskApplication::AddBoolean;
        else if (c.mask.application == MaskApplication::AddBoolean)
            c.mask.application = MaskApplication::FillScores;
    }

    Session m_s;
    const ImportPlan &m_plan;
    GatheredImport m_g;
    std::optional<Input> m_modelFrom;
    std::size_t m_memoryWidth = 0;
    std::vector<Issue> m_issues;
};

/// The first column of a table of inputs names its rows.
void labelRows(Session &s, const ImportPlan &plan, const DelimitedTable *table) {
    if (!table || table->rowLabels.empty() || plan.rows.size() != 1 ||
        plan.rows[0].target != ImportTarget::XEmbed)
        return;
    s.tokens = {table->rowLabels};
    std::string line;
    for (const std::string &label : table->rowLabels)
        line += (line.empty() ? "" : " ") + label;
    s.text = {line};
}

} // namespace

std::vector<std::string> applyImport(Session &session, const ImportPlan &plan,
                                     const ArraySource &source) {
    std::vector<Issue> issues;
    for (const std::string &open : openQuestions(plan))
        issues.push_back({Code::BadValue,
                          {plan.file},
                          (issues.empty() ? plan.file + ": " : std::string()) + open});
    if (!issues.empty())
        throw InputError(std::move(issues));
    Fitting fitting(session, plan, gatherImport(plan, source));
    Session next = fitting.run();
    labelRows(next, plan, source.table());
    session = std::move(next);
    std::vector<std::string> notes = fitting.takeNotes();
    notes.insert(notes.begin(), plan.notes.begin(), plan.notes.end());
    for (std::string &sentence : notes) // names in a file are anybody's
        sentence = oneLine(sentence);
    return notes;
}

} // namespace attnscope::core
