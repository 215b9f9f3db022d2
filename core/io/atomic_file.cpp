// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/atomic_file.h"

#include "core/io/session_file.h"
#include "core/tokens.h"

#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <optional>
#include <system_error>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace attnscope::core {

namespace fs = std::filesystem;

namespace {

/// A file descriptor that closes itself.
class Descriptor {
public:
    explicit Descriptor(int fd) : m_fd(fd) {}
    ~Descriptor() {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    [[nodiscard]] int get() const { return m_fd; }
    [[nodiscard]] bool valid() const { return m_fd >= 0; }
    /// Closes now; a network file system may only tell here that it could not write.
    int close() {
        const int result = ::close(m_fd);
        m_fd = -1;
        return result;
    }

private:
    int m_fd;
};

/// 0, or the error that stopped it.
int writeAll(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(fd, bytes.data(), bytes.size());
        if (n < 0 && errno != EINTR)
            return errno;
        if (n > 0)
            bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return 0;
}

std::string reasonOf(int systemError) {
    switch (systemError) {
    case ENOSPC:
    case EDQUOT:
        return "cannot be written: there is no space left on that disk";
    case EFBIG:
        return "cannot be written: it would be larger than this process may write";
    case EACCES:
    case EPERM:
        return "cannot be written: permission denied";
    case EROFS:
        return "cannot be written: that disk is read-only";
    case ENOENT:
        return "cannot be written: there is no such folder";
    case EISDIR:
        return "cannot be written: it is a folder";
    case ENAMETOOLONG:
        return "cannot be written: the name is too long";
    case ELOOP:
        return "cannot be written: its symbolic links lead in a circle";
    default:
        return "cannot be written: " + std::generic_category().message(systemError);
    }
}

constexpr std::string_view kPrefix = ".attnscope-", kSuffix = ".tmp";

/// Eight digits for this start of this machine and, in a container, this space of process ids: only
/// there does a process id say whether its process still lives.
const std::string &whereTag() {
    static const std::string tag = [] {
        std::string where;
        std::ifstream boot("/proc/sys/kernel/random/boot_id");
        std::getline(boot, where);
        char name[256] = {};
        if (::gethostname(name, sizeof name - 1) == 0)
            where += name;
        std::error_code ignored;
        where += fs::read_symlink("/proc/self/ns/pid", ignored).string();
        char digits[9];
        std::snprintf(digits, sizeof digits, "%08x",
                      static_cast<unsigned>(tokenKey(where) & 0xFFFFFFFFu));
        return std::string(digits);
    }();
    return tag;
}

/// ".attnscope-PID-SERIAL-WHERE.tmp": short, since the name beside a long name must still fit the
/// file system's limit, and enough for removeLitter() to tell whose it is.
fs::path temporaryIn(const fs::path &folder) {
    static std::atomic<unsigned> serial{0};
    return folder / (std::string(kPrefix) + std::to_string(::getpid()) + "-" +
                     std::to_string(serial.fetch_add(1)) + "-" + whereTag() + std::string(kSuffix));
}

struct Temporary {
    pid_t process;
    std::string where;
};

/// The parts of a name that temporaryIn() made; libzip adds ".XXXXXX" to those of archives.
std::optional<Temporary> parseTemporary(std::string_view name) {
    const auto digits = [&name](auto &number) {
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
        const bool found = error == std::errc{} && *name.data() != '-';
        name.remove_prefix(static_cast<std::size_t>(end - name.data()));
        return found;
    };
    const auto skip = [&name](std::string_view part) {
        const bool found = name.substr(0, part.size()) == part;
        name.remove_prefix(found ? part.size() : 0);
        return found;
    };
    Temporary t{};
    unsigned serial = 0;
    if (!skip(kPrefix) || name.empty() || !digits(t.process) || !skip("-") || name.empty() ||
        !digits(serial) || !skip("-") || name.size() < 8 || t.process <= 0)
        return std::nullopt;
    t.where = name.substr(0, 8);
    name.remove_prefix(8);
    const bool hex = t.where.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (!hex || !skip(kSuffix) || !(name.empty() || (name.front() == '.' && name.size() == 7)))
        return std::nullopt;
    return t;
}

/// Removes what saves left in `folder` that were killed on their way. A process of this machine
/// is asked for; that of another one, which shares the folder, or of an earlier start, cannot be,
/// so its file has to be a day older than `fresh`, a file that the same disk has just dated. (If a
/// save took so long, it fails, and the old file is whole.) Nobody else's files are touched.
void removeLitter(int folder, const struct stat &fresh) {
    constexpr std::time_t kDay = 24 * 60 * 60;
    const int own = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = own >= 0 ? ::fdopendir(own) : nullptr;
    if (!entries) {
        if (own >= 0)
            ::close(own);
        return;
    }
    while (const dirent *entry = ::readdir(entries)) {
        const auto temporary = parseTemporary(entry->d_name);
        struct stat st {};
        if (!temporary || ::fstatat(own, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(st.st_mode) || st.st_uid != ::geteuid())
            continue;
        const bool gone = temporary->where == whereTag()
                              ? ::kill(temporary->process, 0) != 0 && errno == ESRCH
                              : fresh.st_mtime - st.st_mtime > kDay;
        if (gone)
            ::unlinkat(own, entry->d_name, 0);
    }
    ::closedir(entries);
}

} // namespace

FileSizeSignalGuard::FileSizeSignalGuard() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &set, &m_before);
}

