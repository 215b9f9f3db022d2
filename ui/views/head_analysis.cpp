// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/head_analysis.h"

#include "core/attention.h"

#include <QCoreApplication>

#include <cmath>
#include <new>

namespace attnscope::ui {

using core::Stage;

namespace {

struct HeadText {
    Q_DECLARE_TR_FUNCTIONS(HeadText)
};

void checkStop(const std::stop_token &stop) {
    if (stop.stop_requested())
        throw core::StoppedError();
}

std::vector<HeadOffsets> offsetsOf(const core::Trace &t, const std::stop_token &stop) {
    const core::Tensor &w = t[Stage::Weights];
    if (!w.present())
        return {};
    const std::size_t B = w.extent(0), H = w.extent(1), L = w.extent(2), S = w.extent(3);
    std::vector<HeadOffsets> heads(H);
    for (std::size_t h = 0; h < H; ++h) {
        HeadOffsets &o = heads[h];
        o.first = 1 - static_cast<std::ptrdiff_t>(L);
        o.weight.assign(L + S - 1, 0.0);
        std::size_t rows = 0;
        double total = 0.0;
        for (std::size_t b = 0; b < B; ++b) {
            checkStop(stop);
            for (std::size_t i = 0; i < L; ++i) {
                if (t.keep.visibleCount(b, h, i) == 0)
                    continue;
                ++rows;
                const float *p = w.data() + ((b * H + h) * L + i) * S;
                for (std::size_t j = 0; j < S; ++j) {
                    o.weight[j + L - 1 - i] += static_cast<double>(p[j]);
                    total += static_cast<double>(p[j]);
                }
            }
        }
        if (rows == 0 || !std::isfinite(total))
            o.weight.clear();
        for (double &v : o.weight)
            v /= static_cast<double>(rows);
    }
    return heads;
}

HeadSpectra spectraOf(const core::Trace &t, std::size_t batch, const std::stop_token &stop) {
    HeadSpectra s;
    s.batch = batch;
    for (std::size_t h = 0; h < t.problem->heads(); ++h) {
        checkStop(stop);
        s.maps.push_back(core::mapSingularValues(t, batch, h));
        s.scores.push_back(core::scoreSingularValues(t, batch, h));
    }
    return s;
}

HeadAnalysis::Components componentsOf(const core::Trace &t, const std::stop_token &stop) {
    HeadAnalysis::Components c;
    for (std::size_t h = 0; h < t.problem->heads(); ++h) {
        checkStop(stop);
        c.q.push_back(core::principalComponents(t, Stage::Q, h));
        c.k.push_back(core::principalComponents(t, Stage::K, h));
    }
    return c;
}

void fill(HeadAnalysis &a, HeadsPart part, std::size_t batch, const std::stop_token &stop) {
    const core::Trace &t = *a.trace;
    if (a.heads.empty()) {
        a.heads = core::measureHeads(t, stop);
        a.uniform = core::uniformMeasures(t, stop);
        a.similarity = core::similarityOf(t, stop);
        a.offsets = offsetsOf(t, stop);
    }
    if (part == HeadsPart::Ablation && !a.ablation)
        a.ablation = core::ablationOf(t, stop);
    if (part == HeadsPart::SingularValues && (!a.spectra || a.spectra->batch != batch))
        a.spectra = spectraOf(t, batch, stop);
    if (part == HeadsPart::Components && !a.components)
        a.components = componentsOf(t, stop);
}

} // namespace

bool HeadAnalysis::complete(HeadsPart part, std::size_t batch) const {
    if (heads.empty())
        return false;
    switch (part) {
    case HeadsPart::Ablation:
        return ablation.has_value();
    case HeadsPart::SingularValues:
        return spectra && spectra->batch == batch;
    case HeadsPart::Components:
        return components.has_value();
    default:
        return true;
    }
}

HeadAnalysisPtr analyseHeads(const core::TracePtr &trace,
                             std::shared_ptr<const core::Session> session, HeadsPart part,
                             std::size_t batch, const HeadAnalysisPtr &before,
                             const std::stop_token &stop) {
    auto a = before && before->trace == trace ? std::make_shared<HeadAnalysis>(*before)
                                              : std::make_shared<HeadAnalysis>();
    a->trace = trace;
    a->session = std::move(session);
    a->failure.clear();
    try {
        fill(*a, part, batch, stop);
    } catch (const core::StoppedError &) {
        return nullptr;
    } catch (const std::bad_alloc &) {
        a->failure = HeadText::tr("There is not enough memory to measure these heads.");
    }
    return a;
}

} // namespace attnscope::ui
