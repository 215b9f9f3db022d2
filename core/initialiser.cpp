// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/initialiser.h"

#include "core/philox.h"
#include "core/tokens.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <mutex>

namespace attnscope::core {

namespace {

/// First word of the counter. The numbers are part of what a seed means: never change one.
/// Embeddings and memory share theirs, so that a word has one vector on both sides.
std::uint32_t tensorTag(Input input) {
    switch (input) {
    case Input::XEmbed:
    case Input::XMemory:
        return 1;
    case Input::WQ:
        return 2;
    case Input::WK:
        return 3;
    case Input::WV:
        return 4;
    case Input::WO:
        return 5;
    case Input::BQ:
        return 6;
    case Input::BK:
        return 7;
    case Input::BV:
        return 8;
    case Input::BO:
        return 9;
    case Input::GammaConcat:
        return 10;
    case Input::BetaConcat:
        return 11;
    case Input::GradOutput:
        return 12;
    }
    return 0;
}
constexpr std::uint32_t kDropoutTag = 13;

/// The 52 leading bits of two words as a number in (0, 1), never either end: (n + ½)/2⁵².
double openUnit(std::uint32_t high, std::uint32_t low) {
    const std::uint64_t n = ((static_cast<std::uint64_t>(high) << 32) | low) >> 12;
    return (static_cast<double>(n) + 0.5) * 0x1p-52;
}

/// ln x for x in (0, 1): x = m·2ᵉ with m in [√½, √2), ln m = 2·artanh((m − 1)/(m + 1)).
double naturalLog(double x) {
    int e = 0;
    double m = std::frexp(x, &e); // exact
    if (m < 0.70710678118654752) {
        m *= 2.0;
        --e;
    }
    const double s = (m - 1.0) / (m + 1.0), s2 = s * s;
    double sum = 0.0; // |s| < 0.1716, so that the term s²³/23 is below the last bit
    for (int n = 23; n >= 1; n -= 2)
        sum = sum * s2 + 1.0 / n;
    return 2.0 * s * sum + e * 0.69314718055994531;
}

/// cos 2πu for u in (0, 1), by quarter turns and the Taylor series on [−π/4, π/4].
double cosTurns(double u) {
    const int quarter = static_cast<int>(u * 4.0 + 0.5);
    const double x = (u - quarter * 0.25) * 6.2831853071795865, x2 = x * x;
    const auto cosine = [x2] {
        double sum = 0.0;
        for (int n = 18; n >= 2; n -= 2)
            sum = (1.0 + sum) * (-x2 / (n * (n - 1.0)));
        return 1.0 + sum;
    };
    const auto sine = [x, x2] {
        double sum = 0.0;
        for (int n = 19; n >= 3; n -= 2)
            sum = (1.0 + sum) * (-x2 / (n * (n - 1.0)));
        return x * (1.0 + sum);
    };
    switch (quarter & 3) {
    case 0:
        return cosine();
    case 1:
        return -sine();
    case 2:
        return -cosine();
    default:
        return sine();
    }
}

bool isNormal(InitMethod m) {
    return m == InitMethod::XavierNormal || m == InitMethod::KaimingNormal ||
           m == InitMethod::HeDk || m == InitMethod::Normal || m == InitMethod::Orthogonal;
}

float unitDraw(bool normal, std::uint64_t seed, const std::array<std::uint32_t, 4> &counter) {
    return normal ? unitNormal(seed, counter) : unitUniform(seed, counter);
}

/// What a unit draw is multiplied by: half-width of a uniform, deviation of a normal distribution.
double spread(const Initialiser &init, Input input, double fanIn, double fanOut, double headWidth) {
    switch (init.method) {
    case InitMethod::XavierUniform:
        return std::sqrt(6.0 / (fanIn + fanOut));
    case InitMethod::XavierNormal:
        return std::sqrt(2.0 / (fanIn + fanOut));
    case InitMethod::KaimingUniform:
        return std::sqrt(6.0 / fanIn);
    case InitMethod::KaimingNormal:
        return std::sqrt(2.0 / fanIn);
    case InitMethod::HeDk:
        return std::sqrt(2.0 / headWidth);
    case InitMethod::PytorchLinear:
        return std::sqrt(1.0 / fanIn);
    case InitMethod::PytorchMha:
        // The module draws W_Q, W_K, W_V as one [3D, D] matrix; out_proj is a plain Linear.
        if (input == Input::WQ || input == Input::WK || input == Input::WV)
            return std::sqrt(6.0 / (4.0 * fanIn));
        return std::sqrt(1.0 / fanIn);
    case InitMethod::Normal:
    case InitMethod::Uniform:
    default:
        return init.value;
    }
}

/// Unit draws of one projection, kept because a dragged width asks for nearly the same numbers
/// again at every step. Pure memory of a pure function: it changes no result.
class UnitCache {
public:
    /// Columns (or rows, of W_O) within a head that are drawn together, so that a width that grows
    /// by one rarely draws, and never moves what is there.
    static constexpr std::size_t kChunk = 16;

