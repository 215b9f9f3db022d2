// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/stages/backward.h"

#include "gpu/error.h"

namespace attnscope::gpu {

using core::Stage;
using G = core::Gradient;

namespace {

/// A buffer and where in it something lies, in floats.
struct Where {
    const cl::Buffer *buffer;
    std::size_t at;
};

/// One factor or the result of a product: how far apart its elements lie, see product_tiles.cl.
struct Factor {
    Where where;
    std::size_t row = 0;   ///< of A and C: to the next row; of B: to the next column
    std::size_t inner = 0; ///< to the next term of the sum
    std::size_t outer = 0; ///< to the next run of terms
    std::size_t batch = 0, head = 0;
};

class Backward {
public:
    Backward(const StageContext &s, const core::Problem &problem)
        : m_s(s), m_p(s.plan), m_problem(problem) {}

    void run() {
        upstream();
        output();
        attention();
        projections();
    }

private:
    [[nodiscard]] Where of(Stage s) const {
        const Stage source = m_p.sourceOf(s);
        return {&m_s.bufferOf(source), m_p.at(source).offset};
    }
    [[nodiscard]] Where of(G g) const {
        const Place place = m_p.at(m_p.sourceOf(g));
        return {&m_s.results.blocks[place.block].buffer, place.offset};
    }
    [[nodiscard]] bool has(G g) const { return m_p.has(g); }
    /// All but the maps lie in one block, which the small kernels take whole.
    [[nodiscard]] const cl::Buffer &gradients() const { return *of(G::Output).buffer; }

    /// C[m,n] = Σ A·B for `pairs` = batch · heads pairs of matrices, the sum over `outer` runs of
    /// `inner` terms.
    void product(const Factor &a, const Factor &b, const Factor &c, std::size_t m, std::size_t n,
                 std::size_t outer, std::size_t inner, std::size_t pairs, std::size_t heads,
                 bool add, const char *name) {
        // The groups of a graphics card go through fewer rounds each, which is what counts where
        // those are limited.
        const bool tiles = m_s.tiles() && !m_s.context.loopLimit;
        const std::size_t side = m_s.context.groupSide;
        const std::size_t width = tiles ? m_s.context.panelColumns() : side * 4;
        constexpr std::size_t kTiles = 8; // of ROWS rows, in product_tiles.cl
        const std::size_t height = tiles ? kTileRows * kTiles : width;
        requireLoops(outer * divideUp(inner, kSlice));
        cl::Kernel &kernel = tiles ? m_s.programs.kernel("product_tiles", "product_tiles")
                                   : m_s.programs.kernel("product_groups", "product_groups");
        const auto number = [](std::size_t v) { return static_cast<cl_long>(v); };
        const auto at = [](std::size_t v) { return static_cast<cl_ulong>(v); };
        setArguments(kernel, *a.where.buffer, at(a.where.at), *b.where.buffer, at(b.where.at),
                     *c.where.buffer, at(c.where.at), toInt(m), toInt(n), toInt(outer),
                     toInt(inner), number(a.row), number(a.inner), number(a.outer), number(b.inner),
                     number(b.row), number(b.outer), number(c.row), toInt(heads), number(a.batch),
                     number(a.head), number(b.batch), number(b.head), number(c.batch),
                     number(c.head), cl_int{add ? 1 : 0});
        const std::size_t groups = pairs * divideUp(m, height) * divideUp(n, width);
        m_s.launcher.groups(kernel, groups, tiles ? 1 : side * side, name);
    }

    static constexpr std::size_t kSlice = 16; ///< of the sum at a time, in product_groups.cl

    /// Refuses what a device with limited loops would leave half done.
    void requireLoops(std::size_t slices) const {
        constexpr std::size_t kRoundsOfSlice = 400;
        const std::size_t rounds = slices * kRoundsOfSlice;
        if (m_s.context.loopLimit && rounds > m_s.context.loopLimit)
            throw core::EngineError(core::EngineError::Code::DeviceFailed, "backward",
                                    m_s.context.title + " breaks off loops of more than " +
                                        std::to_string(m_s.context.loopLimit) +
                                        " rounds, and the gradients of this size need about " +
                                        std::to_string(rounds) +
                                        ": choose another device or a shorter text");
    }

