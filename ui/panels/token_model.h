// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/token_edit.h"

#include <QAbstractTableModel>

#include <functional>
#include <string>
#include <vector>

namespace attnscope::ui {

/// Tokens of all sequences: rows are sequences, columns places. What fills up a shorter sequence is
/// no item that can be chosen.
class TokenModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    using Rename = std::function<void(core::TokenPlace, const QString &)>;
    TokenModel(Rename rename, QObject *parent);

    void setTokens(const std::vector<std::vector<std::string>> &tokens);
    /// Tokens of a sequence without what fills it up.
    [[nodiscard]] std::size_t length(std::size_t sequence) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    Rename m_rename;
    std::vector<std::vector<std::string>> m_tokens;
};

} // namespace attnscope::ui
