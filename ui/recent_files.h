// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace attnscope::ui {

/// The sessions that were opened or saved last, newest first, at most ten, absolute names. Kept in
/// the user's settings, which all windows share.
[[nodiscard]] QStringList recentFiles();
void addRecentFile(const QString &fileName);
void removeRecentFile(const QString &fileName);
void clearRecentFiles();

/// Where exports are offered: the folder of the last one, else the session's, else the user's home.
[[nodiscard]] QString exportFolder(const QString &sessionFile);
void rememberExport(const QString &fileName);

/// "causal.attn — ~/lessons": a name and where it is, for a menu.
[[nodiscard]] QString recentFileText(const QString &fileName);

} // namespace attnscope::ui