    void upstream() {
        const Where to = of(G::Output);
        const std::size_t bytes = m_p.batch * m_p.queries * m_p.columns * sizeof(float);
        const cl::CommandQueue &queue = m_s.context.queue;
        switch (m_problem.config.upstream) {
        case core::Upstream::Ones:
            queue.enqueueFillBuffer(*to.buffer, cl_float{1.0f}, to.at * sizeof(float), bytes);
            break;
        case core::Upstream::Output:
            queue.enqueueCopyBuffer(*of(Stage::Output).buffer, *to.buffer,
                                    of(Stage::Output).at * sizeof(float), to.at * sizeof(float),
                                    bytes);
            break;
        default:
            // Not blocking: the problem is held until the pass has been waited for.
            queue.enqueueWriteBuffer(*to.buffer, CL_FALSE, to.at * sizeof(float), bytes,
                                     m_problem.gradOutput.data());
            break;
        }
    }

    void columnSums(G from, G to, std::size_t batch, std::size_t heads, std::size_t length,
                    std::size_t width, bool add = false) {
        cl::Kernel &kernel = m_s.programs.kernel("backward", "column_sums");
        setArguments(kernel, gradients(), place(from), place(to), toInt(batch), toInt(heads),
                     toInt(length), toInt(width), cl_int{add ? 1 : 0});
        m_s.launcher.items(kernel, heads * width, local(), "biases");
    }

    [[nodiscard]] cl_ulong place(G g) const { return static_cast<cl_ulong>(of(g).at); }
    [[nodiscard]] std::size_t local() const { return m_s.tiles() ? 1 : 64; }

    // dW_O, db_O, dconcat, and through the normalisation.
    void output() {
        const std::size_t rows = m_p.batch * m_p.queries, width = m_p.heads * m_p.widthV;
        const std::size_t D = m_p.columns;
        const bool norm = m_p.norm != core::ConcatNorm::None;
        const Where dO = of(G::Output);
        product({of(norm ? Stage::ConcatNorm : Stage::Concat), 1, width}, {dO, 1, D},
                {of(G::WO), D}, width, D, 1, rows, 1, 1, false, "dW_O");
        if (has(G::BO))
            columnSums(G::Output, G::BO, 1, 1, rows, D);
        const G before = norm ? G::ConcatNorm : G::Concat;
        product({dO, D, 1}, {{&m_s.inputs.rawWeights(3), 0}, D, 1}, {of(before), width}, rows,
                width, 1, D, 1, 1, false, "dconcat");
        if (norm)
            throughNorm(rows, width);
        const std::size_t cells = rows * width;
        cl::Kernel &kernel = m_s.programs.kernel("backward", "split_heads");
        setArguments(kernel, gradients(), place(G::Concat), place(G::Context),
                     static_cast<cl_ulong>(cells), toInt(m_p.heads), toInt(m_p.queries),
                     toInt(m_p.widthV));
        m_s.launcher.items(kernel, cells, local() == 1 ? 256 : local(), "dcontext");
    }

    void throughNorm(std::size_t rows, std::size_t columns) {
        const std::size_t groupsPerRow = m_p.norm == core::ConcatNorm::PerHead ? m_p.heads : 1;
        const std::size_t width = columns / groupsPerRow, groups = rows * groupsPerRow;
        const bool gamma = m_problem.gammaConcat.present();
        const cl::Buffer &marks = m_s.partial.reserve(m_s.context, groups * 2 * sizeof(float),
                                                      "the gradient of the normalisation");
        const cl_ulong concat = static_cast<cl_ulong>(of(Stage::Concat).at);
        cl::Kernel &kernel = m_s.programs.kernel("backward", "norm_gradient");
        setArguments(kernel, m_s.slab(), concat, gradients(), place(G::ConcatNorm),
                     place(G::Concat), gamma ? m_s.inputs.gamma() : m_s.slab(),
                     cl_int{gamma ? 1 : 0}, marks, static_cast<cl_ulong>(groups), toInt(width),
                     toInt(groupsPerRow));
        m_s.launcher.items(kernel, groups, local(), "dconcat");
        if (has(G::GammaConcat)) {
            cl::Kernel &sums = m_s.programs.kernel("backward", "gamma_gradient");
            setArguments(sums, m_s.slab(), concat, gradients(), place(G::ConcatNorm),
                         place(G::GammaConcat), marks, static_cast<cl_ulong>(rows), toInt(columns),
                         toInt(width));
            m_s.launcher.items(sums, columns, local(), "biases");
        }
        if (has(G::BetaConcat))
            columnSums(G::ConcatNorm, G::BetaConcat, 1, 1, rows, columns);
    }

