// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace attnscope::test {

/// A folder of its own for one test, removed afterwards.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string pattern =
            (std::filesystem::temp_directory_path() / "attnscope-test-XXXXXX").string();
        m_path = ::mkdtemp(pattern.data());
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::permissions(m_path, std::filesystem::perms::owner_all, ignored);
        std::filesystem::remove_all(m_path, ignored);
    }
    TemporaryFolder(const TemporaryFolder &) = delete;
    TemporaryFolder &operator=(const TemporaryFolder &) = delete;
    [[nodiscard]] const std::filesystem::path &path() const { return m_path; }
    [[nodiscard]] std::string operator/(const std::string &name) const {
        return (m_path / name).string();
    }

private:
    std::filesystem::path m_path;
};

inline std::string readFile(const std::filesystem::path &path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

inline void writeFile(const std::filesystem::path &path, const std::string &bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

/// What a program said and how it ended.
struct Finished {
    int status = -1; ///< exit status; −signal when a signal ended it
    std::string out, err;
    [[nodiscard]] int linesOnStderr() const {
        int lines = 0;
        for (const char c : err)
            lines += c == '\n';
        return lines;
    }
};

using Environment = std::map<std::string, std::optional<std::string>>; ///< nullopt: unset

/// Runs a program to its end, with the environment of the tests changed by `environment`.
inline Finished runProcess(const std::vector<std::string> &command,
                           const Environment &environment = {}, const std::string &folder = {}) {
    TemporaryFolder streams;
    const std::string out = streams / "out", err = streams / "err";
    const pid_t child = ::fork();
    if (child == 0) {
        for (const auto &[name, value] : environment)
            value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str());
        if (!folder.empty() && ::chdir(folder.c_str()) != 0)
            ::_exit(126);
        if (!std::freopen("/dev/null", "r", stdin) || !std::freopen(out.c_str(), "w", stdout) ||
            !std::freopen(err.c_str(), "w", stderr))
            ::_exit(126);
        std::vector<char *> argv;
        for (const std::string &a : command)
            argv.push_back(const_cast<char *>(a.c_str()));
        argv.push_back(nullptr);
        ::execv(argv[0], argv.data());
        ::_exit(127);
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), readFile(out),
            readFile(err)};
}

} // namespace attnscope::test
