// SPDX-License-Identifier: GPL-3.0-or-later
// Every test of the window runs in this application: no display, and nothing of the machine it runs
// on (style, locale, fonts, effects, the user's settings) can change a result.
#include <QApplication>
#include <QFont>
#include <QLocale>
#include <QPalette>
#include <QSettings>
#include <QStandardPaths>
#include <QStyle>
#include <QStyleFactory>
#include <QTemporaryDir>

#include <gtest/gtest.h>

int main(int argc, char **argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    ::testing::InitGoogleTest(&argc, argv);

    QLocale::setDefault(QLocale::c());
    QStandardPaths::setTestModeEnabled(true);
    // Suites run side by side: what one process remembers is not another's.
    const QTemporaryDir settings;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    QApplication application(argc, argv);
    QApplication::setOrganizationName("attnscope-tests");
    QApplication::setApplicationName("attnscope-tests");
    QApplication::setStyle(QStyleFactory::create("Fusion"));
    QApplication::setPalette(QApplication::style()->standardPalette());
    QApplication::setFont(QFont("DejaVu Sans", 10));
    QApplication::setCursorFlashTime(0);
    for (const Qt::UIEffect effect : {Qt::UI_AnimateMenu, Qt::UI_AnimateCombo,
                                      Qt::UI_AnimateTooltip, Qt::UI_FadeMenu, Qt::UI_FadeTooltip})
        QApplication::setEffectEnabled(effect, false);

    return RUN_ALL_TESTS();
}
