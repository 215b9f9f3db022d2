// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/matrix_model.h"

#include "ui/plot/plot_text.h"

namespace attnscope::ui {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

} // namespace

void MatrixModel::setSheet(MatrixSheet sheet) {
    const bool sameCells = sheet.place == m_sheet.place && sheet.rows == m_sheet.rows &&
                           sheet.columns == m_sheet.columns;
    if (!sameCells) {
        beginResetModel();
        m_sheet = std::move(sheet);
        endResetModel();
        return;
    }
    const bool sameHeaders = sheet.rowLabels == m_sheet.rowLabels &&
                             sheet.columnLabels == m_sheet.columnLabels &&
                             sheet.heads == m_sheet.heads;
    const bool sameValues = sheet.values.identity() == m_sheet.values.identity() &&
                            sheet.seeded.identity() == m_sheet.seeded.identity() &&
                            sheet.mask.identity() == m_sheet.mask.identity() &&
                            sheet.offset == m_sheet.offset;
    m_sheet = std::move(sheet);
    if (m_sheet.empty())
        return;
    if (!sameHeaders) {
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
        emit headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
    }
    if (!sameValues)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

QString MatrixModel::sentence(int row, int column) const {
    if (row < 0 || column < 0 || row >= rowCount() || column >= columnCount() || !m_sheet.session)
        return {};
    MatrixPlace place = m_sheet.place;
    place.row = at(row);
    place.column = at(column);
    QString text = QStringLiteral("%1 = %2").arg(placeText(*m_sheet.session, place),
                                                 editText(m_sheet.value(at(row), at(column))));
    if (!place.input)
        return text +
               (m_sheet.value(at(row), at(column)) != 0.0F ? tr(" · visible") : tr(" · hidden"));
    if (m_sheet.edited(at(row), at(column)))
        text += m_sheet.seeded.shape() == m_sheet.values.shape()
                    ? tr(" · edited, drawn as %1")
                          .arg(editText(
                              m_sheet.seeded
                                  .data()[m_sheet.offset + at(row) * m_sheet.columns + at(column)]))
                    : tr(" · brought in");
    return text;
}

int MatrixModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_sheet.rows);
}

int MatrixModel::columnCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_sheet.columns);
}

QVariant MatrixModel::data(const QModelIndex &index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount())
        return {};
    const float value = m_sheet.value(at(index.row()), at(index.column()));
    switch (role) {
    case Qt::DisplayRole:
        return cellNumber(static_cast<double>(value));
    case Qt::EditRole:
        return editText(value);
    case Qt::ToolTipRole:
        return sentence(index.row(), index.column()).toHtmlEscaped();
    case Qt::AccessibleTextRole:
        return sentence(index.row(), index.column());
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant MatrixModel::headerData(int section, Qt::Orientation orientation, int role) const {
    const bool horizontal = orientation == Qt::Horizontal;
    if (section < 0 || section >= (horizontal ? columnCount() : rowCount()))
        return {};
    const core::HeadBlocks &h = m_sheet.heads;
    const bool divided = h.heads > 0 && h.width > 0 && h.onRows != horizontal;
    const std::size_t i = at(section);
    const QStringList &labels = horizontal ? m_sheet.columnLabels : m_sheet.rowLabels;
    const QString label = section < labels.size() ? labels[section] : QString();
    switch (role) {
    case Qt::DisplayRole:
        if (divided && h.heads > 1)
            return QStringLiteral("%1 · %2").arg(i / h.width).arg(i % h.width);
        if (m_sheet.place.input && core::inputRank(*m_sheet.place.input) == 1 && !horizontal)
            return QString();
        return label.isEmpty() ? QString::number(section)
                               : QStringLiteral("%1 %2").arg(section).arg(label);
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        if (divided)
            return (horizontal ? tr("head %1, its column %2") : tr("head %1, its row %2"))
                .arg(i / h.width)
                .arg(i % h.width);
        return (horizontal ? tr("column %1") : tr("row %1"))
            .arg(label.isEmpty() ? QString::number(section)
                                 : QStringLiteral("%1 “%2”").arg(section).arg(label));
    default:
        return {};
    }
}

Qt::ItemFlags MatrixModel::flags(const QModelIndex &index) const {
    if (!index.isValid())
        return Qt::NoItemFlags;
    return Qt::ItemIsSelectable | Qt::ItemIsEnabled | Qt::ItemIsEditable | Qt::ItemNeverHasChildren;
}

bool MatrixModel::setData(const QModelIndex &index, const QVariant &value, int role) {
    if (role != Qt::EditRole || !index.isValid() || index.row() >= rowCount() ||
        index.column() >= columnCount())
        return false;
    const TypedValue typedText = typedValue(value.toString(), !m_sheet.place.input);
    if (!typedText.value)
        return false;
    emit typed(index.row(), index.column(), *typedText.value);
    return true;
}

} // namespace attnscope::ui
