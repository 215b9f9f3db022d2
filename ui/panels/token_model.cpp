// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/token_model.h"

#include "core/tokens.h"
#include "ui/panels/token_editor.h"

#include <algorithm>

namespace attnscope::ui {

TokenModel::TokenModel(Rename rename, QObject *parent)
    : QAbstractTableModel(parent), m_rename(std::move(rename)) {}

void TokenModel::setTokens(const std::vector<std::vector<std::string>> &tokens) {
    if (tokens == m_tokens)
        return;
    const auto columns = [](const auto &t) { return t.empty() ? 0 : t.front().size(); };
    if (tokens.size() == m_tokens.size() && columns(tokens) == columns(m_tokens)) {
        m_tokens = tokens;
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    m_tokens = tokens;
    endResetModel();
}

std::size_t TokenModel::length(std::size_t sequence) const {
    return sequence < m_tokens.size() ? core::unpaddedLength(m_tokens[sequence]) : 0;
}

int TokenModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_tokens.size());
}

int TokenModel::columnCount(const QModelIndex &parent) const {
    return parent.isValid() || m_tokens.empty() ? 0 : static_cast<int>(m_tokens.front().size());
}

QVariant TokenModel::data(const QModelIndex &index, int role) const {
    const auto b = static_cast<std::size_t>(index.row()),
               i = static_cast<std::size_t>(index.column());
    if (!index.isValid() || i >= length(b))
        return {};
    const std::string &token = m_tokens[b][i];
    const QString shown = QString::fromStdString(core::displayToken(token));
    switch (role) {
    case Qt::DisplayRole:
        return shown;
    case Qt::EditRole:
        return spelledToken(token);
    case Qt::AccessibleTextRole:
        return tr("token %1: “%2”").arg(i).arg(shown);
    case Qt::ToolTipRole: {
        std::size_t same = 0;
        for (const auto &sequence : m_tokens)
            same += static_cast<std::size_t>(std::count(sequence.begin(), sequence.end(), token));
        // Trailing empty tokens are padding and no word that stands more than once.
        return same > 1 && !token.empty()
                   ? tr("token %1: “%2”. It stands %3 times here, each with the same start vector.")
                         .arg(i)
                         .arg(shown)
                         .arg(same)
                   : tr("token %1: “%2”").arg(i).arg(shown);
    }
    default:
        return {};
    }
}

bool TokenModel::setData(const QModelIndex &index, const QVariant &value, int role) {
    if (role != Qt::EditRole || !index.isValid())
        return false;
    m_rename({static_cast<std::size_t>(index.row()), static_cast<std::size_t>(index.column())},
             value.toString());
    return true;
}

Qt::ItemFlags TokenModel::flags(const QModelIndex &index) const {
    if (static_cast<std::size_t>(index.column()) >= length(static_cast<std::size_t>(index.row())))
        return Qt::NoItemFlags;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable;
}

} // namespace attnscope::ui
