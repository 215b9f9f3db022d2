// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// \file
/// The only place that includes OpenCL. The version macros and the switch for exceptions are
/// defined on the build target, so that no two files can disagree about them.

// The binding is not written for our warning level.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wignored-attributes"
#include <CL/opencl.hpp>
#pragma GCC diagnostic pop
