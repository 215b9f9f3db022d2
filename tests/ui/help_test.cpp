// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stage.h"
#include "tests/support/windows.h"
#include "ui/language.h"
#include "ui/main_window.h"
#include "ui/panels/help_dialog.h"

#include <QAction>
#include <QCheckBox>
#include <QHelpEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QTabWidget>
#include <QTest>
#include <QTextBrowser>
#include <QXmlStreamReader>

#include <gtest/gtest.h>

namespace attnscope::ui {
namespace {

using test::waitFor;
using test::windowSetup;

class Help : public ::testing::Test {
protected:
    void SetUp() override {
        setLanguage(QStringLiteral("en"));
        window = std::make_unique<MainWindow>(windowSetup());
        window->show();
        help = window->findChild<HelpDialog *>();
        ASSERT_NE(help, nullptr);
        text = help->findChild<QTextBrowser *>();
        list = help->findChild<QListWidget *>();
        search = help->findChild<QLineEdit *>();
    }
    void TearDown() override { setLanguage(QStringLiteral("en")); }
    std::unique_ptr<MainWindow> window;
    HelpDialog *help = nullptr;
    QTextBrowser *text = nullptr;
    QListWidget *list = nullptr;
    QLineEdit *search = nullptr;
};

QStringList topicsOf(const QString &language) {
    QStringList topics;
    for (const HelpDialog::Page &p : HelpDialog::writtenPages(language))
        topics << p.topic;
    return topics;
}

TEST_F(Help, PagesAreWrittenInBothLanguagesAndAreWellFormed) {
    ASSERT_GT(topicsOf("en").size(), 10);
    EXPECT_EQ(topicsOf("en"), topicsOf("zh_CN"));
    for (const char *language : {"en", "zh_CN"})
        for (const HelpDialog::Page &p : HelpDialog::writtenPages(QLatin1String(language))) {
            EXPECT_FALSE(p.title.trimmed().isEmpty()) << p.topic.toStdString();
            QXmlStreamReader xml("<page>" + p.body + "</page>"); // every tag is closed
            while (!xml.atEnd())
                xml.readNext();
            EXPECT_FALSE(xml.hasError())
                << language << ' ' << p.topic.toStdString() << ": "
                << xml.errorString().toStdString() << " at line " << xml.lineNumber();
        }
}

TEST_F(Help, EveryViewHasAPageAndF1OpensIt) {
    QAction *f1 = nullptr;
    for (QAction *a : window->findChildren<QAction *>())
        if (a->shortcut() == QKeySequence(Qt::Key_F1))
            f1 = a;
    ASSERT_NE(f1, nullptr);
    auto *tabs = window->findChild<QTabWidget *>();
    for (int i = 0; i < tabs->count(); ++i) {
        window->activateWindow();
        ASSERT_TRUE(waitFor([this] { return window->isActiveWindow(); }));
        tabs->setCurrentIndex(i);
        tabs->currentWidget()->setFocus();
        f1->trigger();
        QString name = QString::fromLatin1(tabs->currentWidget()->metaObject()->className());
        name = name.section(QStringLiteral("::"), -1).remove(QStringLiteral("View")).toLower();
        EXPECT_TRUE(help->isVisible());
        EXPECT_EQ(help->topic(), name);
        help->hide();
    }
}

TEST_F(Help, GlossaryHoldsEveryStage) {
    help->showTopic("glossary");
    const QString shown = text->toPlainText();
    for (const core::StageInfo &info : core::stageTable())
        EXPECT_TRUE(shown.contains(QString::fromUtf8(info.name.data(), int(info.name.size()))))
            << info.name;
    EXPECT_TRUE(shown.contains("B × H × L × S"));
}

TEST_F(Help, KeysAreThoseOfTheMenus) {
    help->showTopic("keys");
    const QString shown = text->toPlainText();
    int keys = 0;
    for (const QAction *menu : window->findChild<QMenuBar *>()->actions())
        for (const QAction *a : menu->menu()->actions())
            if (!a->shortcut().isEmpty()) {
                ++keys;
                EXPECT_TRUE(shown.contains(a->shortcut().toString(QKeySequence::NativeText)))
                    << a->text().toStdString();
            }
    EXPECT_GT(keys, 15);
    EXPECT_FALSE(shown.contains('&'));
}

TEST_F(Help, SearchShowsThePagesThatSpeakOfIt) {
    search->setText("Philox");
    for (int i = 0; i < list->count(); ++i)
        EXPECT_TRUE(list->item(i)->isHidden());
    EXPECT_TRUE(text->toPlainText().contains("Philox")); // says that there is none
    search->setText("finite difference");
    int shown = 0;
    for (int i = 0; i < list->count(); ++i)
        shown += !list->item(i)->isHidden();
    EXPECT_GE(shown, 1);
    EXPECT_LT(shown, list->count());
    EXPECT_EQ(text->textCursor().selectedText(), "finite difference");
    search->clear();
    EXPECT_FALSE(list->item(0)->isHidden());
}

TEST_F(Help, FollowsTheLanguage) {
    help->showTopic("masks");
    EXPECT_TRUE(text->toPlainText().startsWith("Masks"));
    setLanguage(QStringLiteral("zh_CN"));
    EXPECT_TRUE(waitFor([&] { return text->toPlainText().startsWith(QString::fromUtf8("掩码")); }));
    EXPECT_EQ(help->topic(), "masks");
}

TEST_F(Help, WhatsThisAnswersWithTheToolTip) {
    QCheckBox box;
    QHelpEvent asked(QEvent::QueryWhatsThis, QPoint(1, 1), QPoint(1, 1));
    asked.ignore();
    QCoreApplication::sendEvent(&box, &asked);
    EXPECT_FALSE(asked.isAccepted()); // there is nothing to tell
    box.setToolTip("what it does");
    QCoreApplication::sendEvent(&box, &asked);
    EXPECT_TRUE(asked.isAccepted());
}

} // namespace
} // namespace attnscope::ui
