// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/icd_files.h"

#include "gpu/cache_folder.h"
#include "gpu/error.h"

#include <algorithm>
#include <cstdlib>

namespace attnscope::gpu {

namespace fs = std::filesystem;

namespace {

std::string environment(const char *name) {
    const char *value = std::getenv(name);
    return value ? value : "";
}

std::string firstLine(const fs::path &file) {
    const std::string text = readFile(file).value_or("");
    return trimmedLog(text.substr(0, text.find('\n')));
}

fs::path defaultFolder() {
    const std::string other = environment("OPENCL_VENDOR_PATH");
    return other.empty() ? fs::path("/etc/OpenCL/vendors") : fs::path(other);
}

std::vector<IcdFile> inFolder(const fs::path &folder) {
    std::vector<IcdFile> files;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        if (it->path().extension() == ".icd")
            files.push_back({it->path(), firstLine(it->path())});
    std::sort(files.begin(), files.end(),
              [](const IcdFile &a, const IcdFile &b) { return a.path < b.path; });
    return files;
}

std::string stampOf(const fs::path &file) {
    std::error_code error;
    const auto time = fs::last_write_time(file, error);
    if (error)
        return "?";
    const auto size = fs::file_size(file, error);
    return std::to_string(time.time_since_epoch().count()) + "," +
           (error ? "?" : std::to_string(size));
}

} // namespace

std::vector<IcdFile> icdFiles() {
    const std::string set = environment("OCL_ICD_VENDORS");
    if (set.empty())
        return inFolder(defaultFolder());
    std::error_code error;
    if (fs::is_directory(set, error))
        return inFolder(set);
    if (set.ends_with(".icd")) {
        // A bare name is looked for among the system's drivers first.
        if (set.find('/') == std::string::npos && fs::exists(defaultFolder() / set, error))
            return {{defaultFolder() / set, firstLine(defaultFolder() / set)}};
        if (!fs::exists(set, error))
            return {};
        return {{set, firstLine(set)}};
    }
    // What is neither is taken for a library. A path to nothing – a folder that is not there, most
    // of the time – holds no driver.
    if (set.find('/') != std::string::npos && !fs::exists(set, error))
        return {};
    return {{set, set}};
}

std::string icdPlace() {
    const std::string set = environment("OCL_ICD_VENDORS");
    if (!set.empty())
        return "OCL_ICD_VENDORS=" + set;
    const std::string other = environment("OPENCL_VENDOR_PATH");
    return other.empty() ? "/etc/OpenCL/vendors" : "OPENCL_VENDOR_PATH=" + other;
}

std::string icdFingerprint(const std::vector<IcdFile> &files) {
    std::string text = icdPlace() + "\n";
    for (const char *name : {"RUSTICL_ENABLE", "POCL_DEVICES", "LD_LIBRARY_PATH"})
        text += std::string(name) + "=" + environment(name) + "\n";
    for (const IcdFile &f : files) {
        text += f.path.string() + "\t" + f.library + "\t" + stampOf(f.path);
        if (f.library.starts_with('/'))
            text += "\t" + stampOf(f.library);
        text += "\n";
    }
    return text;
}

} // namespace attnscope::gpu
