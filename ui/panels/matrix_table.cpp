// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/matrix_table.h"

#include "ui/panels/matrix_delegate.h"
#include "ui/panels/matrix_header.h"
#include "ui/panels/matrix_model.h"
#include "ui/theme.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QWheelEvent>

#include <algorithm>

namespace attnscope::ui {

namespace {

constexpr int kCellWidth = 62, kCellHeight = 23, kNotch = 120, kFar = 10;

std::size_t count(int from, int to) { return static_cast<std::size_t>(to - from + 1); }

} // namespace

MatrixTable::MatrixTable(MatrixModel &model, QWidget *parent)
    : QTableView(parent), m_model(model), m_delegate(new MatrixDelegate(model, this)),
      m_columns(new MatrixHeader(model, Qt::Horizontal, this)),
      m_rows(new MatrixHeader(model, Qt::Vertical, this)) {
    setHorizontalHeader(m_columns);
    setVerticalHeader(m_rows);
    m_columns->setDefaultSectionSize(kCellWidth);
    m_rows->setDefaultSectionSize(kCellHeight);
    m_rows->setMinimumSectionSize(kCellHeight);
    setModel(&model);
    setItemDelegate(m_delegate);
    setFont(interfaceFont(kTextSize - 1));
    setFrameShape(QFrame::NoFrame);
    setCornerButtonEnabled(true);
    setWordWrap(false);
    setSelectionMode(QAbstractItemView::ContiguousSelection);
    setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                    QAbstractItemView::AnyKeyPressed);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    connect(m_delegate, &MatrixDelegate::moveRequested, this, [this](int rows, int columns) {
        const QModelIndex at = currentIndex();
        const QModelIndex next = m_model.index(
            std::clamp(at.row() + rows, 0, std::max(m_model.rowCount() - 1, 0)),
            std::clamp(at.column() + columns, 0, std::max(m_model.columnCount() - 1, 0)));
        if (next.isValid())
            setCurrentIndex(next);
    });
    connect(&model, &QAbstractItemModel::modelReset, this, [this] { updateGeometries(); });
    connect(&model, &QAbstractItemModel::headerDataChanged, this, [this] { updateGeometries(); });
}

MatrixTable::~MatrixTable() {
    // An editor that is open loses its focus on the way, when there is nobody left to hear of it.
    if (auto *editor = qobject_cast<QLineEdit *>(indexWidget(currentIndex())))
        editor->removeEventFilter(m_delegate);
}

void MatrixTable::setColours(const Palette &palette) {
    // The delegate draws the selection, lighter than the style would under every cell.
    QPalette own;
    own.setColor(QPalette::Highlight, Qt::transparent);
    own.setColor(QPalette::HighlightedText, palette.text);
    setPalette(own);
    m_delegate->setColours(palette);
    m_columns->setColours(palette);
    m_rows->setColours(palette);
    viewport()->update();
}

core::ArrayBlock MatrixTable::block() const {
    core::ArrayBlock block;
    QItemSelection ranges = selectionModel()->selection();
    if (ranges.isEmpty() && currentIndex().isValid())
        ranges.select(currentIndex(), currentIndex());
    if (ranges.isEmpty())
        return block;
    int top = ranges.front().top(), bottom = ranges.front().bottom();
    int left = ranges.front().left(), right = ranges.front().right();
    for (const QItemSelectionRange &r : ranges) {
        top = std::min(top, r.top());
        bottom = std::max(bottom, r.bottom());
        left = std::min(left, r.left());
        right = std::max(right, r.right());
    }
    block.row = static_cast<std::size_t>(top);
    block.column = static_cast<std::size_t>(left);
    block.rows = count(top, bottom);
    block.columns = count(left, right);
    return block;
}

void MatrixTable::select(const core::ArrayBlock &block) {
    if (m_model.sheet().empty() || block.size() == 0)
        return;
    const auto cell = [this](std::size_t row, std::size_t column) {
        return m_model.index(static_cast<int>(std::min(row, m_model.sheet().rows - 1)),
                             static_cast<int>(std::min(column, m_model.sheet().columns - 1)));
    };
    const QModelIndex first = cell(block.row, block.column);
    const QModelIndex last = cell(block.row + block.rows - 1, block.column + block.columns - 1);
    selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    selectionModel()->select(QItemSelection(first, last), QItemSelectionModel::ClearAndSelect);
    scrollTo(last);
    scrollTo(first);
}

void MatrixTable::keyPressEvent(QKeyEvent *event) {
    if (state() == QAbstractItemView::EditingState) {
        QTableView::keyPressEvent(event);
        return;
    }
    const bool control = event->modifiers() & Qt::ControlModifier;
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    const int key = event->key();
    if (event->matches(QKeySequence::Copy)) {
        emit copyRequested();
    } else if (event->matches(QKeySequence::Paste)) {
        emit pasteRequested();
    } else if (control && (key == Qt::Key_Up || key == Qt::Key_Down)) {
        emit nudged((key == Qt::Key_Up ? 1 : -1) * (shift ? kFar : 1));
    } else if ((key == Qt::Key_Delete || key == Qt::Key_Backspace) && !control) {
        emit clearRequested();
    } else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && currentIndex().isValid()) {
        edit(currentIndex());
    } else if (key == Qt::Key_Escape) {
        event->ignore();
    } else {
        QTableView::keyPressEvent(event);
    }
}

void MatrixTable::wheelEvent(QWheelEvent *event) {
    if (!(event->modifiers() & Qt::AltModifier)) {
        QTableView::wheelEvent(event);
        return;
    }
    // With Alt some systems turn the wheel sideways.
    const QPoint turned = event->angleDelta();
    m_wheel += turned.y() != 0 ? turned.y() : turned.x();
    const int steps = m_wheel / kNotch;
    m_wheel -= steps * kNotch;
    if (steps != 0)
        emit nudged(steps * (event->modifiers() & Qt::ShiftModifier ? kFar : 1));
    event->accept();
}

void MatrixTable::selectionChanged(const QItemSelection &selected,
                                   const QItemSelection &deselected) {
    QTableView::selectionChanged(selected, deselected);
    m_columns->viewport()->update();
    m_rows->viewport()->update();
    emit selectionMoved();
}

void MatrixTable::currentChanged(const QModelIndex &current, const QModelIndex &previous) {
    QTableView::currentChanged(current, previous);
    emit selectionMoved();
}

} // namespace attnscope::ui
