// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/matrix_delegate.h"

#include "ui/panels/matrix_model.h"
#include "ui/plot/plot_text.h"
#include "ui/theme.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace attnscope::ui {

namespace {

constexpr int kPadding = 6, kCorner = 7, kEditorWidth = 132;

QColor faint(QColor colour, float alpha) {
    colour.setAlphaF(alpha);
    return colour;
}

} // namespace

void markUnreadable(QLineEdit &editor, bool unreadable, const Palette &palette) {
    editor.setProperty("unreadable", unreadable);
    editor.setStyleSheet(
        QStringLiteral("QLineEdit { border: 2px solid %1; background: %2; color: %3; }")
            .arg((unreadable ? palette.red : palette.accent).name(), palette.panel.name(),
                 palette.text.name()));
}

MatrixDelegate::MatrixDelegate(const MatrixModel &model, QObject *parent)
    : QStyledItemDelegate(parent), m_model(model), m_palette(Palette::light()) {}

void MatrixDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                           const QModelIndex &index) const {
    const MatrixSheet &sheet = m_model.sheet();
    const auto row = static_cast<std::size_t>(index.row());
    const auto column = static_cast<std::size_t>(index.column());
    if (row >= sheet.rows || column >= sheet.columns)
        return;
    const float value = sheet.value(row, column);
    const bool edited = sheet.marked(row, column);
    const bool hidden = !sheet.place.input && value == 0.0F;
    const QRect &rect = option.rect;

    if (const auto head = sheet.headOf(row, column)) {
        const QColor colour = headColour(*head, m_palette.dark);
        painter->fillRect(rect, faint(colour, 0.07F));
        const std::size_t within = (sheet.heads.onRows ? row : column) % sheet.heads.width;
        if (within == 0 && *head > 0) {
            const QRect edge = sheet.heads.onRows
                                   ? QRect(rect.left(), rect.top(), rect.width(), 2)
                                   : QRect(rect.left(), rect.top(), 2, rect.height());
            painter->fillRect(edge, colour);
        }
    }
    if (hidden)
        painter->fillRect(rect, m_palette.line);
    if (option.state & QStyle::State_Selected)
        painter->fillRect(rect, faint(m_palette.accent, m_palette.dark ? 0.34F : 0.22F));
    if (edited) {
        const QPolygon corner({rect.topLeft(), rect.topLeft() + QPoint(kCorner, 0),
                               rect.topLeft() + QPoint(0, kCorner)});
        painter->setPen(Qt::NoPen);
        painter->setBrush(m_palette.accent);
        painter->drawPolygon(corner);
        painter->setBrush(Qt::NoBrush);
    }
    QFont font = option.font;
    font.setBold(edited);
    painter->setFont(font);
    painter->setPen(!std::isfinite(value) ? m_palette.red
                    : hidden              ? m_palette.muted
                                          : m_palette.text);
    painter->drawText(rect.adjusted(2, 0, -kPadding, 0), Qt::AlignRight | Qt::AlignVCenter,
                      cellNumber(static_cast<double>(value)));
    if (option.state & QStyle::State_HasFocus) {
        painter->setPen(QPen(m_palette.accent, 2));
        painter->drawRect(rect.adjusted(1, 1, -1, -1));
    }
}

QWidget *MatrixDelegate::createEditor(QWidget *parent, const QStyleOptionViewItem &,
                                      const QModelIndex &index) const {
    auto *editor = new QLineEdit(parent);
    editor->setAlignment(Qt::AlignRight);
    editor->setFont(interfaceFont(kTextSize));
    editor->setAccessibleName(m_model.sentence(index.row(), index.column()));
    markUnreadable(*editor, false, m_palette);
    connect(editor, &QLineEdit::textEdited, this, [this, editor] {
        if (editor->property("unreadable").toBool()) {
            markUnreadable(*editor, false, m_palette);
            emit unreadable({});
        }
    });
    return editor;
}

void MatrixDelegate::setEditorData(QWidget *editor, const QModelIndex &index) const {
    auto *line = static_cast<QLineEdit *>(editor);
    if (!line->isModified()) // a new picture must not wipe what is being typed
        line->setText(index.data(Qt::EditRole).toString());
}

void MatrixDelegate::setModelData(QWidget *editor, QAbstractItemModel *model,
                                  const QModelIndex &index) const {
    auto *line = static_cast<QLineEdit *>(editor);
    if (!line->isModified())
        return;
    line->setModified(false); // committed once, whatever closes the editor afterwards
    model->setData(index, line->text(), Qt::EditRole);
}

void MatrixDelegate::updateEditorGeometry(QWidget *editor, const QStyleOptionViewItem &option,
                                          const QModelIndex &) const {
    QRect rect = option.rect;
    rect.setLeft(rect.right() - std::max(rect.width(), kEditorWidth) + 1);
    if (rect.left() < 0)
        rect.moveLeft(0);
    editor->setGeometry(rect.adjusted(0, -1, 0, 1));
}

bool MatrixDelegate::readable(QLineEdit &editor) {
    if (!editor.isModified())
        return true;
    const TypedValue typed = typedValue(editor.text(), !m_model.sheet().place.input);
    if (typed.value)
        return true;
    markUnreadable(editor, true, m_palette);
    emit unreadable(typed.why);
    return false;
}

bool MatrixDelegate::eventFilter(QObject *object, QEvent *event) {
    auto *editor = qobject_cast<QLineEdit *>(object);
    if (editor && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        int rows = 0, columns = 0;
        switch (key->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter:
            rows = key->modifiers() & Qt::ShiftModifier ? -1 : 1;
            break;
        case Qt::Key_Down:
            rows = 1;
            break;
        case Qt::Key_Up:
            rows = -1;
            break;
        case Qt::Key_Tab:
            columns = 1;
            break;
        case Qt::Key_Backtab:
            columns = -1;
            break;
        case Qt::Key_Escape:
            editor->setModified(false); // the focus it loses now must not take it up again
            emit unreadable({});
            return QStyledItemDelegate::eventFilter(object, event);
        default:
            return QStyledItemDelegate::eventFilter(object, event);
        }
        if (!readable(*editor))
            return true;
        emit commitData(editor);
        emit closeEditor(editor, QAbstractItemDelegate::NoHint);
        emit moveRequested(rows, columns);
        return true;
    }
    if (editor && event->type() == QEvent::FocusOut && !readable(*editor)) {
        // Left behind, it cannot stay open: the cell keeps its old value, and the sentence says so.
        editor->setModified(false);
        emit closeEditor(editor, QAbstractItemDelegate::RevertModelCache);
        return false;
    }
    return QStyledItemDelegate::eventFilter(object, event);
}

} // namespace attnscope::ui
