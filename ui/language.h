// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace attnscope::ui {

/// Switches the whole application to "en" or "zh_CN" at run time; anything else follows the system.
/// Every open widget gets a LanguageChange.
void setLanguage(const QString &code);
/// The language that is in use: "en" or "zh_CN".
[[nodiscard]] QString currentLanguage();

} // namespace attnscope::ui