    // dA', dV, then through the softmax to dS_raw, dQ and dK; a pair of matrices for each head.
    void attention() {
        const std::size_t L = m_p.queries, S = m_p.keys, H = m_p.heads, pairs = m_p.batch * H;
        const std::size_t dK = m_p.widthK, dV = m_p.widthV;
        // A factor of every head: rows one after the other, or turned around.
        const auto plain = [&](Where w, std::size_t length, std::size_t width) {
            return Factor{w, width, 1, 0, H * length * width, length * width};
        };
        const auto turned = [&](Where w, std::size_t length, std::size_t width) {
            return Factor{w, 1, width, 0, H * length * width, length * width};
        };
        product(plain(of(G::Context), L, dV), plain(of(Stage::V), S, dV),
                plain(of(G::WeightsDropped), L, S), L, S, 1, dV, pairs, H, false, "dA'");
        product(turned(of(Stage::WeightsDropped), L, S), turned(of(G::Context), L, dV),
                plain(of(G::V), S, dV), S, dV, 1, L, pairs, H, false, "dV");
        exclude(G::V, of(Stage::WeightsDropped), of(G::Context), dV, true);
        softmax();
        const Where raw = of(G::ScoresRaw);
        product(plain(raw, L, S), turned(of(Stage::K), S, dK), plain(of(G::Q), L, dK), L, dK, 1, S,
                pairs, H, false, "dQ");
        exclude(G::Q, raw, of(Stage::K), dK, false);
        product(turned(raw, L, S), turned(of(Stage::Q), L, dK), plain(of(G::K), S, dK), S, dK, 1, L,
                pairs, H, false, "dK");
        exclude(G::K, raw, of(Stage::Q), dK, true);
    }

    void exclude(G out, Where map, Where rows, std::size_t width, bool turned) {
        if (!(m_p.steps & step::kMasked) || !(m_p.mode & mode::kExcludeHidden))
            return;
        const core::KeepMask &keep = m_s.inputs.keep();
        const std::size_t cells = m_p.batch * m_p.heads * (turned ? m_p.keys : m_p.queries) * width;
        cl::Kernel &kernel = m_s.programs.kernel("backward", "exclude_hidden");
        setArguments(kernel, *of(out).buffer, place(out), *map.buffer,
                     static_cast<cl_ulong>(map.at), *rows.buffer, static_cast<cl_ulong>(rows.at),
                     m_s.inputs.visible(), static_cast<cl_ulong>(keep.batchStride()),
                     static_cast<cl_ulong>(keep.headStride()), static_cast<cl_ulong>(cells),
                     toInt(m_p.heads), toInt(m_p.queries), toInt(m_p.keys), toInt(width),
                     cl_int{turned ? 1 : 0});
        m_s.launcher.items(kernel, cells, local() == 1 ? 256 : local(), "hidden keys");
    }

