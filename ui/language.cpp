// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace attnscope::ui {

namespace {

const char *const kLanguageProperty = "attnscopeLanguage";

/// The buttons of Qt's own boxes, for machines without Qt's translations. Named for lupdate.
[[maybe_unused]] constexpr const char *kStandardButtons[] = {
    QT_TRANSLATE_NOOP("QPlatformTheme", "OK"),     QT_TRANSLATE_NOOP("QPlatformTheme", "Save"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Open"),   QT_TRANSLATE_NOOP("QPlatformTheme", "&Yes"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "&No"),    QT_TRANSLATE_NOOP("QPlatformTheme", "Close"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Cancel"), QT_TRANSLATE_NOOP("QPlatformTheme", "Discard"),
};

QTranslator &translator(const char *name) {
    // Children of the application, so that they go before it does.
    auto *found = qApp->findChild<QTranslator *>(QLatin1String(name));
    if (!found) {
        found = new QTranslator(qApp);
        found->setObjectName(QLatin1String(name));
    }
    return *found;
}

} // namespace

void setLanguage(const QString &code) {
    QString language = code;
    if (code != QLatin1String("en") && code != QLatin1String("zh_CN"))
        language = QLocale::system().language() == QLocale::Chinese ? QStringLiteral("zh_CN")
                                                                    : QStringLiteral("en");
    QTranslator &own = translator("attnscopeTranslator"), &qt = translator("qtTranslator");
    QCoreApplication::removeTranslator(&own);
    QCoreApplication::removeTranslator(&qt);
    qApp->setProperty(kLanguageProperty, language);
    // English has a file too, for the plurals.
    if (own.load(QStringLiteral(":/translations/attnscope_") + language))
        QCoreApplication::installTranslator(&own);
    if (language != QLatin1String("en") &&
        qt.load(QStringLiteral("qtbase_") + language,
                QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&qt);
}

QString currentLanguage() {
    const QString language = qApp->property(kLanguageProperty).toString();
    return language.isEmpty() ? QStringLiteral("en") : language;
}

} // namespace attnscope::ui
