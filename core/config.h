// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace attnscope::core {

/// What raw scores are multiplied by.
enum class ScalingMode { None, SqrtDk, SqrtDModel, Dk, TimesSqrtDk, Custom, Adaptive, Standardise };
enum class PositionalKind { None, Sinusoidal };
enum class CausalAlignment { BottomRight, TopLeft };
/// How a mask is applied: the first is right, the rest are the mistakes people make.
enum class MaskApplication {
    FillScores,
    AddToScores,
    MultiplyScores,
    AddBoolean,
    MultiplyWeights,
    MultiplyWeightsRenormalise
};
enum class EmptyRow { Zero, Nan };
enum class ConcatNorm { None, Layer, PerHead };
enum class Upstream { None, Ones, Output, Given };
enum class InitMethod {
    XavierUniform,
    XavierNormal,
    KaimingUniform,
    KaimingNormal,
    HeDk,
    Normal,
    Uniform,
    PytorchLinear,
    PytorchMha,
    Identity,
    Orthogonal,
    Zeros,
    Constant
};

struct Scaling {
    ScalingMode mode = ScalingMode::SqrtDk;
    double value = 1.0; ///< the factor, for Custom
    bool operator==(const Scaling &) const = default;
};
struct Positional {
    PositionalKind kind = PositionalKind::Sinusoidal;
    double base = 10000.0;
    bool operator==(const Positional &) const = default;
};
struct MaskConfig {
    bool causal = false;
    CausalAlignment causalAlignment = CausalAlignment::BottomRight;
    bool padding = false;
    bool custom = false;
    MaskApplication application = MaskApplication::FillScores;
    double fill = -std::numeric_limits<double>::infinity();
    EmptyRow emptyRow = EmptyRow::Zero;
    bool operator==(const MaskConfig &) const = default;
};
struct DropoutConfig {
    double attention = 0.0; ///< p, 0 ≤ p < 1
    std::uint64_t seed = 1; ///< of the keep mask when none is given
    bool operator==(const DropoutConfig &) const = default;
};

/// The `config` object of a session: every setting that changes what is computed.
struct Config {
    int dModel = 32;
    int heads = 4;
    int dK = 8;
    int dV = 8;
    bool shareKv = false;
    Scaling scaling;
    Positional positional;
    MaskConfig mask;
    ConcatNorm normConcat = ConcatNorm::None;
    DropoutConfig dropout;
    Upstream upstream = Upstream::None;
    bool operator==(const Config &) const = default;
};

/// How one array is drawn (mathematics.md §9).
struct Initialiser {
    InitMethod method = InitMethod::XavierUniform;
    double value = 1.0;   ///< σ of Normal, half-width of Uniform, value of Constant
    bool perHead = false; ///< fan of one head's block instead of the whole projection
    bool operator==(const Initialiser &) const = default;
};

/// Names of the enumerators in files and on the command line, both ways.
/// fromName answers nothing for a name that is not one.
[[nodiscard]] std::string_view toName(ScalingMode);
[[nodiscard]] std::string_view toName(PositionalKind);
[[nodiscard]] std::string_view toName(CausalAlignment);
[[nodiscard]] std::string_view toName(MaskApplication);
[[nodiscard]] std::string_view toName(EmptyRow);
[[nodiscard]] std::string_view toName(ConcatNorm);
[[nodiscard]] std::string_view toName(Upstream);
[[nodiscard]] std::string_view toName(InitMethod);
template <class Enum> [[nodiscard]] std::optional<Enum> fromName(std::string_view name);
/// "none, sqrt_dk, …": what may stand there, for error messages.
template <class Enum> [[nodiscard]] std::string allNames();

} // namespace attnscope::core
