// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace attnscope::ui {

/// The hovered and the locked cell in words, below whatever view is open.
class ReadoutBar : public QWidget {
    Q_OBJECT
public:
    explicit ReadoutBar(QWidget *parent = nullptr);
    void setColours(const Palette &palette);
    void setHovered(const QString &text);
    void setLocked(const QString &text);
    [[nodiscard]] QString hovered() const;
    [[nodiscard]] QString locked() const;

signals:
    void unlockClicked();

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    QLabel *m_hovered;
    QLabel *m_locked;
    QToolButton *m_free;
    QString m_hoveredText;
};

} // namespace attnscope::ui
