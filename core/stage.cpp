// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stage.h"

#include <algorithm>

namespace attnscope::core {

namespace {

using enum Axis;

constexpr Axis kBLD[] = {Batch, Query, Model};
constexpr Axis kBSD[] = {Batch, Key, Model};
constexpr Axis kLD[] = {Query, Model};
constexpr Axis kQueries[] = {Batch, Head, Query, KeyWidth};
constexpr Axis kKeys[] = {Batch, Head, Key, KeyWidth};
constexpr Axis kValues[] = {Batch, Head, Key, ValueWidth};
constexpr Axis kMap[] = {Batch, Head, Query, Key};
constexpr Axis kRow[] = {Batch, Head, Query};
constexpr Axis kContext[] = {Batch, Head, Query, ValueWidth};
constexpr Axis kConcat[] = {Batch, Query, ConcatWidth};

constexpr Stage kFromEmbed[] = {Stage::XEmbed, Stage::PE};
constexpr Stage kFromMemory[] = {Stage::XMemory};
constexpr Stage kFromX[] = {Stage::X};
constexpr Stage kFromXM[] = {Stage::X, Stage::M};
constexpr Stage kFromQK[] = {Stage::Q, Stage::K};
constexpr Stage kFromRaw[] = {Stage::ScoresRaw};
constexpr Stage kFromRawScale[] = {Stage::ScoresRaw, Stage::Scale};
constexpr Stage kFromScores[] = {Stage::Scores, Stage::MaskKeep};
constexpr Stage kFromMasked[] = {Stage::ScoresMasked};
constexpr Stage kFromMaskedMax[] = {Stage::ScoresMasked, Stage::RowMax};
constexpr Stage kFromSoftmax[] = {Stage::ScoresMasked, Stage::RowMax, Stage::RowSum,
                                  Stage::MaskKeep};
constexpr Stage kFromWeights[] = {Stage::Weights};
constexpr Stage kFromDropped[] = {Stage::WeightsDropped, Stage::V};
constexpr Stage kFromContext[] = {Stage::Context};
constexpr Stage kFromConcat[] = {Stage::Concat};
constexpr Stage kFromNorm[] = {Stage::Concat, Stage::ConcatNorm};

// Formulas are rich text (the subset that Qt's text layout knows): italic symbols, real sub- and
// superscripts. Definitions: mathematics.md §2.
constexpr StageInfo kTable[] = {
    {Stage::XEmbed,
     "X_embed",
     "<i>X</i><sub>embed</sub>",
     "Embeddings",
     "input",
     "input",
     "The token embeddings: what you put in.",
     kBLD,
     {}},
    {Stage::XMemory,
     "X_memory",
     "<i>X</i><sub>memory</sub>",
     "Memory",
     "input",
     "input",
     "The other sequence, which keys and values come from.",
     kBSD,
     {}},
    {Stage::PE,
     "PE",
     "<i>PE</i>",
     "Positional encoding",
     "sin, cos(<i>p</i> / base<sup>2<i>i</i>/<i>D</i></sup>)",
     "<i>PE</i><sub><i>p</i>,2<i>i</i></sub> = sin(<i>p</i> / base<sup>2<i>i</i>/<i>D</i></sup>), "
     "<i>PE</i><sub><i>p</i>,2<i>i</i>+1</sub> = cos(<i>p</i> / "
     "base<sup>2<i>i</i>/<i>D</i></sup>)",
     "Waves of different lengths that tell positions apart.",
     kLD,
     {}},
    {Stage::X, "X", "<i>X</i>", "Input", "<i>X</i><sub>embed</sub> + <i>PE</i>",
     "<i>X</i><sub><i>i</i>,<i>c</i></sub> = <i>X</i><sub>embed <i>i</i>,<i>c</i></sub> + "
     "<i>PE</i><sub><i>i</i>,<i>c</i></sub>",
     "Embeddings with their positions: what attention sees.", kBLD, kFromEmbed},
    {Stage::M, "M", "<i>M</i>", "Memory input", "<i>X</i><sub>memory</sub> + <i>PE</i>",
     "<i>M</i><sub><i>j</i>,<i>c</i></sub> = <i>X</i><sub>memory <i>j</i>,<i>c</i></sub> + "
     "<i>PE</i><sub><i>j</i>,<i>c</i></sub>",
     "The other sequence with its own positions.", kBSD, kFromMemory},
    {Stage::Q, "Q", "<i>Q</i>", "Queries", "<i>X</i>·<i>W<sub>Q</sub></i> + <i>b<sub>Q</sub></i>",
     "<i>Q</i><sub><i>h</i>,<i>i</i>,<i>c</i></sub> = Σ<sub><i>e</i></sub> "
     "<i>X</i><sub><i>i</i>,<i>e</i></sub>·<i>W<sub>Q</sub></i><sub> <i>e</i>,<i>hd</i>+<i>c</i>"
     "</sub> + <i>b<sub>Q</sub></i>",
     "What each position looks for.", kQueries, kFromX},
    {Stage::K, "K", "<i>K</i>", "Keys", "<i>X</i>·<i>W<sub>K</sub></i> + <i>b<sub>K</sub></i>",
     "<i>K</i><sub><i>h</i>,<i>j</i>,<i>c</i></sub> = Σ<sub><i>e</i></sub> "
     "<i>X</i><sub><i>j</i>,<i>e</i></sub>·<i>W<sub>K</sub></i><sub> <i>e</i>,<i>hd</i>+<i>c</i>"
     "</sub> + <i>b<sub>K</sub></i>",
     "What each position can be found by.", kKeys, kFromXM},
    {Stage::V, "V", "<i>V</i>", "Values", "<i>X</i>·<i>W<sub>V</sub></i> + <i>b<sub>V</sub></i>",
     "<i>V</i><sub><i>h</i>,<i>j</i>,<i>c</i></sub> = Σ<sub><i>e</i></sub> "
     "<i>X</i><sub><i>j</i>,<i>e</i></sub>·<i>W<sub>V</sub></i><sub> <i>e</i>,<i>hd</i>+<i>c</i>"
     "</sub> + <i>b<sub>V</sub></i>",
     "What each position hands over when it is attended to.", kValues, kFromXM},
    {Stage::ScoresRaw, "scores_raw", "<i>S</i><sub>raw</sub>", "Raw scores",
     "<i>Q</i>·<i>K</i><sup>T</sup>",
     "<i>S</i><sub>raw <i>i</i>,<i>j</i></sub> = Σ<sub><i>c</i></sub> "
     "<i>Q</i><sub><i>i</i>,<i>c</i></sub>·<i>K</i><sub><i>j</i>,<i>c</i></sub>",
     "How well each query matches each key.", kMap, kFromQK},
    {Stage::Scale,
     "scale",
     "<i>s</i>",
     "Scale",
     "1 / √<i>d<sub>k</sub></i>",
     "1 / √<i>d<sub>k</sub></i>, or as chosen",
     "The factor that keeps scores from growing with d_k.",
     {},
     kFromRaw},
    {Stage::Scores, "scores", "<i>S</i>", "Scores", "<i>S</i><sub>raw</sub>·<i>s</i>",
     "<i>S</i><sub><i>i</i>,<i>j</i></sub> = <i>S</i><sub>raw <i>i</i>,<i>j</i></sub>·<i>s</i>",
     "Raw scores, scaled.", kMap, kFromRawScale},
    {Stage::MaskKeep,
     "mask_keep",
     "<i>mask</i>",
     "Mask",
     "causal ∧ padding ∧ custom",
     "visible when every part of the mask that is on lets query <i>i</i> see key <i>j</i>",
     "Which keys a query may see.",
     kMap,
     {}},
    {Stage::ScoresMasked, "scores_masked", "<i>S</i><sub>masked</sub>", "Masked scores",
     "hidden → −∞",
     "<i>S</i><sub>masked <i>i</i>,<i>j</i></sub> = <i>S</i><sub><i>i</i>,<i>j</i></sub> where "
     "visible, the fill where hidden",
     "What goes into the softmax.", kMap, kFromScores},
    {Stage::RowMax, "row_max", "<i>m</i>", "Row maximum",
     "max<sub><i>j</i></sub> <i>S</i><sub>masked</sub>",
     "<i>m<sub>i</sub></i> = max<sub><i>j</i></sub> <i>S</i><sub>masked <i>i</i>,<i>j</i></sub>",
     "Subtracted so that exp cannot overflow.", kRow, kFromMasked},
    {Stage::RowSum, "row_sum", "<i>l</i>", "Row sum",
     "Σ<sub><i>j</i></sub> exp(<i>S</i> − <i>m</i>)",
     "<i>l<sub>i</sub></i> = Σ<sub><i>j</i></sub> exp(<i>S</i><sub>masked <i>i</i>,<i>j</i></sub> "
     "− "
     "<i>m<sub>i</sub></i>)",
     "What each row is divided by.", kRow, kFromMaskedMax},
    {Stage::Weights, "weights", "<i>A</i>", "Weights", "softmax(<i>S</i><sub>masked</sub>)",
     "<i>A</i><sub><i>i</i>,<i>j</i></sub> = exp(<i>S</i><sub>masked <i>i</i>,<i>j</i></sub> − "
     "<i>m<sub>i</sub></i>) / <i>l<sub>i</sub></i>",
     "How much each query takes from each key.", kMap, kFromSoftmax},
    {Stage::WeightsDropped, "weights_dropped", "<i>A</i>′", "Weights after dropout",
     "<i>A</i>·keep / (1 − <i>p</i>)",
     "<i>A</i>′<sub><i>i</i>,<i>j</i></sub> = "
     "<i>A</i><sub><i>i</i>,<i>j</i></sub>·keep<sub><i>i</i>,<i>j</i></sub> / (1 − <i>p</i>)",
     "Weights after inverted dropout; rows need not sum to 1.", kMap, kFromWeights},
    {Stage::Context, "context", "<i>C</i>", "Context", "<i>A</i>′·<i>V</i>",
     "<i>C</i><sub><i>i</i>,<i>c</i></sub> = Σ<sub><i>j</i></sub> "
     "<i>A</i>′<sub><i>i</i>,<i>j</i></sub>·<i>V</i><sub><i>j</i>,<i>c</i></sub>",
     "The weighted mean of the values.", kContext, kFromDropped},
    {Stage::Concat, "concat", "concat", "Heads side by side",
     "[<i>C</i><sub>0</sub> … <i>C</i><sub>H−1</sub>]",
     "concat<sub><i>i</i>,<i>hd</i>+<i>c</i></sub> = <i>C</i><sub><i>h</i>,<i>i</i>,<i>c</i></sub>",
     "All heads of a position in one row, head 0 first.", kConcat, kFromContext},
    {Stage::ConcatNorm, "concat_norm", "norm", "Normalised concat", "LayerNorm(concat)",
     "(<i>x</i> − mean) / √(var + 10<sup>−5</sup>)·<i>γ</i> + <i>β</i>",
     "The concatenation after the normalisation that was chosen.", kConcat, kFromConcat},
    {Stage::Output, "output", "<i>O</i>", "Output",
     "concat·<i>W<sub>O</sub></i> + <i>b<sub>O</sub></i>",
     "<i>O</i><sub><i>i</i>,<i>c</i></sub> = Σ<sub><i>e</i></sub> "
     "concat<sub><i>i</i>,<i>e</i></sub>·<i>W<sub>O</sub></i><sub> <i>e</i>,<i>c</i></sub> + "
     "<i>b<sub>O</sub></i>",
     "What the layer hands on.", kBLD, kFromNorm},
};
static_assert(std::size(kTable) == kStageCount, "every stage needs its row in the table");
constexpr bool inOrder() {
    for (std::size_t i = 0; i < std::size(kTable); ++i)
        if (static_cast<std::size_t>(kTable[i].stage) != i)
            return false;
    return true;
}
static_assert(inOrder(), "the table is indexed by the enum");

} // namespace

std::span<const StageInfo> stageTable() { return kTable; }

const StageInfo &stageInfo(Stage stage) { return kTable[static_cast<std::size_t>(stage)]; }

std::optional<Stage> stageByName(std::string_view name) {
    for (const StageInfo &s : kTable)
        if (s.name == name)
            return s.stage;
    return std::nullopt;
}

bool hasHeadAxis(Stage stage) {
    const auto axes = stageInfo(stage).axes;
    return std::find(axes.begin(), axes.end(), Axis::Head) != axes.end();
}

bool isQueryKeyMap(Stage stage) {
    const auto axes = stageInfo(stage).axes;
    return axes.size() == 4 && axes[3] == Axis::Key;
}

} // namespace attnscope::core
