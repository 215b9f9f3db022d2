// SPDX-License-Identifier: GPL-3.0-or-later
//
// From the deviation of the weights to that of the output, for the initialisers and presets that
// people use. With x of unit variance and independent weights of variance w²: Var(q) = D·w²,
// the scaled score has the deviation √Var(q)·√Var(k), Var(context) = Var(v)·E[Σ p²] and
// Var(output) = H·d_v·w_O²·Var(context).
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"

#include <cmath>

namespace attnscope::core::lab {

namespace {

/// What the weights of one preset are drawn from. A deviation of 0 is to be told from the method.
struct Preset {
    const char *name;
    const char *title;
    Initialiser q, v, o;
    bool scaled = true; ///< scores are divided by √d_k
};

struct Sizes {
    int dModel, heads, keys, layers;
    [[nodiscard]] int width() const { return dModel / heads; }
};

Initialiser method(InitMethod m, bool perHead = false) { return {m, 1.0, perHead}; }
Initialiser normal(double deviation) { return {InitMethod::Normal, deviation, false}; }

std::vector<Preset> presets(const Sizes &s) {
    using M = InitMethod;
    const double D = s.dModel, dk = s.width();
    const auto all = [](const char *name, const char *title, const Initialiser &i) {
        return Preset{name, title, i, i, i};
    };
    return {
        all("pytorch_linear", "PyTorch's Linear", method(M::PytorchLinear)),
        all("pytorch_mha", "PyTorch's MultiheadAttention", method(M::PytorchMha)),
        all("xavier_uniform", "Xavier, uniform", method(M::XavierUniform)),
        all("xavier_normal", "Xavier, normal", method(M::XavierNormal)),
        {"xavier_per_head", "Xavier, one head at a time", method(M::XavierUniform, true),
         method(M::XavierUniform, true), method(M::XavierUniform)},
        all("kaiming_uniform", "Kaiming, uniform", method(M::KaimingUniform)),
        all("kaiming_normal", "Kaiming, normal", method(M::KaimingNormal)),
        {"he_dk", "√(2/d_k) for Q and K, 1/√d_v for V", method(M::HeDk),
         normal(1.0 / std::sqrt(dk)), method(M::XavierNormal)},
        all("bert", "BERT: N(0, 0.02²)", normal(0.02)),
        {"gpt2", "GPT-2: N(0, 0.02²), W_O by 1/√(2·layers)", normal(0.02), normal(0.02),
         normal(0.02 / std::sqrt(2.0 * (s.layers > 0 ? s.layers : 12)))},
        {"t5", "T5: scores are not scaled", normal(1.0 / std::sqrt(D * dk)),
         normal(1.0 / std::sqrt(D)), normal(1.0 / std::sqrt(D)), false},
        all("variance_002", "N(0, 0.02): 0.02 as the variance", normal(std::sqrt(0.02))),
    };
}

/// K is drawn as Q is, but for T5, where the scale that is missing sits in W_Q.
Initialiser keyInit(const Preset &p) { return p.scaled ? p.q : p.v; }

/// Deviation that an initialiser promises, for a matrix of rows × columns.
double promised(const Initialiser &i, double rows, double columns, double width, bool output) {
    const double out = i.perHead && !output ? width : columns;
    switch (i.method) {
    case InitMethod::XavierUniform:
    case InitMethod::XavierNormal:
        return std::sqrt(2.0 / (rows + out));
    case InitMethod::KaimingUniform:
    case InitMethod::KaimingNormal:
        return std::sqrt(2.0 / rows);
    case InitMethod::HeDk:
        return std::sqrt(2.0 / width);
    case InitMethod::PytorchMha:
        return output ? 1.0 / std::sqrt(3.0 * rows) : std::sqrt(2.0 / (rows + 3.0 * rows));
    case InitMethod::PytorchLinear:
        return 1.0 / std::sqrt(3.0 * rows);
    default:
        return i.value;
    }
}

struct Stages {
    double w[3]; ///< W_Q, W_V, W_O
    double q, scores, v, context, output;
};

/// `squares` is the measured mean of Σ p².
Stages predicted(const Preset &p, const Sizes &s, double divisor, double squares) {
    const double D = s.dModel, d = s.width();
    Stages t{};
    t.w[0] = promised(p.q, D, D, d, false);
    t.w[1] = promised(p.v, D, D, d, false);
    t.w[2] = promised(p.o, D, D, d, true) / divisor;
    t.q = std::sqrt(D) * t.w[0];
    const double k = std::sqrt(D) * promised(keyInit(p), D, D, d, false);
    t.scores = t.q * k * (p.scaled ? 1.0 : std::sqrt(d));
    t.v = std::sqrt(D) * t.w[1];
    t.context = t.v * std::sqrt(squares);
    t.output = t.context * std::sqrt(D) * t.w[2];
    return t;
}

Session sessionOf(const Preset &p, const Sizes &z, double divisor, std::uint64_t seed,
                  const std::stop_token &stop) {
    const auto D = static_cast<std::size_t>(z.dModel);
    Session s = plainSession(normals(seed, 20, {1, static_cast<std::size_t>(z.keys), D}, 1.0, stop),
                             z.heads);
    s.seed = seed;
    s.init[Input::WQ] = p.q;
    s.init[Input::WK] = keyInit(p);
    s.init[Input::WV] = p.v;
    s.init[Input::WO] = p.o;
    if (!p.scaled)
        s.config.scaling.mode = ScalingMode::None;
    if (divisor != 1.0) {
        Tensor o = drawnArray(s, Input::WO);
        for (float *v = o.mutableData(), *end = v + o.size(); v != end; ++v)
            *v = static_cast<float>(static_cast<double>(*v) / divisor);
        setArray(s, Input::WO, std::move(o));
    }
    return s;
}

double rms(std::span<const float> values) {
    return normOf(values) / std::sqrt(static_cast<double>(values.size()));
}

struct Measured {
    Stages stages{};
    MapShape shape;
    double largestWeight = 0.0; ///< of W_Q
};

Measured measure(const ExperimentRun &run, const Session &session) {
    const TracePtr t =
        passOf(run, session,
               {Stage::Q, Stage::V, Stage::Scores, Stage::Weights, Stage::Context, Stage::Output});
    Measured m;
    m.stages.w[0] = rms(t->problem->wQ.values());
    m.stages.w[1] = rms(t->problem->wV.values());
    m.stages.w[2] = rms(t->problem->wO.values());
    m.largestWeight = largestMagnitude(t->problem->wQ.values());
    m.stages.q = rms((*t)[Stage::Q].values());
    m.stages.v = rms((*t)[Stage::V].values());
    m.stages.scores = std::sqrt(varianceOf((*t)[Stage::Scores].values()));
    m.stages.context = rms((*t)[Stage::Context].values());
    m.stages.output = rms((*t)[Stage::Output].values());
    m.shape = shapeOf((*t)[Stage::Weights].values(), t->problem->keys());
    return m;
}

Sizes sizesOf(const ParameterValues &v) {
    Sizes s{v.whole("d_model"), v.whole("heads"), v.whole("keys"), v.whole("layers")};
    requireDivides(s.dModel, s.heads);
    return s;
}

double divisorOf(const Sizes &s, const Preset &p) {
    const bool own = std::string(p.name) == "gpt2";
    return s.layers > 0 && !own ? std::sqrt(2.0 * s.layers) : 1.0;
}

ExperimentResult compare(const ParameterValues &v, const ExperimentRun &run) {
    const Sizes sizes = sizesOf(v);
    const auto all = presets(sizes);
    ExperimentResult r;
    r.table = table({{"preset", "preset"},
                     {"std_w_q", "std of W_Q"},
                     {"largest_w_q", "largest |W_Q|"},
                     {"std_w_o", "std of W_O"},
                     {"std_q", "std of q"},
                     {"std_scores", "std of scores"},
                     {"std_scores_predicted", "predicted"},
                     {"entropy_normalised", "entropy / ln L"},
                     {"max_weight", "largest weight"},
                     {"variance_v", "variance of v"},
                     {"std_output", "std of output"}});
    ExperimentPlot scores, entropy;
    scores.title = "Deviation of the scaled scores";
    scores.yTitle = "standard deviation";
    scores.logY = true;
    entropy.title = "How even the weights are";
    entropy.yTitle = "entropy / ln L";
    scores.xTitle = entropy.xTitle = "preset";
    ExperimentSeries got = series("measured", ExperimentSeries::Role::Bars),
                     said = series("predicted", ExperimentSeries::Role::Theory),
                     even = series("measured", ExperimentSeries::Role::Bars);
    Steps steps(run, static_cast<double>(all.size()));
    double worst = 0.0;
    std::string worstOf;
    for (std::size_t n = 0; n < all.size(); ++n) {
        const Preset &p = all[n];
        const double divisor = divisorOf(sizes, p);
        const Measured m = measure(run, sessionOf(p, sizes, divisor, run.seed, run.stop));
        const Stages should = predicted(p, sizes, divisor, m.shape.squares);
        addRow(r.table, {Phrase(p.name), m.stages.w[0], m.largestWeight, m.stages.w[2], m.stages.q,
                         m.stages.scores, should.scores, cell(m.shape.entropyNormalised),
                         m.shape.largest, m.stages.v * m.stages.v, m.stages.output});
        const auto x = static_cast<double>(n);
        got.x.push_back(x);
        got.y.push_back(m.stages.scores);
        said.x.push_back(x);
        said.y.push_back(should.scores);
        even.x.push_back(x);
        even.y.push_back(m.shape.entropyNormalised);
        scores.xTicks.emplace_back(p.name);
        if (const double off = std::fabs(m.stages.scores / should.scores - 1.0); !(off <= worst)) {
            worst = off;
            worstOf = p.name;
        }
        r.points.push_back({0, x, p.title, [p, sizes, divisor, seed = run.seed] {
                                return sessionOf(p, sizes, divisor, seed, {});
                            }});
        steps.next();
    }
    entropy.xTicks = scores.xTicks;
    scores.series = {std::move(got), std::move(said)};
    entropy.series = {std::move(even)};
    r.plots = {std::move(scores), std::move(entropy)};
    // Entries of q·k share x and W: some per cent between seeds at these sizes.
    r.verdict = verdict(worst < 0.1,
                        {"The deviation of the scores differs from D·w_Q·w_K by at most %1 % (%2).",
                         {brief(100.0 * worst, 3), worstOf}});
    return r;
}

ExperimentResult follow(const ParameterValues &v, const ExperimentRun &run) {
    const Sizes sizes = sizesOf(v);
    Preset p{};
    for (const Preset &each : presets(sizes))
        if (v.text("preset") == each.name)
            p = each;
    const double divisor = divisorOf(sizes, p);
    const auto seeds = static_cast<std::size_t>(v.whole("seeds"));
    constexpr std::size_t kStages = 8;
    static constexpr const char *kNames[kStages] = {"W_Q", "q",       "scores", "W_V",
                                                    "v",   "context", "W_O",    "output"};
    std::vector<Sample> got(kStages), said(kStages);
    const auto list = [](const Stages &s) {
        return std::array<double, kStages>{s.w[0], s.q,       s.scores, s.w[1],
                                           s.v,    s.context, s.w[2],   s.output};
    };
    Steps steps(run, static_cast<double>(seeds));
    for (std::size_t n = 0; n < seeds; ++n) {
        const Measured m = measure(run, sessionOf(p, sizes, divisor, seedOf(run, n), run.stop));
        const auto a = list(m.stages), b = list(predicted(p, sizes, divisor, m.shape.squares));
        for (std::size_t i = 0; i < kStages; ++i) {
            got[i].add(a[i]);
            said[i].add(b[i]);
        }
        steps.next();
    }
    ExperimentResult r;
    r.table = table({{"stage", "stage"},
                     {"std", "standard deviation"},
                     {"spread", "spread over seeds"},
                     {"std_predicted", "predicted"},
                     {"ratio", "measured / predicted"}});
    ExperimentPlot plot;
    plot.title = {"From weights to output, %1", {p.name}};
    plot.xTitle = "stage";
    plot.yTitle = "standard deviation";
    plot.logY = true;
    ExperimentSeries measured = series("measured"),
                     theory = series("predicted", ExperimentSeries::Role::Theory);
    double worst = 0.0;
    std::string worstOf = kNames[0];
    for (std::size_t i = 0; i < kStages; ++i) {
        const double ratio = got[i].mean() / said[i].mean();
        addRow(r.table, {Phrase(kNames[i]), got[i].mean(), cell(got[i].deviation()), said[i].mean(),
                         cell(ratio)});
        append(measured, static_cast<double>(i), got[i]);
        theory.x.push_back(static_cast<double>(i));
        theory.y.push_back(said[i].mean());
        plot.xTicks.emplace_back(kNames[i]);
        if (!(std::fabs(ratio - 1.0) <= worst)) {
            worst = std::fabs(ratio - 1.0);
            worstOf = kNames[i];
        }
        r.points.push_back(
            {0, static_cast<double>(i), p.title, [p, sizes, divisor, seed = run.seed] {
                 return sessionOf(p, sizes, divisor, seed, {});
             }});
    }
    plot.series = {std::move(measured), std::move(theory)};
    r.plots = {std::move(plot)};
    r.verdict =
        verdict(worst < 0.15, {"Every stage lies within %1 % of its prediction (%2 is farthest).",
                               {brief(100.0 * worst, 3), worstOf}});
    return r;
}

std::vector<Parameter> sizeParameters() {
    return {wholeParameter("d_model", "d_model", 512, 8, 1024),
            wholeParameter("heads", "heads", 8, 1, 64),
            wholeParameter("keys", "queries and keys", 256, 2, 512),
            wholeParameter("layers", "layers (W_O divided by √(2·layers); 0: not divided)", 0, 0,
                           1000)};
}

} // namespace

Experiment initialisers() {
    Experiment e;
    e.name = "initialisers";
    e.subject = "weights";
    e.title = "Initialisers and presets";
    e.question =
        "How far do the scores spread at the start, and how even are the weights, for each "
        "initialiser?";
    e.look = "A score has the deviation D·w_Q·w_K once it is divided by √d_k. The common defaults "
             "lie below 1: attention starts out nearly uniform, not saturated.";
    e.parameters = sizeParameters();
    e.run = compare;
    return e;
}

Experiment initialiserStages() {
    Experiment e;
    e.name = "initialiser-stages";
    e.subject = "weights";
    e.title = "From weights to output";
    e.question = "What does the deviation of the weights make of every stage up to the output?";
    e.look =
        "Each stage multiplies the deviation by a known factor; averaging over keys shrinks it "
        "by √(Σ p²).";
    e.parameters = sizeParameters();
    std::vector<Choice> choices;
    for (const Preset &p : presets({512, 8, 256, 0}))
        choices.push_back({p.name, p.title});
    e.parameters.insert(e.parameters.begin(),
                        choiceParameter("preset", "preset", std::move(choices)));
    e.parameters.push_back(wholeParameter("seeds", "seeds", 3, 1, 200));
    e.run = follow;
    return e;
}

} // namespace attnscope::core::lab
