// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"

#include <QDateTime>
#include <QFrame>

#include <vector>

class QVBoxLayout;

namespace attnscope::ui {

/// Offers sessions that were not saved when the program ended unexpectedly. A bar above the
/// workspace: nothing waits for the answer.
class RecoveryBar : public QFrame {
    Q_OBJECT
public:
    struct Row {
        QString name; ///< as the window called it
        QDateTime time;
    };
    explicit RecoveryBar(QWidget *parent = nullptr);
    void setColours(const Palette &palette);
    /// None hides it.
    void setRows(std::vector<Row> rows);
    [[nodiscard]] const std::vector<Row> &rows() const { return m_rows; }
    /// What it says.
    [[nodiscard]] QString text() const;

signals:
    void restoreClicked(int row);
    void discardClicked(int row);
    void laterClicked();

protected:
    void changeEvent(QEvent *event) override;

private:
    void build();

    std::vector<Row> m_rows;
    QVBoxLayout *m_column;
    QWidget *m_body = nullptr;
};

/// "14:32" today, with the date on other days.
[[nodiscard]] QString whenText(const QDateTime &time);

} // namespace attnscope::ui
