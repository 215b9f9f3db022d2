// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/claim_runner.h"
#include "ui/plot/figure.h"

#include <QDialog>
#include <QTimer>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTreeWidget;
class QTreeWidgetItem;

namespace attnscope::ui {

class ClaimCard;
class SessionDocument;

/// What is said about attention: cards to search, filter, read and try. Stays open beside the
/// window.
class ClaimsDialog : public QDialog {
    Q_OBJECT
public:
    ClaimsDialog(SessionDocument &document, QWidget *parent);

    void setColours(const Palette &palette);
    [[nodiscard]] ClaimRunner &runner() { return m_runner; }
    [[nodiscard]] ClaimCard &card() { return *m_card; }
    [[nodiscard]] QTreeWidget &list() { return *m_list; }
    [[nodiscard]] QLineEdit &search() { return *m_search; }
    /// Chooses a card; false when there is none of that id.
    bool choose(const QString &id);
    [[nodiscard]] const core::Claim *chosen() const;
    void showTrial(int index);

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void buildFilter();
    void retranslate();
    void fillList();
    void filter();
    void showAll();
    void chooseCard();
    [[nodiscard]] const core::Claim *claimOf(const QTreeWidgetItem *item) const;

    SessionDocument &m_document;
    ClaimRunner m_runner;
    QTimer m_tick; ///< moves the progress bar
    QLineEdit *m_search;
    QComboBox *m_verdict, *m_topic;
    QCheckBox *m_triable, *m_anecdotes;
    QLabel *m_count, *m_nothing;
    QPushButton *m_all;
    QTreeWidget *m_list;
    QStackedWidget *m_pages; ///< the list, or why it is empty
    ClaimCard *m_card;
    Palette m_palette = Palette::light();
    bool m_filled = false; ///< cards are read when the page opens first
};

} // namespace attnscope::ui
