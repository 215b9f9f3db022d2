// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/error_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace attnscope::ui {

namespace {

struct ErrorText {
    Q_DECLARE_TR_FUNCTIONS(ErrorText)
};

QString bytesText(const std::string &number) {
    bool ok = false;
    const double bytes = QString::fromStdString(number).toDouble(&ok);
    return ok && bytes < 9e18 ? QLocale().formattedDataSize(static_cast<qint64>(bytes))
                              : QString::fromStdString(number);
}

} // namespace

QString issueText(const core::Issue &issue) {
    using enum core::Issue::Code;
    const QString english = QString::fromStdString(issue.message);
    const auto value = [&](std::size_t i) { return QString::fromStdString(issue.values[i]); };
    const auto has = [&](std::size_t n) { return issue.values.size() >= n; };
    switch (issue.code) {
    case NoRows:
        return ErrorText::tr("There is nothing to attend to: type at least one word.");
    case BadHeads:
        if (has(1))
            return ErrorText::tr("The number of heads is %1, but there must be at least one.")
                .arg(value(0));
        break;
    case BadWidth:
        if (has(2))
            return ErrorText::tr("%1 is %2, but must be at least 1.").arg(value(0), value(1));
        break;
    case ShareKvWidths:
        if (has(2))
            return ErrorText::tr("Shared keys and values come from one projection, so d_k and d_v "
                                 "must be equal, but d_k is %1 and d_v is %2.")
                .arg(value(0), value(1));
        break;
    case ShapeMismatch:
        if (has(3))
            return ErrorText::tr("%1 has the shape %2, but the settings ask for %3: bring in an "
                                 "array of that shape, or change the settings.")
                .arg(value(0), value(1), value(2));
        break;
    case MissingArray:
        if (has(1))
            return ErrorText::tr("The array %1 is missing.").arg(value(0));
        break;
    case BadValue:
        if (has(2))
            return ErrorText::tr("%1 cannot be %2.").arg(value(0), value(1));
        break;
    case TooLarge:
        if (has(2))
            return ErrorText::tr(
                       "These sizes would take %1, but there is only %2: use fewer heads, "
                       "smaller widths or a shorter text.")
                .arg(bytesText(issue.values[0]), bytesText(issue.values[1]));
        if (has(1))
            return ErrorText::tr("These sizes would take %1: use fewer heads, smaller widths or a "
                                 "shorter text.")
                .arg(bytesText(issue.values[0]));
        break;
    case ScoresTooFew:
        return ErrorText::tr("This scaling takes the deviation over all scores, but there is only "
                             "one: choose 1/√d_k, or type a longer text.");
    case TokenCount:
        break;
    }
    return english;
}

QString issuesText(const std::vector<core::Issue> &issues) {
    QStringList lines;
    for (const core::Issue &issue : issues)
        lines << issueText(issue);
    return lines.join(QLatin1Char('\n'));
}

QString engineErrorText(const core::EngineError &error) {
    using enum core::EngineError::Code;
    const QString what = QString::fromUtf8(error.what());
    const QString stage = QString::fromStdString(error.stage);
    switch (error.code) {
    case InvalidProblem:
        return what;
    case NoDevice:
        return ErrorText::tr("No OpenCL device can be used: %1").arg(what);
    case BuildFailed:
        return stage.isEmpty()
                   ? ErrorText::tr("The device's compiler refused a kernel: %1").arg(what)
                   : ErrorText::tr("The device's compiler refused the kernel %1: %2")
                         .arg(stage, what);
    case OutOfMemory:
        return ErrorText::tr("Not enough memory: %1").arg(what);
    case DeviceFailed:
        return ErrorText::tr("The device failed: %1").arg(what);
    case Stopped:
        return ErrorText::tr("Stopped.");
    }
    return what;
}

QString fileErrorText(const core::FileError &error) {
    const QString file = QString::fromStdString(error.file);
    const QString reason = QString::fromStdString(error.reason);
    const QString where =
        error.place.empty()
            ? file
            : QStringLiteral("%1 (%2)").arg(file, QString::fromStdString(error.place));
    switch (error.kind) {
    case core::FileError::Kind::Unreadable:
        return ErrorText::tr("Cannot open %1: %2").arg(where, reason);
    case core::FileError::Kind::Malformed:
        return ErrorText::tr("Cannot read %1: %2").arg(where, reason);
    case core::FileError::Kind::Unwritable:
        return ErrorText::tr("Cannot write %1: %2").arg(where, reason);
    }
    return reason;
}

QString readNoteText(const core::ReadNote &note) {
    QString names = QString::fromStdString(note.names);
    if (note.more > 0)
        names = ErrorText::tr("%1 and %n more", nullptr, static_cast<int>(note.more)).arg(names);
    return (note.what == core::ReadNote::What::Arrays
                ? ErrorText::tr("these arrays are none of a session's and were passed over: %1")
                : ErrorText::tr("these keys are none of a session's and were passed over: %1"))
        .arg(names);
}

} // namespace attnscope::ui
