// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/import/import_model.h"

#include <QFont>

#include <algorithm>

namespace attnscope::ui {

using core::ImportQuestion;
using core::ImportTarget;

namespace {

/// Extents without the ones in front.
std::size_t axesOf(const core::ImportRow &row) {
    core::Shape s = row.entry.shape;
    while (s.size() > 2 && s.front() == 1)
        s.erase(s.begin());
    return s.size();
}

} // namespace

QString importTargetText(ImportTarget target) {
    const auto name = core::toName(target);
    switch (target) {
    case ImportTarget::Nothing:
        return ImportModel::tr("– left out");
    case ImportTarget::PackedWeight:
        return ImportModel::tr("W_Q, W_K, W_V in one");
    case ImportTarget::PackedBias:
        return ImportModel::tr("b_Q, b_K, b_V in one");
    case ImportTarget::XKey:
        return ImportModel::tr("inputs of the keys");
    case ImportTarget::XValue:
        return ImportModel::tr("inputs of the values");
    case ImportTarget::QueryHeads:
        return ImportModel::tr("finished queries Q");
    case ImportTarget::KeyHeads:
        return ImportModel::tr("finished keys K");
    case ImportTarget::ValueHeads:
        return ImportModel::tr("finished values V");
    case ImportTarget::MaskKeep:
        return ImportModel::tr("the mask");
    case ImportTarget::Lengths:
        return ImportModel::tr("lengths");
    case ImportTarget::DropoutKeep:
        return ImportModel::tr("the dropout mask");
    case ImportTarget::AttentionWeights:
        return ImportModel::tr("finished attention maps");
    default:
        return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    }
}

ImportQuestion choiceOf(const core::ImportRow &row) {
    if (row.question != ImportQuestion::None)
        return row.question;
    switch (row.target) {
    case ImportTarget::WQ:
    case ImportTarget::WK:
    case ImportTarget::WV:
    case ImportTarget::WO:
    case ImportTarget::PackedWeight:
        return axesOf(row) == 2                                     ? ImportQuestion::Orientation
               : axesOf(row) == 3 && row.target != ImportTarget::WO ? ImportQuestion::HeadAxes
                                                                    : ImportQuestion::None;
    case ImportTarget::QueryHeads:
    case ImportTarget::KeyHeads:
    case ImportTarget::ValueHeads:
        return ImportQuestion::HeadAxes;
    case ImportTarget::MaskKeep:
        return row.additiveMask ? ImportQuestion::None : ImportQuestion::MaskMeaning;
    default:
        return ImportQuestion::None;
    }
}

QStringList choiceTexts(ImportQuestion question) {
    switch (question) {
    case ImportQuestion::Orientation:
        return {ImportModel::tr("[in, out], as here and in GPT-2"),
                ImportModel::tr("[out, in], as torch.nn.Linear: transposed")};
    case ImportQuestion::HeadAxes:
        return {ImportModel::tr("rows first: (L, H, d)"),
                ImportModel::tr("heads first: (H, L, d)")};
    case ImportQuestion::MaskMeaning:
        return {ImportModel::tr("1 = visible"), ImportModel::tr("1 = hidden (a torch attn_mask)"),
                ImportModel::tr("added to the scores as it is")};
    case ImportQuestion::None:
        break;
    }
    return {};
}

int choiceIndex(const core::ImportRow &row) {
    switch (choiceOf(row)) {
    case ImportQuestion::Orientation:
        return static_cast<int>(row.orientation);
    case ImportQuestion::HeadAxes:
        return static_cast<int>(row.headAxes);
    case ImportQuestion::MaskMeaning:
        return static_cast<int>(row.mask);
    case ImportQuestion::None:
        break;
    }
    return -1;
}

ImportModel::ImportModel(QObject *parent) : QAbstractTableModel(parent) {}

void ImportModel::setPlan(const core::ImportPlan &plan) {
    if (plan.rows.size() != m_plan.rows.size()) {
        beginResetModel();
        m_plan = plan;
        endResetModel();
        return;
    }
    m_plan = plan;
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1));
}

int ImportModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_plan.rows.size());
}

int ImportModel::columnCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : Columns;
}

QVariant ImportModel::data(const QModelIndex &index, int role) const {
    if (!index.isValid())
        return {};
    const core::ImportRow &r = row(index.row());
    const bool out = r.target == ImportTarget::Nothing;
    if (role == Qt::FontRole && r.open()) {
        QFont font;
        font.setBold(true);
        return font;
    }
    if (role == Qt::ToolTipRole)
        return QString::fromStdString(index.column() == Name ? r.entry.name : r.note);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name:
        return QString::fromStdString(r.entry.name);
    case Array: {
        QStringList extents;
        for (const std::size_t n : r.entry.shape)
            extents << QString::number(n);
        return (extents.isEmpty() ? tr("one number") : extents.join(QStringLiteral(" × "))) +
               QStringLiteral("  ") + QString::fromStdString(r.entry.type);
    }
    case Becomes:
        return importTargetText(r.target);
    case Lies:
        if (out)
            return {};
        if (r.open())
            return tr("⚠ to be said");
        return choiceIndex(r) < 0 ? QString() : choiceTexts(choiceOf(r)).value(choiceIndex(r));
    default:
        return QString::fromStdString(r.note);
    }
}

QVariant ImportModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    switch (section) {
    case Name:
        return tr("In the file");
    case Array:
        return tr("Array");
    case Becomes:
        return tr("Becomes");
    case Lies:
        return tr("How it lies");
    default:
        return tr("Why");
    }
}

} // namespace attnscope::ui
