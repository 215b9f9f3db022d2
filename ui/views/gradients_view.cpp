// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/gradients_view.h"

#include "ui/gradient_text.h"
#include "ui/panels/number_control.h"
#include "ui/session_document.h"
#include "ui/views/figure_parts.h"
#include "ui/views/view_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace attnscope::ui {

using core::Gradient;
using core::GradientFault;

namespace {

constexpr core::Upstream kLosses[] = {core::Upstream::None, core::Upstream::Ones,
                                      core::Upstream::Output, core::Upstream::Given};

} // namespace

GradientsView::GradientsView(SessionDocument &document, QWidget *parent)
    : WorkspaceView(document, parent),
      m_choices(new ViewBar(document,
                            ViewBar::Head | ViewBar::Numbers | ViewBar::Colours | ViewBar::Range,
                            true, this)),
      m_gradient(new QComboBox(this)), m_loss(new QComboBox(this)), m_fault(new QComboBox(this)),
      m_stopAt(new QComboBox(this)), m_lossLabel(new QLabel(this)), m_faultLabel(new QLabel(this)),
      m_scores(new NumberControl({1e-3, 1e6, 1, 1000, true, 1, 30, {}}, this)),
      m_lossFactor(new NumberControl({-20, 4, -12, 0, false, 1, -7, {}}, this)),
      m_begin(new QPushButton(this)), m_wake([this] { takeAnalysis(); }),
      m_worker(std::make_unique<core::LatestOnlyWorker<Job>>(
          [this](const Job &job, const std::stop_token &stop) { run(job, stop); })) {
    setLegibleSize({640, 400});
    buildBar();
    connect(m_gradient, &QComboBox::activated, this, [this](int i) {
        m_document.changeView(
            [&](ViewSettings &v) { v.gradient = m_listed[static_cast<std::size_t>(i)]; });
    });
    connect(m_loss, &QComboBox::activated, this, [this](int i) { setLoss(kLosses[i]); });
    connect(m_begin, &QPushButton::clicked, this, [this] { setLoss(core::Upstream::Ones); });
    connect(m_fault, &QComboBox::activated, this, [this](int i) {
        changeFault([i](core::FaultSettings &f) { f.kind = static_cast<GradientFault>(i); });
    });
    connect(m_stopAt, &QComboBox::activated, this, [this](int i) {
        changeFault(
            [&](core::FaultSettings &f) { f.stopAt = m_listed[static_cast<std::size_t>(i)]; });
    });
    for (NumberControl *c : {m_scores, m_lossFactor}) {
        connect(c, &NumberControl::dragStarted, &document, &SessionDocument::beginDrag);
        connect(c, &NumberControl::dragEnded, &document, &SessionDocument::endDrag);
    }
    connect(m_scores, &NumberControl::edited, this, [this](double factor) {
        changeFault([factor](core::FaultSettings &f) { f.scoreFactor = factor; });
    });
    connect(m_lossFactor, &NumberControl::edited, this, [this](double exponent) {
        changeFault(
            [exponent](core::FaultSettings &f) { f.lossFactor = std::pow(10.0, exponent); });
    });
    connect(&document, &SessionDocument::viewChanged, this, [this] {
        follow();
        submit();
    });
    connect(&document, &SessionDocument::sessionChanged, this, &GradientsView::follow);
    GradientsView::retranslate();
}

GradientsView::~GradientsView() { m_worker.reset(); }

void GradientsView::buildBar() {
    auto *lines = new QVBoxLayout;
    lines->setSpacing(4);
    auto *first = new QHBoxLayout, *second = new QHBoxLayout;
    for (QHBoxLayout *line : {first, second}) {
        line->setSpacing(8);
        lines->addLayout(line);
    }
    for (QComboBox *box : {m_gradient, m_loss, m_fault, m_stopAt})
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    first->addWidget(m_gradient);
    first->addWidget(m_choices, 1);
    m_lossLabel->setBuddy(m_loss);
    m_faultLabel->setBuddy(m_fault);
    for (QWidget *widget :
         std::initializer_list<QWidget *>{m_lossLabel, m_loss, m_faultLabel, m_fault, m_stopAt})
        second->addWidget(widget);
    second->addWidget(m_scores, 1);
    second->addWidget(m_lossFactor, 1);
    second->addStretch(1);
    bar()->addLayout(lines, 1);
    // The one thing to do where there is no loss, below the words that say so.
    auto *over = new QVBoxLayout(figureView());
    over->addStretch(5);
    over->addWidget(m_begin, 0, Qt::AlignHCenter);
    over->addStretch(4);
    m_begin->hide();
}

void GradientsView::setLoss(core::Upstream upstream) {
    m_document.edit(tr("Set the loss to %1").arg(lossTitle(upstream)), QString(),
                    [upstream](core::Session &s) { s.config.upstream = upstream; });
    follow();
}

