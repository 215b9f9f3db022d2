// SPDX-License-Identifier: GPL-3.0-or-later
// Finding drivers, and surviving the bad ones.
#include "gpu/cache_folder.h"
#include "gpu/icd_files.h"
#include "gpu/opencl_engine.h"
#include "gpu/start_marker.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <thread>
#include <unistd.h>

namespace attnscope::gpu {
namespace {

namespace fs = std::filesystem;

/// Sets variables of the environment for one test.
class Environment {
public:
    ~Environment() {
        for (auto it = m_before.rbegin(); it != m_before.rend(); ++it)
            it->second ? ::setenv(it->first.c_str(), it->second->c_str(), 1)
                       : ::unsetenv(it->first.c_str());
    }
    void set(const std::string &name, const std::string &value) {
        keep(name);
        ::setenv(name.c_str(), value.c_str(), 1);
    }
    void unset(const std::string &name) {
        keep(name);
        ::unsetenv(name.c_str());
    }

private:
    void keep(const std::string &name) {
        const char *value = std::getenv(name.c_str());
        m_before.emplace_back(name, value ? std::optional<std::string>(value) : std::nullopt);
    }
    std::vector<std::pair<std::string, std::optional<std::string>>> m_before;
};

class Probe : public testing::Test {
protected:
    void SetUp() override {
        m_folder = fs::temp_directory_path() / ("attnscope-probe-" + std::to_string(::getpid()));
        fs::remove_all(m_folder);
        fs::create_directories(m_folder / "cache");
        m_environment.set("XDG_CACHE_HOME", (m_folder / "cache").string());
    }
    void TearDown() override { fs::remove_all(m_folder); }

    fs::path write(const std::string &name, const std::string &text, bool program = false) {
        const fs::path file = m_folder / name;
        fs::create_directories(file.parent_path());
        std::ofstream(file) << text;
        if (program)
            fs::permissions(file, fs::perms::owner_all);
        return file;
    }
    /// A folder of drivers of these names; the library is never loaded by these tests.
    void drivers(std::initializer_list<const char *> names) {
        for (const char *name : names)
            write("vendors/" + std::string(name) + ".icd", "lib" + std::string(name) + ".so\n");
        m_environment.set("OCL_ICD_VENDORS", (m_folder / "vendors").string());
    }
    /// What a child that behaves like this shell script makes of it.
    ProbeOptions script(const std::string &text) {
        ProbeOptions options;
        options.program = write("child.sh", "#!/bin/sh\n" + text, true);
        options.timeout = std::chrono::milliseconds(1500);
        return options;
    }

