// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engines.h"
#include "app/messages.h"
#include "app/offscreen.h"
#include "app/session_source.h"
#include "app/subcommands.h"
#include "app/version.h"
#include "core/attention.h"
#include "core/given_weights.h"
#include "core/io/session_file.h"
#include "ui/export/figure_export.h"
#include "ui/view_settings.h"
#include "ui/views/gradient_analysis.h"
#include "ui/views/head_analysis.h"
#include "ui/views/saturation_analysis.h"
#include "ui/views/variants.h"

#include <charconv>
#include <set>
#include <stdexcept>
#include <vector>

namespace attnscope::app {

namespace {

/// A number of one head, checked against how many there are.
std::size_t headNumber(const std::string &text, std::size_t heads) {
    std::size_t head = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), head);
    if (error != std::errc() || end != text.data() + text.size())
        throw core::UsageError("--head is '" + text + "', but may be all or the number of a head");
    if (head >= heads)
        throw core::UsageError("--head is " + text + ", but there are " + std::to_string(heads) +
                               " heads: 0 to " + std::to_string(heads - 1));
    return head;
}

/// "scores", "W_Q" or "grad_W_Q".
std::optional<core::Gradient> gradientNamed(const std::string &name) {
    const auto whole = core::gradientByName(name);
    return whole ? whole : core::gradientByName("grad_" + name);
}

/// The picture's settings: those of the session, then what the command line says.
ui::ViewSettings viewSettings(const Options &o, const core::Session &session,
                              const core::Problem &problem) {
    ui::ViewSettings v = ui::viewSettingsFromJson(QString::fromStdString(session.viewJson));
    v.tab = QString::fromStdString(o.view);
    if (o.stage) {
        if (const auto stage = core::stageByName(*o.stage))
            v.stage = *stage;
        if (const auto gradient = gradientNamed(*o.stage))
            v.gradient = *gradient;
    }
    if (o.head)
        v.head =
            *o.head == "all" ? std::nullopt : std::optional(headNumber(*o.head, problem.heads()));
    if (const auto part = ui::headsPartFromName(QString::fromStdString(o.part)))
        v.headsPart = *part;
    if (v.head && *v.head >= problem.heads())
        v.head.reset();
    if (v.batch >= problem.batch())
        v.batch = 0;
    if (!o.colourMap.empty())
        v.colourMap = ui::colourMapFromName(QString::fromStdString(o.colourMap));
    if (o.range) {
        v.rangeMode = ui::RangeMode::Fixed;
        v.fixedRange = {o.range->first, o.range->second};
    } else if (o.rangeAuto && v.rangeMode == ui::RangeMode::Fixed) {
        v.rangeMode = ui::RangeMode::Shared;
    }
    if (o.dark)
        v.theme = ui::ThemeChoice::Dark;
    return v;
}

class Renderer {
public:
    Renderer(const Options &options, core::Session session, core::TracePtr trace)
        : m_o(options), m_session(std::move(session)), m_trace(std::move(trace)),
          m_view(viewSettings(options, m_session, *m_trace->problem)) {
        const auto format = ui::pictureFormatForFile(QString::fromStdString(m_o.output));
        if (!format)
            throw core::UsageError(
                "'" + m_o.output +
                "' ends in none of .png, .svg and .pdf, which say what to write");
        m_format = *format;
        m_export.size = QSize(m_o.width, m_o.height);
        m_export.dpi = m_o.dpi;
    }

