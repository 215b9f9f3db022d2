// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/stage_sources.h"

namespace attnscope::ui {

using core::Input;
using core::Stage;

std::optional<MatrixPlace> editablePlace(const StageCell &c) {
    if (c.stage == Stage::XEmbed)
        return MatrixPlace{Input::XEmbed, c.batch, {}, c.row, c.column};
    if (c.stage == Stage::XMemory)
        return MatrixPlace{Input::XMemory, c.batch, {}, c.row, c.column};
    return std::nullopt;
}

bool isMaskCell(Stage stage) { return stage == Stage::MaskKeep || stage == Stage::ScoresMasked; }

std::vector<MatrixPlace> sourcesOf(const StageCell &c, const core::Config &config) {
    const auto dK = static_cast<std::size_t>(config.dK), dV = static_cast<std::size_t>(config.dV);
    const auto of = [](Input input, std::size_t row, std::size_t column) {
        return MatrixPlace{input, 0, {}, row, column};
    };
    const MatrixPlace wQ = of(Input::WQ, 0, c.head * dK), wK = of(Input::WK, 0, c.head * dK);
    const Input values = config.shareKv ? Input::WK : Input::WV;
    switch (c.stage) {
    case Stage::X:
        return {MatrixPlace{Input::XEmbed, c.batch, {}, c.row, c.column}};
    case Stage::M:
        return {MatrixPlace{Input::XMemory, c.batch, {}, c.row, c.column}};
    case Stage::Q:
        return {of(Input::WQ, 0, c.head * dK + c.column)};
    case Stage::K:
        return {of(Input::WK, 0, c.head * dK + c.column)};
    case Stage::V:
    case Stage::Context:
        return {of(values, 0, c.head * dV + c.column)};
    case Stage::Concat:
    case Stage::ConcatNorm:
        return {of(values, 0, c.column)};
    case Stage::Output:
        return {of(Input::WO, 0, c.column)};
    case Stage::ScoresRaw:
    case Stage::Scores:
    case Stage::Weights:
    case Stage::WeightsDropped:
    case Stage::RowMax:
    case Stage::RowSum:
        return {wQ, wK};
    default:
        return {};
    }
}

} // namespace attnscope::ui
