// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain.h"

#include "core/dropout.h"
#include "core/input_array.h"
#include "core/reference_engine.h"
#include "tests/support/random_problem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace attnscope::test {
namespace {

using namespace core;
using S = Stage;
using G = Gradient;

/// Every option, every upstream gradient, and now and then an input that is no number.
Problem anyProblem(std::mt19937 &r) {
    Problem p = randomProblem(r);
    p.config.upstream = static_cast<Upstream>(1 + r() % 3);
    if (r() % 5 == 0) {
        Tensor &x = p.cross() && r() % 2 ? p.xMemory : p.xEmbed;
        const float bad[] = {std::nanf(""), INFINITY, -INFINITY};
        x.mutableData()[r() % x.size()] = bad[r() % 3];
    }
    return p;
}

/// The arrays by themselves, without the lookup that explanations use.
template <class T> double numberIn(const BasicTrace<T> &t, const CellLink &link) {
    const Problem &p = *t.problem;
    if (const auto *s = std::get_if<Stage>(&link.array)) {
        if (*s == S::Scale)
            return static_cast<double>(static_cast<T>(t.scale));
        if (*s == S::MaskKeep)
            return t.keep.expanded().values()[link.index];
        return static_cast<double>(t[*s].values()[link.index]);
    }
    if (const auto *g = std::get_if<Gradient>(&link.array))
        return static_cast<double>(t[*g].values()[link.index]);
    const std::string name(nameOf(link.array));
    if (const auto input = inputByName(name))
        return static_cast<double>(inputArray(p, *input).values()[link.index]);
    if (name == "dropout_keep")
        return dropoutKeepMask(p).values()[link.index];
    if (name == "mask_custom")
        return p.maskKeep.values()[link.index];
    EXPECT_EQ(name, "lengths");
    return static_cast<double>(p.lengths.values()[link.index]);
}

bool same(double a, double b, double tolerance) {
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) && std::isnan(b);
    return a == b || std::abs(a - b) <= tolerance;
}

/// Largest finite size in an array, which the tolerance of the engines goes by.
template <class T> double largest(const BasicTrace<T> &t, const ArrayRef &array) {
    const Shape shape = *shapeOf(t, array);
    double most = 0.0;
    for (std::size_t k = 0; k < elementCount(shape); ++k) {
        const double v = std::abs(numberIn(t, {array, k}));
        if (std::isfinite(v))
            most = std::max(most, v);
    }
    return most;
}

std::vector<Operand> operandsOf(const Explanation &e) {
    std::vector<Operand> found;
    const auto collect = [&found](const Parts &parts) {
        for (const Part &part : parts)
            if (part.operand)
                found.push_back(*part.operand);
    };
    for (const Step &step : e.steps) {
        collect(step.parts);
        for (const Term &term : step.terms)
            collect(term.parts);
    }
    return found;
}

/// What a symbol must end in to name that cell: its coordinates, without the only sequence.
template <class T> std::string indexText(const BasicTrace<T> &t, const CellLink &link) {
    const Shape shape = *shapeOf(t, link.array);
    std::vector<std::size_t> at = coordinates(shape, link.index);
    const std::string name(nameOf(link.array));
    const bool batchFirst =
        name == "lengths" || name == "dropout_keep" ||
        (at.size() >= 3 && name != "PE" && name.find("W_") == std::string::npos);
    std::string text;
    for (std::size_t a = batchFirst && t.problem->batch() == 1 ? 1 : 0; a < at.size(); ++a)
        text += (text.empty() ? "" : ",") + std::to_string(at[a]);
    return text;
}

template <class T> void checkSums(const BasicTrace<T> &, const Explanation &e) {
    for (const Step &step : e.steps) {
        if (step.kind != Step::Kind::Sum)
            continue;
        double sum = 0.0;
        for (const Term &term : step.terms) {
            if (!term.leftOut)
                sum += term.value;
            EXPECT_TRUE(same(sum, term.partial, 0.0));
        }
        EXPECT_TRUE(same(sum + step.moreBy.value_or(0.0), step.value, 1e-12 * std::abs(sum)));
    }
}

