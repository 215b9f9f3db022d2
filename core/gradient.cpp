// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gradient.h"

namespace attnscope::core {

namespace {

// Definitions: mathematics.md §6. Rich text as in the stage table.
constexpr GradientInfo kTable[] = {
    {Gradient::Output, "grad_output", "output", "d<i>O</i>", "Gradient of the output", "as chosen",
     "d<i>O</i><sub><i>i</i>,<i>c</i></sub> = 1, <i>O</i><sub><i>i</i>,<i>c</i></sub>, "
     "or as given",
     "Where the backward pass begins: how much the loss changes with each output.", Stage::Output},
    {Gradient::ConcatNorm, "grad_concat_norm", "concat_norm", "dnorm",
     "Gradient of the normalised concat", "d<i>O</i>·<i>W<sub>O</sub></i><sup>T</sup>",
     "dnorm<sub><i>i</i>,<i>e</i></sub> = Σ<sub><i>c</i></sub> "
     "d<i>O</i><sub><i>i</i>,<i>c</i></sub>·<i>W<sub>O</sub></i><sub> <i>e</i>,<i>c</i></sub>",
     "Each column of the concatenation gathers from all outputs it went into.", Stage::ConcatNorm},
    {Gradient::Concat, "grad_concat", "concat", "dconcat", "Gradient of the concat",
     "d<i>O</i>·<i>W<sub>O</sub></i><sup>T</sup>",
     "dconcat<sub><i>i</i>,<i>e</i></sub> = Σ<sub><i>c</i></sub> "
     "d<i>O</i><sub><i>i</i>,<i>c</i></sub>·<i>W<sub>O</sub></i><sub> <i>e</i>,<i>c</i></sub>, "
     "through the normalisation when it is on",
     "Back through W_O, and through the normalisation when there is one.", Stage::Concat},
    {Gradient::Context, "grad_context", "context", "d<i>C</i>", "Gradient of the context",
     "dconcat, split into heads",
     "d<i>C</i><sub><i>h</i>,<i>i</i>,<i>c</i></sub> = "
     "dconcat<sub><i>i</i>,<i>hd</i>+<i>c</i></sub>",
     "The same numbers, each head's columns by themselves.", Stage::Context},
    {Gradient::WeightsDropped, "grad_weights_dropped", "weights_dropped", "d<i>A</i>′",
     "Gradient of the weights after dropout", "d<i>C</i>·<i>V</i><sup>T</sup>",
     "d<i>A</i>′<sub><i>i</i>,<i>j</i></sub> = Σ<sub><i>c</i></sub> "
     "d<i>C</i><sub><i>i</i>,<i>c</i></sub>·<i>V</i><sub><i>j</i>,<i>c</i></sub>",
     "How well each value fits what the context should become.", Stage::WeightsDropped},
    {Gradient::Weights, "grad_weights", "weights", "d<i>A</i>", "Gradient of the weights",
     "d<i>A</i>′·keep / (1 − <i>p</i>)",
     "d<i>A</i><sub><i>i</i>,<i>j</i></sub> = "
     "d<i>A</i>′<sub><i>i</i>,<i>j</i></sub>·keep<sub><i>i</i>,<i>j</i></sub> / (1 − <i>p</i>)",
     "Weights that dropout took away get none.", Stage::Weights},
    {Gradient::ScoresMasked, "grad_scores_masked", "scores_masked", "d<i>S</i><sub>masked</sub>",
     "Gradient of the masked scores", "<i>A</i> ∘ (d<i>A</i> − rowsum(d<i>A</i> ∘ <i>A</i>))",
     "d<i>S</i><sub>masked <i>i</i>,<i>j</i></sub> = <i>A</i><sub><i>i</i>,<i>j</i></sub>·("
     "d<i>A</i><sub><i>i</i>,<i>j</i></sub> − Σ<sub><i>k</i></sub> "
     "d<i>A</i><sub><i>i</i>,<i>k</i></sub>·<i>A</i><sub><i>i</i>,<i>k</i></sub>)",
     "Through the softmax: nothing comes through where a weight is 0 or 1.", Stage::ScoresMasked},
    {Gradient::Scores, "grad_scores", "scores", "d<i>S</i>", "Gradient of the scores",
     "d<i>S</i><sub>masked</sub> where visible",
     "d<i>S</i><sub><i>i</i>,<i>j</i></sub> = d<i>S</i><sub>masked <i>i</i>,<i>j</i></sub> where "
     "the mask let the score through, else 0",
     "Through the mask as it was applied.", Stage::Scores},
    {Gradient::ScoresRaw, "grad_scores_raw", "scores_raw", "d<i>S</i><sub>raw</sub>",
     "Gradient of the raw scores", "<i>s</i>·d<i>S</i>",
     "d<i>S</i><sub>raw <i>i</i>,<i>j</i></sub> = <i>s</i>·d<i>S</i><sub><i>i</i>,<i>j</i></sub>",
     "The scale works backwards too.", Stage::ScoresRaw},
    {Gradient::Q, "grad_Q", "Q", "d<i>Q</i>", "Gradient of the queries",
     "d<i>S</i><sub>raw</sub>·<i>K</i>",
     "d<i>Q</i><sub><i>i</i>,<i>c</i></sub> = Σ<sub><i>j</i></sub> d<i>S</i><sub>raw "
     "<i>i</i>,<i>j</i></sub>·<i>K</i><sub><i>j</i>,<i>c</i></sub>",
     "Where each query should move.", Stage::Q},
    {Gradient::K, "grad_K", "K", "d<i>K</i>", "Gradient of the keys",
     "d<i>S</i><sub>raw</sub><sup>T</sup>·<i>Q</i>",
     "d<i>K</i><sub><i>j</i>,<i>c</i></sub> = Σ<sub><i>i</i></sub> d<i>S</i><sub>raw "
     "<i>i</i>,<i>j</i></sub>·<i>Q</i><sub><i>i</i>,<i>c</i></sub>",
     "Where each key should move.", Stage::K},
    {Gradient::V, "grad_V", "V", "d<i>V</i>", "Gradient of the values",
     "<i>A</i>′<sup>T</sup>·d<i>C</i>",
     "d<i>V</i><sub><i>j</i>,<i>c</i></sub> = Σ<sub><i>i</i></sub> "
     "<i>A</i>′<sub><i>i</i>,<i>j</i></sub>·d<i>C</i><sub><i>i</i>,<i>c</i></sub>",
     "Each value hears from the queries that attended to it.", Stage::V},
    {Gradient::X, "grad_X", "X", "d<i>X</i>", "Gradient of the input",
     "d<i>Q</i>·<i>W<sub>Q</sub></i><sup>T</sup> + d<i>K</i>·<i>W<sub>K</sub></i><sup>T</sup> + "
     "d<i>V</i>·<i>W<sub>V</sub></i><sup>T</sup>",
     "d<i>X</i><sub><i>i</i>,<i>e</i></sub> = Σ<sub><i>c</i></sub> "
     "d<i>Q</i><sub><i>i</i>,<i>c</i></sub>·<i>W<sub>Q</sub></i><sub> <i>e</i>,<i>c</i></sub> + "
     "the "
     "same of <i>K</i> and <i>V</i>",
     "All three ways in which an input was used, together; keys and values only in "
     "self-attention.",
     Stage::X},
    {Gradient::M, "grad_M", "M", "d<i>M</i>", "Gradient of the memory input",
     "d<i>K</i>·<i>W<sub>K</sub></i><sup>T</sup> + d<i>V</i>·<i>W<sub>V</sub></i><sup>T</sup>",
     "d<i>M</i><sub><i>j</i>,<i>e</i></sub> = Σ<sub><i>c</i></sub> "
     "d<i>K</i><sub><i>j</i>,<i>c</i></sub>·<i>W<sub>K</sub></i><sub> <i>e</i>,<i>c</i></sub> + "
     "the "
     "same of <i>V</i>",
     "The other sequence is used as keys and as values.", Stage::M},
    {Gradient::XEmbed, "grad_X_embed", "X_embed", "d<i>X</i><sub>embed</sub>",
     "Gradient of the embeddings", "d<i>X</i>",
     "d<i>X</i><sub>embed <i>i</i>,<i>c</i></sub> = d<i>X</i><sub><i>i</i>,<i>c</i></sub>",
     "Adding the positional encoding changes nothing on the way back.", Stage::XEmbed},
    {Gradient::XMemory, "grad_X_memory", "X_memory", "d<i>X</i><sub>memory</sub>",
     "Gradient of the memory", "d<i>M</i>",
     "d<i>X</i><sub>memory <i>j</i>,<i>c</i></sub> = d<i>M</i><sub><i>j</i>,<i>c</i></sub>",
     "Adding the positional encoding changes nothing on the way back.", Stage::XMemory},
    {Gradient::WQ, "grad_W_Q", "W_Q", "d<i>W<sub>Q</sub></i>", "Gradient of W_Q",
     "<i>X</i><sup>T</sup>·d<i>Q</i>",
     "d<i>W<sub>Q</sub></i><sub> <i>e</i>,<i>hd</i>+<i>c</i></sub> = Σ<sub><i>b</i>,<i>i</i></sub> "
     "<i>X</i><sub><i>i</i>,<i>e</i></sub>·d<i>Q</i><sub><i>h</i>,<i>i</i>,<i>c</i></sub>",
     "Summed over all positions of all sequences.", std::nullopt},
    {Gradient::WK, "grad_W_K", "W_K", "d<i>W<sub>K</sub></i>", "Gradient of W_K",
     "<i>X</i><sup>T</sup>·d<i>K</i>",
     "d<i>W<sub>K</sub></i><sub> <i>e</i>,<i>hd</i>+<i>c</i></sub> = Σ<sub><i>b</i>,<i>j</i></sub> "
     "<i>X</i><sub><i>j</i>,<i>e</i></sub>·d<i>K</i><sub><i>h</i>,<i>j</i>,<i>c</i></sub>, and the "
     "same of d<i>V</i> when it makes the values too",
     "Summed over all positions of all sequences.", std::nullopt},
    {Gradient::WV, "grad_W_V", "W_V", "d<i>W<sub>V</sub></i>", "Gradient of W_V",
     "<i>X</i><sup>T</sup>·d<i>V</i>",
     "d<i>W<sub>V</sub></i><sub> <i>e</i>,<i>hd</i>+<i>c</i></sub> = Σ<sub><i>b</i>,<i>j</i></sub> "
     "<i>X</i><sub><i>j</i>,<i>e</i></sub>·d<i>V</i><sub><i>h</i>,<i>j</i>,<i>c</i></sub>",
     "Summed over all positions of all sequences.", std::nullopt},
    {Gradient::WO, "grad_W_O", "W_O", "d<i>W<sub>O</sub></i>", "Gradient of W_O",
     "concat<sup>T</sup>·d<i>O</i>",
     "d<i>W<sub>O</sub></i><sub> <i>e</i>,<i>c</i></sub> = Σ<sub><i>b</i>,<i>i</i></sub> "
     "concat<sub><i>i</i>,<i>e</i></sub>·d<i>O</i><sub><i>i</i>,<i>c</i></sub>",
     "Summed over all positions of all sequences.", std::nullopt},
    {Gradient::BQ, "grad_b_Q", "b_Q", "d<i>b<sub>Q</sub></i>", "Gradient of b_Q", "Σ d<i>Q</i>",
     "d<i>b<sub>Q</sub></i><sub> <i>hd</i>+<i>c</i></sub> = Σ<sub><i>b</i>,<i>i</i></sub> "
     "d<i>Q</i><sub><i>h</i>,<i>i</i>,<i>c</i></sub>",
     "The sum over all positions.", std::nullopt},
    {Gradient::BK, "grad_b_K", "b_K", "d<i>b<sub>K</sub></i>", "Gradient of b_K", "Σ d<i>K</i>",
     "d<i>b<sub>K</sub></i><sub> <i>hd</i>+<i>c</i></sub> = Σ<sub><i>b</i>,<i>j</i></sub> "
     "d<i>K</i><sub><i>h</i>,<i>j</i>,<i>c</i></sub>",
     "Zero but for rounding: a bias of the keys shifts a whole row of scores, which the softmax "
     "does not see.",
     std::nullopt},
    {Gradient::BV, "grad_b_V", "b_V", "d<i>b<sub>V</sub></i>", "Gradient of b_V", "Σ d<i>V</i>",
     "d<i>b<sub>V</sub></i><sub> <i>hd</i>+<i>c</i></sub> = Σ<sub><i>b</i>,<i>j</i></sub> "
     "d<i>V</i><sub><i>h</i>,<i>j</i>,<i>c</i></sub>",
     "The sum over all positions.", std::nullopt},
    {Gradient::BO, "grad_b_O", "b_O", "d<i>b<sub>O</sub></i>", "Gradient of b_O", "Σ d<i>O</i>",
     "d<i>b<sub>O</sub></i><sub> <i>c</i></sub> = Σ<sub><i>b</i>,<i>i</i></sub> "
     "d<i>O</i><sub><i>i</i>,<i>c</i></sub>",
     "The sum over all positions.", std::nullopt},
    {Gradient::GammaConcat, "grad_gamma_concat", "gamma_concat", "d<i>γ</i>", "Gradient of γ",
     "Σ dnorm ∘ <i>x̂</i>",
     "d<i>γ</i><sub><i>e</i></sub> = Σ<sub><i>b</i>,<i>i</i></sub> "
     "dnorm<sub><i>i</i>,<i>e</i></sub>·<i>x̂</i><sub><i>i</i>,<i>e</i></sub>",
     "Against the normalised concatenation before γ and β.", std::nullopt},
    {Gradient::BetaConcat, "grad_beta_concat", "beta_concat", "d<i>β</i>", "Gradient of β",
     "Σ dnorm",
     "d<i>β</i><sub><i>e</i></sub> = Σ<sub><i>b</i>,<i>i</i></sub> "
     "dnorm<sub><i>i</i>,<i>e</i></sub>",
     "The sum over all positions.", std::nullopt},
};
static_assert(std::size(kTable) == kGradientCount, "every gradient needs its row in the table");
constexpr bool inOrder() {
    for (std::size_t i = 0; i < std::size(kTable); ++i)
        if (static_cast<std::size_t>(kTable[i].gradient) != i)
            return false;
    return true;
}
static_assert(inOrder(), "the table is indexed by the enum");

std::optional<Shape> shapeOf(const Tensor &array) {
    return array.present() ? std::optional(array.shape()) : std::nullopt;
}

} // namespace

std::span<const GradientInfo> gradientTable() { return kTable; }

const GradientInfo &gradientInfo(Gradient gradient) {
    return kTable[static_cast<std::size_t>(gradient)];
}

std::optional<Gradient> gradientByName(std::string_view name) {
    for (const GradientInfo &g : kTable)
        if (g.name == name)
            return g.gradient;
    return std::nullopt;
}

std::optional<Gradient> gradientOf(Stage stage) {
    for (const GradientInfo &g : kTable)
        if (g.stage == stage)
            return g.gradient;
    return std::nullopt;
}

std::optional<Shape> gradientShape(const Problem &p, Gradient gradient) {
    if (p.config.upstream == Upstream::None)
        return std::nullopt;
    const bool norm = p.config.normConcat != ConcatNorm::None;
    switch (gradient) {
    case Gradient::WQ:
        return shapeOf(p.wQ);
    case Gradient::WK:
        return shapeOf(p.wK);
    case Gradient::WV:
        return p.config.shareKv ? std::nullopt : shapeOf(p.wV);
    case Gradient::WO:
        return shapeOf(p.wO);
    case Gradient::BQ:
        return shapeOf(p.bQ);
    case Gradient::BK:
        return shapeOf(p.bK);
    case Gradient::BV:
        return p.config.shareKv ? std::nullopt : shapeOf(p.bV);
    case Gradient::BO:
        return shapeOf(p.bO);
    case Gradient::GammaConcat:
        return norm ? shapeOf(p.gammaConcat) : std::nullopt;
    case Gradient::BetaConcat:
        return norm ? shapeOf(p.betaConcat) : std::nullopt;
    default:
        return stageShape(p, *gradientInfo(gradient).stage);
    }
}

std::size_t gradientBytes(const Problem &p) {
    std::size_t bytes = 0;
    for (const GradientInfo &g : kTable)
        if (const auto shape = gradientShape(p, g.gradient))
            bytes += elementCount(*shape) * sizeof(float);
    return bytes;
}

} // namespace attnscope::core
