// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QApplication>
#include <QFileDialog>
#include <QMessageBox>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <vector>

namespace attnscope::test {

/// Answers the next modal dialogs, one after the other, while somebody else waits in exec(). Says
/// afterwards what was asked.
class Dialogs {
public:
    Dialogs() {
        m_timer.setInterval(2);
        QObject::connect(&m_timer, &QTimer::timeout, [this] { look(); });
        m_timer.start();
    }

    /// A message box is answered by the button of this text (mnemonics left out).
    Dialogs &answer(const QString &button) {
        m_answers.push_back([this, button](QWidget *dialog) {
            auto *box = qobject_cast<QMessageBox *>(dialog);
            if (!box)
                return false;
            for (QAbstractButton *b : box->buttons())
                if (b->text().remove(QLatin1Char('&')) == button) {
                    m_asked << box->text();
                    b->click();
                    return true;
                }
            return false;
        });
        return *this;
    }
    /// A file dialog gets this name.
    Dialogs &choose(const QString &fileName) {
        m_answers.push_back([this, fileName](QWidget *dialog) {
            auto *files = qobject_cast<QFileDialog *>(dialog);
            if (!files)
                return false;
            m_asked << (files->selectedFiles().isEmpty() ? QString()
                                                         : files->selectedFiles().front());
            files->selectFile(fileName);
            QMetaObject::invokeMethod(files, "accept");
            return true;
        });
        return *this;
    }
    /// Whether every answer was asked for, and no more.
    [[nodiscard]] bool done() const { return m_answers.empty() && !m_unexpected; }
    [[nodiscard]] const QStringList &asked() const { return m_asked; }

private:
    void look() {
        QWidget *dialog = QApplication::activeModalWidget();
        if (!dialog || !dialog->isVisible())
            return;
        if (m_answers.empty()) {
            m_unexpected = true;
            m_asked << QStringLiteral("(unexpected) ") + dialog->windowTitle();
            dialog->close(); // rather than to wait for ever
            return;
        }
        const auto answer = m_answers.front();
        m_answers.erase(m_answers.begin());
        if (!answer(dialog)) {
            m_unexpected = true;
            m_asked << QStringLiteral("(another) ") + dialog->windowTitle();
            dialog->close();
        }
    }

    QTimer m_timer;
    std::vector<std::function<bool(QWidget *)>> m_answers;
    QStringList m_asked;
    bool m_unexpected = false;
};

} // namespace attnscope::test
