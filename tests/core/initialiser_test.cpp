// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/initialiser.h"

#include <gtest/gtest.h>

#include <cmath>

namespace attnscope::core {
namespace {

Initialiser method(InitMethod m, double value = 1.0, bool perHead = false) {
    return {m, value, perHead};
}

struct Moments {
    double mean = 0.0, deviation = 0.0, largest = 0.0;
};
Moments momentsOf(const Tensor &t) {
    Moments m;
    for (const float v : t.values()) {
        m.mean += v / static_cast<double>(t.size());
        m.largest = std::max(m.largest, std::abs(static_cast<double>(v)));
    }
    for (const float v : t.values())
        m.deviation += (v - m.mean) * (v - m.mean) / static_cast<double>(t.size());
    m.deviation = std::sqrt(m.deviation);
    return m;
}

// The expected bits come from another implementation, written in Python from the definitions with
// that language's own log and cos; they are not what this program printed.
TEST(Initialiser, RNG01_SameBitsOnEveryMachineUniform) {
    const Tensor w = drawMatrix(Input::WQ, method(InitMethod::XavierUniform), 42, {1, 4, 4, false});
    const float expected[] = {0x1.20fb62p-1f,  -0x1.4ad6dap-1f, 0x1.da77b8p-2f,  -0x1.513118p-2f,
                              -0x1.8be0d8p-1f, -0x1.8045d4p-1f, -0x1.b7e6a6p-1f, -0x1.949e22p-7f,
                              -0x1.f494dep-5f, -0x1.1abeacp-1f, -0x1.4800c0p-1f, -0x1.c69f54p-2f,
                              -0x1.0482c4p-3f, 0x1.360fd2p-1f,  0x1.c8b9cep-3f,  -0x1.9293a0p-1f};
    ASSERT_EQ(w.shape(), (Shape{4, 4}));
    for (std::size_t i = 0; i < 16; ++i)
        EXPECT_EQ(w.data()[i], expected[i]) << i;
}

TEST(Initialiser, RNG01_SameBitsOnEveryMachineNormal) {
    const Tensor w = drawMatrix(Input::WO, method(InitMethod::XavierNormal), 42, {1, 4, 4, true});
    const float expected[] = {0x1.70c754p-1f, 0x1.742420p-1f,  -0x1.694694p-1f, -0x1.c11570p-2f,
                              0x1.b31c18p-1f, -0x1.9a1d10p-3f, 0x1.9cad70p-5f,  -0x1.b46754p-3f,
                              0x1.4c1b76p-2f, -0x1.2e8d9cp-1f, -0x1.745156p+0f, -0x1.9a7ca0p-1f,
                              0x1.8657a2p-2f, -0x1.f18014p-4f, -0x1.c84334p-1f, 0x1.6b499ap-2f};
    for (std::size_t i = 0; i < 16; ++i)
        EXPECT_EQ(w.data()[i], expected[i]) << i;
}

TEST(Initialiser, RNG01_EmbeddingOfAWordIsItsTextsAlone) {
    const auto init = method(InitMethod::Normal);
    const Tensor a = drawEmbeddings(init, 42, {{"the", "cat"}}, 1, 2, 4);
    const float cat[] = {-0x1.073b7ap-1f, -0x1.583668p-3f, -0x1.de361ap-1f, 0x1.5e8358p-1f};
    for (std::size_t c = 0; c < 4; ++c)
        EXPECT_EQ(a(0, 1, c), cat[c]) << c;
    // Elsewhere, in another sequence, and with more columns.
    const Tensor b = drawEmbeddings(init, 42, {{"x"}, {"cat"}}, 2, 3, 6);
    for (std::size_t c = 0; c < 4; ++c)
        EXPECT_EQ(b(1, 0, c), cat[c]) << c;
    EXPECT_NE(b(0, 0, 0), cat[0]);
}

TEST(Initialiser, BoundsAndDeviationsAreThoseOfTheFormulas) {
    // 64 × 4·16 gives 4096 draws: the deviation of their sample deviation is about 1.1 %.
    const HeadLayout l{4, 16, 64, false};
    struct Row {
        InitMethod method;
        double bound, deviation; // bound 0: not bounded
        Input input = Input::WQ;
    };
    const auto uniform = [](double b) { return b / std::sqrt(3.0); };
    const double xavier = std::sqrt(6.0 / 128), mha = std::sqrt(6.0 / 256);
    const Row rows[] = {
        {InitMethod::XavierUniform, xavier, uniform(xavier)},
        {InitMethod::XavierNormal, 0, std::sqrt(2.0 / 128)},
        {InitMethod::KaimingUniform, std::sqrt(6.0 / 64), uniform(std::sqrt(6.0 / 64))},
        {InitMethod::KaimingNormal, 0, std::sqrt(2.0 / 64)},
        {InitMethod::HeDk, 0, std::sqrt(2.0 / 16)},
        {InitMethod::PytorchLinear, 1.0 / 8, uniform(1.0 / 8)},
        {InitMethod::PytorchMha, mha, uniform(mha)},
    };
    for (const Row &r : rows) {
        const Moments m = momentsOf(drawMatrix(r.input, method(r.method), 7, l));
        EXPECT_NEAR(m.deviation, r.deviation, 0.05 * r.deviation) << toName(r.method);
        EXPECT_NEAR(m.mean, 0.0, 0.06 * r.deviation) << toName(r.method);
        if (r.bound > 0) {
            EXPECT_LE(m.largest, r.bound) << toName(r.method);
            EXPECT_GT(m.largest, 0.98 * r.bound) << toName(r.method);
        } else {
            EXPECT_GT(m.largest, 2.8 * r.deviation) << toName(r.method);
        }
    }
    const Moments n = momentsOf(drawMatrix(Input::WK, method(InitMethod::Normal, 0.02), 7, l));
    EXPECT_NEAR(n.deviation, 0.02, 0.001);
    const Moments u = momentsOf(drawMatrix(Input::WK, method(InitMethod::Uniform, 0.5), 7, l));
    EXPECT_LE(u.largest, 0.5);
    EXPECT_GT(u.largest, 0.49);
}

TEST(Initialiser, FanOfOneHeadWhenAskedFor) {
    const HeadLayout l{4, 16, 64, false};
    const Tensor whole = drawMatrix(Input::WQ, method(InitMethod::XavierNormal), 7, l);
    const Tensor head = drawMatrix(Input::WQ, method(InitMethod::XavierNormal, 1.0, true), 7, l);
    const double ratio = std::sqrt((64.0 + 64.0) / (64.0 + 16.0));
    for (std::size_t i = 0; i < whole.size(); i += 97)
        EXPECT_NEAR(head.data()[i], whole.data()[i] * ratio, 1e-6 * std::abs(head.data()[i]));
}

// Dragging d_k, H or D never reshuffles: every draw stays at its (row, head, column within head).
TEST(Initialiser, GrowingKeepsTheDrawsOfEveryHead) {
    const auto init = method(InitMethod::Normal);
    const HeadLayout small{2, 3, 5, false}, large{4, 7, 6, false};
    const Tensor a = drawMatrix(Input::WV, init, 11, small);
    const Tensor b = drawMatrix(Input::WV, init, 11, large);
    for (std::size_t h = 0; h < 2; ++h)
        for (std::size_t r = 0; r < 5; ++r)
            for (std::size_t c = 0; c < 3; ++c)
                EXPECT_EQ(a(r, h * 3 + c), b(r, h * 7 + c));
    // And back: the same small matrix, also after the large one was asked for.
    const Tensor again = drawMatrix(Input::WV, init, 11, small);
    for (std::size_t i = 0; i < a.size(); ++i)
        EXPECT_EQ(a.data()[i], again.data()[i]);
    // W_O has its heads on the rows.
    const Tensor o = drawMatrix(Input::WO, init, 11, {2, 3, 5, true});
    const Tensor p = drawMatrix(Input::WO, init, 11, {3, 8, 6, true});
    for (std::size_t h = 0; h < 2; ++h)
        for (std::size_t r = 0; r < 3; ++r)
            for (std::size_t c = 0; c < 5; ++c)
                EXPECT_EQ(o(h * 3 + r, c), p(h * 8 + r, c));
}

TEST(Initialiser, TensorsSeedsAndHeadsDiffer) {
    const auto init = method(InitMethod::Normal);
    const HeadLayout l{2, 4, 4, false};
    const Tensor q = drawMatrix(Input::WQ, init, 1, l), k = drawMatrix(Input::WK, init, 1, l);
    const Tensor other = drawMatrix(Input::WQ, init, std::uint64_t{1} << 32 | 1, l);
    for (std::size_t i = 0; i < q.size(); ++i) {
        EXPECT_NE(q.data()[i], k.data()[i]);
        EXPECT_NE(q.data()[i], other.data()[i]); // the upper half of the seed counts
    }
    EXPECT_NE(q(0, 0), q(0, 4));
}

TEST(Initialiser, OrthogonalColumnsOrRows) {
    for (const HeadLayout &l : {HeadLayout{2, 5, 24, false}, HeadLayout{4, 8, 12, false},
                                HeadLayout{1, 9, 9, false}, HeadLayout{3, 1, 1, false}}) {
        const Tensor w = drawMatrix(Input::WQ, method(InitMethod::Orthogonal), 3, l);
        const bool tall = l.rows() >= l.columns();
        const std::size_t n = tall ? l.columns() : l.rows(), m = tall ? l.rows() : l.columns();
        for (std::size_t a = 0; a < n; ++a)
            for (std::size_t b = 0; b < n; ++b) {
                double dot = 0.0;
                for (std::size_t i = 0; i < m; ++i)
                    dot += tall ? static_cast<double>(w(i, a)) * w(i, b)
                                : static_cast<double>(w(a, i)) * w(b, i);
                EXPECT_NEAR(dot, a == b ? 1.0 : 0.0, 1e-6) << a << ", " << b;
            }
    }
}

// Positive diagonal of R: Q of a diagonal matrix with positive entries is the identity.
TEST(Initialiser, OrthonormalisedIdentityStaysItself) {
    const DoubleTensor d({3, 3}, {2, 0, 0, 0, 5, 0, 0, 0, 0.25});
    const DoubleTensor q = orthonormalised(d);
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c)
            EXPECT_NEAR(q(r, c), r == c ? 1.0 : 0.0, 1e-15);
}

TEST(Initialiser, PlainOnes) {
    const HeadLayout l{2, 2, 4, false};
    const Tensor one = drawMatrix(Input::WQ, method(InitMethod::Identity, 3.0), 1, l);
    const Tensor perHead = drawMatrix(Input::WQ, method(InitMethod::Identity, 1.0, true), 1, l);
    for (std::size_t r = 0; r < 4; ++r)
        for (std::size_t c = 0; c < 4; ++c) {
            EXPECT_EQ(one(r, c), r == c ? 3.0f : 0.0f);
            EXPECT_EQ(perHead(r, c), r == c % 2 ? 1.0f : 0.0f);
        }
    const Tensor flat = drawMatrix(Input::WQ, method(InitMethod::Constant, -0.5), 1, l);
    const Tensor none = drawMatrix(Input::WQ, method(InitMethod::Zeros), 1, l);
    for (std::size_t i = 0; i < 16; ++i) {
        EXPECT_EQ(flat.data()[i], -0.5f);
        EXPECT_EQ(none.data()[i], 0.0f);
    }
}

TEST(Initialiser, DropoutKeepsAsManyAsItShould) {
    // 40 000 cells, p = 0.25: four deviations are 0.0087.
    const BoolTensor keep = drawDropoutKeep(5, 0.25, 2, 2, 100, 100);
    double kept = 0;
    for (const auto k : keep.values())
        kept += k;
    EXPECT_NEAR(kept / static_cast<double>(keep.size()), 0.75, 0.0087);
    // A cell's fate does not hang on the sizes.
    const BoolTensor fewer = drawDropoutKeep(5, 0.25, 1, 1, 3, 7);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 7; ++j)
            EXPECT_EQ(fewer(0, 0, i, j), keep(0, 0, i, j));
}

} // namespace
} // namespace attnscope::core
