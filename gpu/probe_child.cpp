// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/probe_child.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace attnscope::gpu {

namespace {

/// What a process that has been waited for died of.
std::string endingOf(int status, bool late, std::chrono::milliseconds timeout) {
    if (late)
        return "did not answer within " + std::to_string(timeout.count()) + " ms";
    if (WIFSIGNALED(status)) {
        const int number = WTERMSIG(status);
        const char *name = ::strsignal(number);
        return "crashed (signal " + std::to_string(number) +
               (name ? std::string(", ") + name : "") + ")";
    }
    return "ended early with status " + std::to_string(WEXITSTATUS(status));
}

} // namespace

ChildProcess startChild(const std::filesystem::path &program,
                        const std::vector<std::string> &arguments,
                        const std::vector<std::pair<std::string, std::string>> &set) {
    ChildProcess child;
    std::array<int, 2> pipe{};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0) {
        child.error = std::strerror(errno);
        return child;
    }
    std::vector<std::string> environment;
    for (char **e = environ; *e; ++e) {
        const std::string entry = *e;
        const auto replaced = [&entry](const auto &s) { return entry.starts_with(s.first + "="); };
        if (std::none_of(set.begin(), set.end(), replaced))
            environment.push_back(entry);
    }
    for (const auto &[name, value] : set)
        environment.push_back(name + "=" + value);
    std::vector<std::string> words{program.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const auto pointers = [](std::vector<std::string> &texts) {
        std::vector<char *> p;
        for (std::string &t : texts)
            p.push_back(t.data());
        p.push_back(nullptr);
        return p;
    };
    // posix_spawn rather than fork: other threads may hold locks, and nothing of ours runs between.
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    // A group of its own, so that what it may have started is killed with it.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    pid_t pid = -1;
    const int status = ::posix_spawn(&pid, program.c_str(), &actions, &attributes,
                                     pointers(words).data(), pointers(environment).data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    ::close(pipe[1]);
    if (status != 0) {
        ::close(pipe[0]);
        child.error = std::strerror(status);
        return child;
    }
    child.pid = pid;
    child.output = pipe[0];
    return child;
}

std::vector<ChildResult> waitForChildren(std::vector<ChildProcess> &children,
                                         std::chrono::milliseconds timeout,
                                         const std::stop_token &stop) {
    constexpr long long kLookEvery = 50; // ms, at the stop token
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + timeout;
    std::vector<ChildResult> results(children.size());
    std::vector<bool> late(children.size(), false);
    const auto open = [&children] {
        return std::any_of(children.begin(), children.end(),
                           [](const ChildProcess &c) { return c.output >= 0; });
    };
    while (open()) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
        std::vector<pollfd> polls;
        for (const ChildProcess &c : children)
            polls.push_back({c.output, POLLIN, 0}); // a negative one is passed over
        const bool over = left <= 0 || stop.stop_requested();
        if (!over && ::poll(polls.data(), polls.size(),
                            static_cast<int>(std::min<long long>(left, kLookEvery))) == 0)
            continue;
        if (over) {
            for (std::size_t i = 0; i < children.size(); ++i)
                if (children[i].output >= 0) {
                    late[i] = true;
                    ::kill(-children[i].pid, SIGKILL);
                    ::close(children[i].output);
                    children[i].output = -1;
                }
            break;
        }
        for (std::size_t i = 0; i < children.size(); ++i) {
            if (children[i].output < 0 || polls[i].revents == 0)
                continue;
            std::array<char, 4096> bytes;
            const ssize_t n = ::read(children[i].output, bytes.data(), bytes.size());
            if (n > 0) {
                results[i].output.append(bytes.data(), static_cast<std::size_t>(n));
            } else if (n == 0 || errno != EINTR) {
                ::close(children[i].output);
                children[i].output = -1;
            }
        }
    }
    for (std::size_t i = 0; i < children.size(); ++i) {
        if (children[i].pid < 0) {
            results[i].ending = "could not be probed (" + children[i].error + ")";
            continue;
        }
        // The output is closed, so the end is near; one that lingers is not worth waiting for.
        int status = 0;
        pid_t ended = 0;
        for (int tries = 0; tries < 200 && ended == 0; ++tries) {
            ended = ::waitpid(children[i].pid, &status, WNOHANG);
            if (ended == 0)
                ::usleep(1000);
        }
        if (ended == 0) {
            ::kill(-children[i].pid, SIGKILL);
            ::waitpid(children[i].pid, &status, 0);
        }
        results[i].exited = !late[i] && WIFEXITED(status) && WEXITSTATUS(status) == 0;
        results[i].ending = endingOf(status, late[i], timeout);
    }
    return results;
}

} // namespace attnscope::gpu