template <class F> void GradientsView::changeFault(F change) {
    m_document.changeView([&](ViewSettings &v) { change(v.fault); });
}

Figure GradientsView::figure(const ViewSettings &settings, const Palette &palette) const {
    return gradientsFigure(m_shown, settings, palette);
}

core::StageSet GradientsView::neededStages() const { return {core::Stage::Output}; }

void GradientsView::resultChanged() {
    if (!ready() || !isVisible())
        return;
    m_choices->setProblem(*m_result.trace->problem);
    const std::vector<Gradient> occur = occurringGradients(*m_result.trace->problem);
    if (occur != m_listed) {
        m_listed = occur;
        const QSignalBlocker quiet[] = {QSignalBlocker(m_gradient), QSignalBlocker(m_stopAt)};
        for (QComboBox *box : {m_gradient, m_stopAt}) {
            box->clear();
            for (const Gradient g : m_listed)
                box->addItem(gradientSymbol(g));
        }
        GradientsView::retranslate();
    }
    follow();
    submit();
    scheduleRefresh();
}

void GradientsView::follow() {
    const ViewSettings &v = m_document.view();
    const core::Upstream upstream = m_document.session().config.upstream;
    const QSignalBlocker quiet[] = {QSignalBlocker(m_gradient), QSignalBlocker(m_loss),
                                    QSignalBlocker(m_fault), QSignalBlocker(m_stopAt)};
    const auto at = [this](Gradient g) {
        const auto found = std::find(m_listed.begin(), m_listed.end(), g);
        return found == m_listed.end() ? -1 : static_cast<int>(found - m_listed.begin());
    };
    m_gradient->setCurrentIndex(at(v.gradient));
    m_stopAt->setCurrentIndex(at(v.fault.stopAt));
    m_loss->setCurrentIndex(static_cast<int>(
        std::find(std::begin(kLosses), std::end(kLosses), upstream) - std::begin(kLosses)));
    m_fault->setCurrentIndex(static_cast<int>(v.fault.kind));
    m_scores->setValue(v.fault.scoreFactor);
    m_lossFactor->setValue(std::log10(v.fault.lossFactor));
    const bool none = upstream == core::Upstream::None;
    for (QWidget *widget :
         std::initializer_list<QWidget *>{m_fault, m_stopAt, m_scores, m_lossFactor, m_gradient})
        widget->setEnabled(!none);
    m_stopAt->setVisible(v.fault.kind == GradientFault::Detached);
    m_scores->setVisible(v.fault.kind == GradientFault::Saturated);
    m_lossFactor->setVisible(v.fault.kind == GradientFault::HalfPrecision);
    m_begin->setVisible(none);
}

void GradientsView::submit() {
    if (!ready() || !isVisible())
        return;
    const ViewSettings &v = m_document.view();
    const core::Problem &p = *m_result.trace->problem;
    const bool flows = p.config.upstream != core::Upstream::None;
    Job job{m_result, flows ? v.fault : core::FaultSettings(), std::nullopt};
    if (job.fault.kind == GradientFault::None)
        job.fault = {}; // what its numbers would be does not matter
    if (const auto cell = lockedGradientCell(p, v))
        job.cell = {v.gradient, *cell};
    if (job.fault.kind == GradientFault::None && m_shown.trace != m_result.trace)
        m_shown = {m_result.trace, m_result.session, {}, nullptr, std::nullopt, {}};
    if (m_last && m_last->sameAs(job))
        return;
    m_last = job;
    if (job.fault.kind == GradientFault::None && m_shown.sick)
        m_shown = {m_result.trace, m_result.session, {}, nullptr, std::nullopt, {}};
    if (job.fault.kind != GradientFault::None || job.cell)
        m_worker->submit(std::move(job));
    else
        m_worker->clear();
    // Until the first one with the fault is there, it is the pass without.
    if (!m_shown.trace)
        m_shown = {m_result.trace, m_result.session, {}, nullptr, std::nullopt, {}};
}

void GradientsView::run(const Job &job, const std::stop_token &stop) {
    GradientAnalysis a{job.result.trace, job.result.session, job.fault, nullptr, std::nullopt, {}};
    const auto put = [&] {
        if (!stop.stop_requested() && m_results.put(a))
            m_wake.wake();
    };
    if (job.fault.kind != GradientFault::None) {
        m_analyser.inject(a, stop);
        put();
    }
    if (job.cell) {
        m_analyser.check(a, job.cell->first, job.cell->second, stop);
        put();
    }
}

void GradientsView::takeAnalysis() {
    auto a = m_results.take();
    if (!a || !m_last || a->fault != m_last->fault)
        return; // the fault was taken out, or changed, since
    if (a->fault.kind == GradientFault::None && a->trace != m_result.trace)
        return; // a cell of a pass that is no longer shown
    m_shown = std::move(*a);
    scheduleRefresh();
}

