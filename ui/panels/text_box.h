// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDragEnterEvent>
#include <QMimeData>
#include <QPlainTextEdit>

namespace attnscope::ui {

/// A box for plain text of any length. Pasting takes the words of the clipboard and nothing else:
/// Qt's own way reads the first format of a clipboard that has none.
class TextBox : public QPlainTextEdit {
    Q_OBJECT

public:
    using QPlainTextEdit::QPlainTextEdit;

protected:
    /// Files are for the window.
    void dragEnterEvent(QDragEnterEvent *event) override {
        if (event->mimeData()->hasUrls())
            event->ignore();
        else
            QPlainTextEdit::dragEnterEvent(event);
    }
    bool canInsertFromMimeData(const QMimeData *source) const override {
        return source && source->hasText();
    }
    void insertFromMimeData(const QMimeData *source) override {
        if (!canInsertFromMimeData(source))
            return;
        insertPlainText(source->text());
        ensureCursorVisible();
    }
};

} // namespace attnscope::ui