    fs::path m_folder;
    Environment m_environment;
};

// A child's lines for one good device.
const std::string kGood =
    "printf 'step\\tloading the driver\\nentry\\tP\\tDev\\tV\\t1.0\\tCPU\\t2\\t"
    "1000\\t500\\t\\t1\\t\\nend\\n'\n";

TEST_F(Probe, OCL04_FolderWithAndWithoutASlash) {
    drivers({"b", "a"});
    const std::string folder = (m_folder / "vendors").string();
    for (const std::string &value : {folder, folder + "/"}) {
        m_environment.set("OCL_ICD_VENDORS", value);
        const auto files = icdFiles();
        ASSERT_EQ(files.size(), 2u) << value;
        EXPECT_EQ(files[0].library, "liba.so");
        EXPECT_EQ(files[1].library, "libb.so");
    }
    m_environment.set("OCL_ICD_VENDORS", folder + "/a.icd");
    ASSERT_EQ(icdFiles().size(), 1u);
    m_environment.set("OCL_ICD_VENDORS", "/nonexistent/");
    EXPECT_TRUE(icdFiles().empty());
    EXPECT_EQ(icdPlace(), "OCL_ICD_VENDORS=/nonexistent/");
}

TEST_F(Probe, OCL01_NoDriverAtAll) {
    m_environment.set("OCL_ICD_VENDORS", (m_folder / "nothing").string());
    const ProbeReport report = probeDevices(script(kGood));
    EXPECT_TRUE(report.devices.empty());
    EXPECT_FALSE(report.anyLeftOut);
    EXPECT_NE(report.note.find("no OpenCL platform"), std::string::npos) << report.note;
    EXPECT_NE(report.note.find((m_folder / "nothing").string()), std::string::npos) << report.note;
    EXPECT_THROW((void)chooseDevice(report, std::nullopt), core::EngineError);
}

TEST_F(Probe, OCL03_DriverThatAbortsIsNamedAndTheOthersStay) {
    drivers({"bad", "good"});
    const ProbeReport report = probeDevices(
        script("case $OCL_ICD_VENDORS in */bad.icd) printf 'step\\tlisting the platforms\\n'; "
               "kill -ABRT $$;; esac\n" +
               kGood));
    ASSERT_EQ(report.devices.size(), 2u);
    EXPECT_TRUE(report.devices[0].usable);
    EXPECT_EQ(report.devices[0].index, 0);
    EXPECT_EQ(report.devices[0].name, "Dev");
    EXPECT_EQ(report.devices[0].memory, 1000u);
    const std::string why = report.devices[1].reason;
    EXPECT_FALSE(report.devices[1].usable);
    EXPECT_NE(why.find("bad.icd"), std::string::npos) << why;
    EXPECT_NE(why.find("signal 6"), std::string::npos) << why;
    EXPECT_NE(why.find("listing the platforms"), std::string::npos) << why;
    ASSERT_EQ(report.goodDrivers.size(), 1u);
    EXPECT_TRUE(report.anyLeftOut);
    const DeviceChoice choice = chooseDevice(report, 0);
    EXPECT_EQ(choice.platform, "P");
    EXPECT_EQ(choice.name, "Dev");
    // Only the good one is loaded from here on.
    m_environment.set("OCL_ICD_VENDORS", std::getenv("OCL_ICD_VENDORS"));
    useGoodDrivers(report);
    ASSERT_EQ(icdFiles().size(), 1u);
    EXPECT_EQ(icdFiles()[0].library, "libgood.so");
}

TEST_F(Probe, OCL03_DriverThatHangs) {
    drivers({"good1", "good2", "slow"});
    const auto start = std::chrono::steady_clock::now();
    const ProbeReport report = probeDevices(
        script("case $OCL_ICD_VENDORS in */slow.icd) printf 'step\\tloading the driver\\n'; "
               "sleep 60;; esac\n" +
               kGood));
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
    ASSERT_EQ(report.devices.size(), 3u);
    EXPECT_NE(report.devices[2].reason.find("did not answer"), std::string::npos)
        << report.devices[2].reason;
    m_environment.set("OCL_ICD_VENDORS", std::getenv("OCL_ICD_VENDORS"));
    useGoodDrivers(report);
    EXPECT_EQ(icdFiles().size(), 2u); // a folder made of the two good ones
}

TEST_F(Probe, OCL02_PlatformWithoutDevicesIsALine) {
    drivers({"empty", "good"});
    const ProbeReport report = probeDevices(script(
        "case $OCL_ICD_VENDORS in */empty.icd) "
        "printf 'entry\\tstub\\t\\t\\t\\t\\t0\\t0\\t0\\t\\t0\\tno devices\\nend\\n'; exit 0;; "
        "esac\n" +
        kGood));
    ASSERT_EQ(report.devices.size(), 2u);
    EXPECT_EQ(report.devices[1].reason, "no devices");
    // It stays in the list, and is not loaded: it would cost a start for nothing.
    EXPECT_TRUE(report.anyLeftOut);
    ASSERT_EQ(report.goodDrivers.size(), 1u);
    m_environment.set("OCL_ICD_VENDORS", std::getenv("OCL_ICD_VENDORS"));
    useGoodDrivers(report);
    ASSERT_EQ(icdFiles().size(), 1u);
    EXPECT_EQ(icdFiles()[0].library, "libgood.so");
}

TEST_F(Probe, VerdictIsRememberedUntilADriverChanges) {
    drivers({"good"});
    ProbeOptions options = script("echo x >> \"$XDG_CACHE_HOME/calls\"\n" + kGood);
    const auto calls = [this] {
        return readFile(m_folder / "cache" / "calls").value_or("").size();
    };
    EXPECT_FALSE(probeDevices(options).remembered);
    const ProbeReport again = probeDevices(options);
    EXPECT_TRUE(again.remembered);
    ASSERT_EQ(again.devices.size(), 1u);
    EXPECT_TRUE(again.devices[0].usable);
    EXPECT_EQ(calls(), 2u);
    options.rescan = true;
    EXPECT_FALSE(probeDevices(options).remembered);
    EXPECT_EQ(calls(), 4u);
    options.rescan = false;
    drivers({"good", "new"});
    EXPECT_FALSE(probeDevices(options).remembered);
    // A damaged verdict is no verdict.
    for (const auto &file : fs::directory_iterator(m_folder / "cache" / "attnscope"))
        if (file.is_regular_file())
            std::ofstream(file.path(), std::ios::app) << "rubbish\n";
    EXPECT_FALSE(probeDevices(options).remembered);
}

TEST_F(Probe, ProgramThatCannotBeStarted) {
    drivers({"good"});
    ProbeOptions options;
    options.program = m_folder / "is-not-there";
    const ProbeReport report = probeDevices(options);
    ASSERT_EQ(report.devices.size(), 1u);
    EXPECT_NE(report.devices[0].reason.find("could not be probed"), std::string::npos)
        << report.devices[0].reason;
}

TEST_F(Probe, TwoCrashesWhileOpeningPutADeviceAside) {
    drivers({"good"});
    const ProbeOptions options = script(kGood);
    ASSERT_TRUE(probeDevices(options).devices.at(0).usable);
    const std::string device = deviceTitle(probeDevices(options).devices.at(0));
    const auto mark = [&](int pid) {
        write("cache/attnscope/opening-" + hexText(hash64(device)) + "-" + std::to_string(pid), "");
    };
    mark(2000000001); // no process has that number
    EXPECT_EQ(StartMarker::crashes(device), 1);
    EXPECT_TRUE(probeDevices(options).devices.at(0).usable);
    mark(2000000002);
    EXPECT_FALSE(probeDevices(options).devices.at(0).usable);
    { StartMarker(device).opened(); }
    EXPECT_TRUE(probeDevices(options).devices.at(0).usable);
}

TEST_F(Probe, OCL05_CacheFolderThatCannotBeWritten) {
    for (const char *bad : {"/proc/nope", ""}) {
        m_environment.set("POCL_CACHE_DIR", bad);
        prepareDriverCaches();
        EXPECT_TRUE(canWriteInto(std::getenv("POCL_CACHE_DIR"))) << std::getenv("POCL_CACHE_DIR");
    }
    m_environment.set("POCL_CACHE_DIR", "/proc/nope");
    m_environment.unset("XDG_CACHE_HOME");
    m_environment.unset("HOME");
    EXPECT_FALSE(userCacheFolder().has_value());
    prepareDriverCaches();
    EXPECT_TRUE(canWriteInto(std::getenv("POCL_CACHE_DIR"))) << std::getenv("POCL_CACHE_DIR");
    // Neither the verdict nor a marker has a place, and both do without.
    drivers({"good"});
    EXPECT_TRUE(probeDevices(script(kGood)).devices.at(0).usable);
    EXPECT_EQ(StartMarker::crashes("x"), 0);
}

TEST_F(Probe, CLR07_OneCompilesAtATime) {
    m_environment.set("POCL_CACHE_DIR", m_folder.c_str());
    std::atomic<int> inside{0};
    std::atomic<bool> together{false};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            for (int j = 0; j < 20; ++j) {
                const CompileTurn turn;
                together = together || ++inside > 1;
                std::this_thread::yield();
                --inside;
            }
        });
    for (std::thread &thread : threads)
        thread.join();
    EXPECT_FALSE(together);
    // Without a folder there is nothing to take turns at, and nothing to wait for.
    m_environment.set("POCL_CACHE_DIR", "/proc/nope");
    const CompileTurn first, second;
}

