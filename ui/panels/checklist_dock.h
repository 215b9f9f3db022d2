// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/checklist_runner.h"
#include "ui/plot/figure.h"

#include <QDockWidget>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace attnscope::ui {

class SessionDocument;

/// Every line of the checklist with its verdict and number; the chosen one explained, a click away
/// from what it was measured on.
class ChecklistDock : public QDockWidget {
    Q_OBJECT
public:
    ChecklistDock(SessionDocument &document, ChecklistRunner &runner, QWidget *parent);
    void setColours(const Palette &palette);

signals:
    void matrixWanted(); ///< bugs × tests

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    void refresh();
    void explain();
    void showEvidence();

    SessionDocument &m_document;
    ChecklistRunner &m_runner;
    QTreeWidget *m_list;
    QLabel *m_heading, *m_text;
    QPushButton *m_evidence, *m_matrix;
    Palette m_palette = Palette::light();
};

} // namespace attnscope::ui
