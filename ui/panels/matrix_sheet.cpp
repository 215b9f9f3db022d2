// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/matrix_sheet.h"

#include "core/mask_edit.h"
#include "ui/views/figure_parts.h"

#include <algorithm>

namespace attnscope::ui {

using core::Input;

float MatrixSheet::value(std::size_t row, std::size_t column) const {
    const std::size_t i = offset + row * columns + column;
    return mask.present() ? static_cast<float>(mask.data()[i]) : values.data()[i];
}

bool MatrixSheet::edited(std::size_t row, std::size_t column) const {
    if (!seeded.present())
        return false;
    if (seeded.shape() != values.shape())
        return true;
    const std::size_t i = offset + row * columns + column;
    return !core::sameBits(values.data()[i], seeded.data()[i]);
}

std::optional<std::size_t> MatrixSheet::headOf(std::size_t row, std::size_t column) const {
    if (heads.heads == 0 || heads.width == 0)
        return std::nullopt;
    return (heads.onRows ? row : column) / heads.width;
}

const core::Tensor &arrayOf(const core::Problem &p, Input input) {
    const core::Tensor *const all[] = {&p.xEmbed,      &p.xMemory,    &p.wQ,        &p.wK, &p.wV,
                                       &p.wO,          &p.bQ,         &p.bK,        &p.bV, &p.bO,
                                       &p.gammaConcat, &p.betaConcat, &p.gradOutput};
    static_assert(std::size(all) == core::kInputCount);
    return *all[static_cast<std::size_t>(input)];
}

std::optional<MatrixSheet> makeSheet(const MatrixPlace &place, const core::Problem &p,
                                     const std::shared_ptr<const core::Session> &computedFrom,
                                     const std::shared_ptr<const core::Session> &document) {
    MatrixSheet sheet;
    sheet.place = place;
    sheet.session = computedFrom;
    const bool sameSizes = document->config == computedFrom->config &&
                           document->tokens == computedFrom->tokens &&
                           document->memoryTokens == computedFrom->memoryTokens;
    if (sameSizes)
        sheet.session = document;
    try {
        if (!place.input) {
            sheet.mask = core::customMask(*sheet.session);
            sheet.rows = sheet.mask.extent(sheet.mask.rank() - 2);
            sheet.columns = sheet.mask.extent(sheet.mask.rank() - 1);
            if (sheet.mask.rank() == 4)
                sheet.offset = (place.batch * sheet.mask.extent(1) + place.head.value_or(0)) *
                               sheet.rows * sheet.columns;
            sheet.rowLabels = queryTokens(*sheet.session, p, place.batch);
            sheet.columnLabels = keyTokens(*sheet.session, p, place.batch);
            return sheet;
        }
        const Input input = *place.input;
        sheet.values = arrayOf(p, input);
        const auto held = sheet.session->arrays.find(input);
        if (held != sheet.session->arrays.end()) {
            if (held->second.shape() == sheet.values.shape())
                sheet.values = held->second;
            sheet.seeded = core::seededArray(*sheet.session, input);
            // Ends at the first cell that is as drawn, which is soon when only some were edited.
            sheet.allDiffer =
                sheet.seeded.present() && sheet.values.size() > 1 &&
                (sheet.seeded.shape() != sheet.values.shape() ||
                 std::equal(sheet.values.values().begin(), sheet.values.values().end(),
                            sheet.seeded.values().begin(),
                            [](float a, float b) { return !core::sameBits(a, b); }));
        }
        const core::TableSize size = core::tableSize(sheet.values.shape());
        sheet.rows = size.rows;
        sheet.columns = size.columns;
        sheet.offset = std::min(place.batch, std::max<std::size_t>(size.batches, 1) - 1) *
                       size.rows * size.columns;
        sheet.heads = core::headBlocks(p.config, input);
        if (input == Input::XEmbed || input == Input::GradOutput)
            sheet.rowLabels = queryTokens(*sheet.session, p, place.batch);
        else if (input == Input::XMemory)
            sheet.rowLabels = keyTokens(*sheet.session, p, place.batch);
        return sheet;
    } catch (const core::InputError &) {
        return std::nullopt;
    }
}

} // namespace attnscope::ui
