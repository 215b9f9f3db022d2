// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/bench_private.h"
#include "core/initialiser.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnscope::core::lab {

void Steps::next(double steps) {
    if (m_run.stop.stop_requested())
        throw StoppedError();
    m_done += steps;
    if (m_run.progress)
        m_run.progress(std::min(1.0, m_done / m_total));
}

double workedValue(int stream, std::size_t row, std::size_t column) {
    const auto r = static_cast<double>(row), c = static_cast<double>(column);
    return std::sin(1.3 * r + 0.7 * c + 2.1 * stream + 0.11 * r * c);
}

Tensor worked(int stream, Shape shape, double factor) {
    auto t = Tensor::uninitialised(shape);
    const std::size_t columns = shape.back();
    float *out = t.mutableData();
    for (std::size_t i = 0; i < t.size(); ++i)
        out[i] = static_cast<float>(factor * workedValue(stream, i / columns, i % columns));
    return t;
}

HeadInputs workedHead() {
    return {worked(0, {1, 4, 4}), worked(1, {1, 4, 4}), worked(2, {1, 4, 3})};
}

Session workedTwoHeads() {
    Session s = plainSession(worked(3, {1, 6, 8}), 2);
    const Input inputs[] = {Input::WQ, Input::WK, Input::WV, Input::WO};
    for (int w = 0; w < 4; ++w) {
        Tensor t({8, 8}); // the example is given as [out, in]
        for (std::size_t r = 0; r < 8; ++r)
            for (std::size_t c = 0; c < 8; ++c)
                t.mutableData()[c * 8 + r] = static_cast<float>(0.5 * workedValue(4 + w, r, c));
        setArray(s, inputs[w], std::move(t));
    }
    return s;
}

Tensor normals(std::uint64_t seed, std::uint32_t stream, Shape shape, double sigma,
               const std::stop_token &stop) {
    auto t = Tensor::uninitialised(std::move(shape));
    float *out = t.mutableData();
    constexpr std::uint32_t kTag = 0x4C616273; // "Labs": no tensor of a session has this number
    for (std::size_t i = 0; i < t.size(); ++i) {
        if (i % 65536 == 0 && stop.stop_requested())
            throw StoppedError();
        out[i] = static_cast<float>(
            sigma *
            static_cast<double>(unitNormal(seed, {kTag, stream, static_cast<std::uint32_t>(i >> 32),
                                                  static_cast<std::uint32_t>(i)})));
    }
    return t;
}

std::uint64_t seedOf(const ExperimentRun &run, std::size_t repetition) {
    return run.seed + 0x9E3779B97F4A7C15U * repetition; // distinct keys, the first is the seed
}

namespace {

/// [rows, columns] with ones where row − column is `from`.
Tensor picking(std::size_t rows, std::size_t columns, std::size_t from = 0) {
    Tensor t({rows, columns});
    for (std::size_t c = 0; c < columns && from + c < rows; ++c)
        t.mutableData()[(from + c) * columns + c] = 1.0F;
    return t;
}

} // namespace

Session directSession(const HeadInputs &in) {
    const std::size_t B = in.q.extent(0), L = in.q.extent(1), S = in.k.extent(1);
    const std::size_t dk = in.q.extent(2), dv = in.v.extent(2), D = std::max(dk, dv);
    Session s;
    s.tieDk = false;
    s.config.heads = 1;
    s.config.dModel = static_cast<int>(D);
    s.config.dK = static_cast<int>(dk);
    s.config.dV = static_cast<int>(dv);
    s.config.positional.kind = PositionalKind::None;
    Tensor x({B, L, D}), m({B, S, dk + dv});
    for (std::size_t r = 0; r < B * L; ++r)
        std::copy_n(in.q.data() + r * dk, dk, x.mutableData() + r * D);
    for (std::size_t r = 0; r < B * S; ++r) {
        std::copy_n(in.k.data() + r * dk, dk, m.mutableData() + r * (dk + dv));
        std::copy_n(in.v.data() + r * dv, dv, m.mutableData() + r * (dk + dv) + dk);
    }
    setArray(s, Input::XEmbed, std::move(x));
    setArray(s, Input::XMemory, std::move(m));
    setArray(s, Input::WQ, picking(D, dk));
    setArray(s, Input::WK, picking(dk + dv, dk));
    setArray(s, Input::WV, picking(dk + dv, dv, dk));
    setArray(s, Input::WO, picking(dv, D));
    return s;
}

Session scoresSession(const Tensor &scores, const Tensor &v) {
    const std::size_t L = scores.extent(0), S = scores.extent(1);
    Tensor identity = picking(S, S);
    Session s = directSession({scores.reshaped({1, L, S}), identity.reshaped({1, S, S}),
                               v.present() ? v : Tensor({1, S, 1}, 0.0F)});
    s.config.scaling = {ScalingMode::None, 1.0};
    return s;
}

Session plainSession(const Tensor &x, int heads) {
    Session s;
    s.config.heads = heads;
    s.config.dModel = static_cast<int>(x.extent(2));
    s.config.dK = s.config.dV = s.config.dModel / heads;
    s.config.positional.kind = PositionalKind::None;
    setArray(s, Input::XEmbed, x);
    return s;
}

TracePtr passOf(const ExperimentRun &run, const Session &session, StageSet keep, bool gradients) {
    return passOf(run, std::make_shared<const Problem>(makeProblem(session)), keep, gradients);
}

