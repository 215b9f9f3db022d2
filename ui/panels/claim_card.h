// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/claim_runner.h"
#include "ui/plot/figure.h"

#include <QScrollArea>

class QLabel;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace attnscope::ui {

/// One claim: what is said, the verdict, what is so, and what can be tried, with what is expected
/// and what was measured beside each other.
class ClaimCard : public QScrollArea {
    Q_OBJECT
public:
    explicit ClaimCard(QWidget *parent = nullptr);

    /// Null: nothing is chosen. The claim must outlive the card.
    void setClaim(const core::Claim *claim);
    /// What is known of this claim; of another one it is left aside.
    void setOutcome(const ClaimRunner::State &state);
    void setProgress(double share);
    void setColours(const Palette &palette);
    void retranslate() { build(); }

signals:
    void tryWanted();
    void stopWanted();
    /// That trial's session is to be shown in the window.
    void showWanted(int trial);

private:
    struct Row {
        QLabel *measured, *mark;
    };
    void build();
    void addWords(QVBoxLayout &column);
    void addTrials(QVBoxLayout &column);
    QWidget *trialBox(std::size_t index);
    void fill();
    void fillRow(const Row &row, const core::ClaimFigure &figure,
                 const core::ClaimMeasurement *measured);

    const core::Claim *m_claim = nullptr;
    ClaimRunner::State m_state;
    Palette m_palette = Palette::light();
    std::vector<std::vector<Row>> m_rows; ///< one list a trial
    std::vector<QLabel *> m_remarks;      ///< one a trial
    QPushButton *m_try = nullptr, *m_stop = nullptr;
    QProgressBar *m_progress = nullptr;
    QLabel *m_summary = nullptr;
};

} // namespace attnscope::ui
