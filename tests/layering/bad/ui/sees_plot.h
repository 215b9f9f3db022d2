// SPDX-License-Identifier: GPL-3.0-or-later
// Never compiled: see core/sees_qt.h.
#pragma once
#include "gpu/device_list.h"
#include "theme.h"
#include <qcustomplot.h>
