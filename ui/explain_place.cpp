// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain_place.h"

#include "ui/views/figure_parts.h"
#include "ui/views/gradient_analysis.h"

#include <QStringList>

namespace attnscope::ui {

using core::CellLink;
using core::Coordinates;
using core::Gradient;
using core::Input;
using core::SideInput;
using core::Stage;

namespace {

std::optional<Coordinates> lockedCoordinates(Stage stage, const core::Shape &shape,
                                             const ViewSettings &v) {
    if (shape.empty())
        return Coordinates();
    if (!v.locked)
        return std::nullopt;
    const LockedCell &c = *v.locked;
    const std::size_t row = rowsAreKeys(stage) ? c.key : c.query;
    const std::size_t column = v.lockedColumn.value_or(0);
    Coordinates at;
    switch (panelKind(stage)) {
    case PanelKind::QueryKey:
        at = {c.batch, c.head, c.query, c.key};
        break;
    case PanelKind::HeadWidth:
        at = {c.batch, c.head, row, column};
        break;
    case PanelKind::HeadRows:
        at = {c.batch, c.head, c.query};
        break;
    default:
        at = shape.size() == 2 ? Coordinates{row, column} : Coordinates{c.batch, row, column};
        break;
    }
    for (std::size_t a = 0; a < shape.size(); ++a)
        if (at[a] >= shape[a])
            return std::nullopt;
    return at;
}

void lockStage(ViewSettings &v, Stage stage, const Coordinates &at) {
    const PanelKind kind = panelKind(stage);
    if (kind == PanelKind::Number)
        return;
    LockedCell c = v.locked.value_or(LockedCell());
    if (at.size() > 2)
        v.batch = c.batch = at[0];
    if (kind != PanelKind::Model) {
        c.head = at[1];
        if (v.head)
            v.head = c.head;
    }
    switch (kind) {
    case PanelKind::QueryKey:
        c.query = at[2];
        c.key = at[3];
        break;
    case PanelKind::HeadRows:
        c.query = at[2];
        break;
    default: // [.., row, column]
        (rowsAreKeys(stage) ? c.key : c.query) = at[at.size() - 2];
        v.lockedColumn = at.back();
        break;
    }
    v.locked = c;
}

} // namespace

std::optional<CellLink> lockedLink(const core::Trace &t, const ViewSettings &v) {
    if (v.tab == QLatin1String("gradients")) {
        const auto cell = lockedGradientCell(*t.problem, v);
        if (!cell || !core::shapeOf(t, v.gradient))
            return std::nullopt;
        return CellLink{v.gradient, *cell};
    }
    const auto shape = core::shapeOf(t, v.stage);
    if (!shape)
        return std::nullopt;
    const auto at = lockedCoordinates(v.stage, *shape, v);
    return at ? std::optional(CellLink{v.stage, core::flatIndex(*shape, *at)}) : std::nullopt;
}

ViewSettings lockedAt(const core::Trace &t, const ViewSettings &from, const CellLink &cell) {
    ViewSettings v = from;
    v.alsoLocked.clear();
    if (const auto *stage = std::get_if<Stage>(&cell.array)) {
        v.tab = QStringLiteral("stages");
        v.stage = *stage;
        if (const auto shape = core::stageShape(*t.problem, *stage))
            lockStage(v, *stage, core::coordinates(*shape, cell.index));
    } else if (const auto *gradient = std::get_if<Gradient>(&cell.array)) {
        v.tab = QStringLiteral("gradients");
        v.gradient = *gradient;
        const auto shape = core::gradientShape(*t.problem, *gradient);
        if (!shape)
            return v;
        const Coordinates at = core::coordinates(*shape, cell.index);
        if (const auto of = core::gradientInfo(*gradient).stage)
            lockStage(v, *of, at);
        else
            v.lockedEntry = LockedEntry{at.size() == 1 ? 0 : at[0], at.back()};
    }
    return v;
}

std::optional<MatrixPlace> placeOf(const core::Trace &t, const CellLink &cell) {
    const auto shape = core::shapeOf(t, cell.array);
    if (!shape)
        return std::nullopt;
    const Coordinates at = core::coordinates(*shape, cell.index);
    MatrixPlace place;
    place.row = at.size() < 2 ? 0 : at[at.size() - 2];
    place.column = at.empty() ? 0 : at.back();
    if (at.size() > 2)
        place.batch = at[0];
    if (const auto *input = std::get_if<Input>(&cell.array))
        place.input = *input;
    else if (cell.array == core::ArrayRef(Stage::XEmbed))
        place.input = Input::XEmbed;
    else if (cell.array == core::ArrayRef(Stage::XMemory))
        place.input = Input::XMemory;
    else if (cell.array == core::ArrayRef(SideInput::CustomMask)) {
        place.input = std::nullopt;
        if (at.size() == 4)
            place.head = at[1];
    } else
        return std::nullopt;
    return place;
}

QString linkText(const CellLink &cell) {
    const auto name = core::nameOf(cell.array);
    return QStringLiteral("cell:%1/%2")
        .arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())))
        .arg(cell.index);
}

std::optional<CellLink> linkFromText(const QString &text) {
    if (!text.startsWith(QLatin1String("cell:")))
        return std::nullopt;
    const QStringList parts = text.mid(5).split(QLatin1Char('/'));
    bool number = false;
    const std::size_t index = parts.value(1).toULongLong(&number);
    if (parts.size() != 2 || !number)
        return std::nullopt;
    const std::string name = parts[0].toStdString();
    if (const auto stage = core::stageByName(name))
        return CellLink{*stage, index};
    if (const auto gradient = core::gradientByName(name))
        return CellLink{*gradient, index};
    if (const auto input = core::inputByName(name))
        return CellLink{*input, index};
    for (const SideInput side : {SideInput::DropoutKeep, SideInput::CustomMask, SideInput::Lengths})
        if (core::nameOf(side) == name)
            return CellLink{side, index};
    return std::nullopt;
}

} // namespace attnscope::ui