template <class T>
void checkCell(const BasicTrace<T> &t, const CellLink &cell, const Explanation &e, double relative,
               double absolute) {
    const std::string what = std::string(nameOf(cell.array)) + " " + std::to_string(cell.index);
    ASSERT_TRUE(e.complete()) << what;
    const double traced = numberIn(t, cell);
    EXPECT_TRUE(same(e.traced, traced, 0.0)) << what;
    const double tolerance = absolute + relative * largest(t, cell.array);
    EXPECT_TRUE(same(e.value, traced, tolerance))
        << what << ": explained " << e.value << ", in the trace " << traced;
    for (const Operand &o : operandsOf(e)) {
        if (!o.link)
            continue;
        EXPECT_TRUE(same(o.value, numberIn(t, *o.link), 0.0)) << what << " from " << o.symbol;
        EXPECT_FALSE(*o.link == cell) << what << " is explained by itself";
        const std::string indices = indexText(t, *o.link);
        EXPECT_TRUE(indices.empty() || o.symbol.find(indices + "</sub>") != std::string::npos)
            << o.symbol << " does not name " << indices;
    }
    checkSums(t, e);
}

/// Arrays of a trace that can be explained.
template <class T> std::vector<ArrayRef> arraysOf(const BasicTrace<T> &t) {
    std::vector<ArrayRef> found;
    for (const StageInfo &s : stageTable())
        if (shapeOf(t, s.stage))
            found.emplace_back(s.stage);
    for (const GradientInfo &g : gradientTable())
        if (shapeOf(t, g.gradient))
            found.emplace_back(g.gradient);
    return found;
}

/// Walks from cells of every array along random links until an input, `count` cells at least.
template <class Run>
std::set<std::string> walk(unsigned seed, std::size_t count, Run run, double relative,
                           double absolute) {
    std::mt19937 r(seed);
    std::set<std::string> seen;
    std::size_t explained = 0;
    while (explained < count && !::testing::Test::HasFailure()) {
        const auto trace = run(shared(anyProblem(r)));
        const auto &t = *trace;
        for (const ArrayRef &array : arraysOf(t)) {
            CellLink cell{array, r() % elementCount(*shapeOf(t, array))};
            for (;;) {
                const Explanation e = explain(t, cell);
                checkCell(t, cell, e, relative, absolute);
                ++explained;
                seen.insert(std::string(nameOf(cell.array)));
                std::vector<CellLink> links;
                for (const Operand &o : operandsOf(e))
                    if (o.link)
                        links.push_back(*o.link);
                if (links.empty())
                    break;
                cell = links[r() % links.size()];
            }
        }
    }
    EXPECT_GE(explained, count);
    return seen;
}

CellLink cellOf(const Trace &t, const ArrayRef &array, const std::vector<std::size_t> &at) {
    return {array, flatIndex(*shapeOf(t, array), at)};
}

bool says(const Explanation &e, Remark remark) {
    return std::find(e.remarks.begin(), e.remarks.end(), remark) != e.remarks.end();
}

TracePtr run(Problem p, StageSet keep = StageSet::all()) {
    RunOptions options;
    options.keep = keep;
    options.gradients = true;
    return ReferenceEngine().run(shared(std::move(p)), options);
}

TEST(Explain, WalksTenThousandCellsOfTheEngine) {
    const auto engine = [](std::shared_ptr<const Problem> drawn) {
        Problem p = *drawn;
        // The reference adds −1e9 in double, but its trace is fp32, where that absorbs a score:
        // what stands there does not make what follows.
        if (p.config.mask.application == MaskApplication::AddToScores && p.config.mask.fill == -1e9)
            p.config.mask.fill = -3.0;
        return run(p);
    };
    const auto seen = walk(1, 10000, engine, 2e-5, 2e-6);
    for (const StageInfo &s : stageTable())
        EXPECT_TRUE(seen.count(std::string(s.name))) << s.name;
    for (const GradientInfo &g : gradientTable())
        EXPECT_TRUE(seen.count(std::string(g.name))) << g.name;
}

TEST(Explain, WalksTenThousandCellsInDouble) {
    // The operands are as exact as the result here, so that nothing hides below fp32.
    walk(
        2, 10000,
        [](std::shared_ptr<const Problem> p) {
            return std::make_shared<const ReferenceTrace>(referencePass(std::move(p)));
        },
        1e-12, 1e-9);
}

