// SPDX-License-Identifier: GPL-3.0-or-later
// A whole visit without a mouse (interface.md, law 5): whatever is pressed is pressed on the widget
// that has the focus, and the focus is moved with Tab alone.
#include "tests/support/windows.h"
#include "ui/examples.h"
#include "ui/main_window.h"
#include "ui/panels/explain_panel.h"
#include "ui/plot/figure_view.h"
#include "ui/session_document.h"
#include "ui/stage_text.h"
#include "ui/views/stages_view.h"

#include <QApplication>
#include <QCheckBox>
#include <QDir>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QTimer>

#include <gtest/gtest.h>

#include <functional>

namespace attnscope::ui {
namespace {

using test::waitFor;
using test::windowSetup;

void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QWidget *at = QApplication::focusWidget();
    ASSERT_NE(at, nullptr) << "nothing has the focus";
    QTest::keyClick(at, key, modifiers);
}

/// Tab by Tab until the focus is where it is wanted; false when it came round without.
bool tabTo(const std::function<bool(QWidget *)> &there) {
    for (int i = 0; i < 400; ++i) {
        QWidget *at = QApplication::focusWidget();
        if (!at)
            return false;
        if (there(at))
            return true;
        // A place for text keeps Tab for itself only where a tab can be typed.
        QTest::keyClick(at, Qt::Key_Tab);
    }
    return false;
}

/// What is done in the next dialog, which somebody waits for in exec().
class InDialog {
public:
    explicit InDialog(std::function<void(QWidget *)> act) : m_act(std::move(act)) {
        m_timer.setInterval(5);
        QObject::connect(&m_timer, &QTimer::timeout, [this] {
            QWidget *dialog = QApplication::activeModalWidget();
            if (m_done || !dialog || !dialog->isActiveWindow() || !QApplication::focusWidget())
                return;
            m_done = true;
            m_act(dialog);
            if (QApplication::activeModalWidget() == dialog)
                QTimer::singleShot(3000, dialog, &QWidget::close); // rather than to wait for ever
        });
        m_timer.start();
    }
    [[nodiscard]] bool done() const { return m_done; }

private:
    std::function<void(QWidget *)> m_act;
    QTimer m_timer;
    bool m_done = false;
};

TEST(Keyboard, AWholeVisitWithoutAMouse) {
    bool painted = false;
    MainWindow window(windowSetup());
    QObject::connect(&window, &MainWindow::framePainted, [&] { painted = true; });
    window.show();
    window.activateWindow();
    ASSERT_TRUE(waitFor([&] { return painted && window.isActiveWindow(); }));
    ASSERT_NE(QApplication::focusWidget(), nullptr);

    // Open: the third example.
    const QString wanted = examples()[2].shownTitle();
    {
        const InDialog dialog([&](QWidget *) {
            ASSERT_TRUE(tabTo([&](QWidget *at) {
                return qobject_cast<QPushButton *>(at) && at->accessibleName().contains(wanted);
            }));
            press(Qt::Key_Space);
        });
        press(Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
        ASSERT_TRUE(waitFor([&] { return dialog.done(); }));
    }
    ASSERT_TRUE(waitFor(
        [&] { return window.document().session().title == exampleSession(examples()[2]).title; }));

    // The window comes to the front again, which a window manager would see to.
    window.activateWindow();
    ASSERT_TRUE(waitFor([&] { return window.isActiveWindow() && QApplication::focusWidget(); }));

    // Change the mask.
    const bool before = window.document().session().config.mask.causal;
    ASSERT_TRUE(tabTo([](QWidget *at) {
        auto *box = qobject_cast<QCheckBox *>(at);
        return box && box->text() == QLatin1String("Causal");
    }));
    press(Qt::Key_Space);
    EXPECT_NE(window.document().session().config.mask.causal, before);
    ASSERT_TRUE(waitFor(
        [&] { return window.bridge().shown().trace->problem->config.mask.causal != before; }));

    // Lock a cell.
    FigureView &figure = *window.stagesView().figureView();
    ASSERT_TRUE(tabTo([&](QWidget *at) { return at == &figure; }));
    press(Qt::Key_Down); // the first step shows where one stands
    press(Qt::Key_Down);
    press(Qt::Key_Right);
    press(Qt::Key_Return);
    ASSERT_TRUE(window.document().view().locked.has_value());
    EXPECT_EQ(window.document().view().locked->query, 1u);
    EXPECT_EQ(window.document().view().locked->key, 1u);

    // Read its arithmetic.
    press(Qt::Key_F3);
    ASSERT_TRUE(waitFor([&] { return window.explainPanel().isVisible(); }));
    auto *page = window.explainPanel().findChild<QTextBrowser *>();
    const core::Trace &trace = *window.bridge().shown().trace;
    const LockedCell &cell = *window.document().view().locked;
    const QString value = fullNumber(static_cast<double>(
        trace[window.document().view().stage](cell.batch, cell.head, cell.query, cell.key)));
    EXPECT_TRUE(waitFor([&] { return page->toPlainText().contains(value); }))
        << value.toStdString() << " is not in\n"
        << page->toPlainText().toStdString();
    EXPECT_TRUE(tabTo([&](QWidget *at) { return at == page; }));

    // Export what is seen.
    const QTemporaryDir folder;
    {
        const InDialog dialog([&](QWidget *) {
            ASSERT_TRUE(tabTo([](QWidget *at) {
                auto *edit = qobject_cast<QLineEdit *>(at);
                return edit && QDir::isAbsolutePath(edit->text());
            }));
            press(Qt::Key_A, Qt::ControlModifier);
            QTest::keyClicks(QApplication::focusWidget(), folder.path());
            press(Qt::Key_Return);
        });
        press(Qt::Key_E, Qt::ControlModifier);
        ASSERT_TRUE(waitFor([&] { return dialog.done(); }));
    }
    const QStringList files = QDir(folder.path()).entryList(QDir::Files);
    ASSERT_EQ(files.size(), 1);
    EXPECT_FALSE(QImage(folder.filePath(files.front())).isNull()) << files.front().toStdString();
}

} // namespace
} // namespace attnscope::ui
