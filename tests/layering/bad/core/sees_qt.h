// SPDX-License-Identifier: GPL-3.0-or-later
// Never compiled: each include below breaks the layering, and the check must say so.
#pragma once
#include <QString>
#include <vector>
#include "gpu/opencl_engine.h"
