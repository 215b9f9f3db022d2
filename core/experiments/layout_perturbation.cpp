// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ways to split [L,B,H·d] into heads and to merge them again, the right ones and those that
// circulate, each carried out. What exposes a wrong one: change one token, or one sequence, and see
// which outputs move. The projections, the attention over whatever the layout made its last two
// axes, and the output projection are passes of the engine.
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"
#include "core/layout.h"

#include <algorithm>

namespace attnscope::core::lab {

namespace {

struct Way {
    const char *name;
    const char *split; ///< [L,B,H·d] → [.., tokens, d]
    const char *merge; ///< the context, contiguous in the shape that the split made, → [L,B,H·d]
};
constexpr Way kWays[] = {
    {"permute", "view(L,B,H,d).permute(1,2,0,3)", "permute(2,0,1,3).reshape(L,B,H*d)"},
    {"view_heads_in_batch", "view(L,B*H,d).transpose(0,1)", "transpose(0,1).reshape(L,B,H*d)"},
    {"transpose_1_2", "view(L,B,H,d).transpose(1,2)", "transpose(1,2).reshape(L,B,H*d)"},
    {"view_alone", "view(B,H,L,d)", "view(L,B,H*d)"},
    {"merge_by_view", "view(L,B,H,d).permute(1,2,0,3)", "view(L,B,H*d)"},
};
constexpr std::size_t kWayCount = std::size(kWays);

struct Bench {
    const ExperimentRun &run;
    std::size_t L, B, H, d;
    bool causal;
    Session session; ///< the right one, sequences first
    LayoutSizes sizes;
    [[nodiscard]] std::size_t width() const { return H * d; }
};

/// [L,B,D] ⇄ [B,L,D]
Tensor exchanged(const Tensor &t) {
    const std::size_t a = t.extent(0), b = t.extent(1), d = t.extent(2);
    auto out = Tensor::uninitialised({b, a, d});
    for (std::size_t i = 0; i < a * b; ++i)
        std::copy_n(t.data() + i * d, d, out.mutableData() + (i % b * a + i / b) * d);
    return out;
}

/// Values in the order of the elements, as a tensor of that shape.
Tensor gathered(std::span<const float> values, const Arrangement &a) {
    auto out = Tensor::uninitialised(a.layout.shape);
    const auto elements = a.elements();
    for (std::size_t i = 0; i < elements.size(); ++i)
        out.mutableData()[i] = values[elements[i]];
    return out;
}

/// x [L,B,D] through the projections alone; every [L,B,D] as one head of width D.
TracePtr projected(const Bench &bench, const Tensor &x, const Tensor &wq, const Tensor &wk,
                   const Tensor &wv) {
    Session s = plainSession(x, 1);
    setArray(s, Input::WQ, wq);
    setArray(s, Input::WK, wk);
    setArray(s, Input::WV, wv);
    return passOf(bench.run, s, {Stage::Q, Stage::K, Stage::V});
}

struct Projections {
    Tensor q, k, v; ///< memory of [L,B,H·d]
};
Projections projectionsOf(const Bench &bench, const Tensor &x) {
    const auto &w = bench.session.arrays;
    const TracePtr t = projected(bench, x, w.at(Input::WQ), w.at(Input::WK), w.at(Input::WV));
    return {(*t)[Stage::Q], (*t)[Stage::K], (*t)[Stage::V]};
}

struct Carried {
    Tensor output; ///< [L,B,D]
    Shape q, scores;
};
Carried carriedOut(const Bench &bench, const Way &way, const Projections &p) {
    const Arrangement memory = arrangementOf({bench.L, bench.B, bench.width()});
    const Arrangement split = arranged(memory, way.split, bench.sizes);
    const Shape &shape = split.layout.shape;
    const std::size_t tokens = shape[shape.size() - 2], d = shape.back();
    const Shape flat{split.memory.size() / (tokens * d), tokens, d};
    Session s = directSession({gathered(p.q.values(), split).reshaped(flat),
                               gathered(p.k.values(), split).reshaped(flat),
                               gathered(p.v.values(), split).reshaped(flat)});
    s.config.mask.causal = bench.causal;
    const TracePtr attended = passOf(bench.run, s, {Stage::Context});
    const Tensor merged = gathered((*attended)[Stage::Context].values(),
                                   arranged(arrangementOf(shape), way.merge, bench.sizes));
    const Tensor &w = bench.session.arrays.at(Input::WO);
    const TracePtr out = projected(bench, merged, w, w, w);
    Carried c;
    c.output = (*out)[Stage::Q].reshaped({bench.L, bench.B, bench.width()});
    c.q = c.scores = shape;
    c.scores.back() = tokens;
    return c;
}

/// What differs along the axis that softmax sums over.
std::string summedOver(const Bench &bench, const Way &way) {
    const Arrangement split =
        arranged(arrangementOf({bench.L, bench.B, bench.width()}), way.split, bench.sizes);
    const Shape &shape = split.layout.shape;
    const auto e = split.elements();
    const std::size_t tokens = shape[shape.size() - 2], d = shape.back();
    bool token = false, sequence = false, head = false;
    for (std::size_t first = 0; first < e.size(); first += tokens * d)
        for (std::size_t j = 1; j < tokens; ++j) {
            const std::size_t a = e[first], b = e[first + j * d], D = bench.width();
            token |= a / (bench.B * D) != b / (bench.B * D);
            sequence |= a / D % bench.B != b / D % bench.B;
            head |= a % D / bench.d != b % D / bench.d;
        }
    std::string text;
    for (const auto &[is, what] :
         {std::pair{token, "tokens"}, std::pair{sequence, "sequences"}, std::pair{head, "heads"}})
        if (is)
            text += (text.empty() ? "" : ", ") + std::string(what);
    return text;
}

/// Which outputs moved, against those that have to: [B,L] of the largest |Δ|.
struct Moved {
    Tensor by;
    int leaks = 0;   ///< moved, and should not
    int missing = 0; ///< should have moved
};
Moved movedBetween(const Bench &bench, const Tensor &before, const Tensor &after, std::size_t item,
                   std::size_t firstToken) {
    Moved m;
    m.by = Tensor({bench.B, bench.L});
    const double least = 1e-5 * std::max(1.0, largestMagnitude(before.values()));
    for (std::size_t l = 0; l < bench.L; ++l)
        for (std::size_t b = 0; b < bench.B; ++b) {
            const std::size_t at = l * bench.B + b;
            const double by = largestDifference(block(before, at, bench.width()),
                                                block(after, at, bench.width()));
            m.by.mutableData()[b * bench.L + l] = static_cast<float>(by);
            const bool should = b == item && (!bench.causal || l >= firstToken);
            m.leaks += by > least && !should ? 1 : 0;
            m.missing += !(by > least) && should ? 1 : 0;
        }
    return m;
}

/// x with other numbers in the tokens first … L − 1 of one sequence, or in the token `first` alone.
Tensor changed(const Bench &bench, const Tensor &x, std::size_t item, std::size_t first, bool one) {
    Tensor out = x;
    const std::size_t D = bench.width();
    const Tensor other = normals(bench.run.seed, 41, {bench.L, D}, 1.0, bench.run.stop);
    for (std::size_t l = first; l < (one ? first + 1 : bench.L); ++l)
        std::copy_n(other.data() + l * D, D, out.mutableData() + (l * bench.B + item) * D);
    return out;
}

Bench benchOf(const ParameterValues &v, const ExperimentRun &run) {
    const auto whole = [&](const char *name) { return static_cast<std::size_t>(v.whole(name)); };
    Bench b{run, whole("L"), whole("B"), whole("H"), whole("d"), v.on("causal"), {}, {}};
    b.sizes = {{"L", b.L}, {"B", b.B}, {"H", b.H}, {"d", b.d}};
    b.session = plainSession(normals(run.seed, 40, {b.B, b.L, b.width()}, 1.0, run.stop),
                             static_cast<int>(b.H));
    b.session.seed = run.seed;
    b.session.config.mask.causal = b.causal;
    for (const Input input : {Input::WQ, Input::WK, Input::WV, Input::WO}) {
        b.session.init[input] = {InitMethod::PytorchMha, 1.0, false};
        setArray(b.session, input, drawnArray(b.session, input));
    }
    return b;
}

/// Names in a sentence: "a, b".
std::string listed(const std::vector<std::string> &names) {
    std::string text;
    for (const std::string &n : names)
        text += (text.empty() ? "" : ", ") + n;
    return text.empty() ? "–" : text;
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const Bench bench = benchOf(v, run);
    const std::size_t token = bench.L / 2, item = bench.B / 2;
    Steps steps(run, 4.0 + 3.0 * kWayCount);
    const Tensor x = exchanged(bench.session.arrays.at(Input::XEmbed));
    const TracePtr right = passOf(run, bench.session, {Stage::Output});
    steps.next();
    const Tensor reference = exchanged((*right)[Stage::Output]);
    std::vector<Projections> inputs;
    for (const Tensor &each :
         {x, changed(bench, x, item, token, true), changed(bench, x, item, 0, false)}) {
        inputs.push_back(projectionsOf(bench, each));
        steps.next();
    }
    ExperimentResult r;
    r.table = table({{"way", "way"},
                     {"split", "split"},
                     {"merge", "merge"},
                     {"q", "shape of Q"},
                     {"scores", "shape of the scores"},
                     {"softmax", "softmax runs over"},
                     {"delta", "largest |Δ| of the output against attention"},
                     {"token_leaks", "one token changed: moved, and should not"},
                     {"token_missing", "one token changed: should have moved"},
                     {"sequence_leaks", "one sequence changed: moved, and should not"},
                     {"sequence_missing", "one sequence changed: should have moved"}});
    ExperimentPlot plot;
    plot.title = "Outputs that a change reaches or misses against the rules";
    plot.xTitle = "way";
    plot.yTitle = "outputs";
    ExperimentSeries one = series("one token changed", ExperimentSeries::Role::Bars),
                     all = series("one sequence changed", ExperimentSeries::Role::Bars);
    std::vector<std::string> same, caught, missed;
    for (std::size_t w = 0; w < kWayCount; ++w) {
        const Way &way = kWays[w];
        std::vector<Carried> out;
        for (const Projections &p : inputs) {
            out.push_back(carriedOut(bench, way, p));
            steps.next();
        }
        const double delta = largestDifference(out[0].output.values(), reference.values());
        const Moved a = movedBetween(bench, out[0].output, out[1].output, item, token);
        const Moved b = movedBetween(bench, out[0].output, out[2].output, item, 0);
        addRow(r.table,
               {Phrase(way.name), Phrase(way.split), Phrase(way.merge), Phrase(toString(out[0].q)),
                Phrase(toString(out[0].scores)), Phrase(summedOver(bench, way)), delta,
                static_cast<double>(a.leaks), static_cast<double>(a.missing),
                static_cast<double>(b.leaks), static_cast<double>(b.missing)});
        const auto at = static_cast<double>(w);
        one.x.push_back(at);
        one.y.push_back(a.leaks + a.missing);
        all.x.push_back(at);
        all.y.push_back(b.leaks + b.missing);
        plot.xTicks.emplace_back(way.name);
        r.maps.push_back(mapOf({"One token changed: largest |Δ| of each output, %1", {way.name}},
                               a.by, "sequence (rows)", "token (columns)"));
        const bool fails = a.leaks + a.missing + b.leaks + b.missing > 0;
        const bool agrees = delta <= 1e-4 * std::max(1.0, largestMagnitude(reference.values()));
        (agrees && !fails ? same : fails && !agrees ? caught : missed).emplace_back(way.name);
    }
    r.points = {{0, 0.0, "the right layout", [s = bench.session] { return s; }},
                {0, 2.0, "transpose(1,2): attention among sequences", [s = bench.session, x] {
                     Session swapped = s; // tokens are taken for sequences
                     setArray(swapped, Input::XEmbed, x);
                     return swapped;
                 }}};
    plot.series = {std::move(one), std::move(all)};
    r.plots = {std::move(plot)};
    r.verdict = verdict(missed.empty() && !caught.empty(),
                        {"As attention should be: %1. Exposed by the two tests: %2. Told wrongly "
                         "by them: %3.",
                         {listed(same), listed(caught), listed(missed)}});
    return r;
}

} // namespace

Experiment layoutPerturbation() {
    Experiment e;
    e.name = "layout-perturbation";
    e.subject = "layouts";
    e.title = "Two tests that expose a wrong layout";
    e.question = "A layout runs and has the right shapes. How does one find out that it mixes up "
                 "tokens, heads or sequences?";
    e.look = "Change one token: the outputs of its own sequence have to move, all of them, and of "
             "no other. Change one sequence: the others have to stay. Each row of a map is a "
             "sequence.";
    e.parameters = {wholeParameter("L", "tokens L", 6, 2, 64),
                    wholeParameter("B", "sequences B", 4, 2, 64),
                    wholeParameter("H", "heads H", 2, 1, 16),
                    wholeParameter("d", "width of a head d", 4, 1, 64),
                    switchParameter("causal", "causal mask", false)};
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
