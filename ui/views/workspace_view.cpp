// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/workspace_view.h"

#include "ui/session_document.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QVBoxLayout>

namespace attnscope::ui {

WorkspaceView::WorkspaceView(SessionDocument &document, QWidget *parent)
    : QWidget(parent), m_document(document), m_palette(Palette::light()),
      m_area(new QScrollArea(this)), m_figureView(new FigureView(this)) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(4);
    m_bar = new QHBoxLayout;
    m_bar->setContentsMargins(12, 0, 12, 0);
    m_bar->setSpacing(8);
    column->addLayout(m_bar);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setFocusPolicy(Qt::NoFocus);
    m_area->setWidgetResizable(true);
    m_area->setWidget(m_figureView);
    column->addWidget(m_area, 1);

    connect(m_figureView, &FigureView::cellHovered, this,
            [this](const CellRef &cell) { emit hovered(cellText(cell)); });
    connect(m_figureView, &FigureView::hoverLeft, this, [this] { emit hovered({}); });
    connect(m_figureView, &FigureView::cellClicked, this,
            [this](const CellRef &cell, Qt::KeyboardModifiers modifiers) {
                clicked(cell, modifiers.testFlag(Qt::ControlModifier));
            });
    connect(m_figureView, &FigureView::escapePressed, this, [this] { m_document.unlock(); });
    connect(m_figureView, &FigureView::painted, this, &WorkspaceView::painted);
    connect(&document, &SessionDocument::viewChanged, this, &WorkspaceView::scheduleRefresh);
}

void WorkspaceView::setResult(const ShownResult &result) {
    m_result = result;
    resultChanged();
}

void WorkspaceView::setColours(const Palette &palette) {
    m_palette = palette;
    scheduleRefresh();
}

void WorkspaceView::clicked(const CellRef &cell, bool add) {
    if (const auto locked = lockedAt(cell))
        m_document.lock(*locked, add);
}

QWidget *WorkspaceView::figureArea() const { return m_area; }

void WorkspaceView::setLegibleSize(const QSize &size) { m_figureView->setMinimumSize(size); }

void WorkspaceView::scheduleRefresh() {
    if (m_scheduled || !isVisible())
        return;
    m_scheduled = true;
    QMetaObject::invokeMethod(
        this, [this] { refresh(); }, Qt::QueuedConnection);
}

void WorkspaceView::refresh() {
    m_scheduled = false;
    if (!ready())
        return;
    m_shownGeneration = m_result.generation;
    m_figureView->setFigure(figure(m_document.view(), m_palette));
    emit contentChanged();
}

void WorkspaceView::showEvent(QShowEvent *event) {
    QWidget::showEvent(event);
    resultChanged();
}

void WorkspaceView::changeEvent(QEvent *event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        scheduleRefresh();
    }
    QWidget::changeEvent(event);
}

} // namespace attnscope::ui
