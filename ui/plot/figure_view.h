// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace attnscope::ui {

/// Shows a Figure on the screen and tells which cell is hovered, clicked, dragged over.
/// Setting a figure of the same structure (same panels and sizes) only swaps data and repaints.
class FigureView : public QWidget {
    Q_OBJECT
public:
    explicit FigureView(QWidget *parent = nullptr);
    ~FigureView() override;

    void setFigure(Figure figure);
    [[nodiscard]] const Figure &figure() const;
    /// Marks a hovered cell (all panels of its link group); cheap: does not redraw the maps.
    void setHovered(std::optional<CellRef> cell);
    void setLocked(std::vector<CellRef> cells);
    /// The cell under a widget position, if any (bounds-checked on all four sides).
    [[nodiscard]] std::optional<CellRef> cellAt(const QPointF &position) const;
    /// Where a cell is drawn, in widget coordinates.
    [[nodiscard]] QRectF cellRect(const CellRef &cell) const;
    /// Where a panel stands with all that belongs to it; empty when there is none.
    [[nodiscard]] QRectF panelRect(int panel) const;
    /// Keyboard: arrows move the focused cell, Enter locks, Esc frees.
    [[nodiscard]] std::optional<CellRef> focusCell() const;
    [[nodiscard]] std::optional<CellRef> hoveredCell() const;

    /// Where a value of a panel of curves is drawn, in widget coordinates; null before it was.
    [[nodiscard]] std::optional<QPointF> curvePlace(int panel, const QPointF &value) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void cellHovered(attnscope::ui::CellRef cell);
    void hoverLeft();
    void cellClicked(attnscope::ui::CellRef cell, Qt::KeyboardModifiers modifiers);
    void cellDoubleClicked(attnscope::ui::CellRef cell);
    /// For painting, beside the clicks above: any button went down on a cell; while it is down the
    /// pointer came to another cell of that panel (outside of it: to the nearest one); it was let
    /// go.
    void cellPressed(attnscope::ui::CellRef cell, Qt::MouseButton button,
                     Qt::KeyboardModifiers modifiers);
    void cellDragged(attnscope::ui::CellRef cell);
    void cellReleased();
    /// A button went down on the label of a row (vertical header) or a column (horizontal), whose
    /// first cell this is; drags and the release follow as for a cell.
    void headerPressed(attnscope::ui::CellRef first, Qt::Orientation header,
                       Qt::MouseButton button);
    /// On the axes of an interactive panel of curves: the left button went down at these values;
    /// the pointer moved with it down (values beyond the axes too); it was let go.
    void curvePressed(int panel, QPointF value);
    void curveDragged(int panel, QPointF value);
    void curveReleased();
    void curveDoubleClicked(int panel, QPointF value);
    void curveHovered(int panel, QPointF value);
    void escapePressed();
    /// After each paint of a newly set figure (for frame times).
    void painted();

protected:
    bool event(QEvent *) override;
    void paintEvent(QPaintEvent *) override;
    void resizeEvent(QResizeEvent *) override;
    void mouseMoveEvent(QMouseEvent *) override;
    void mousePressEvent(QMouseEvent *) override;
    void mouseReleaseEvent(QMouseEvent *) override;
    void mouseDoubleClickEvent(QMouseEvent *) override;
    void leaveEvent(QEvent *) override;
    void keyPressEvent(QKeyEvent *) override;

private:
    bool press(const QMouseEvent &event);
    /// The interactive panel of curves whose axes hold a position, if any.
    [[nodiscard]] std::optional<int> curveAt(const QPointF &position) const;
    [[nodiscard]] QPointF curveValue(int panel, const QPointF &position) const;

    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace attnscope::ui