    void softmax() {
        constexpr int kStoreMasked = 1, kStoreScores = 2;
        int stores = 0;
        if (m_p.sourceOf(G::ScoresMasked) == G::ScoresMasked)
            stores |= kStoreMasked;
        if (m_p.sourceOf(G::Scores) == G::Scores)
            stores |= kStoreScores;
        const core::KeepMask &keep = m_s.inputs.keep();
        const std::size_t rows = m_p.batch * m_p.heads * m_p.queries;
        // An argument has to be some buffer; where the kernel reads nothing, it is the slab.
        const cl::Buffer &visible = m_p.steps & step::kMasked ? m_s.inputs.visible() : m_s.slab();
        const cl::Buffer &dropout = m_p.steps & step::kDropout ? m_s.inputs.dropout() : m_s.slab();
        const auto at = [](const Where &w) { return static_cast<cl_ulong>(w.at); };
        const Where weights = of(Stage::Weights), masked = of(Stage::ScoresMasked);
        const Where dropped = of(G::WeightsDropped), dA = of(G::Weights);
        m_sums = m_s.partial.reserve(m_s.context, rows * sizeof(float), "the sums of dS");
        const Where dMasked = of(G::ScoresMasked), dScores = of(G::Scores), raw = of(G::ScoresRaw);
        cl::Kernel &kernel = m_s.programs.kernel("backward", "softmax_gradient");
        setArguments(kernel, m_s.slab(), at(of(Stage::RowMax)), at(of(Stage::RowSum)),
                     static_cast<cl_ulong>(m_p.scalePlace.offset), *weights.buffer, at(weights),
                     *masked.buffer, at(masked), *dropped.buffer, at(dropped), *dA.buffer, at(dA),
                     *dMasked.buffer, at(dMasked), *dScores.buffer, at(dScores), *raw.buffer,
                     at(raw), m_sums, visible, static_cast<cl_ulong>(keep.batchStride()),
                     static_cast<cl_ulong>(keep.headStride()), dropout, static_cast<cl_ulong>(rows),
                     toInt(m_p.heads), toInt(m_p.queries), toInt(m_p.keys), cl_int{m_p.steps},
                     cl_int{m_p.mode}, cl_int{stores}, cl_int{m_p.scaleOfScores ? 1 : 0},
                     static_cast<cl_float>(m_p.scale), cl_float{m_p.keepFactor});
        m_s.launcher.items(kernel, rows, local(), "dS");
    }

    // dW, db and dX of one projection. Shared keys and values add up in one weight.
    void project(G of_, G weight, G bias, const cl::Buffer &input, std::size_t rawWeight, G towards,
                 std::size_t length, std::size_t depth, std::size_t width, bool addWeight,
                 bool addInput) {
        const std::size_t B = m_p.batch, H = m_p.heads, all = H * width;
        const Where d = of(of_);
        // Σ over sequences and positions; each head fills its own columns.
        product({{&input, 0}, 1, depth, length * depth},
                {d, 1, width, H * length * width, 0, length * width},
                {of(weight), all, 0, 0, 0, width}, depth, width, B, length, H, H, addWeight, "dW");
        if (has(bias) && of_ == G::K)
            keyBias();
        else if (has(bias))
            columnSums(of_, bias, B, H, length, width, addWeight);
        // Σ over heads and their columns, for each sequence.
        product({d, width, 1, length * width, H * length * width, 0},
                {{&m_s.inputs.rawWeights(rawWeight), 0}, all, 1, width},
                {of(towards), depth, 0, 0, length * depth, 0}, length, depth, H, width, B, 1,
                addInput, "dX");
    }

    void keyBias() {
        cl::Kernel &kernel = m_s.programs.kernel("backward", "key_bias_gradient");
        setArguments(kernel, m_s.slab(), static_cast<cl_ulong>(of(Stage::Q).at), m_sums,
                     gradients(), place(G::BK), toInt(m_p.batch), toInt(m_p.heads),
                     toInt(m_p.queries), toInt(m_p.widthK));
        m_s.launcher.items(kernel, m_p.heads * m_p.widthK, local(), "biases");
    }

    void projections() {
        const std::size_t L = m_p.queries, S = m_p.keys;
        const G source = m_p.cross ? G::M : G::X;
        project(G::Q, G::WQ, G::BQ, m_s.inputs.xBuffer(), 0, G::X, L, m_p.depthX, m_p.widthK, false,
                false);
        project(G::K, G::WK, G::BK, m_s.inputs.memoryBuffer(), 1, source, S, m_p.depthMemory,
                m_p.widthK, false, !m_p.cross);
        if (m_p.sharedKv)
            project(G::V, G::WK, G::BK, m_s.inputs.memoryBuffer(), 1, source, S, m_p.depthMemory,
                    m_p.widthV, true, true);
        else
            project(G::V, G::WV, G::BV, m_s.inputs.memoryBuffer(), 2, source, S, m_p.depthMemory,
                    m_p.widthV, false, true);
    }

    const StageContext &m_s;
    const PassPlan &m_p;
    const core::Problem &m_problem;
    cl::Buffer m_sums; ///< Σ_j dS_raw of each row
};

} // namespace

void enqueueBackward(const StageContext &s, const core::Problem &problem) {
    Backward(s, problem).run();
}

} // namespace attnscope::gpu
