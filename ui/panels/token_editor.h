// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/token_edit.h"

#include <QPointer>
#include <QTableView>
#include <QWidget>

#include <optional>

class QAction;
class QMenu;
class QToolButton;

namespace attnscope::ui {

class SessionDocument;
class TokenModel;

/// The tokens of the text as chips, one row a sequence, to be renamed, added, taken out, split and
/// joined one by one.
class TokenEditor final : public QWidget {
    Q_OBJECT
public:
    TokenEditor(SessionDocument &document, core::TokenSide side, QWidget *parent);

    [[nodiscard]] QTableView *table() const { return m_table; }
    /// The sentence of an undo step: 'Token 3: "sat" → "stood"'.
    [[nodiscard]] QString relabelText(core::TokenPlace place, const QString &label) const;
    void relabel(core::TokenPlace place, const QString &label);
    void insert(core::TokenPlace place);
    void remove(core::TokenPlace place);
    /// Parts are what stands between the spaces of `spaced`.
    void split(core::TokenPlace place, const QString &spaced);
    void join(core::TokenPlace place);

protected:
    void changeEvent(QEvent *event) override;

private:
    void sync();
    void retranslate();
    void updateActions();
    void askSplit();
    void select(core::TokenPlace place);
    [[nodiscard]] std::optional<core::TokenPlace> current() const;
    [[nodiscard]] QString named(core::TokenPlace place) const; ///< "Token 3", "Sequence 1, token 3"
    [[nodiscard]] QString quoted(core::TokenPlace place) const;

    SessionDocument &m_document;
    QPointer<SessionDocument> m_alive; ///< a chip may be typed into while the window goes away
    core::TokenSide m_side;
    TokenModel *m_model;
    QTableView *m_table;
    QToolButton *m_more;
    QMenu *m_menu;
    QAction *m_edit, *m_before, *m_after, *m_remove, *m_split, *m_join;
};

/// A token for a line of text: line ends, tabs and backslashes spelled \n, \t, \\ and back.
[[nodiscard]] QString spelledToken(const std::string &token);
[[nodiscard]] std::string tokenFromSpelling(const QString &spelling);

} // namespace attnscope::ui
