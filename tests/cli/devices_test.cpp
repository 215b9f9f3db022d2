// SPDX-License-Identifier: GPL-3.0-or-later
// Drivers that are missing, empty, broken or hanging (fault reports OCL).
#include "tests/cli/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace attnscope::test {
namespace {

/// A folder of .icd files, and a cache of its own so that no verdict is remembered from elsewhere.
class Drivers {
public:
    Drivers() {
        std::filesystem::create_directories(m_folder / "vendors");
        std::filesystem::create_directories(m_folder / "cache");
    }
    void add(const std::string &name, const std::string &library) {
        writeFile(m_folder / ("vendors/" + name + ".icd"), library + "\n");
    }
    void addStub(const std::string &way) {
        add("0" + way, std::string(ATTNSCOPE_STUB_DRIVERS) + "/stub_icd_" + way + ".so");
    }
    /// The real drivers of the machine.
    void addInstalled() {
        for (const auto &e : std::filesystem::directory_iterator("/etc/OpenCL/vendors"))
            add(e.path().stem().string(), firstLine(e.path()));
    }
    [[nodiscard]] Environment environment() const {
        return {{"OCL_ICD_VENDORS", m_folder / "vendors"}, {"XDG_CACHE_HOME", m_folder / "cache"}};
    }
    [[nodiscard]] std::string out(const std::string &name) const { return m_folder / name; }

private:
    static std::string firstLine(const std::filesystem::path &path) {
        const std::string text = readFile(path);
        return text.substr(0, text.find('\n'));
    }
    TemporaryFolder m_folder;
};

nlohmann::json devicesOf(const Drivers &drivers) {
    const auto r = attnscope({"devices", "--json"}, drivers.environment());
    EXPECT_EQ(r.status, 0) << r.err;
    return nlohmann::json::parse(r.out, nullptr, false);
}

bool hasUsable(const nlohmann::json &list, const std::string &platform) {
    for (const auto &d : list["devices"])
        if (d["usable"] == true && d["platform"] == platform)
            return true;
    return false;
}

const char *const kPocl = "Portable Computing Language";

TEST(Devices, OCL01_OCL10_NoPlatformIsNotAnError) {
    const Drivers none;
    const auto text = attnscope({"devices"}, none.environment());
    EXPECT_EQ(text.status, 0);
    EXPECT_NE(text.out.find("CPU (Eigen, double)"), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("OpenCL: none"), std::string::npos) << text.out;

    const auto r = attnscope({"trace", testData("oracle/T1.npz"), "-o", none.out("t.npz")},
                             none.environment());
    EXPECT_EQ(r.status, 0) << r.err;
    EXPECT_NE(r.err.find("no OpenCL platform"), std::string::npos) << r.err;
    EXPECT_EQ(r.linesOnStderr(), 1) << r.err;
    EXPECT_TRUE(std::filesystem::exists(none.out("t.npz")));
}

TEST(Devices, AnEngineThatWasInsistedOnAndCannotBeHadIsThree) {
    const Drivers none;
    const auto r =
        attnscope({"trace", "--engine", "opencl", "-o", none.out("t.npz")}, none.environment());
    EXPECT_EQ(r.status, 3);
    EXPECT_EQ(r.linesOnStderr(), 1) << r.err;
    EXPECT_FALSE(std::filesystem::exists(none.out("t.npz")));
}

TEST(Devices, OCL02_APlatformWithoutDevicesHidesNoOther) {
    Drivers drivers;
    drivers.addStub("no_device");
    drivers.addInstalled();
    const auto list = devicesOf(drivers);
    EXPECT_TRUE(hasUsable(list, kPocl)) << list.dump(1);
    bool stub = false;
    for (const auto &d : list["devices"])
        if (d["platform"] == "stub") {
            stub = true;
            EXPECT_EQ(d["usable"], false);
            EXPECT_FALSE(d["reason"].get<std::string>().empty());
        }
    EXPECT_TRUE(stub) << list.dump(1);
}

TEST(Devices, OCL03_ADriverThatAbortsCostsALine) {
    Drivers drivers;
    drivers.addStub("aborts");
    drivers.addInstalled();
    const auto list = devicesOf(drivers);
    EXPECT_TRUE(hasUsable(list, kPocl)) << list.dump(1);
    EXPECT_NE(list.dump().find("aborts.icd"), std::string::npos) << list.dump(1);
    const auto r = attnscope({"trace", testData("oracle/T1.npz"), "-o", drivers.out("t.npz")},
                             drivers.environment());
    EXPECT_EQ(r.status, 0) << r.err;
}

TEST(Devices, OCL03_ADriverThatHangsCostsALine) {
    Drivers drivers;
    drivers.addStub("hangs");
    const auto r = attnscope({"trace", testData("oracle/T1.npz"), "-o", drivers.out("t.npz")},
                             drivers.environment());
    EXPECT_EQ(r.status, 0) << r.err;
    EXPECT_TRUE(std::filesystem::exists(drivers.out("t.npz")));
    // The verdict is remembered: the list names the driver's file without waiting again.
    EXPECT_NE(devicesOf(drivers).dump().find("hangs.icd"), std::string::npos);
}

TEST(Devices, OCL04_ATrailingSlashMakesNoDifference) {
    Drivers drivers;
    drivers.addInstalled();
    Environment with = drivers.environment();
    with["OCL_ICD_VENDORS"] = *with["OCL_ICD_VENDORS"] + "/";
    const auto a = attnscope({"devices"}, drivers.environment());
    const auto b = attnscope({"devices"}, with);
    EXPECT_EQ(a.out, b.out);
}

TEST(Devices, OCL05_AnUnwritableKernelCacheDoesNotMatter) {
    Drivers drivers;
    drivers.addInstalled();
    Environment broken = drivers.environment();
    broken["POCL_CACHE_DIR"] = "/proc/nope";
    const auto r =
        attnscope({"trace", testData("oracle/T1.npz"), "-o", drivers.out("t.npz")}, broken);
    EXPECT_EQ(r.status, 0) << r.err;
    EXPECT_TRUE(std::filesystem::exists(drivers.out("t.npz")));
    broken["HOME"] = std::nullopt;
    broken["XDG_CACHE_HOME"] = "/proc/nope";
    const auto s =
        attnscope({"trace", testData("oracle/T1.npz"), "-o", drivers.out("s.npz")}, broken);
    EXPECT_EQ(s.status, 0) << s.err;
}

TEST(Devices, CLR07_EightProcessesShareAFreshKernelCache) {
    Drivers drivers;
    drivers.addInstalled();
    std::string script;
    for (int i = 0; i < 8; ++i)
        script += std::string("'") + ATTNSCOPE_BINARY + "' trace '" + testData("oracle/s1003.npz") +
                  "' -o '" + drivers.out("t" + std::to_string(i) + ".npz") +
                  "' & pids=\"$pids $!\"; ";
    script += "for p in $pids; do wait $p || exit 1; done";
    Environment fresh = drivers.environment();
    fresh["POCL_CACHE_DIR"] = drivers.out("pocl");
    const auto r = runProcess({"/bin/sh", "-c", script}, fresh);
    EXPECT_EQ(r.status, 0) << r.err;
    const std::string first = readFile(drivers.out("t0.npz"));
    EXPECT_FALSE(first.empty());
    EXPECT_EQ(r.err, "");
    for (int i = 1; i < 8; ++i)
        EXPECT_TRUE(readFile(drivers.out("t" + std::to_string(i) + ".npz")) == first)
            << i << ": " << r.err;
}

TEST(Devices, SelftestAgreesOnEveryStage) {
    Drivers drivers;
    drivers.addInstalled();
    const auto r = attnscope({"selftest", "-q"}, drivers.environment());
    EXPECT_EQ(r.status, 0) << r.out << r.err;
    for (const char *stage : {"scores_raw", "weights", "context", "concat_norm", "output"})
        EXPECT_NE(r.out.find(stage), std::string::npos) << r.out;
    EXPECT_EQ(r.out.find("OUT"), std::string::npos) << r.out;
}

} // namespace
} // namespace attnscope::test
