// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/claims.h"

#include "core/experiments/phrase.h"
#include "ui/language.h"

#include <QCoreApplication>
#include <QFile>

#include <cmath>
#include <stdexcept>

namespace attnscope::ui {

namespace {

/// From what most people meet first to what fewer do.
constexpr const char *kTopics[] = {"scaling", "masks",    "positions",   "weights",   "heads",
                                   "layouts", "stages",   "diagnostics", "gradients", "checklist",
                                   "memory",  "decoding", "speed",       "training",  "ideas"};

QString numberText(double value) {
    if (std::isnan(value))
        return QStringLiteral("NaN");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    QString text = QString::fromStdString(core::brief(value, 6));
    // A whole number up to a million millions reads better in full than as 1.34218e+08.
    if (value == std::nearbyint(value) && std::fabs(value) < 1e12)
        text = QString::number(value, 'f', 0);
    return text.replace(QLatin1Char('-'), QStringLiteral("−"));
}

} // namespace

const std::vector<core::ClaimTopic> &claimTopics() {
    static const std::vector<core::ClaimTopic> all = [] {
        std::vector<core::ClaimTopic> topics;
        for (const char *name : kTopics) {
            QFile file(QStringLiteral(":/claims/%1.json").arg(QLatin1String(name)));
            if (!file.open(QIODevice::ReadOnly))
                throw std::runtime_error("the claim cards on " + std::string(name) +
                                         " are missing from the program");
            topics.push_back(
                core::readClaimTopic(file.readAll().toStdString(), file.fileName().toStdString()));
        }
        return topics;
    }();
    return all;
}

QString shownText(const core::ClaimText &text) {
    const bool zh = currentLanguage() == QLatin1String("zh_CN");
    return QString::fromStdString(zh && !text.zh.empty() ? text.zh : text.en);
}

QString verdictWord(core::ClaimVerdict verdict) {
    switch (verdict) {
    case core::ClaimVerdict::Right:
        return QCoreApplication::translate("Claims", "right");
    case core::ClaimVerdict::HalfRight:
        return QCoreApplication::translate("Claims", "half right");
    case core::ClaimVerdict::Wrong:
        return QCoreApplication::translate("Claims", "wrong");
    }
    return {};
}

QString numbersText(const std::vector<double> &values) {
    QString all;
    for (const double v : values)
        all += (all.isEmpty() ? QString() : QStringLiteral(", ")) + numberText(v);
    return all.isEmpty() ? QStringLiteral("–") : all;
}

QString expectedText(const core::ClaimFigure &figure) {
    using R = core::ClaimFigure::Relation;
    const QString first = numberText(figure.expected.front());
    QString slack;
    if (figure.tolerance > 0.0)
        slack = QStringLiteral(" ± ") +
                (figure.relative ? numberText(figure.tolerance * 100.0) + QStringLiteral(" %")
                                 : numberText(figure.tolerance));
    switch (figure.relation) {
    case R::Near: {
        const bool number = std::isfinite(figure.expected.front());
        return numbersText(figure.expected) + (number ? slack : QString());
    }
    case R::Between:
        return QStringLiteral("%1 … %2").arg(first, numberText(figure.expected[1])) + slack;
    case R::Above:
        return QStringLiteral("> ") + first;
    case R::Below:
        return QStringLiteral("< ") + first;
    case R::AtMost:
        return QStringLiteral("≤ ") + first;
    }
    return {};
}

} // namespace attnscope::ui
