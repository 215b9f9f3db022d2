// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/cache_folder.h"
#include "gpu/device_list.h"
#include "gpu/found_devices.h"
#include "gpu/icd_files.h"
#include "gpu/probe_child.h"
#include "gpu/start_marker.h"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <optional>
#include <ostream>
#include <sstream>
#include <sys/file.h>
#include <unistd.h>

namespace attnscope::gpu {

namespace fs = std::filesystem;

namespace {

// The line protocol: a word, and fields separated by tabs.
//   step <text>          about to do that
//   entry <10 fields>    one line of the list
//   end                  everything was done
constexpr std::string_view kEnd = "end";
constexpr std::string_view kFormat = "attnscope-drivers 2";

std::string clean(std::string text) {
    for (char &c : text)
        if (c == '\t' || c == '\n' || c == '\r')
            c = ' ';
    return text;
}

std::string toLine(const DeviceEntry &e) {
    std::string line = "entry";
    for (const std::string &field :
         {e.platform, e.name, e.vendor, e.driver, e.type, std::to_string(e.units),
          std::to_string(e.memory), std::to_string(e.maxAlloc), e.file,
          std::string(e.usable ? "1" : "0"), e.reason})
        line += "\t" + clean(field);
    return line;
}

std::vector<std::string> splitTabs(const std::string &line) {
    std::vector<std::string> fields;
    std::size_t from = 0;
    for (std::size_t at; (at = line.find('\t', from)) != std::string::npos; from = at + 1)
        fields.push_back(line.substr(from, at - from));
    fields.push_back(line.substr(from));
    return fields;
}

bool fromLine(const std::string &line, DeviceEntry &e) {
    const std::vector<std::string> f = splitTabs(line);
    if (f.size() != 12 || f[0] != "entry")
        return false;
    e.platform = f[1];
    e.name = f[2];
    e.vendor = f[3];
    e.driver = f[4];
    e.type = f[5];
    e.units = static_cast<unsigned>(std::strtoul(f[6].c_str(), nullptr, 10));
    e.memory = std::strtoull(f[7].c_str(), nullptr, 10);
    e.maxAlloc = std::strtoull(f[8].c_str(), nullptr, 10);
    e.file = f[9];
    e.usable = f[10] == "1";
    e.reason = f[11];
    return true;
}

/// What one child said, as lines of the list. True when its driver is worth loading: a child that
/// did not reach its end takes its driver with it, whose devices would kill this process too; and
/// one that has no device we could use costs its loading (Mesa's two bring an LLVM each) for
/// nothing.
bool readChild(const IcdFile &file, const ChildResult &child, std::vector<DeviceEntry> &entries) {
    std::istringstream lines(child.output);
    std::string line, step;
    std::vector<DeviceEntry> own;
    bool complete = false;
    while (std::getline(lines, line)) {
        DeviceEntry e;
        if (line == kEnd)
            complete = true;
        else if (line.starts_with("step\t"))
            step = line.substr(5);
        else if (fromLine(line, e)) {
            e.file = file.path.string();
            own.push_back(std::move(e));
        }
    }
    if (complete) {
        if (own.empty()) {
            DeviceEntry e;
            e.platform = file.path.filename().string();
            e.file = file.path.string();
            e.reason = "the driver offers no platform (" + file.library + ")";
            own.push_back(std::move(e));
        }
        entries.insert(entries.end(), own.begin(), own.end());
        return std::any_of(own.begin(), own.end(), [](const DeviceEntry &e) { return e.usable; });
    }
    DeviceEntry bad;
    bad.platform = file.path.filename().string();
    bad.file = file.path.string();
    bad.reason = "the driver " + file.path.string() + " (" + file.library + ") " + child.ending +
                 (step.empty() ? std::string() : " while " + step) + ": it is not loaded";
    entries.push_back(std::move(bad));
    return false;
}

std::optional<fs::path> verdictFile(const std::string &fingerprint) {
    const auto folder = userCacheFolder();
    if (!folder)
        return std::nullopt;
    return *folder / ("drivers-" + hexText(hash64(fingerprint)) + ".txt");
}

std::optional<ProbeReport> recall(const fs::path &file, const std::string &fingerprint) {
    const auto text = readFile(file);
    if (!text)
        return std::nullopt;
    // Whatever is not exactly what was written is no verdict: probe again.
    const std::string head = std::string(kFormat) + "\n" + hexText(hash64(fingerprint)) + "\n";
    if (!text->starts_with(head) || !text->ends_with("end\n"))
        return std::nullopt;
    std::istringstream lines(text->substr(head.size()));
    ProbeReport report;
    report.remembered = true;
    std::string line;
    while (std::getline(lines, line)) {
        DeviceEntry e;
        if (line.starts_with("good\t"))
            report.goodDrivers.emplace_back(line.substr(5));
        else if (line == "left out")
            report.anyLeftOut = true;
        else if (fromLine(line, e))
            report.devices.push_back(std::move(e));
        else if (line != kEnd)
            return std::nullopt;
    }
    return report;
}

void store(const fs::path &file, const std::string &fingerprint, const ProbeReport &report) {
    std::string text = std::string(kFormat) + "\n" + hexText(hash64(fingerprint)) + "\n";
    for (const fs::path &good : report.goodDrivers)
        text += "good\t" + good.string() + "\n";
    if (report.anyLeftOut)
        text += "left out\n";
    for (const DeviceEntry &e : report.devices)
        text += toLine(e) + "\n";
    writeFileAtomically(file, text + "end\n");
}

/// Held while drivers are probed. Several processes that start at once would otherwise all probe,
/// and slow each other down until a good driver seems to hang; so the first probes, and the others
/// find its verdict.
class ProbeLock {
public:
    explicit ProbeLock(const std::optional<fs::path> &verdict) {
        if (verdict)
            m_file =
                ::open((verdict->string() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (m_file >= 0)
            ::flock(m_file, LOCK_EX);
    }
    ~ProbeLock() {
        if (m_file >= 0)
            ::close(m_file);
    }
    ProbeLock(const ProbeLock &) = delete;
    ProbeLock &operator=(const ProbeLock &) = delete;

private:
    int m_file = -1;
};

std::string emptyNote(const ProbeReport &report) {
    if (std::any_of(report.devices.begin(), report.devices.end(),
                    [](const DeviceEntry &e) { return e.usable; }))
        return {};
    std::string note = report.devices.empty()
                           ? "no OpenCL platform: no driver (.icd file) in " + icdPlace()
                           : "no usable OpenCL device among the drivers in " + icdPlace();
    if (std::getenv("OCL_ICD_VENDORS"))
        note += "; some loaders want the folder with a '/' at its end";
    return note;
}

/// What starts of this program say about devices that pass their test in the child.
void heedCrashes(std::vector<DeviceEntry> &devices, bool forgive) {
    constexpr int kTooOften = 2; // once may be anybody's fault
    for (DeviceEntry &e : devices) {
        if (!e.usable)
            continue;
        if (forgive)
            StartMarker::forgive(deviceTitle(e));
        const int crashes = StartMarker::crashes(deviceTitle(e));
        if (crashes < kTooOften)
            continue;
        e.usable = false;
        e.reason = "the program ended " + std::to_string(crashes) +
                   " times while it opened this device; to try it again, scan the devices anew";
    }
}

} // namespace

int runProbe(std::ostream &out) {
    prepareDriverCaches();
    const auto say = [&out](const std::string &line) { out << line << '\n' << std::flush; };
    const auto step = [&say](const std::string &what) { say("step\t" + clean(what)); };
    step("loading the driver");
    for (FoundDevice &f : findDevices(step)) {
        if (f.entry.usable) {
            step("running a test kernel on " + deviceTitle(f.entry));
            f.entry.reason = tryDevice(f.device);
            f.entry.usable = f.entry.reason.empty();
        }
        say(toLine(f.entry));
    }
    step("unloading the driver");
    say(std::string(kEnd));
    out.flush();
    // Some drivers crash on their way out; all that was asked is answered.
    std::_Exit(0);
}

ProbeReport probeDevices(const ProbeOptions &options) {
    prepareDriverCaches();
    const std::vector<IcdFile> files = icdFiles();
    const std::string fingerprint = icdFingerprint(files) + options.program.string();
    const auto memory = options.remember ? verdictFile(fingerprint) : std::nullopt;
    const auto remembered = [&]() -> std::optional<ProbeReport> {
        if (!memory || options.rescan)
            return std::nullopt;
        auto known = recall(*memory, fingerprint);
        if (known) {
            heedCrashes(known->devices, false);
            orderAndNumber(known->devices);
            known->note = emptyNote(*known);
        }
        return known;
    };
    if (auto known = remembered())
        return *std::move(known);
    const ProbeLock lock(memory);
    if (auto known = remembered())
        return *std::move(known);
    ProbeReport report;
    std::vector<ChildProcess> children;
    for (const IcdFile &file : files)
        children.push_back(startChild(options.program, options.arguments,
                                      {{"OCL_ICD_VENDORS", file.path.string()}}));
    const std::vector<ChildResult> results =
        waitForChildren(children, options.timeout, options.stop);
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (readChild(files[i], results[i], report.devices))
            report.goodDrivers.push_back(files[i].path);
        else
            report.anyLeftOut = true;
    }
    if (memory && !options.stop.stop_requested())
        store(*memory, fingerprint, report);
    heedCrashes(report.devices, options.rescan);
    orderAndNumber(report.devices);
    report.note = emptyNote(report);
    return report;
}

void useGoodDrivers(const ProbeReport &report) {
    prepareDriverCaches();
    if (!report.anyLeftOut)
        return; // everything there is to be loaded as it is
    if (report.goodDrivers.size() == 1) {
        ::setenv("OCL_ICD_VENDORS", report.goodDrivers.front().c_str(), 1);
        return;
    }
    // A folder with copies of the good .icd files; the loader knows no list. Its name follows from
    // its contents, so that processes share it and it need not be removed.
    std::string names;
    for (const fs::path &good : report.goodDrivers)
        names += good.string() + "\n" + readFile(good).value_or("") + "\n";
    std::error_code error;
    fs::path base = userCacheFolder().value_or(fs::path());
    if (base.empty())
        base = fs::temp_directory_path(error) /
               ("attnscope-" + std::to_string(static_cast<unsigned long>(::getuid())));
    const fs::path folder = base / ("drivers-" + hexText(hash64(names)));
    fs::create_directories(folder, error);
    for (const fs::path &good : report.goodDrivers)
        writeFileAtomically(folder / good.filename(), readFile(good).value_or(""));
    ::setenv("OCL_ICD_VENDORS", folder.c_str(), 1);
}

} // namespace attnscope::gpu
