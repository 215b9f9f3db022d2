// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/history_dock.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QUndoStack>
#include <QUndoView>
#include <QVBoxLayout>

namespace attnscope::ui {

namespace {

QPixmap dot(const QColor &colour, qreal ratio) {
    QPixmap pixmap(QSize(12, 12) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawEllipse(QPointF(6, 6), 4, 4);
    return pixmap;
}

/// Room for the dot before every row, so that all the words stand in one line.
class StepDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->decorationSize = QSize(16, 12);
    }
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option,
                                 const QModelIndex &index) const override {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(0, 8);
    }
};

} // namespace

HistoryDock::HistoryDock(QUndoStack *stack, QWidget *parent)
    : QDockWidget(parent), m_list(new QUndoView(stack)), m_legend(new QLabel), m_dot(new QLabel) {
    setObjectName(QStringLiteral("history"));
    setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetClosable);
    auto *body = new QWidget(this);
    auto *column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 8);
    column->setSpacing(4);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setItemDelegate(new StepDelegate(m_list));
    m_list->setTextElideMode(Qt::ElideRight);
    column->addWidget(m_list, 1);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(8, 0, 8, 0);
    m_legend->setProperty("role", QStringLiteral("muted"));
    row->addWidget(m_dot);
    row->addWidget(m_legend, 1);
    column->addLayout(row);
    setWidget(body);
    setMinimumWidth(200);
    retranslate();
}

void HistoryDock::setColours(const Palette &palette) {
    const QPixmap mark = dot(palette.accent, devicePixelRatioF());
    // The chosen row lies on the accent: there the dot takes the colour of its words.
    QIcon icon(mark);
    icon.addPixmap(dot(palette.dark ? palette.ground : palette.panel, devicePixelRatioF()),
                   QIcon::Selected);
    m_list->setCleanIcon(icon);
    m_dot->setPixmap(mark);
}

void HistoryDock::changeEvent(QEvent *event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QDockWidget::changeEvent(event);
}

void HistoryDock::retranslate() {
    setWindowTitle(tr("History"));
    m_list->setEmptyLabel(tr("As it was opened"));
    m_list->setAccessibleName(tr("Steps that can be undone"));
    m_legend->setText(tr("as saved"));
}

} // namespace attnscope::ui