    /// One picture, or one for each head, stage and sequence that the name asks for.
    int run(const std::stop_token &interrupted) {
        const auto stages = chosenStages();
        const auto heads = choices("{head}", m_view.head, m_trace->problem->heads());
        const auto batches = choices("{batch}", m_batchGiven, m_trace->problem->batch());
        std::set<std::string> written;
        Progress progress(m_o.quiet,
                          static_cast<int>(stages.size() * heads.size() * batches.size()));
        for (const core::Stage stage : stages)
            for (const auto &head : heads)
                for (const auto &batch : batches) {
                    if (interrupted.stop_requested())
                        return kInterrupted;
                    ui::ViewSettings v = m_view;
                    v.stage = stage;
                    v.head = head;
                    if (batch)
                        v.batch = *batch;
                    const std::string name = fileName(v);
                    progress.step(name);
                    // A stage without heads has the same picture for each of them.
                    if (written.insert(name).second)
                        try {
                            core::writeFileAtomically(name, picture(v));
                        } catch (const core::StoppedError &) {
                            return kInterrupted;
                        }
                }
        return kDone;
    }

private:
    [[nodiscard]] bool named(const char *placeholder) const {
        return m_o.output.find(placeholder) != std::string::npos;
    }

    /// The gradients have their own names, and a loss that they belong to.
    void checkGradient() const {
        if (m_trace->problem->config.upstream == core::Upstream::None)
            throw core::UsageError("there are no gradients without a loss: add --set "
                                   "gradient.upstream=ones, or output");
        if (m_o.stage && (!gradientNamed(*m_o.stage) || !(*m_trace)[m_view.gradient].present()))
            throw core::UsageError("there is no gradient of '" + *m_o.stage +
                                   "' in this session; there are " + gradientNames());
    }
    [[nodiscard]] std::string gradientNames() const {
        std::string names;
        for (const core::GradientInfo &g : core::gradientTable())
            if ((*m_trace)[g.gradient].present())
                names += (names.empty() ? "" : ", ") + std::string(g.of);
        return names;
    }

    [[nodiscard]] std::vector<core::Stage> chosenStages() const {
        if (m_o.view == "gradients") {
            checkGradient();
            return {m_view.stage};
        }
        if (m_o.view == "heads")
            return {m_view.stage};
        if (!m_o.stage || *m_o.stage != "all") {
            if (m_o.stage && !core::stageByName(*m_o.stage))
                throw core::UsageError("there is no stage '" + *m_o.stage + "'; stages are " +
                                       stageNames());
            if (!m_trace->has(m_view.stage) || !drawable(m_view.stage))
                throw core::UsageError("the stage '" +
                                       std::string(core::stageInfo(m_view.stage).name) +
                                       "' does not occur in this session or has no picture");
            return {m_view.stage};
        }
        if (!named("{stage}"))
            throw core::UsageError("--stage all writes one picture a stage: put {stage} into the "
                                   "name, for example -o '{stage}.png'");
        std::vector<core::Stage> all;
        for (const core::StageInfo &s : core::stageTable())
            if (m_trace->has(s.stage) && drawable(s.stage))
                all.push_back(s.stage);
        return all;
    }
    [[nodiscard]] static bool drawable(core::Stage s) { return s != core::Stage::Scale; }

    [[nodiscard]] static std::string stageNames() {
        std::string names = "all";
        for (const core::StageInfo &s : core::stageTable())
            if (drawable(s.stage))
                names += ", " + std::string(s.name);
        return names;
    }

    /// What a placeholder runs over: everything when it is in the name and nothing was fixed.
    [[nodiscard]] std::vector<std::optional<std::size_t>>
    choices(const char *placeholder, std::optional<std::size_t> fixed, std::size_t count) const {
        if (fixed || !named(placeholder))
            return {fixed};
        std::vector<std::optional<std::size_t>> all;
        for (std::size_t i = 0; i < count; ++i)
            all.emplace_back(i);
        return all;
    }

    [[nodiscard]] std::string fileName(const ui::ViewSettings &v) const {
        const std::string_view stage = m_o.view == "gradients" ? core::gradientInfo(v.gradient).of
                                                               : core::stageInfo(v.stage).name;
        return ui::expandPattern(
                   QString::fromStdString(m_o.output), v.head ? static_cast<int>(*v.head) : -1,
                   QString::fromUtf8(stage.data(), static_cast<qsizetype>(stage.size())),
                   static_cast<int>(v.batch))
            .toStdString();
    }

