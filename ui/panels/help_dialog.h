// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"

#include <QDialog>

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace attnscope::ui {

/// The help of the program: a page for each part of the window, the glossary (whose stages come
/// from the stage table), and the keys, read off the actions of the window it belongs to. Not
/// modal: it stands beside what it explains.
class HelpDialog : public QDialog {
    Q_OBJECT
public:
    /// `window`: whose actions' keys are listed.
    explicit HelpDialog(QWidget *window);
    void setColours(const Palette &palette);
    /// Opens at a topic ("masks"); at the first page when there is none of that name.
    void showTopic(const QString &topic);
    [[nodiscard]] QString topic() const;

    struct Page {
        QString topic, title, body; ///< body: rich text
    };
    /// The written pages of a language ("en", "zh_CN"), in order.
    [[nodiscard]] static std::vector<Page> writtenPages(const QString &language);

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    void find(const QString &words);
    void showPage(int row);
    [[nodiscard]] QString stagesText() const;
    [[nodiscard]] QString keysText() const;

    QWidget *m_window;
    QLineEdit *m_search;
    QListWidget *m_list;
    QTextBrowser *m_text;
    std::vector<Page> m_pages;
    Palette m_palette = Palette::light();
};

/// What's This (Shift+F1) answers with the tool tip where no longer text is set.
void installWhatsThisFromToolTips();

} // namespace attnscope::ui