TEST(Explain, AProductTermByTerm) {
    // Q = K = X in two heads: query 0 of head 0 is (1, 0), key 2 is (1, 1).
    const TracePtr t = run(t1());
    const Explanation e = explain(*t, cellOf(*t, S::ScoresRaw, {0, 0, 0, 2}));
    ASSERT_EQ(e.steps.size(), 1U);
    ASSERT_EQ(e.steps[0].terms.size(), 2U);
    EXPECT_EQ(e.symbol, "<i>S</i><sub>raw 0,0,2</sub>");
    const auto &first = e.steps[0].terms[0], &second = e.steps[0].terms[1];
    EXPECT_EQ(first.parts[0].operand->symbol, "<i>Q</i><sub>0,0,0</sub>");
    EXPECT_EQ(first.parts[2].operand->symbol, "<i>K</i><sub>0,2,0</sub>");
    EXPECT_EQ(first.parts[0].operand->value, 1.0);
    EXPECT_EQ(first.parts[2].operand->value, 1.0);
    EXPECT_EQ(first.partial, 1.0);
    EXPECT_EQ(second.parts[0].operand->value, 0.0);
    EXPECT_EQ(second.parts[2].operand->value, 1.0);
    EXPECT_EQ(second.partial, 1.0);
    EXPECT_EQ(e.value, 1.0);
}

TEST(Explain, TheSequenceIsNamedWhereThereAreSeveral) {
    Problem p = t1();
    p.xEmbed = Tensor({2, 3, 4}, 1.0F);
    const TracePtr t = run(p);
    EXPECT_EQ(explain(*t, cellOf(*t, S::Weights, {1, 0, 2, 1})).symbol,
              "<i>A</i><sub>1,0,2,1</sub>");
    EXPECT_EQ(explain(*t, cellOf(*t, S::Scale, {})).symbol, "<i>s</i>");
}

TEST(Explain, SaysWhatHidesACell) {
    Problem p = t1();
    p.config.mask.causal = true;
    p.config.mask.padding = true;
    p.lengths = IndexTensor({1}, {2});
    const TracePtr t = run(p);
    const Explanation both = explain(*t, cellOf(*t, S::ScoresMasked, {0, 0, 1, 2}));
    EXPECT_TRUE(says(both, Remark::HiddenByCausal));
    EXPECT_TRUE(says(both, Remark::HiddenByPadding));
    EXPECT_FALSE(says(both, Remark::HiddenByCustom));
    EXPECT_EQ(both.value, -INFINITY);
    const Explanation one = explain(*t, cellOf(*t, S::MaskKeep, {0, 0, 2, 2}));
    EXPECT_FALSE(says(one, Remark::HiddenByCausal));
    EXPECT_TRUE(says(one, Remark::HiddenByPadding));
    const Explanation seen = explain(*t, cellOf(*t, S::MaskKeep, {0, 0, 2, 1}));
    EXPECT_EQ(seen.value, 1.0);
    EXPECT_FALSE(says(seen, Remark::HiddenByPadding));
    // The sum leaves them out, and says so.
    const Explanation c = explain(*t, cellOf(*t, S::Context, {0, 0, 0, 0}));
    EXPECT_TRUE(says(c, Remark::LeftOut));
    EXPECT_FALSE(c.steps[0].terms[0].leftOut);
    EXPECT_TRUE(c.steps[0].terms[1].leftOut);
}

TEST(Explain, SaysThatARowIsEmpty) {
    for (const EmptyRow policy : {EmptyRow::Zero, EmptyRow::Nan}) {
        Problem p = t1();
        p.config.mask.custom = true;
        p.config.mask.emptyRow = policy;
        p.maskKeep = BoolTensor({3, 3}, {1, 1, 1, 0, 0, 0, 1, 1, 1});
        const TracePtr t = run(p);
        const Explanation e = explain(*t, cellOf(*t, S::Weights, {0, 1, 1, 2}));
        const bool zero = policy == EmptyRow::Zero;
        EXPECT_EQ(says(e, Remark::EmptyRowZero), zero);
        EXPECT_EQ(says(e, Remark::EmptyRowNan), !zero);
        EXPECT_EQ(says(e, Remark::NotANumber), !zero);
        EXPECT_EQ(std::isnan(e.value), !zero);
        EXPECT_FALSE(says(explain(*t, cellOf(*t, S::Weights, {0, 1, 0, 2})), Remark::EmptyRowZero));
    }
}

