// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/matrix_sheet.h"

#include <QAbstractTableModel>

namespace attnscope::ui {

/// The cells as Qt's tables want them. Nothing is computed before it is asked for, so that a sheet
/// of a million cells costs no more than what is seen of it.
class MatrixModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setSheet(MatrixSheet sheet);
    [[nodiscard]] const MatrixSheet &sheet() const { return m_sheet; }
    /// "W_Q[3,5] of head 0 = 0.123456789 · drawn: 0.1", for tool tips and screen readers.
    [[nodiscard]] QString sentence(int row, int column) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    /// Takes a text as it was typed. It does not write: typed() tells what shall be written.
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;

signals:
    void typed(int row, int column, float value);

private:
    MatrixSheet m_sheet;
};

} // namespace attnscope::ui