TEST_F(Probe, RealDriversThroughARealChild) {
    ProbeOptions options; // this very program, see main.cpp
    options.timeout = std::chrono::seconds(60);
    const ProbeReport report = probeDevices(options);
    for (const DeviceEntry &e : report.devices)
        EXPECT_TRUE(e.usable || !e.reason.empty()) << deviceTitle(e);
    const auto listed = listDevices();
    const auto usable = [](const std::vector<DeviceEntry> &all) {
        return std::count_if(all.begin(), all.end(), [](const DeviceEntry &e) { return e.usable; });
    };
    EXPECT_EQ(usable(report.devices), usable(listed));
    EXPECT_GE(usable(listed), 1);
}

TEST_F(Probe, AtomicFilesAndHashes) {
    const fs::path file = m_folder / "x.bin";
    EXPECT_TRUE(writeFileAtomically(file, std::string_view("a\0b", 3)));
    EXPECT_EQ(readFile(file), std::string("a\0b", 3));
    EXPECT_FALSE(writeFileAtomically(m_folder / "no" / "such" / "folder", "x"));
    EXPECT_EQ(hexText(hash64("")), "cbf29ce484222325"); // offset basis of FNV-1a
    EXPECT_EQ(hexText(hash64("a")), "af63dc4c8601ec8c");
}

} // namespace
} // namespace attnscope::gpu
