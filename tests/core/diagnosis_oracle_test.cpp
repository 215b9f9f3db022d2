// SPDX-License-Identifier: GPL-3.0-or-later
// The measures of the heads against NumPy (tests/data/make_diagnosis.py).
#include "core/head_similarity.h"
#include "core/reference_engine.h"
#include "tests/support/oracle.h"

#include <nlohmann/json.hpp>

#include <fstream>

namespace attnscope::test {
namespace {

using namespace core;
using Json = nlohmann::json;

std::size_t g_compared = 0;

void expectNumber(const Json &wanted, const std::optional<double> &got, const std::string &what) {
    SCOPED_TRACE(what);
    ++g_compared;
    ASSERT_EQ(wanted.is_null(), !got.has_value());
    if (got)
        EXPECT_NEAR(*got, wanted.get<double>(), 1e-5 * std::max(1.0, std::abs(*got)));
}

void expectPairs(const Json &wanted, const PairMatrix &got, const std::string &what) {
    ASSERT_EQ(wanted.size(), got.heads) << what;
    for (std::size_t a = 0; a < got.heads; ++a)
        for (std::size_t b = 0; b < got.heads; ++b)
            expectNumber(wanted[a][b], got.at(a, b),
                         what + " " + std::to_string(a) + "," + std::to_string(b));
}

TEST(DiagnosisOracle, EveryMeasureAgreesWithNumPy) {
    const std::string data = std::string(ATTNSCOPE_TESTS_DIR) + "/data/";
    std::ifstream file(data + "diagnosis.json");
    const Json all = Json::parse(file);
    const auto cases = oracleCases(data + "oracle");
    ASSERT_EQ(all.size(), cases.size());
    ReferenceEngine engine;
    for (const OracleCase &c : cases) {
        SCOPED_TRACE(c.name);
        const Json &wanted = all.at(c.name);
        const auto trace =
            engine.run(std::make_shared<const Problem>(makeProblem(readSession(c.session))), {});
        const auto heads = measureHeads(*trace);
        ASSERT_EQ(wanted["heads"].size(), heads.size());
        for (std::size_t h = 0; h < heads.size(); ++h) {
            const Json &w = wanted["heads"][h];
            const HeadMeasures &m = heads[h];
            SCOPED_TRACE("head " + std::to_string(h));
            expectNumber(w["entropy"], m.entropy, "entropy");
            expectNumber(w["entropy_normalised"], m.entropyNormalised, "entropy_normalised");
            expectNumber(w["effective_keys"], m.effectiveKeys, "effective_keys");
            expectNumber(w["max_weight"], m.maxWeight, "max_weight");
            expectNumber(w["mean_distance"], m.meanDistance, "mean_distance");
            expectNumber(w["diagonal"], m.diagonal, "diagonal");
            expectNumber(w["previous_token"], m.previousToken, "previous_token");
            expectNumber(w["first_token"], m.firstToken, "first_token");
            expectNumber(w["block_clumping"], m.blockClumping, "block_clumping");
            expectNumber(w["row_sum_error"], m.rowSumError, "row_sum_error");
            expectNumber(w["output_share"], m.outputShare, "output_share");
            // How NaN spreads backwards from a row left undefined is no contract.
            if (m.notFiniteRows == 0 && m.outputShare) {
                expectNumber(w["gradient_norms"][0], m.gradients.q, "grad_Q");
                expectNumber(w["gradient_norms"][1], m.gradients.k, "grad_K");
                expectNumber(w["gradient_norms"][2], m.gradients.v, "grad_V");
            }
            ASSERT_EQ(w["position_bias"].size(), m.positionBias.size());
            for (std::size_t j = 0; j < m.positionBias.size(); ++j)
                expectNumber(w["position_bias"][j], m.positionBias[j],
                             "position_bias " + std::to_string(j));
        }
        const HeadSimilarity s = similarityOf(*trace);
        expectPairs(wanted["kl"], s.kl, "kl");
        expectPairs(wanted["js"], s.js, "js");
        expectPairs(wanted["cosine"], s.cosine, "cosine");
        expectPairs(wanted["cosine_centred"], s.cosineCentred, "cosine_centred");
    }
    EXPECT_GT(g_compared, 1500U); // numbers, over all cases
}

} // namespace
} // namespace attnscope::test