    struct Block {
        std::uint64_t seed = 0;
        std::uint32_t tag = 0;
        bool normal = false, onRows = false;
        std::size_t heads = 0, across = 0;
        /// One for every kChunk of the width: [head][across][kChunk], or [head][kChunk][across]
        /// with heads on the rows.
        std::vector<std::vector<float>> chunks;

        [[nodiscard]] std::size_t offset(std::size_t h, std::size_t a, std::size_t w) const {
            return onRows ? (h * kChunk + w % kChunk) * across + a
                          : (h * across + a) * kChunk + w % kChunk;
        }
        [[nodiscard]] std::size_t size() const { return chunks.size() * kChunk * heads * across; }
    };

    /// Runs `use` on a block that holds at least this layout.
    template <class Use>
    void with(std::uint64_t seed, std::uint32_t tag, bool normal, const HeadLayout &l, Use use) {
        const std::scoped_lock lock(m_mutex);
        const auto it = std::find_if(m_blocks.begin(), m_blocks.end(), [&](const Block &b) {
            return b.seed == seed && b.tag == tag && b.normal == normal && b.onRows == l.onRows;
        });
        if (it == m_blocks.end())
            m_blocks.push_front({seed, tag, normal, l.onRows, 0, 0, {}});
        else
            m_blocks.splice(m_blocks.begin(), m_blocks, it);
        grow(m_blocks.front(), l);
        use(m_blocks.front());
        // Large tensors are not worth keeping, nor many small ones.
        if (m_blocks.front().size() > kLargest)
            m_blocks.pop_front();
        while (m_blocks.size() > kBlocks)
            m_blocks.pop_back();
    }

    void forget() {
        const std::scoped_lock lock(m_mutex);
        m_blocks.clear();
    }

private:
    static constexpr std::size_t kBlocks = 16;
    static constexpr std::size_t kLargest = std::size_t{4} << 20; // elements

    static void grow(Block &b, const HeadLayout &l) {
        const std::size_t chunks = (l.width + kChunk - 1) / kChunk;
        if (b.heads >= l.heads && b.across >= l.across && b.chunks.size() >= chunks)
            return;
        const std::size_t heads = std::max(b.heads, l.heads), across = std::max(b.across, l.across);
        const std::size_t all = std::max(b.chunks.size(), chunks) * kChunk * heads * across;
        // The union of what was asked for may be much more than either (eight narrow heads, then a
        // wide one): then only the latter, or the draw would take many times as long.
        const bool both = all <= kLargest && all <= 2 * chunks * kChunk * l.heads * l.across;
        Block old;
        if (!both || heads != b.heads || across != b.across) {
            old = std::move(b);
            b = {old.seed,
                 old.tag,
                 old.normal,
                 old.onRows,
                 both ? heads : l.heads,
                 both ? across : l.across,
                 {}};
            while (both && b.chunks.size() < old.chunks.size())
                append(b, old);
        }
        while (b.chunks.size() < chunks)
            append(b, old);
    }