QString GradientsView::cellText(const CellRef &cell) const {
    if (!m_shown.trace || cell.panel < 1)
        return {};
    const core::Trace &t = m_shown.shown();
    const auto panels = gradientPanels(t, m_document.view());
    const auto at = static_cast<std::size_t>(cell.panel) - 1;
    if (at >= panels.size())
        return {};
    return describeGradientCell(t, *m_shown.session, panels[at].gradient,
                                shownBatch(m_document.view(), *t.problem), panels[at].head,
                                cell.row, cell.column);
}

QString GradientsView::lockedText() const {
    if (!m_shown.trace || !m_shown.shown()[m_document.view().gradient].present())
        return {};
    return describeLockedGradient(m_shown, m_document.view());
}

std::optional<LockedCell> GradientsView::lockedAt(const CellRef &cell) const {
    if (!m_shown.trace || cell.panel < 1)
        return std::nullopt;
    const core::Trace &t = m_shown.shown();
    const ViewSettings &v = m_document.view();
    const auto panels = gradientPanels(t, v);
    const auto at = static_cast<std::size_t>(cell.panel) - 1;
    const auto stage = core::gradientInfo(v.gradient).stage;
    if (at >= panels.size() || !stage)
        return std::nullopt;
    LockedCell c = v.locked.value_or(LockedCell());
    c.batch = shownBatch(v, *t.problem);
    const PanelKind kind = panelKind(*stage);
    if (kind != PanelKind::Model)
        c.head = panels[at].head;
    (rowsAreKeys(*stage) ? c.key : c.query) = cell.row;
    if (kind == PanelKind::QueryKey)
        c.key = cell.column;
    return c;
}

void GradientsView::clicked(const CellRef &cell, bool add) {
    if (!m_shown.trace)
        return;
    const auto stage = core::gradientInfo(m_document.view().gradient).stage;
    const auto panels = gradientPanels(m_shown.shown(), m_document.view());
    if (cell.panel < 1 || static_cast<std::size_t>(cell.panel) > panels.size())
        return;
    if (!stage)
        m_document.changeView([&](ViewSettings &v) {
            v.lockedEntry = LockedEntry{cell.row, cell.column};
        });
    else if (panelKind(*stage) != PanelKind::QueryKey)
        m_document.changeView([&](ViewSettings &v) { v.lockedColumn = cell.column; });
    WorkspaceView::clicked(cell, add);
}

void GradientsView::retranslate() {
    m_choices->retranslate();
    for (std::size_t i = 0; i < m_listed.size(); ++i)
        for (QComboBox *box : {m_gradient, m_stopAt})
            box->setItemData(static_cast<int>(i),
                             QStringLiteral("<p><b>%1</b> %2<br>%3</p>")
                                 .arg(gradientTitle(m_listed[i]), gradientFormula(m_listed[i]),
                                      gradientMeaning(m_listed[i])),
                             Qt::ToolTipRole);
    const auto fill = [](QComboBox &box, const QStringList &texts, const QStringList &tips) {
        const QSignalBlocker quiet(&box);
        for (int i = 0; i < texts.size(); ++i) {
            if (i < box.count())
                box.setItemText(i, texts[i]);
            else
                box.addItem(texts[i]);
            box.setItemData(i, tips[i], Qt::ToolTipRole);
        }
    };
    QStringList losses, lossTips, faults, faultTips;
    for (const core::Upstream u : kLosses) {
        losses << lossTitle(u);
        lossTips << lossMeaning(u);
    }
    for (int i = 0; i < core::kGradientFaults; ++i) {
        faults << faultTitle(static_cast<GradientFault>(i));
        faultTips << faultMeaning(static_cast<GradientFault>(i));
    }
    fill(*m_loss, losses, lossTips);
    fill(*m_fault, faults, faultTips);
    m_lossLabel->setText(tr("Loss"));
    m_faultLabel->setText(tr("Inject"));
    m_loss->setToolTip(tr("What the gradients are gradients of"));
    m_fault->setToolTip(
        tr("Shows what goes wrong with gradients. Changes nothing in the session."));
    m_gradient->setAccessibleName(tr("Gradient drawn as a map"));
    m_gradient->setToolTip(tr("Which gradient is drawn as a map"));
    m_loss->setAccessibleName(tr("Loss"));
    m_fault->setAccessibleName(tr("Injected fault"));
    m_stopAt->setAccessibleName(tr("Where the gradient is stopped"));
    m_scores->setTexts(tr("Factor of the scores"), QStringLiteral("×"), tr("times"),
                       tr("How many times as large the scores are made."));
    m_lossFactor->setTexts(tr("Size of the loss"), QStringLiteral("10<sup><i>n</i></sup>"),
                           tr("power of ten"),
                           tr("How small the loss is before it is rounded to half precision."));
    m_begin->setText(tr("Take the sum of the outputs as the loss"));
    follow();
}

} // namespace attnscope::ui
