// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/matrix_edits.h"

#include "core/mask_edit.h"
#include "ui/error_text.h"
#include "ui/session_document.h"

#include <QCoreApplication>

#include <array>
#include <cstdint>
#include <vector>

namespace attnscope::ui {

namespace {

struct Matrices {
    Q_DECLARE_TR_FUNCTIONS(Matrices)
};

} // namespace

QString editMatrix(SessionDocument &document, const QString &text, const QString &field,
                   const SessionEdit &change) {
    static std::uint64_t serial = 0; // without a field each step stands alone
    try {
        document.edit(text, field.isEmpty() ? QStringLiteral("matrix/%1").arg(++serial) : field,
                      change);
        return {};
    } catch (const core::InputError &e) {
        return issuesText(e.issues);
    }
}

void writeBlock(core::Session &session, const MatrixPlace &place, const core::ArrayBlock &block,
                std::span<const float> values) {
    if (place.input) {
        core::setCells(session, *place.input, block, values);
        return;
    }
    std::array<std::vector<core::MaskCell>, 2> cells; // hidden, visible
    for (std::size_t i = 0; i < std::min(values.size(), block.size()); ++i)
        cells[values[i] != 0.0F ? 1 : 0].push_back(
            {block.row + i / block.columns, block.column + i % block.columns});
    core::MaskScope scope;
    scope.head = place.head;
    if (place.head)
        scope.batch = place.batch;
    for (const bool visible : {false, true})
        if (!cells[visible ? 1 : 0].empty())
            core::setMaskCells(session, scope, cells[visible ? 1 : 0], visible);
}

QString setCell(SessionDocument &document, const MatrixPlace &place, float value) {
    const core::ArrayBlock block{place.batch, place.row, place.column, 1, 1};
    return editMatrix(
        document, Matrices::tr("Set %1").arg(placeText(document.session(), place)), QString(),
        [&](core::Session &s) { writeBlock(s, place, block, std::span<const float>(&value, 1)); });
}

} // namespace attnscope::ui
