// SPDX-License-Identifier: GPL-3.0-or-later
// Never compiled: see core/sees_qt.h.
#include "core/engine.h"

#include "ui/main_window.h"
#include <CL/opencl.hpp>
