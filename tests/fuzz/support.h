// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/file_error.h"
#include "core/session.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What the targets share. A target reads its input as its reader would a file, and then asks more
/// than that nothing crashes: what a reader refuses comes with a sentence, what it accepts reads
/// back the same once it is written, and memory stays within what the input justifies.
namespace attnscope::fuzz {

/// Ends the process, so that libFuzzer keeps the input, when `holds` is false.
void require(bool holds, const char *what);

/// A message as people see it: one line of valid UTF-8, not empty, short enough to be read.
void requireSentence(std::string_view message);

/// Runs `read`. \returns false when it refused its input in the way that readers promise; any
/// other exception ends the process.
template <class Read> bool accepts(Read read) {
    try {
        read();
        return true;
    } catch (const core::FileError &e) {
        require(e.kind != core::FileError::Kind::Unwritable, "a reader says that it cannot write");
        require(!e.reason.empty(), "a refusal has a reason");
        requireSentence(e.what());
    } catch (const core::InputError &e) {
        require(!e.issues.empty(), "a refusal has an issue");
        for (const core::Issue &issue : e.issues)
            requireSentence(issue.message);
        requireSentence(e.what());
    } catch (const core::UsageError &e) {
        requireSentence(e.what());
    }
    return false;
}

/// While it lives, ends the process at an allocation of more than `largest` bytes, or once more
/// than `total` bytes are held that were not before, whoever asks for them.
class AllocationLimit {
public:
    AllocationLimit(std::size_t largest, std::size_t total);
    ~AllocationLimit();
    AllocationLimit(const AllocationLimit &) = delete;
    AllocationLimit &operator=(const AllocationLimit &) = delete;
};

/// Bytes under the name of a plain file, without a disk.
class MemoryFile {
public:
    explicit MemoryFile(std::string_view bytes);
    ~MemoryFile();
    MemoryFile(const MemoryFile &) = delete;
    MemoryFile &operator=(const MemoryFile &) = delete;
    [[nodiscard]] std::filesystem::path path() const;

private:
    int m_fd;
};

/// A file name in a folder of this process, for what has to be written by name.
[[nodiscard]] std::filesystem::path scratch(const std::string &name);
[[nodiscard]] std::string contentOf(const std::filesystem::path &path);

using NamedTensors = std::vector<std::pair<std::string, core::Tensor>>;
/// A .safetensors of these tensors, as F32; or of a header and the bytes after it.
[[nodiscard]] std::string safetensorsOf(const NamedTensors &tensors);
[[nodiscard]] std::string safetensorsOf(std::string_view header, std::string_view data);

/// session.json of a session, without the list of what was drawn: every setting, token and view.
[[nodiscard]] std::string settingsOf(const core::Session &session);
/// Whether the arrays of its pass are few enough to be made thousands of times.
[[nodiscard]] bool isSmall(const core::Session &session);
/// Equal configuration, and equal arrays to the last bit.
[[nodiscard]] bool sameProblem(const core::Problem &a, const core::Problem &b);
/// Saves a session whose pass can be made, opens it again, and requires that nothing changed, nor
/// by a second save.
void requireSameAfterSaving(const core::Session &session);

} // namespace attnscope::fuzz
