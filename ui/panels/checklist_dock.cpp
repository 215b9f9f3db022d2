// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/checklist_dock.h"

#include "ui/checklist_text.h"
#include "ui/session_document.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace attnscope::ui {

using core::Check;
using Verdict = Check::Verdict;

ChecklistDock::ChecklistDock(SessionDocument &document, ChecklistRunner &runner, QWidget *parent)
    : QDockWidget(parent), m_document(document), m_runner(runner), m_list(new QTreeWidget(this)),
      m_heading(new QLabel(this)), m_text(new QLabel(this)), m_evidence(new QPushButton(this)),
      m_matrix(new QPushButton(this)) {
    setObjectName(QStringLiteral("checklist"));
    setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetClosable);
    auto *inside = new QWidget(this);
    auto *column = new QVBoxLayout(inside);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(8);
    m_list->setColumnCount(2);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformRowHeights(true);
    m_list->header()->setStretchLastSection(true);
    for (std::size_t i = 0; i < core::kCheckCount; ++i)
        new QTreeWidgetItem(m_list);
    m_heading->setTextFormat(Qt::PlainText);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_heading);
    column->addWidget(m_list, 1);
    column->addWidget(m_text);
    column->addWidget(m_evidence);
    column->addWidget(m_matrix);
    setWidget(inside);
    setMinimumWidth(300);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &ChecklistDock::explain);
    connect(m_list, &QTreeWidget::itemActivated, this, &ChecklistDock::showEvidence);
    connect(m_evidence, &QPushButton::clicked, this, &ChecklistDock::showEvidence);
    connect(m_matrix, &QPushButton::clicked, this, &ChecklistDock::matrixWanted);
    connect(&runner, &ChecklistRunner::changed, this, &ChecklistDock::refresh);
    retranslate();
    m_list->setCurrentItem(m_list->topLevelItem(0));
}

void ChecklistDock::setColours(const Palette &palette) {
    m_palette = palette;
    refresh();
}

void ChecklistDock::changeEvent(QEvent *event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QDockWidget::changeEvent(event);
}

void ChecklistDock::retranslate() {
    setWindowTitle(tr("Checklist"));
    m_list->setAccessibleName(tr("Checklist"));
    m_evidence->setText(tr("Show What It Was Measured On"));
    m_matrix->setText(tr("Bugs and the Tests That Catch Them…"));
    refresh();
}

void ChecklistDock::refresh() {
    const ChecklistRunner::State &s = m_runner.state();
    m_heading->setText(s.checks.empty() ? tr("Nothing is computed yet.")
                                        : tr("%1 passed, %2 failed, %3 not applicable")
                                              .arg(s.count(Verdict::Pass))
                                              .arg(s.count(Verdict::Fail))
                                              .arg(s.count(Verdict::NotApplicable)));
    for (std::size_t i = 0; i < core::kCheckCount; ++i) {
        QTreeWidgetItem *item = m_list->topLevelItem(static_cast<int>(i));
        const auto id = static_cast<core::CheckId>(i);
        const auto verdict = i < s.checks.size() ? s.checks[i].verdict : Verdict::NotApplicable;
        const QString mark = verdict == Verdict::Pass   ? QStringLiteral("✓")
                             : verdict == Verdict::Fail ? QStringLiteral("✗")
                                                        : QStringLiteral("–");
        const QString words = verdict == Verdict::Pass   ? tr("passed")
                              : verdict == Verdict::Fail ? tr("failed")
                                                         : tr("not applicable");
        item->setText(0, mark);
        item->setText(1, checkTitle(id));
        item->setData(1, Qt::AccessibleTextRole,
                      QStringLiteral("%1: %2").arg(checkTitle(id), words));
        item->setToolTip(1, checkMeaning(id));
        const QColor colour = verdict == Verdict::Pass   ? m_palette.accent
                              : verdict == Verdict::Fail ? m_palette.red
                                                         : m_palette.muted;
        item->setForeground(0, colour);
        item->setForeground(1, verdict == Verdict::NotApplicable ? m_palette.muted
                               : verdict == Verdict::Fail        ? m_palette.red
                                                                 : m_palette.text);
    }
    m_list->resizeColumnToContents(0);
    explain();
}

void ChecklistDock::explain() {
    const int i = m_list->indexOfTopLevelItem(m_list->currentItem());
    const ChecklistRunner::State &s = m_runner.state();
    const bool known = i >= 0 && static_cast<std::size_t>(i) < s.checks.size();
    m_evidence->setEnabled(known);
    if (!known) {
        m_text->clear();
        return;
    }
    const Check &check = s.checks[static_cast<std::size_t>(i)];
    m_text->setText(checkMeaning(check.id) + QStringLiteral("\n\n") + checkValue(check, *s.trace));
}

void ChecklistDock::showEvidence() {
    const int i = m_list->indexOfTopLevelItem(m_list->currentItem());
    const ChecklistRunner::State &s = m_runner.state();
    if (i < 0 || !s.trace)
        return;
    const Evidence e = evidenceOf(static_cast<core::CheckId>(i), *s.trace);
    m_document.changeView([&](ViewSettings &v) {
        v.tab = e.tab;
        if (e.stage)
            v.stage = *e.stage;
        if (!e.matrix.isEmpty())
            v.matrix = e.matrix;
        if (e.cell) {
            v.batch = e.cell->batch;
            if (v.head)
                v.head = e.cell->head;
            v.locked = e.cell;
        }
    });
}

} // namespace attnscope::ui
