// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config.h"

#include <array>
#include <utility>

namespace attnscope::core {

namespace {

template <class Enum> using NameTable = std::pair<Enum, std::string_view>;

// One table an enumeration; everything below reads these.
template <class Enum> constexpr auto names();

template <> constexpr auto names<ScalingMode>() {
    using E = ScalingMode;
    return std::to_array<NameTable<E>>({{E::None, "none"},
                                        {E::SqrtDk, "sqrt_dk"},
                                        {E::SqrtDModel, "sqrt_d_model"},
                                        {E::Dk, "dk"},
                                        {E::TimesSqrtDk, "times_sqrt_dk"},
                                        {E::Custom, "custom"},
                                        {E::Adaptive, "adaptive"},
                                        {E::Standardise, "standardise"}});
}
template <> constexpr auto names<PositionalKind>() {
    using E = PositionalKind;
    return std::to_array<NameTable<E>>({{E::None, "none"}, {E::Sinusoidal, "sinusoidal"}});
}
template <> constexpr auto names<CausalAlignment>() {
    using E = CausalAlignment;
    return std::to_array<NameTable<E>>(
        {{E::BottomRight, "bottom_right"}, {E::TopLeft, "top_left"}});
}
template <> constexpr auto names<MaskApplication>() {
    using E = MaskApplication;
    return std::to_array<NameTable<E>>(
        {{E::FillScores, "fill_scores"},
         {E::AddToScores, "add_to_scores"},
         {E::MultiplyScores, "multiply_scores"},
         {E::AddBoolean, "add_boolean"},
         {E::MultiplyWeights, "multiply_weights"},
         {E::MultiplyWeightsRenormalise, "multiply_weights_renormalise"}});
}
template <> constexpr auto names<EmptyRow>() {
    using E = EmptyRow;
    return std::to_array<NameTable<E>>({{E::Zero, "zero"}, {E::Nan, "nan"}});
}
template <> constexpr auto names<ConcatNorm>() {
    using E = ConcatNorm;
    return std::to_array<NameTable<E>>(
        {{E::None, "none"}, {E::Layer, "layer"}, {E::PerHead, "per_head"}});
}
template <> constexpr auto names<Upstream>() {
    using E = Upstream;
    return std::to_array<NameTable<E>>(
        {{E::None, "none"}, {E::Ones, "ones"}, {E::Output, "output"}, {E::Given, "given"}});
}
template <> constexpr auto names<InitMethod>() {
    using E = InitMethod;
    return std::to_array<NameTable<E>>({{E::XavierUniform, "xavier_uniform"},
                                        {E::XavierNormal, "xavier_normal"},
                                        {E::KaimingUniform, "kaiming_uniform"},
                                        {E::KaimingNormal, "kaiming_normal"},
                                        {E::HeDk, "he_dk"},
                                        {E::Normal, "normal"},
                                        {E::Uniform, "uniform"},
                                        {E::PytorchLinear, "pytorch_linear"},
                                        {E::PytorchMha, "pytorch_mha"},
                                        {E::Identity, "identity"},
                                        {E::Orthogonal, "orthogonal"},
                                        {E::Zeros, "zeros"},
                                        {E::Constant, "constant"}});
}

template <class Enum> std::string_view nameOf(Enum value) {
    for (const auto &[e, name] : names<Enum>())
        if (e == value)
            return name;
    return {};
}

} // namespace

std::string_view toName(ScalingMode v) { return nameOf(v); }
std::string_view toName(PositionalKind v) { return nameOf(v); }
std::string_view toName(CausalAlignment v) { return nameOf(v); }
std::string_view toName(MaskApplication v) { return nameOf(v); }
std::string_view toName(EmptyRow v) { return nameOf(v); }
std::string_view toName(ConcatNorm v) { return nameOf(v); }
std::string_view toName(Upstream v) { return nameOf(v); }
std::string_view toName(InitMethod v) { return nameOf(v); }

template <class Enum> std::optional<Enum> fromName(std::string_view name) {
    for (const auto &[e, n] : names<Enum>())
        if (n == name)
            return e;
    return std::nullopt;
}

template <class Enum> std::string allNames() {
    std::string all;
    for (const auto &[e, n] : names<Enum>())
        all += (all.empty() ? "" : ", ") + std::string(n);
    return all;
}

#define ATTNSCOPE_INSTANTIATE(Enum)                                                                \
    template std::optional<Enum> fromName<Enum>(std::string_view);                                 \
    template std::string allNames<Enum>();
ATTNSCOPE_INSTANTIATE(ScalingMode)
ATTNSCOPE_INSTANTIATE(PositionalKind)
ATTNSCOPE_INSTANTIATE(CausalAlignment)
ATTNSCOPE_INSTANTIATE(MaskApplication)
ATTNSCOPE_INSTANTIATE(EmptyRow)
ATTNSCOPE_INSTANTIATE(ConcatNorm)
ATTNSCOPE_INSTANTIATE(Upstream)
ATTNSCOPE_INSTANTIATE(InitMethod)
#undef ATTNSCOPE_INSTANTIATE

} // namespace attnscope::core
