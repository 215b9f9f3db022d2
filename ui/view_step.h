// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/view_settings.h"

#include <QString>

namespace attnscope::ui {

/// A change of the picture's settings in words, for the history ("Colour map: cividis").
struct ViewStep {
    QString text;
    QString field; ///< what changes, so that a drag of it becomes one step; empty = several
};

/// The settings of the picture in which two differ; where one looks is not looked at.
[[nodiscard]] ViewStep viewStep(const ViewSettings &before, const ViewSettings &after);

} // namespace attnscope::ui
