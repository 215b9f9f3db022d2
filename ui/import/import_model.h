// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import_plan.h"

#include <QAbstractTableModel>
#include <QString>

namespace attnscope::ui {

/// "W_Q", "the map of weights", "– (left out)".
[[nodiscard]] QString importTargetText(core::ImportTarget target);
/// Which of the three things can be said about how a row lies; None when there is nothing.
[[nodiscard]] core::ImportQuestion choiceOf(const core::ImportRow &row);
/// The answers to choose from, in the order of the enum.
[[nodiscard]] QStringList choiceTexts(core::ImportQuestion question);
/// The one that holds now.
[[nodiscard]] int choiceIndex(const core::ImportRow &row);

/// The mapping table: what each entry of a file becomes, and how it lies.
class ImportModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Array, Becomes, Lies, Note, Columns };
    explicit ImportModel(QObject *parent);

    /// The plan changed; rows stay the same ones.
    void setPlan(const core::ImportPlan &plan);
    [[nodiscard]] const core::ImportRow &row(int at) const {
        return m_plan.rows[static_cast<std::size_t>(at)];
    }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    core::ImportPlan m_plan;
};

} // namespace attnscope::ui