TracePtr passOf(const ExperimentRun &run, std::shared_ptr<const Problem> problem, StageSet keep,
                bool gradients) {
    if (run.stop.stop_requested())
        throw StoppedError();
    RunOptions options;
    options.keep = keep;
    options.gradients = gradients;
    options.stop = run.stop;
    try {
        TracePtr trace = run.pass(std::move(problem), options);
        if (run.stop.stop_requested())
            throw StoppedError();
        return trace;
    } catch (const EngineError &e) {
        if (e.code == EngineError::Code::Stopped)
            throw StoppedError();
        throw;
    }
}

double Sample::mean() const {
    double sum = 0.0;
    for (const double v : m_values)
        sum += v;
    return m_values.empty() ? kNothing : sum / static_cast<double>(count());
}
double Sample::deviation() const {
    if (count() < 2)
        return kNothing;
    const double m = mean();
    double sum = 0.0;
    for (const double v : m_values)
        sum += (v - m) * (v - m);
    return std::sqrt(sum / static_cast<double>(count() - 1));
}
double Sample::error() const { return deviation() / std::sqrt(static_cast<double>(count())); }

void append(ExperimentSeries &s, double x, const Sample &sample) {
    const double mean = sample.mean(), spread = sample.deviation();
    s.x.push_back(x);
    s.y.push_back(mean);
    s.lower.push_back(std::isnan(spread) ? mean : mean - spread);
    s.upper.push_back(std::isnan(spread) ? mean : mean + spread);
}
ExperimentSeries series(Phrase name, ExperimentSeries::Role role) {
    ExperimentSeries s;
    s.name = std::move(name);
    s.role = role;
    return s;
}

double meanOf(std::span<const float> values) {
    double sum = 0.0;
    for (const float v : values)
        sum += static_cast<double>(v);
    return sum / static_cast<double>(values.size());
}
double varianceOf(std::span<const float> values, bool population) {
    const double m = meanOf(values);
    double sum = 0.0;
    for (const float v : values)
        sum += (static_cast<double>(v) - m) * (static_cast<double>(v) - m);
    return sum / static_cast<double>(values.size() - (population ? 0 : 1));
}
double normOf(std::span<const float> values) {
    double sum = 0.0;
    for (const float v : values)
        sum += static_cast<double>(v) * static_cast<double>(v);
    return std::sqrt(sum);
}
double largestDifference(std::span<const float> a, std::span<const float> b) {
    double most = 0.0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        const double d = std::fabs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
        if (std::isnan(d))
            return kNothing;
        most = std::max(most, d);
    }
    return most;
}
double largestMagnitude(std::span<const float> values) {
    double most = 0.0;
    for (const float v : values)
        most = std::max(most, std::fabs(static_cast<double>(v)));
    return most;
}
std::span<const float> block(const Tensor &t, std::size_t n, std::size_t size) {
    return t.values().subspan(n * size, size);
}

RowShape shapeOf(std::span<const float> row) {
    RowShape s;
    double cubes = 0.0;
    for (const float v : row) {
        const double p = static_cast<double>(v);
        s.sum += p;
        if (p > 0.0)
            s.entropy -= p * std::log(p);
        s.largest = std::max(s.largest, p);
        s.squares += p * p;
        cubes += p * p * p;
    }
    // Σ_ij (p_i δ_ij − p_i p_j)² = Σ p² − 2 Σ p³ + (Σ p²)²
    s.jacobian = std::sqrt(std::max(0.0, s.squares - 2.0 * cubes + s.squares * s.squares));
    return s;
}

MapShape shapeOf(std::span<const float> rows, std::size_t keys) {
    MapShape m;
    const std::size_t n = rows.size() / keys;
    for (std::size_t i = 0; i < n; ++i) {
        const RowShape r = shapeOf(rows.subspan(i * keys, keys));
        m.entropy += r.entropy;
        m.largest += r.largest;
        m.squares += r.squares;
        m.jacobian += r.jacobian;
    }
    for (double *v : {&m.entropy, &m.largest, &m.squares, &m.jacobian})
        *v /= static_cast<double>(n);
    m.entropyNormalised = keys > 1 ? m.entropy / std::log(static_cast<double>(keys)) : kNothing;
    return m;
}

ExperimentTable table(std::vector<ExperimentColumn> columns) {
    ExperimentTable t;
    t.columns = std::move(columns);
    return t;
}
ExperimentCell cell(double value) {
    return std::isnan(value) ? ExperimentCell() : ExperimentCell(value);
}
void addRow(ExperimentTable &t, std::vector<ExperimentCell> cells) {
    for (ExperimentCell &c : cells)
        if (const double *v = std::get_if<double>(&c); v && std::isnan(*v))
            c = std::monostate();
    t.rows.push_back(std::move(cells));
}

ExperimentVerdict verdict(bool holds, Phrase sentence) {
    return {holds ? ExperimentVerdict::Kind::Holds : ExperimentVerdict::Kind::DoesNotHold,
            std::move(sentence)};
}
ExperimentMap mapOf(Phrase title, Tensor values, Phrase rows, Phrase columns) {
    ExperimentMap m;
    m.title = std::move(title);
    m.rowTitle = std::move(rows);
    m.columnTitle = std::move(columns);
    m.values = std::move(values);
    return m;
}

} // namespace attnscope::core::lab
