// SPDX-License-Identifier: GPL-3.0-or-later
// Never compiled: each include below breaks the layering, and the check must say so.
#pragma once
#include "gpu/opencl_engine.h"
#include <QString>
#include <vector>
