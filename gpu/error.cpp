// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/error.h"

#include <array>
#include <utility>

namespace attnscope::gpu {

namespace {

constexpr std::array<std::pair<int, std::string_view>, 62> kNames{{
    {0, "CL_SUCCESS"},
    {-1, "CL_DEVICE_NOT_FOUND"},
    {-2, "CL_DEVICE_NOT_AVAILABLE"},
    {-3, "CL_COMPILER_NOT_AVAILABLE"},
    {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
    {-5, "CL_OUT_OF_RESOURCES"},
    {-6, "CL_OUT_OF_HOST_MEMORY"},
    {-7, "CL_PROFILING_INFO_NOT_AVAILABLE"},
    {-8, "CL_MEM_COPY_OVERLAP"},
    {-9, "CL_IMAGE_FORMAT_MISMATCH"},
    {-10, "CL_IMAGE_FORMAT_NOT_SUPPORTED"},
    {-11, "CL_BUILD_PROGRAM_FAILURE"},
    {-12, "CL_MAP_FAILURE"},
    {-13, "CL_MISALIGNED_SUB_BUFFER_OFFSET"},
    {-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
    {-15, "CL_COMPILE_PROGRAM_FAILURE"},
    {-16, "CL_LINKER_NOT_AVAILABLE"},
    {-17, "CL_LINK_PROGRAM_FAILURE"},
    {-18, "CL_DEVICE_PARTITION_FAILED"},
    {-19, "CL_KERNEL_ARG_INFO_NOT_AVAILABLE"},
    {-30, "CL_INVALID_VALUE"},
    {-31, "CL_INVALID_DEVICE_TYPE"},
    {-32, "CL_INVALID_PLATFORM"},
    {-33, "CL_INVALID_DEVICE"},
    {-34, "CL_INVALID_CONTEXT"},
    {-35, "CL_INVALID_QUEUE_PROPERTIES"},
    {-36, "CL_INVALID_COMMAND_QUEUE"},
    {-37, "CL_INVALID_HOST_PTR"},
    {-38, "CL_INVALID_MEM_OBJECT"},
    {-39, "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR"},
    {-40, "CL_INVALID_IMAGE_SIZE"},
    {-41, "CL_INVALID_SAMPLER"},
    {-42, "CL_INVALID_BINARY"},
    {-43, "CL_INVALID_BUILD_OPTIONS"},
    {-44, "CL_INVALID_PROGRAM"},
    {-45, "CL_INVALID_PROGRAM_EXECUTABLE"},
    {-46, "CL_INVALID_KERNEL_NAME"},
    {-47, "CL_INVALID_KERNEL_DEFINITION"},
    {-48, "CL_INVALID_KERNEL"},
    {-49, "CL_INVALID_ARG_INDEX"},
    {-50, "CL_INVALID_ARG_VALUE"},
    {-51, "CL_INVALID_ARG_SIZE"},
    {-52, "CL_INVALID_KERNEL_ARGS"},
    {-53, "CL_INVALID_WORK_DIMENSION"},
    {-54, "CL_INVALID_WORK_GROUP_SIZE"},
    {-55, "CL_INVALID_WORK_ITEM_SIZE"},
    {-56, "CL_INVALID_GLOBAL_OFFSET"},
    {-57, "CL_INVALID_EVENT_WAIT_LIST"},
    {-58, "CL_INVALID_EVENT"},
    {-59, "CL_INVALID_OPERATION"},
    {-60, "CL_INVALID_GL_OBJECT"},
    {-61, "CL_INVALID_BUFFER_SIZE"},
    {-62, "CL_INVALID_MIP_LEVEL"},
    {-63, "CL_INVALID_GLOBAL_WORK_SIZE"},
    {-64, "CL_INVALID_PROPERTY"},
    {-65, "CL_INVALID_IMAGE_DESCRIPTOR"},
    {-66, "CL_INVALID_COMPILER_OPTIONS"},
    {-67, "CL_INVALID_LINKER_OPTIONS"},
    {-68, "CL_INVALID_DEVICE_PARTITION_COUNT"},
    {-69, "CL_INVALID_PIPE_SIZE"},
    {-70, "CL_INVALID_DEVICE_QUEUE"},
    {-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
}};

} // namespace

std::string statusName(int status) {
    for (const auto &[code, name] : kNames)
        if (code == status)
            return std::string(name);
    return "OpenCL error " + std::to_string(status);
}

std::string trimmedLog(std::string_view log) {
    constexpr std::string_view kBlank(" \t\r\n\0", 5);
    const auto first = log.find_first_not_of(kBlank);
    if (first == std::string_view::npos)
        return {};
    return std::string(log.substr(first, log.find_last_not_of(kBlank) - first + 1));
}

core::EngineError buildError(int status, std::string_view file, std::string_view device,
                             std::string_view options, std::string_view log) {
    const std::string text = trimmedLog(log);
    std::string what = std::string(file) + " does not compile on " + std::string(device) + " (" +
                       statusName(status) + ", options \"" + std::string(options) + "\")";
    what += text.empty() ? ": the driver gave no log" : ": " + text.substr(0, text.find('\n'));
    return {core::EngineError::Code::BuildFailed, std::string(file), what, text};
}

core::EngineError callError(int status, std::string_view call, std::string_view stage) {
    using Code = core::EngineError::Code;
    const bool memory = status == -4 || status == -6 || status == -61;
    std::string what = std::string(call) + " failed with " + statusName(status);
    if (!stage.empty())
        what += " at " + std::string(stage);
    if (memory)
        what += ": use a shorter text, fewer heads or a smaller batch";
    return {memory ? Code::OutOfMemory : Code::DeviceFailed, std::string(stage), what};
}

std::string bytesText(std::size_t bytes) {
    constexpr std::array<const char *, 5> kUnits{"bytes", "KiB", "MiB", "GiB", "TiB"};
    if (bytes < 1024)
        return std::to_string(bytes) + " bytes";
    std::size_t unit = 0;
    std::size_t tenths = bytes; // in tenths of the unit from the first division on
    bool first = true;
    while ((first ? tenths : tenths / 10) >= 1024 && unit + 1 < kUnits.size()) {
        tenths = first ? tenths / 1024 * 10 + tenths % 1024 * 10 / 1024 : tenths / 1024;
        first = false;
        ++unit;
    }
    std::string text = std::to_string(tenths / 10);
    if (tenths % 10 != 0)
        text += "." + std::to_string(tenths % 10);
    return text + " " + kUnits[unit] + " (" + std::to_string(bytes) + " bytes)";
}

core::EngineError memoryError(std::string_view stage, std::size_t needed, std::size_t available,
                              std::string_view device) {
    return {core::EngineError::Code::OutOfMemory, std::string(stage),
            std::string(stage) + " needs " + bytesText(needed) + ", and " + std::string(device) +
                " allows " + bytesText(available) +
                ": use a shorter text, fewer heads or a smaller batch"};
}

} // namespace attnscope::gpu