    /// Draws the next chunk; what `old` has of it is copied.
    static void append(Block &b, const Block &old) {
        const std::size_t n = b.chunks.size(), first = n * kChunk;
        std::vector<float> chunk(kChunk * b.heads * b.across);
        const bool known = n < old.chunks.size();
        for (std::size_t h = 0; h < b.heads; ++h)
            for (std::size_t a = 0; a < b.across; ++a)
                for (std::size_t w = first; w < first + kChunk; ++w) {
                    const std::array<std::uint32_t, 4> counter{
                        b.tag, static_cast<std::uint32_t>(b.onRows ? w : a),
                        static_cast<std::uint32_t>(h),
                        static_cast<std::uint32_t>(b.onRows ? a : w)};
                    chunk[b.offset(h, a, w)] = known && h < old.heads && a < old.across
                                                   ? old.chunks[n][old.offset(h, a, w)]
                                                   : unitDraw(b.normal, b.seed, counter);
                }
        b.chunks.push_back(std::move(chunk));
    }

    std::mutex m_mutex;
    std::list<Block> m_blocks;
};

UnitCache &unitCache() {
    static UnitCache cache;
    return cache;
}

/// value = fp32(unit · factor): one rounding from a product that is the same everywhere.
void scaleInto(const float *unit, std::size_t n, double factor, float *out) {
    for (std::size_t i = 0; i < n; ++i)
        out[i] = static_cast<float>(static_cast<double>(unit[i]) * factor);
}

Tensor drawIdentity(const Initialiser &init, const HeadLayout &l) {
    Tensor t({l.rows(), l.columns()}, 0.0f);
    float *out = t.mutableData();
    for (std::size_t r = 0; r < l.rows(); ++r)
        for (std::size_t c = 0; c < l.columns(); ++c) {
            // Per head: every head gets its own identity, instead of one over the projection.
            const bool one = !init.perHead ? r == c
                             : l.onRows    ? r % l.width == c
                                           : c % l.width == r;
            if (one)
                out[r * l.columns() + c] = static_cast<float>(init.value);
        }
    return t;
}

} // namespace

float unitUniform(std::uint64_t seed, std::array<std::uint32_t, 4> counter) {
    const auto w = philox4x32(counter, seed);
    return static_cast<float>(2.0 * openUnit(w[0], w[1]) - 1.0);
}

float unitNormal(std::uint64_t seed, std::array<std::uint32_t, 4> counter) {
    const auto w = philox4x32(counter, seed);
    return static_cast<float>(std::sqrt(-2.0 * naturalLog(openUnit(w[0], w[1]))) *
                              cosTurns(openUnit(w[2], w[3])));
}

void forgetDraws() { unitCache().forget(); }

Tensor drawMatrix(Input input, const Initialiser &init, std::uint64_t seed,
                  const HeadLayout &layout) {
    const Shape shape{layout.rows(), layout.columns()};
    switch (init.method) {
    case InitMethod::Zeros:
        return Tensor(shape, 0.0f);
    case InitMethod::Constant:
        return Tensor(shape, static_cast<float>(init.value));
    case InitMethod::Identity:
        return drawIdentity(init, layout);
    default:
        break;
    }
    const auto rowsOfHead = static_cast<double>(layout.onRows ? layout.width : layout.across);
    const auto columnsOfHead = static_cast<double>(layout.onRows ? layout.across : layout.width);
    const double fanIn = init.perHead ? rowsOfHead : static_cast<double>(layout.rows());
    const double fanOut = init.perHead ? columnsOfHead : static_cast<double>(layout.columns());
    const bool orthogonal = init.method == InitMethod::Orthogonal;
    const double factor =
        orthogonal ? 1.0 : spread(init, input, fanIn, fanOut, static_cast<double>(layout.width));

    auto t = Tensor::uninitialised(shape);
    float *out = t.mutableData();
    constexpr std::size_t kChunk = UnitCache::kChunk;
    unitCache().with(
        seed, tensorTag(input), isNormal(init.method), layout, [&](const UnitCache::Block &block) {
            for (std::size_t h = 0; h < layout.heads; ++h) {
                if (layout.onRows) {
                    for (std::size_t w = 0; w < layout.width; ++w)
                        scaleInto(block.chunks[w / kChunk].data() + block.offset(h, 0, w),
                                  layout.across, factor,
                                  out + (h * layout.width + w) * layout.across);
                    continue;
                }
                for (std::size_t a = 0; a < layout.across; ++a)
                    for (std::size_t w = 0; w < layout.width; w += kChunk)
                        scaleInto(block.chunks[w / kChunk].data() + block.offset(h, a, w),
                                  std::min(kChunk, layout.width - w), factor,
                                  out + a * layout.columns() + h * layout.width + w);
            }
        });
    return orthogonal ? converted<float>(orthonormalised(converted<double>(t))) : t;
}

Tensor drawVector(Input input, const Initialiser &init, std::uint64_t seed, std::size_t heads,
                  std::size_t width, std::size_t fanIn) {
    HeadLayout asRow{heads, width, 1, false};
    switch (init.method) {
    case InitMethod::Zeros:
    case InitMethod::Constant:
    case InitMethod::Identity: // of one row: a vector of ones would mislead, so it is e₀ per head
        return drawMatrix(input, init, seed, asRow).reshaped({heads * width});
    default:
        break;
    }
    Tensor t({heads * width}, 0.0f);
    float *out = t.mutableData();
    const auto fanOut = static_cast<double>(init.perHead ? width : heads * width);
    const double factor =
        init.method == InitMethod::Orthogonal
            ? 1.0
            : spread(init, input, static_cast<double>(fanIn), fanOut, static_cast<double>(width));
    for (std::size_t h = 0; h < heads; ++h)
        for (std::size_t c = 0; c < width; ++c)
            out[h * width + c] = static_cast<float>(
                static_cast<double>(unitDraw(isNormal(init.method), seed,
                                             {tensorTag(input), 0, static_cast<std::uint32_t>(h),
                                              static_cast<std::uint32_t>(c)})) *
                factor);
    return t;
}

Tensor drawEmbeddings(const Initialiser &init, std::uint64_t seed,
                      const std::vector<std::vector<std::string>> &tokens, std::size_t batch,
                      std::size_t length, std::size_t dModel) {
    Tensor t({batch, length, dModel}, 0.0f);
    if (init.method == InitMethod::Zeros)
        return t;
    float *out = t.mutableData();
    const auto d = static_cast<double>(dModel);
    const double factor = init.method == InitMethod::Orthogonal
                              ? std::sqrt(1.0 / d) // rows of length about 1
                              : spread(init, Input::XEmbed, d, d, d);
    const bool normal = isNormal(init.method);
    for (std::size_t b = 0; b < batch; ++b)
        for (std::size_t i = 0; i < length; ++i, out += dModel) {
            if (init.method == InitMethod::Constant) {
                std::fill_n(out, dModel, static_cast<float>(init.value));
            } else if (init.method == InitMethod::Identity) {
                if (i < dModel) // one-hot by position
                    out[i] = static_cast<float>(init.value);
            } else {
                const bool known = b < tokens.size() && i < tokens[b].size();
                const std::uint64_t key = tokenKey(known ? std::string_view(tokens[b][i]) : "");
                for (std::size_t c = 0; c < dModel; ++c)
                    out[c] = static_cast<float>(
                        static_cast<double>(
                            unitDraw(normal, seed,
                                     {tensorTag(Input::XEmbed), static_cast<std::uint32_t>(key),
                                      static_cast<std::uint32_t>(key >> 32),
                                      static_cast<std::uint32_t>(c)})) *
                        factor);
            }
        }
    return t;
}

bool drawnToKeep(std::uint64_t seed, double p, std::size_t b, std::size_t h, std::size_t i,
                 std::size_t j) {
    // Head and sequence share a word; 2¹⁶ of each are more than memory holds.
    return openUnit(philox4x32({kDropoutTag, static_cast<std::uint32_t>(i),
                                static_cast<std::uint32_t>((b << 16) | h),
                                static_cast<std::uint32_t>(j)},
                               seed)[0],
                    0) >= p;
}

BoolTensor drawDropoutKeep(std::uint64_t seed, double p, std::size_t batch, std::size_t heads,
                           std::size_t queries, std::size_t keys) {
    auto keep = BoolTensor::uninitialised({batch, heads, queries, keys});
    std::uint8_t *out = keep.mutableData();
    for (std::size_t b = 0; b < batch; ++b)
        for (std::size_t h = 0; h < heads; ++h)
            for (std::size_t i = 0; i < queries; ++i)
                for (std::size_t j = 0; j < keys; ++j)
                    *out++ = drawnToKeep(seed, p, b, h, i, j);
    return keep;
}

DoubleTensor orthonormalised(const DoubleTensor &values) {
    // A wide matrix gets orthonormal rows: the transpose of a tall one.
    const bool wide = values.extent(0) < values.extent(1);
    const std::size_t m = std::max(values.extent(0), values.extent(1));
    const std::size_t n = std::min(values.extent(0), values.extent(1));
    // Column-major copy a[c·m + r], in which each reflector replaces the column it clears.
    std::vector<double> a(m * n), q(m * n, 0.0), sign(n, 1.0), beta(n, 0.0);
    for (std::size_t r = 0; r < values.extent(0); ++r)
        for (std::size_t c = 0; c < values.extent(1); ++c)
            a[wide ? r * m + c : c * m + r] = values(r, c);

    const auto reflect = [m](const double *v, double b, std::size_t from, double *column) {
        double dot = 0.0;
        for (std::size_t r = from; r < m; ++r)
            dot += v[r] * column[r];
        for (std::size_t r = from; r < m; ++r)
            column[r] -= b * dot * v[r];
    };
    for (std::size_t k = 0; k < n; ++k) {
        double *v = a.data() + k * m;
        double norm = 0.0;
        for (std::size_t r = k; r < m; ++r)
            norm += v[r] * v[r];
        norm = std::sqrt(norm);
        const double diagonal = v[k] > 0.0 ? -norm : norm; // R's entry, away from cancellation
        sign[k] = diagonal < 0.0 ? -1.0 : 1.0;
        v[k] -= diagonal;
        double length = 0.0;
        for (std::size_t r = k; r < m; ++r)
            length += v[r] * v[r];
        beta[k] = length > 0.0 ? 2.0 / length : 0.0;
        for (std::size_t c = k + 1; c < n; ++c)
            reflect(v, beta[k], k, a.data() + c * m);
    }
    // Q = H₀·H₁·…·[I; 0], applied from the last reflector; columns turned so that R_kk > 0.
    for (std::size_t c = 0; c < n; ++c) {
        double *column = q.data() + c * m;
        column[c] = sign[c];
        for (std::size_t k = n; k-- > 0;)
            reflect(a.data() + k * m, beta[k], k, column);
    }
    auto result = DoubleTensor::uninitialised(values.shape());
    double *out = result.mutableData();
    for (std::size_t r = 0; r < values.extent(0); ++r)
        for (std::size_t c = 0; c < values.extent(1); ++c)
            out[r * values.extent(1) + c] = q[wide ? r * m + c : c * m + r];
    return result;
}

} // namespace attnscope::core
