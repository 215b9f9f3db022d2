// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;

namespace attnscope::ui {

class NumberControl;
class SessionDocument;

/// The thresholds of the flags of heads, as sliders beside what they change.
class HeadsPanel : public QWidget {
    Q_OBJECT
public:
    HeadsPanel(SessionDocument &document, QWidget *parent);
    void retranslate();
    [[nodiscard]] NumberControl &threshold(std::size_t i) { return *m_controls[i]; }

private:
    void sync();

    SessionDocument &m_document;
    QLabel *m_title;
    std::vector<QLabel *> m_names;
    std::vector<NumberControl *> m_controls;
    QPushButton *m_reset;
};

} // namespace attnscope::ui
