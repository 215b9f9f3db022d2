// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine.h"

#include <cstddef>
#include <string>
#include <string_view>

/// \file
/// What the driver's numbers mean, and the sentences that are made of them. Free of OpenCL types,
/// so that tests can feed it what no driver here would answer.

namespace attnscope::gpu {

/// "CL_BUILD_PROGRAM_FAILURE" for −11; "OpenCL error −9999" for a number without a name.
[[nodiscard]] std::string statusName(int status);

/// A compiler's log without the blank and zero characters around it; drivers answer "" , "\n" or a
/// single zero byte when they have nothing to say.
[[nodiscard]] std::string trimmedLog(std::string_view log);

/// A build that failed, with whatever status: file, device, options, and the log or a note that the
/// driver gave none.
[[nodiscard]] core::EngineError buildError(int status, std::string_view file,
                                           std::string_view device, std::string_view options,
                                           std::string_view log);

/// A call that failed. Statuses that mean memory become OutOfMemory, the rest DeviceFailed.
[[nodiscard]] core::EngineError callError(int status, std::string_view call,
                                          std::string_view stage);

/// An allocation that cannot work, told before it is tried.
[[nodiscard]] core::EngineError memoryError(std::string_view stage, std::size_t needed,
                                            std::size_t available, std::string_view device);

/// "128 MiB (134217728 bytes)"
[[nodiscard]] std::string bytesText(std::size_t bytes);

} // namespace attnscope::gpu
