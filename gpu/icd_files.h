// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace attnscope::gpu {

/// A driver as the ICD loader finds it.
struct IcdFile {
    std::filesystem::path path; ///< the .icd file, or the library when OCL_ICD_VENDORS names one
    std::string library;        ///< first line of the file
};

/// The drivers that the loader would load, by its own rules: OCL_ICD_VENDORS may be a folder (with
/// or without a trailing slash), an .icd file, or a library; else OPENCL_VENDOR_PATH, else
/// /etc/OpenCL/vendors. Sorted by name.
[[nodiscard]] std::vector<IcdFile> icdFiles();

/// Where icdFiles looked, for people: "OCL_ICD_VENDORS=/opt/x".
[[nodiscard]] std::string icdPlace();

/// A text that changes when a driver is installed, removed or replaced.
[[nodiscard]] std::string icdFingerprint(const std::vector<IcdFile> &files);

} // namespace attnscope::gpu
