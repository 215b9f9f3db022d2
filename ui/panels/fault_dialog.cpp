// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/fault_dialog.h"

#include "ui/checklist_text.h"
#include "ui/plot/figure_view.h"
#include "ui/session_document.h"
#include "ui/views/figure_parts.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace attnscope::ui {

FaultDialog::FaultDialog(SessionDocument &document, QWidget *parent)
    : QDialog(parent), m_document(document), m_label(new QLabel(this)), m_bug(new QComboBox(this)),
      m_figure(new FigureView(this)), m_wake([this] {
          if (auto a = m_results.take()) {
              m_shown = std::move(*a);
              refresh();
          }
      }),
      m_worker(std::make_unique<core::LatestOnlyWorker<Job>>(
          [this](const Job &job, const std::stop_token &) {
              if (m_results.put(
                      analyseFaults(job.result.trace, job.result.session, job.head, job.fault)))
                  m_wake.wake();
          })) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(12, 0, 12, 0);
    m_label->setBuddy(m_bug);
    bar->addWidget(m_label);
    bar->addWidget(m_bug);
    bar->addStretch(1);
    column->addLayout(bar);
    m_figure->setMinimumSize(620, 420);
    column->addWidget(m_figure, 1);
    resize(860, 680);
    for (std::size_t i = 0; i < core::kAttentionFaultCount; ++i)
        m_bug->addItem(QString());
    connect(m_bug, &QComboBox::activated, this, [this](int i) {
        m_document.changeView(
            [i](ViewSettings &v) { v.bug = static_cast<core::AttentionFault>(i); });
    });
    connect(&document, &SessionDocument::viewChanged, this, &FaultDialog::submit);
    retranslate();
}

FaultDialog::~FaultDialog() { m_worker.reset(); }

void FaultDialog::setResult(const ShownResult &result) {
    m_result = result;
    submit();
}

void FaultDialog::setColours(const Palette &palette) {
    m_palette = palette;
    refresh();
}

void FaultDialog::showEvent(QShowEvent *event) {
    QDialog::showEvent(event);
    submit();
}

void FaultDialog::submit() {
    const ViewSettings &v = m_document.view();
    const QSignalBlocker quiet(m_bug);
    m_bug->setCurrentIndex(static_cast<int>(v.bug));
    if (m_result.trace && isVisible())
        m_worker->submit({m_result, shownHead(v, *m_result.trace->problem), v.bug});
}

void FaultDialog::refresh() {
    if (m_shown.trace)
        m_figure->setFigure(faultsFigure(m_shown, m_palette));
}

void FaultDialog::changeEvent(QEvent *event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QDialog::changeEvent(event);
}

void FaultDialog::retranslate() {
    setWindowTitle(tr("Bugs and the Tests That Catch Them"));
    m_label->setText(tr("Bug"));
    m_bug->setAccessibleName(tr("Bug"));
    for (int i = 0; i < m_bug->count(); ++i) {
        const auto fault = static_cast<core::AttentionFault>(i);
        m_bug->setItemText(i, attentionFaultTitle(fault));
        m_bug->setItemData(i, attentionFaultMeaning(fault), Qt::ToolTipRole);
    }
    refresh();
}

} // namespace attnscope::ui
