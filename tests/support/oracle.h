// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare.h"
#include "core/io/npz.h"
#include "core/io/session_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace attnscope::test {

/// A session and the trace that PyTorch's float64 autograd gave for it (tests/data/oracle).
struct OracleCase {
    std::string name;
    std::filesystem::path session, trace;
};

inline std::vector<OracleCase> oracleCases(const std::filesystem::path &folder) {
    std::vector<OracleCase> all;
    for (const auto &entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name.size() > 4 && name.find(".trace.") == std::string::npos &&
            entry.path().extension() == ".npz") {
            const std::string stem = entry.path().stem().string();
            all.push_back({stem, entry.path(), folder / (stem + ".trace.npz")});
        }
    }
    std::sort(all.begin(), all.end(), [](const auto &a, const auto &b) { return a.name < b.name; });
    return all;
}

struct NamedArray {
    std::string name;
    core::DoubleTensor values;
};
/// All arrays of an archive.
inline std::vector<NamedArray> readNpz(const std::filesystem::path &path) {
    const core::NpzReader reader(path);
    std::vector<NamedArray> all;
    for (const std::string &name : reader.arrayNames())
        all.push_back({name, core::npyValues<double>(reader.array(name))});
    return all;
}

/// Every gradient of the expected trace is in `got`, and no other, within the same bounds. How NaN
/// spreads backwards from a row that was left undefined is no contract: such cases are left out.
/// \returns how many arrays were compared.
inline std::size_t expectOracleGradients(const OracleCase &c, const core::Trace &got) {
    using namespace core;
    std::size_t compared = 0, held = 0;
    const std::vector<NamedArray> all = readNpz(c.trace);
    for (const NamedArray &a : all)
        if (a.name == "weights")
            for (const double w : a.values.values())
                if (std::isnan(w))
                    return 0;
    for (const NamedArray &expected : all) {
        if (expected.name.rfind("grad_", 0) != 0)
            continue;
        const auto gradient = gradientByName(expected.name);
        if (!gradient) {
            ADD_FAILURE() << expected.name;
            continue;
        }
        const Tensor &g = got[*gradient];
        if (!g.present() || g.shape() != expected.values.shape()) {
            ADD_FAILURE() << c.name << ": " << expected.name << " is missing or of another shape";
            continue;
        }
        EXPECT_EQ(gradientShape(*got.problem, *gradient), g.shape()) << expected.name;
        const StageDifference d = compareValues(expected.values.values(), g.values());
        EXPECT_TRUE(d.withinTolerance())
            << c.name << ": " << expected.name << " is off by " << d.maxAbs << " at scale "
            << d.maxReference << ", " << d.mismatched << " cells of another kind";
        ++compared;
    }
    for (const GradientInfo &info : gradientTable())
        held += got[info.gradient].present() ? 1 : 0;
    EXPECT_EQ(held, compared) << c.name;
    return compared;
}

/// Every forward array of the expected trace is in `got`, with the right shape, within
/// |Δ| ≤ 2e−6 + 2e−5·max|expected| and with NaN and ∞ in the same places.
inline void expectOracle(const OracleCase &c, const core::Trace &got) {
    using namespace core;
    std::size_t compared = 0;
    for (const NamedArray &expected : readNpz(c.trace)) {
        if (expected.name.rfind("grad_", 0) == 0)
            continue;
        const auto stage = stageByName(expected.name);
        ASSERT_TRUE(stage) << expected.name;
        if (*stage == Stage::Scale) {
            const double scale = expected.values.data()[0];
            EXPECT_NEAR(got.scale, scale, 2e-6 + 2e-5 * std::abs(scale));
        } else if (*stage == Stage::MaskKeep) {
            const BoolTensor keep = got.keep.expanded();
            ASSERT_EQ(keep.shape(), expected.values.shape());
            for (std::size_t i = 0; i < keep.size(); ++i)
                ASSERT_EQ(keep.data()[i] != 0, expected.values.data()[i] != 0) << c.name;
        } else {
            const Tensor &g = got[*stage];
            ASSERT_TRUE(g.present()) << c.name << ": " << expected.name;
            ASSERT_EQ(g.shape(), expected.values.shape()) << c.name << ": " << expected.name;
            const StageDifference d = compareValues(expected.values.values(), g.values());
            EXPECT_TRUE(d.withinTolerance())
                << c.name << ": " << expected.name << " is off by " << d.maxAbs << " at scale "
                << d.maxReference << ", " << d.mismatched << " cells of another kind";
        }
        ++compared;
    }
    EXPECT_GE(compared, 12U) << c.name;
}

} // namespace attnscope::test
