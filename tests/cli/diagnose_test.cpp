// SPDX-License-Identifier: GPL-3.0-or-later
// `attnscope diagnose`, as outside programs see it (files-and-commands.md §4).
#include "core/io/npz.h"
#include "tests/cli/program.h"
#include "tests/support/oracle.h"

#include <nlohmann/json.hpp>

#include <limits>
#include <set>

namespace attnscope::test {
namespace {

using Json = nlohmann::json;

const std::vector<std::string> kMeasures = {
    "entropy",        "entropy_normalised", "effective_keys", "max_weight",    "diagonal",
    "previous_token", "first_token",        "block_clumping", "row_sum_error", "output_share"};
const std::vector<std::string> kChecks = {
    "scaled_by_sqrt_dk",    "mask_before_softmax", "rows_sum_to_one",
    "dq_equals_dk",         "dv_fits_wo",          "all_finite",
    "no_empty_row",         "gradients_reach_qkv", "hidden_weights_exactly_zero",
    "future_does_not_leak", "batch_does_not_leak"};
const std::set<std::string> kFlags = {"focused",       "uniform",        "diagonal",
                                      "position_leak", "position_watch", "redundant",
                                      "clumped",       "dead",           "silent"};

Json diagnosed(std::vector<std::string> arguments, std::string *err = nullptr) {
    arguments.insert(arguments.begin(), "diagnose");
    arguments.insert(arguments.end(), {"--json"});
    const auto r = attnscope(arguments);
    EXPECT_EQ(r.status, 0) << r.err;
    if (err)
        *err = r.err;
    return Json::parse(r.out);
}

Json lineOf(const Json &d, const std::string &name) {
    for (const Json &line : d["checklist"])
        if (line["name"] == name)
            return line;
    ADD_FAILURE() << name;
    return {};
}

void expectNumberOrNull(const Json &v, const std::string &what) {
    EXPECT_TRUE(v.is_number() || v.is_null()) << what << ": " << v;
}

/// Every key of the contract, of its type, and every matrix of its size.
void expectContract(const Json &d, std::size_t keys) {
    for (const char *name : {"heads", "kl", "js", "cosine", "cosine_centred", "position_bias",
                             "empty_rows", "nonfinite", "checklist", "parameters", "bytes"})
        ASSERT_TRUE(d.contains(name)) << name;
    const std::size_t H = d["heads"].size();
    for (std::size_t h = 0; h < H; ++h) {
        const Json &head = d["heads"][h];
        EXPECT_EQ(head["head"], h);
        for (const std::string &m : kMeasures) {
            ASSERT_TRUE(head.contains(m)) << m;
            expectNumberOrNull(head[m], m);
        }
        for (const char *g : {"Q", "K", "V"})
            expectNumberOrNull(head.at("gradient_norms").at(g), g);
        ASSERT_TRUE(head["flags"].is_array());
        for (const Json &f : head["flags"])
            EXPECT_TRUE(kFlags.count(f.get<std::string>())) << f;
    }
    for (const char *pair : {"kl", "js", "cosine", "cosine_centred"}) {
        ASSERT_EQ(d[pair].size(), H) << pair;
        for (const Json &row : d[pair]) {
            ASSERT_EQ(row.size(), H) << pair;
            for (const Json &v : row)
                expectNumberOrNull(v, pair);
        }
    }
    ASSERT_EQ(d["position_bias"].size(), H);
    for (const Json &row : d["position_bias"])
        EXPECT_EQ(row.size(), keys);
    for (const Json &row : d["empty_rows"])
        for (const char *part : {"batch", "head", "query"})
            EXPECT_TRUE(row.at(part).is_number_unsigned());
    for (const Json &n : d["nonfinite"]) {
        EXPECT_TRUE(n.at("stage").is_string());
        EXPECT_TRUE(n.at("count").is_number_unsigned());
    }
    ASSERT_EQ(d["checklist"].size(), kChecks.size());
    for (std::size_t k = 0; k < kChecks.size(); ++k) {
        const Json &line = d["checklist"][k];
        EXPECT_EQ(line["name"], kChecks[k]);
        EXPECT_TRUE(line.at("pass").is_boolean() || line["pass"].is_null());
        expectNumberOrNull(line.at("value"), kChecks[k]);
    }
}

void expectSame(const Json &wanted, const Json &got, const std::string &what, double by = 1e-5) {
    if (wanted.is_null() || got.is_null()) {
        EXPECT_EQ(wanted.is_null(), got.is_null()) << what << ": " << got << ", not " << wanted;
        return;
    }
    if (wanted.is_array()) {
        ASSERT_EQ(wanted.size(), got.size()) << what;
        for (std::size_t k = 0; k < wanted.size(); ++k)
            expectSame(wanted[k], got[k], what + "[" + std::to_string(k) + "]", by);
        return;
    }
    const double w = wanted.get<double>();
    EXPECT_NEAR(got.get<double>(), w, by * std::max(1.0, std::abs(w))) << what;
}

class DiagnoseOracle : public ::testing::TestWithParam<const char *> {};

TEST_P(DiagnoseOracle, EveryNumberAgreesWithNumPy) {
    // tests/data/make_diagnosis.py wrote them, from the definitions, for the traces of PyTorch.
    const Json all = Json::parse(readFile(testData("diagnosis.json")));
    const auto cases = oracleCases(testData("oracle"));
    ASSERT_EQ(all.size(), cases.size());
    ASSERT_GE(cases.size(), 26U);
    std::size_t gradients = 0;
    for (const OracleCase &c : cases) {
        SCOPED_TRACE(c.name);
        const Json got = diagnosed({c.session.string(), "--engine", GetParam(), "-q"});
        const Json &wanted = all.at(c.name);
        expectContract(got, wanted["heads"][0]["position_bias"].size());
        ASSERT_EQ(wanted["heads"].size(), got["heads"].size());
        for (std::size_t h = 0; h < got["heads"].size(); ++h) {
            const Json &w = wanted["heads"][h], &g = got["heads"][h];
            const std::string head = "head " + std::to_string(h) + " ";
            for (const std::string &m : kMeasures)
                expectSame(w.at(m), g.at(m), head + m);
            expectSame(w.at("mean_distance"), g.at("mean_distance"), head + "mean_distance");
            expectSame(w.at("position_bias"), got["position_bias"][h], head + "position_bias");
            // How NaN spreads backwards from a row left undefined is no contract.
            if (w["entropy"].is_null() || w["output_share"].is_null())
                continue;
            for (std::size_t k = 0; k < 3; ++k, ++gradients)
                expectSame(w["gradient_norms"][k], g["gradient_norms"][std::string(1, "QKV"[k])],
                           head + "gradient_norms");
        }
        for (const char *pair : {"kl", "js", "cosine", "cosine_centred"})
            expectSame(wanted.at(pair), got.at(pair), pair);
    }
    EXPECT_GT(gradients, 100U);
}
INSTANTIATE_TEST_SUITE_P(Engines, DiagnoseOracle, ::testing::Values("opencl", "reference"));

TEST(Diagnose, WhatNobodyAskedForIsNull) {
    const std::string t1 = testData("oracle/T1.npz");
    const Json none = diagnosed({t1, "--set", "gradient.upstream=none"});
    for (const Json &head : none["heads"])
        for (const char *g : {"Q", "K", "V"})
            EXPECT_TRUE(head["gradient_norms"][g].is_null());
    EXPECT_TRUE(lineOf(none, "gradients_reach_qkv")["pass"].is_null());
    EXPECT_TRUE(lineOf(none, "gradients_reach_qkv")["value"].is_null());
    EXPECT_TRUE(lineOf(none, "future_does_not_leak")["pass"].is_null()) << "no causal mask";
    EXPECT_TRUE(lineOf(none, "batch_does_not_leak")["pass"].is_null()) << "one sequence";
    EXPECT_TRUE(none["heads"][0]["block_clumping"].is_null()) << "three tokens have no block";
    for (const char *upstream : {"ones", "output"}) {
        const Json some = diagnosed({t1, "--set", std::string("gradient.upstream=") + upstream});
        for (const Json &head : some["heads"])
            EXPECT_GT(head["gradient_norms"]["V"].get<double>(), 0.0);
        EXPECT_TRUE(lineOf(some, "gradients_reach_qkv")["value"].is_number());
    }
    // dO = 1 and W_O = 1: dV = A'ᵀ·1, so of head 0 its squares are twice the column sums' squares.
    const double a = .401112, b = .197776, c = .248255, d = .503490;
    const double columns[] = {a + b + c, b + a + c, a + a + d};
    double squares = 0.0;
    for (const double s : columns)
        squares += 2.0 * s * s;
    const Json ones = diagnosed({t1, "--set", "gradient.upstream=ones"});
    EXPECT_NEAR(ones["heads"][0]["gradient_norms"]["V"].get<double>(), std::sqrt(squares), 1e-5);
}

TEST(Diagnose, OneTokenHasLittleToMeasure) {
    const Json d = diagnosed({"--set", "text=alone", "--set", "gradient.upstream=output"});
    expectContract(d, 1);
    for (const Json &head : d["heads"]) {
        EXPECT_EQ(head["entropy"], 0.0);
        EXPECT_EQ(head["effective_keys"], 1.0);
        for (const char *absent : {"entropy_normalised", "previous_token", "block_clumping"})
            EXPECT_TRUE(head[absent].is_null()) << absent;
        EXPECT_EQ(head["gradient_norms"]["Q"], 0.0) << "nothing to choose from";
    }
    EXPECT_TRUE(d["cosine_centred"][0][1].is_null()) << "nothing is left of a uniform map";
    EXPECT_EQ(lineOf(d, "gradients_reach_qkv")["pass"], false);
}

TEST(Diagnose, OneHeadAndOtherLengths) {
    TemporaryFolder folder;
    const std::string file = folder / "cross.npz";
    core::Tensor x({1, 3, 4}), memory({1, 5, 4});
    for (core::Tensor *t : {&x, &memory})
        for (std::size_t i = 0; i < t->size(); ++i)
            t->mutableData()[i] = std::sin(static_cast<float>(3 * i + t->size()));
    core::writeZip(file, {core::npyMember("X_embed", x), core::npyMember("X_memory", memory)});
    const Json d = diagnosed({file, "--set", "heads=1", "--set", "mask.causal=true"});
    expectContract(d, 5);
    ASSERT_EQ(d["heads"].size(), 1U);
    EXPECT_EQ(d["heads"][0]["output_share"], 1.0);
    EXPECT_EQ(d["kl"], Json::parse("[[0.0]]"));
    EXPECT_EQ(lineOf(d, "future_does_not_leak")["pass"], true);
    const auto &bias = d["position_bias"][0];
    double sum = 0.0; // bottom right: all three queries see keys 0 to 2
    for (std::size_t j = 0; j < 3; ++j)
        sum += 3.0 * bias[j].get<double>();
    sum += 2.0 * bias[3].get<double>() + bias[4].get<double>();
    EXPECT_NEAR(sum, 3.0, 1e-5) << "every query gives away 1";
}

TEST(Diagnose, NanInTheInputIsNoNumberAnywhere) {
    TemporaryFolder folder;
    const std::string file = folder / "nan.npz";
    core::Tensor x({1, 6, 4});
    for (std::size_t i = 0; i < x.size(); ++i)
        x.mutableData()[i] = std::sin(static_cast<float>(i));
    x.mutableData()[5] = std::numeric_limits<float>::quiet_NaN();
    core::writeZip(file, {core::npyMember("X_embed", x)});
    std::string err;
    const Json d = diagnosed({file, "--set", "heads=2", "--set", "gradient.upstream=ones"}, &err);
    expectContract(d, 6);
    EXPECT_NE(err.find("X_embed"), std::string::npos) << "it is told where: " << err;
    for (const Json &head : d["heads"]) {
        for (const std::string &m : kMeasures)
            EXPECT_TRUE(head[m].is_null()) << m << ": " << head[m];
        EXPECT_TRUE(head["gradient_norms"]["Q"].is_null());
        EXPECT_TRUE(head["flags"].empty());
    }
    for (const char *pair : {"kl", "js", "cosine", "cosine_centred"})
        EXPECT_TRUE(d[pair][0][1].is_null()) << pair;
    EXPECT_EQ(lineOf(d, "all_finite")["pass"], false);
    std::size_t input = 0;
    for (const Json &n : d["nonfinite"])
        if (n["stage"] == "X_embed")
            input = n["count"];
    EXPECT_EQ(input, 1U);
}

TEST(Diagnose, EmptyRowsAreNamedAndLeftOut) {
    TemporaryFolder folder;
    const std::string file = folder / "empty.npz";
    core::BoolTensor mask({3, 3}, 1);
    std::fill_n(mask.mutableData() + 6, 3, std::uint8_t{0});
    core::writeZip(file, {core::npyMember("X_embed", core::Tensor({1, 3, 4}, 0.5F)),
                          core::npyMember("mask_keep", mask)});
    const Json d = diagnosed({file, "--set", "heads=2"});
    EXPECT_EQ(d["empty_rows"], Json::parse(R"([{"batch":0,"head":0,"query":2},
                                                {"batch":0,"head":1,"query":2}])"));
    EXPECT_EQ(lineOf(d, "no_empty_row")["pass"], false);
    EXPECT_EQ(lineOf(d, "no_empty_row")["value"], 2);
    for (const Json &head : d["heads"]) {
        EXPECT_NEAR(head["entropy"].get<double>(), std::log(3.0), 1e-6) << "of equal tokens";
        EXPECT_NEAR(head["diagonal"].get<double>(), 1.0 / 3.0, 1e-6);
        EXPECT_LT(head["row_sum_error"].get<double>(), 1e-6) << "the empty row sums to 0";
    }
    std::fill_n(mask.mutableData(), 9, std::uint8_t{0});
    core::writeZip(file, {core::npyMember("X_embed", core::Tensor({1, 3, 4}, 0.5F)),
                          core::npyMember("mask_keep", mask)});
    const Json nobody = diagnosed({file, "--set", "heads=2"});
    for (const std::string &m : kMeasures)
        EXPECT_TRUE(nobody["heads"][0][m].is_null()) << m;
    EXPECT_EQ(nobody["empty_rows"].size(), 6U);
}

TEST(Diagnose, ParametersAndBytesOfTheDefaults) {
    // D 32, 4 heads of 8: four matrices of 32².
    const Json d = diagnosed({"--set", "text=a b c d", "--set", "d_model=32", "--set", "heads=4",
                              "--set", "d_k=8", "--set", "d_v=8"});
    for (const char *w : {"W_Q", "W_K", "W_V", "W_O"})
        EXPECT_EQ(d["parameters"][w], 1024) << w;
    EXPECT_GE(d["parameters"]["total"], 4096);
    EXPECT_EQ(d["bytes"]["weights"], 4 * 4 * 4 * 4);
    EXPECT_EQ(d["bytes"]["kv_cache"], 2 * 4 * 32 * 4);
}

/// One map of somebody's own.
std::string mapFile(const TemporaryFolder &folder, std::size_t n, const std::vector<float> &p) {
    const std::string file = folder / "weights.npy";
    const core::Tensor map({n, n}, std::span<const float>(p));
    writeFile(file, core::npyMember("weights", map).head +
                        std::string(reinterpret_cast<const char *>(map.data()), map.bytes()));
    return file;
}

TEST(Diagnose, DGN01_AProbabilityOfZeroIsNoNan) {
    TemporaryFolder folder;
    const Json d = diagnosed({mapFile(folder, 3, {0, .25F, .75F, 0, 1, 0, .7F, .2F, .1F})});
    EXPECT_NEAR(d["heads"][0]["entropy"].get<double>(), (0.562335 + 0.0 + 0.801819) / 3, 1e-6);
    const Json first =
        diagnosed({mapFile(folder, 3, {0, .25F, .75F, 0, .25F, .75F, 0, .25F, .75F})});
    EXPECT_NEAR(first["heads"][0]["entropy"].get<double>(), 0.562335, 1e-6);
    const Json certain = diagnosed({mapFile(folder, 3, {0, 1, 0, 0, 1, 0, 0, 1, 0})});
    EXPECT_EQ(certain["heads"][0]["entropy"], 0.0);
    const Json even = diagnosed({mapFile(folder, 3, std::vector<float>(9, 1.0F / 3.0F))});
    EXPECT_NEAR(even["heads"][0]["entropy"].get<double>(), 1.098612, 1e-6);
}

TEST(Diagnose, DGN02_APreviousTokenIsOneThatWasChosen) {
    TemporaryFolder folder;
    const auto score = [&](const std::vector<float> &p) {
        return diagnosed({mapFile(folder, 3, p)})["heads"][0]["previous_token"].get<double>();
    };
    EXPECT_NEAR(score({1, 0, 0, 1, 0, 0, 0, 1, 0}), 1.0, 1e-6);
    const float third = 1.0F / 3.0F;
    EXPECT_NEAR(score({1, 0, 0, .5F, .5F, 0, third, third, third}), 0.416667, 1e-6);
    EXPECT_NEAR(score(std::vector<float>(9, third)), 1.0 / 3.0, 1e-6);
}

TEST(Diagnose, FinishedMapsHaveNothingBehindThem) {
    TemporaryFolder folder;
    const Json d = diagnosed({mapFile(folder, 2, {1, 0, .5F, .5F})});
    expectContract(d, 2);
    EXPECT_TRUE(d["parameters"].is_null());
    EXPECT_TRUE(d["bytes"]["kv_cache"].is_null());
    EXPECT_EQ(d["bytes"]["weights"], 16);
    EXPECT_TRUE(d["heads"][0]["output_share"].is_null());
    for (const char *name : {"scaled_by_sqrt_dk", "dq_equals_dk", "dv_fits_wo",
                             "gradients_reach_qkv", "future_does_not_leak"})
        EXPECT_TRUE(lineOf(d, name)["pass"].is_null()) << name;
    // Ones everywhere are no attention, and are said to be none.
    const Json ones = diagnosed({mapFile(folder, 3, std::vector<float>(9, 1.0F))});
    EXPECT_EQ(lineOf(ones, "rows_sum_to_one")["pass"], false);
    EXPECT_EQ(ones["heads"][0]["row_sum_error"], 2.0);
}

TEST(Diagnose, StatusTellsWhatWentWrong) {
    TemporaryFolder folder;
    EXPECT_EQ(attnscope({"diagnose", folder / "missing.attn"}).status, 1);
    EXPECT_EQ(attnscope({"diagnose", "--set", "heads=0"}).status, 1);
    EXPECT_EQ(attnscope({"diagnose", "--set", "gradient.upstream=sideways"}).status, 1);
    const auto given = attnscope({"diagnose", "--set", "gradient.upstream=given"});
    EXPECT_EQ(given.status, 1) << "there is no grad_output";
    EXPECT_EQ(given.linesOnStderr(), 1) << given.err;
    EXPECT_EQ(attnscope({"diagnose", "--jason"}).status, 2);
    const auto wrong = attnscope({"diagnose", "--engine", "opencl", "--device", "99", "--json"});
    EXPECT_EQ(wrong.status, 3);
    EXPECT_EQ(wrong.out, "") << "stdout carries results only";
    const auto table = attnscope({"diagnose", "-q"});
    EXPECT_EQ(table.status, 0);
    EXPECT_EQ(table.err, "");
    for (const std::string &name : kChecks)
        EXPECT_NE(table.out.find(name), std::string::npos) << name;
}

} // namespace
} // namespace attnscope::test