TEST(Explain, SaysWhatDropoutTook) {
    Problem p = t1();
    p.config.dropout.attention = 0.5;
    p.dropoutKeep = BoolTensor({1, 2, 3, 3}, 1);
    p.dropoutKeep.mutableData()[4] = 0;
    const TracePtr t = run(p);
    const Explanation gone = explain(*t, {S::WeightsDropped, 4});
    EXPECT_TRUE(says(gone, Remark::Dropped));
    EXPECT_EQ(gone.value, 0.0);
    const Explanation kept = explain(*t, {S::WeightsDropped, 3});
    EXPECT_FALSE(says(kept, Remark::Dropped));
    EXPECT_NEAR(kept.value, 2.0 * static_cast<double>((*t)[S::Weights].values()[3]), 1e-7);
}

TEST(Explain, NamesOperandsThatAreNoNumbers) {
    Problem p = t1();
    p.xEmbed.mutableData()[0] = std::nanf("");
    const TracePtr t = run(p);
    const Explanation e = explain(*t, cellOf(*t, S::ScoresRaw, {0, 0, 0, 1}));
    EXPECT_TRUE(says(e, Remark::NotANumber));
    EXPECT_TRUE(says(e, Remark::NotANumberIn));
    // 0·NaN is NaN: the row is spoilt in every head, the others are not.
    const Explanation fine = explain(*t, cellOf(*t, S::ScoresRaw, {0, 1, 1, 2}));
    EXPECT_FALSE(says(fine, Remark::NotANumberIn));
}

TEST(Explain, TermsBeyondTheListAreOneNumber) {
    Problem p = t1();
    const std::size_t B = kMostTerms + 904;
    p.xEmbed = Tensor({B, 1, 4}, 1.0F);
    p.bO = Tensor({4}, 0.0F);
    p.config.upstream = Upstream::Ones;
    const TracePtr t = run(p);
    const Explanation e = explain(*t, {G::BO, 1});
    ASSERT_EQ(e.steps.size(), 1U);
    EXPECT_EQ(e.steps[0].terms.size(), kMostTerms);
    EXPECT_EQ(e.steps[0].moreTerms, 904U);
    EXPECT_EQ(e.steps[0].moreBy, 904.0);
    EXPECT_EQ(e.value, static_cast<double>(B));
}

TEST(Explain, SaysThatAStageWasNotKept) {
    const TracePtr t = run(t1(), {S::Weights});
    const Explanation e = explain(*t, {S::Weights, 0});
    EXPECT_FALSE(e.complete());
    EXPECT_TRUE(e.steps.empty());
    EXPECT_EQ(e.value, static_cast<double>((*t)[S::Weights].values()[0]));
    EXPECT_TRUE(stagesBehind(S::Weights).contains(S::RowSum));
    EXPECT_THROW((void)explain(*t, {S::Output, 0}), std::out_of_range);
    EXPECT_THROW((void)explain(*t, {S::Weights, 18}), std::out_of_range);
}

TEST(Explain, WhatIsBehindAnArrayIsEnough) {
    // Kept alone, the stages named must carry the explanation of every cell.
    std::mt19937 r(5);
    for (int n = 0; n < 40; ++n) {
        const Problem p = anyProblem(r);
        const TracePtr all = run(p);
        for (const ArrayRef &array : arraysOf(*all)) {
            Trace few = *all;
            const StageSet needed = stagesBehind(array);
            for (const StageInfo &s : stageTable())
                if (!needed.contains(s.stage) && s.stage != S::MaskKeep && s.stage != S::Scale)
                    few[s.stage] = {};
            const CellLink cell{array, r() % elementCount(*shapeOf(*all, array))};
            Explanation e;
            ASSERT_NO_THROW(e = explain(few, cell)) << nameOf(array);
            EXPECT_TRUE(e.complete()) << nameOf(array);
            EXPECT_TRUE(same(e.value, explain(*all, cell).value, 0.0)) << nameOf(array);
        }
    }
}

} // namespace
} // namespace attnscope::test