FileSizeSignalGuard::~FileSizeSignalGuard() {
    if (sigismember(&m_before, SIGXFSZ) == 0) {
        // Taken back before it is let through.
        sigset_t set;
        sigemptyset(&set);
        sigaddset(&set, SIGXFSZ);
        const timespec now{0, 0};
        while (sigtimedwait(&set, nullptr, &now) > 0) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
}

AtomicFile::AtomicFile(const fs::path &path) : m_asked(path), m_target(path) {
    if (path.empty())
        throw FileError(FileError::Kind::Unwritable, "output", "", "no file name was given");
    std::error_code ignored;
    // The kernel's own links (/dev/stdout of a pipe is "pipe:[42]") lead nowhere when they are
    // followed by name: what is no plain file is opened as it was named.
    const fs::file_status named = fs::status(m_target, ignored);
    const bool followed = !fs::exists(named) || fs::is_regular_file(named);
    // A chain of links ends somewhere within the kernel's own limit.
    for (int i = 0; followed && i < 40 && fs::is_symlink(m_target, ignored); ++i) {
        const fs::path next = fs::read_symlink(m_target, ignored);
        m_target = next.is_absolute() ? next : m_target.parent_path() / next;
    }
    if (followed && fs::is_symlink(m_target, ignored))
        fail(ELOOP);
    const fs::file_status status = fs::status(m_target, ignored);
    if (fs::is_directory(status) || !m_target.has_filename())
        fail(EISDIR);
    m_special = fs::exists(status) && !fs::is_regular_file(status);
    if (fs::exists(status) && ::access(m_target.c_str(), W_OK) != 0)
        fail(errno);
    const fs::path folder = m_special                    ? fs::temp_directory_path()
                            : m_target.has_parent_path() ? m_target.parent_path()
                                                         : fs::path(".");
    // A name that is taken is another process' litter or a guess of somebody hostile: try others.
    for (int attempt = 0; attempt < 100; ++attempt) {
        m_temporary = temporaryIn(folder);
        const Descriptor probe(
            ::open(m_temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        if (probe.valid())
            return;
        if (errno != EEXIST)
            break;
    }
    const int error = errno;
    m_temporary.clear();
    fail(error);
}

AtomicFile::~AtomicFile() {
    if (!m_temporary.empty())
        ::unlink(m_temporary.c_str());
}

void AtomicFile::fail(int systemError) const {
    throw FileError(FileError::Kind::Unwritable, m_asked.string(), "", reasonOf(systemError));
}

bool AtomicFile::commit(const std::stop_token &stop) {
    Descriptor from(::open(m_temporary.c_str(), O_RDONLY | O_CLOEXEC));
    if (!from.valid())
        fail(errno);
    if (m_special) {
        Descriptor to(::open(m_target.c_str(), O_WRONLY | O_CLOEXEC));
        if (!to.valid())
            fail(errno);
        std::vector<char> block(std::size_t{1} << 20);
        for (;;) {
            const ssize_t n = ::read(from.get(), block.data(), block.size());
            if (n < 0)
                fail(errno);
            if (n == 0)
                return true;
            if (stop.stop_requested())
                return false;
            if (const int error = writeAll(to.get(), {block.data(), static_cast<std::size_t>(n)}))
                fail(error);
        }
    }
    struct stat old {
    }, fresh{};
    if (::stat(m_target.c_str(), &old) == 0)
        (void)::fchmod(from.get(), old.st_mode & 07777); // kept where that is allowed
    if (::fsync(from.get()) != 0 && errno != EINVAL)
        fail(errno);
    const bool dated = ::fstat(from.get(), &fresh) == 0;
    if (from.close() != 0)
        fail(errno);
    if (stop.stop_requested())
        return false;
    if (::rename(m_temporary.c_str(), m_target.c_str()) != 0)
        fail(errno);
    m_temporary.clear();
    // The new name is on disk once the folder is. A file system that cannot do it is no failure.
    const fs::path folder = m_target.has_parent_path() ? m_target.parent_path() : fs::path(".");
    const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.valid()) {
        (void)::fsync(directory.get());
        if (dated)
            removeLitter(directory.get(), fresh);
    }
    return true;
}

void writeFileAtomically(const fs::path &path, std::string_view bytes) {
    AtomicFile file(path);
    Descriptor out(::open(file.temporary().c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
    if (!out.valid())
        file.fail(errno);
    if (const int error = writeAll(out.get(), bytes))
        file.fail(error);
    if (out.close() != 0)
        file.fail(errno);
    file.commit();
}

} // namespace attnscope::core
