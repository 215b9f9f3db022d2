// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/heads_view.h"

#include "ui/head_text.h"
#include "ui/panels/heads_panel.h"
#include "ui/session_document.h"
#include "ui/stage_text.h"
#include "ui/views/figure_parts.h"
#include "ui/views/view_bar.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

namespace attnscope::ui {

HeadsView::HeadsView(SessionDocument &document, QWidget *parent)
    : WorkspaceView(document, parent),
      m_choices(new ViewBar(document, ViewBar::Head | ViewBar::Numbers, true, this)),
      m_part(new QComboBox(this)), m_bits(new QCheckBox(this)), m_more(new QToolButton(this)),
      m_panel(new HeadsPanel(document, this)), m_wake([this] { take(); }),
      m_worker(std::make_unique<core::LatestOnlyWorker<Job>>(
          [this](const Job &job, const std::stop_token &stop) {
              auto a = analyseHeads(job.result.trace, job.result.session, job.part, job.batch,
                                    m_measured, stop);
              if (!a)
                  return;
              m_measured = a;
              if (m_results.put(std::move(a)))
                  m_wake.wake();
          })) {
    m_more->setCheckable(true);
    m_part->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    bar()->addWidget(m_part);
    bar()->addWidget(m_choices, 1);
    bar()->addWidget(m_bits);
    bar()->addWidget(m_more);
    // The sliders stand beside the figure, which they change.
    auto *column = static_cast<QVBoxLayout *>(layout());
    column->removeWidget(figureArea());
    auto *beside = new QHBoxLayout;
    beside->setSpacing(0);
    beside->addWidget(figureArea(), 1);
    beside->addWidget(m_panel);
    column->addLayout(beside, 1);

    connect(m_part, &QComboBox::activated, this, [this](int i) {
        m_document.changeView([i](ViewSettings &v) { v.headsPart = static_cast<HeadsPart>(i); });
    });
    connect(m_bits, &QCheckBox::toggled, this,
            [this](bool on) { m_document.changeView([on](ViewSettings &v) { v.bits = on; }); });
    connect(m_more, &QToolButton::toggled, this, [this](bool on) {
        m_document.changeView([on](ViewSettings &v) { v.thresholdsShown = on; });
    });
    connect(&document, &SessionDocument::viewChanged, this, [this] {
        follow();
        submit();
    });
    HeadsView::retranslate();
    follow();
}

HeadsView::~HeadsView() { m_worker.reset(); }

core::StageSet HeadsView::neededStages() const {
    using core::Stage;
    return {Stage::Q, Stage::K, Stage::Weights, Stage::Context, Stage::Concat, Stage::Output};
}

Figure HeadsView::figure(const ViewSettings &settings, const Palette &palette) const {
    if (m_shown)
        return headsFigure(*m_shown, settings, palette);
    Figure f;
    f.palette = palette;
    f.title = tr("Heads");
    f.emptyReason = tr("The heads are being measured.");
    return f;
}

void HeadsView::resultChanged() {
    if (!ready() || !isVisible())
        return;
    m_choices->setProblem(*m_result.trace->problem);
    follow();
    submit();
    scheduleRefresh();
}

void HeadsView::follow() {
    const ViewSettings &v = m_document.view();
    const QSignalBlocker quiet[] = {QSignalBlocker(m_part), QSignalBlocker(m_bits),
                                    QSignalBlocker(m_more)};
    m_part->setCurrentIndex(static_cast<int>(v.headsPart));
    m_bits->setChecked(v.bits);
    m_more->setChecked(v.thresholdsShown);
    m_panel->setVisible(v.thresholdsShown);
    if (m_shown)
        setLegibleSize(
            {v.headsPart == HeadsPart::Measures ? 820 : 620, headsLeastHeight(*m_shown, v)});
}

void HeadsView::submit() {
    if (!ready() || !isVisible())
        return;
    const ViewSettings &v = m_document.view();
    Job job{m_result, v.headsPart, shownBatch(v, *m_result.trace->problem)};
    if (m_last && m_last->sameAs(job))
        return;
    m_last = job;
    m_worker->submit(std::move(job));
}

void HeadsView::take() {
    auto a = m_results.take();
    if (!a)
        return;
    m_shown = std::move(*a);
    follow();
    scheduleRefresh();
}

QString HeadsView::cellText(const CellRef &cell) const {
    if (!m_shown)
        return {};
    const std::size_t H = m_shown->heads.size();
    const HeadsPart part = m_document.view().headsPart;
    const auto number = [](const std::optional<double> &value) {
        return value ? fullNumber(*value) : tr("undefined");
    };
    if (part == HeadsPart::Similarity && cell.row < H && cell.column < H) {
        const core::HeadSimilarity &s = m_shown->similarity;
        return tr("heads %1 and %2: KL %3, JS %4, cosine %5, centred %6")
            .arg(cell.row)
            .arg(cell.column)
            .arg(number(s.kl.at(cell.row, cell.column)), number(s.js.at(cell.row, cell.column)),
                 number(s.cosine.at(cell.row, cell.column)),
                 number(s.cosineCentred.at(cell.row, cell.column)));
    }
    if (part == HeadsPart::PositionBias && cell.row < H &&
        cell.column < m_shown->heads[cell.row].positionBias.size())
        return tr("head %1 gives key %2 on average %3; uniform attention %4")
            .arg(cell.row)
            .arg(cell.column)
            .arg(number(m_shown->heads[cell.row].positionBias[cell.column]),
                 number(m_shown->uniform[cell.row].positionBias[cell.column]));
    return {};
}

QString HeadsView::lockedText() const {
    const auto &locked = m_document.view().locked;
    if (!m_shown || !locked || locked->head >= m_shown->heads.size())
        return {};
    const core::HeadMeasures &m = m_shown->heads[locked->head];
    const auto number = [](const std::optional<double> &value) {
        return value ? shortNumber(*value) : QStringLiteral("–");
    };
    return tr("head %1: normalised entropy %2, largest weight %3, output share %4")
        .arg(locked->head)
        .arg(number(m.entropyNormalised), number(m.maxWeight), number(m.outputShare));
}

std::optional<LockedCell> HeadsView::lockedAt(const CellRef &cell) const {
    if (!m_shown || cell.row >= m_shown->heads.size())
        return std::nullopt;
    const ViewSettings &v = m_document.view();
    LockedCell c = v.locked.value_or(LockedCell());
    c.batch = shownBatch(v, *m_shown->trace->problem);
    c.head = cell.row;
    if (v.headsPart == HeadsPart::PositionBias)
        c.key = cell.column;
    return c;
}

void HeadsView::retranslate() {
    m_choices->retranslate();
    const QSignalBlocker quiet(m_part);
    for (int i = 0; i < kHeadsParts; ++i) {
        const auto part = static_cast<HeadsPart>(i);
        if (i < m_part->count())
            m_part->setItemText(i, headsPartTitle(part));
        else
            m_part->addItem(headsPartTitle(part));
        m_part->setItemData(i, headsPartMeaning(part), Qt::ToolTipRole);
    }
    m_part->setAccessibleName(tr("What is shown of the heads"));
    m_bits->setText(tr("Bits"));
    m_bits->setToolTip(tr("Entropy in bits instead of nats"));
    m_more->setText(tr("Thresholds"));
    m_more->setToolTip(tr("Where a measure becomes a flag"));
    m_panel->retranslate();
}

} // namespace attnscope::ui