    [[nodiscard]] std::string picture(const ui::ViewSettings &v) const {
        const ui::Palette &palette =
            v.theme == ui::ThemeChoice::Dark ? ui::Palette::darkPalette() : ui::Palette::light();
        ui::Figure figure;
        if (m_o.view == "masks") {
            figure = ui::masksFigure(ui::maskVariants(*m_trace), m_session, v, palette);
        } else if (m_o.view == "saturation") {
            figure = ui::saturationFigure(saturation(v), v, palette);
        } else if (m_o.view == "positions") {
            const ui::PositionVariants both = ui::positionVariants(m_trace);
            figure = ui::positionsFigure(*both.with, both.without, m_session, v, palette);
        } else if (m_o.view == "gradients") {
            figure = ui::gradientsFigure(analysis(v), v, palette);
        } else if (m_o.view == "heads") {
            const auto a =
                ui::analyseHeads(m_trace, std::make_shared<const core::Session>(m_session),
                                 v.headsPart, v.batch, nullptr, interruptToken());
            if (!a)
                throw core::StoppedError();
            figure = ui::headsFigure(*a, v, palette);
        } else {
            figure = ui::stagesFigure(*m_trace, m_session, v, palette);
        }
        const QByteArray bytes = ui::renderPicture(figure, m_format, m_export);
        return bytes.toStdString();
    }

    /// With the fault and the locked cell of the session, as the window shows them.
    [[nodiscard]] ui::GradientAnalysis analysis(const ui::ViewSettings &v) const {
        ui::GradientAnalysis a;
        a.trace = m_trace;
        a.session = std::make_shared<const core::Session>(m_session);
        a.fault = v.fault;
        ui::GradientAnalyser analyser;
        const std::stop_token stop = interruptToken();
        analyser.inject(a, stop);
        if (const auto cell = ui::lockedGradientCell(*m_trace->problem, v))
            analyser.check(a, v.gradient, *cell, stop);
        return a;
    }

    /// With all draws of the curves.
    [[nodiscard]] ui::SaturationAnalysis saturation(const ui::ViewSettings &v) const {
        ui::SaturationAnalysis a;
        a.trace = m_trace;
        a.session = std::make_shared<const core::Session>(m_session);
        a.variants = ui::scalingVariants(m_trace, v.saturation);
        core::SaturationSweep sweep(ui::saturationSettings(m_session, *m_trace->problem, v));
        while (sweep.draws() < ui::kSaturationDraws && !interruptToken().stop_requested())
            sweep.add();
        a.curves = std::make_shared<const core::SaturationResult>(sweep.result());
        return a;
    }

    const Options &m_o;
    core::Session m_session;
    core::TracePtr m_trace;
    ui::ViewSettings m_view;
    std::optional<std::size_t> m_batchGiven;
    ui::PictureFormat m_format = ui::PictureFormat::Png;
    ui::ExportOptions m_export;
};

} // namespace

int runRender(const Options &options) {
    const std::stop_token interrupted = interruptToken();
    std::vector<std::string> notes;
    if (auto given = loadGivenWeights(options, &notes)) {
        if (options.view != "stages")
            throw core::UsageError("attention maps alone are drawn by the view 'stages', but not "
                                   "by '" +
                                   options.view + "', which needs what they were computed from");
        core::Session session = core::sessionForWeights(**given);
        const OffscreenApplication application;
        const int status = Renderer(options, std::move(session), *given).run(interrupted);
        for (const std::string &text : notes)
            note(options.quiet, text);
        return status;
    }
    core::Session session = loadSession(options, &notes);
    const auto problem = std::make_shared<const core::Problem>(core::makeProblem(session));
    CommandEngine engine(options);
    core::RunOptions run;
    run.stop = interrupted;
    run.gradients = options.view == "gradients" || options.view == "heads";
    const core::TracePtr trace = engine.run(problem, run);
    if (interrupted.stop_requested())
        return kInterrupted;
    const OffscreenApplication application;
    const int status = Renderer(options, std::move(session), trace).run(interrupted);
    for (const std::string &text : notes)
        note(options.quiet, text);
    return status;
}

} // namespace attnscope::app
