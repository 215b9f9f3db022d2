// SPDX-License-Identifier: GPL-3.0-or-later
// `attnscope experiment`, as a shell sees it.
#include "core/io/delimited.h"
#include "tests/cli/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace attnscope::test {
namespace {

const std::vector<std::string> kQuick = {"experiment", "score-deviation", "--set", "d_k=4,64",
                                         "--set",      "seeds=4",         "--set", "seed=7"};

std::vector<std::string> quick(std::initializer_list<std::string> more) {
    std::vector<std::string> all = kQuick;
    all.insert(all.end(), more);
    return all;
}

std::string contents(const std::string &file) {
    std::ifstream in(file, std::ios::binary);
    std::stringstream all;
    all << in.rdbuf();
    return all.str();
}

std::string inTemp(const std::string &name) {
    return (std::filesystem::temp_directory_path() / name).string();
}

TEST(ExperimentCommand, ListsDescribesAndRuns) {
    const Finished list = attnscope({"experiment"});
    EXPECT_EQ(list.status, 0);
    EXPECT_NE(list.out.find("score-deviation"), std::string::npos);
    const Finished told = attnscope({"experiment", "score-deviation", "--describe"});
    EXPECT_NE(told.out.find("d_k=1..1024"), std::string::npos);
    const Finished ran = attnscope(kQuick);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_NE(ran.out.find("std_raw"), std::string::npos);
    EXPECT_NE(ran.out.find("standard errors of √d_k·σ²"), std::string::npos);
}

TEST(ExperimentCommand, BothEnginesMeasureTheSame) {
    std::vector<double> measured[2];
    const std::string engines[] = {"reference", "opencl"};
    for (int e = 0; e < 2; ++e) {
        const std::string file = inTemp("attnscope_experiment_" + engines[e] + ".csv");
        const Finished ran = attnscope(quick({"--engine", engines[e], "-o", file}));
        ASSERT_EQ(ran.status, 0) << ran.err;
        const core::DelimitedTable t = core::readDelimited(file);
        ASSERT_EQ(t.columnLabels.at(1), "std_raw");
        measured[e] = {t.values.values().begin(), t.values.values().end()};
        std::filesystem::remove(file);
    }
    ASSERT_EQ(measured[0].size(), measured[1].size());
    for (std::size_t i = 0; i < measured[0].size(); ++i)
        EXPECT_NEAR(measured[0][i], measured[1][i], 1e-5 * std::fabs(measured[0][i]) + 1e-5) << i;
}

TEST(ExperimentCommand, WritesJsonAndPictures) {
    const std::string json = inTemp("attnscope_experiment.json");
    ASSERT_EQ(attnscope(quick({"-o", json})).status, 0);
    const auto j = nlohmann::json::parse(contents(json));
    EXPECT_EQ(j["experiment"], "score-deviation");
    EXPECT_EQ(j["seed"], 7);
    EXPECT_EQ(j["parameters"]["d_k"], "4,64");
    EXPECT_EQ(j["rows"].size(), 2U);
    EXPECT_EQ(j["rows"][1].size(), j["columns"].size());
    EXPECT_EQ(j["verdict"]["kind"], "holds");
    std::filesystem::remove(json);
    const std::pair<const char *, const char *> pictures[] = {
        {"png", "\x89PNG"}, {"svg", "<?xml"}, {"pdf", "%PDF"}};
    for (const auto &[ending, magic] : pictures) {
        const std::string file = inTemp(std::string("attnscope_experiment.") + ending);
        ASSERT_EQ(attnscope(quick({"-o", file})).status, 0) << ending;
        EXPECT_EQ(contents(file).rfind(magic, 0), 0U) << ending;
        std::filesystem::remove(file);
    }
}

TEST(ExperimentCommand, RefusesInOneSentence) {
    const auto refused = [](const std::vector<std::string> &arguments, int status,
                            const char *word) {
        const Finished f = attnscope(arguments);
        EXPECT_EQ(f.status, status) << f.err;
        EXPECT_NE(f.err.find(word), std::string::npos) << f.err;
        EXPECT_EQ(f.out, "");
    };
    refused({"experiment", "score-devation"}, 2, "did you mean score-deviation");
    refused({"experiment", "score-deviation", "--set", "dk=3"}, 2, "did you mean d_k");
    refused({"experiment", "score-deviation", "--set", "d_k=0"}, 1, "1 to 1024");
    refused({"experiment", "score-deviation", "-o", "x.txt"}, 2, ".csv");
    refused(quick({"-o", "/no/such/folder/x.csv"}), 4, "/no/such/folder");
    refused({"experiment", "-o", "x.csv"}, 2, "which experiment");
}

} // namespace
} // namespace attnscope::test
