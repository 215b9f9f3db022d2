// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/head_analysis.h"

#include <QCoreApplication>

#include <limits>

namespace attnscope::ui {

struct HeadsFigures {
    Q_DECLARE_TR_FUNCTIONS(HeadsFigures)
};
inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN(); ///< a gap

/// Parts of headsFigure() that are curves; each adds its panels.
void addDistances(Figure &f, const HeadAnalysis &a);
void addSpectra(Figure &f, const HeadAnalysis &a);
void addComponents(Figure &f, const HeadAnalysis &a, const ViewSettings &v);
void addAblation(Figure &f, const HeadAnalysis &a);

} // namespace attnscope::ui
