// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/figure_view.h"

#include "ui/plot/figure_accessible.h"
#include "ui/plot/figure_layout.h"
#include "ui/plot/figure_painter.h"
#include "ui/plot/plot_text.h"

#include <QHelpEvent>
#include <QImage>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace attnscope::ui {

struct FigureView::Impl {
    Figure figure;
    std::unique_ptr<FigurePicture> picture;
    QImage image; // the figure without marks, at the screen's pixels
    QSize drawnSize;
    double drawnRatio = 0.0;
    bool stale = true;     // the image does not show the figure
    bool announce = false; // a new figure waits for its first paint
    std::optional<CellRef> hovered, focused;
    std::optional<CellRef> pressed; // where the drag is, while a button is down
    std::vector<CurveFrame> frames; // of the figure as it was drawn last
    std::optional<int> curve;       // the panel of curves that a drag began in
    bool overCurve = false;         // the pointer is on an interactive panel of curves

    [[nodiscard]] const MapPanel *mapAt(int panel) const {
        if (panel < 0 || panel >= static_cast<int>(figure.panels.size()))
            return nullptr;
        return std::get_if<MapPanel>(&figure.panels[static_cast<std::size_t>(panel)].content);
    }
    [[nodiscard]] bool exists(const std::optional<CellRef> &cell) const {
        const MapPanel *map = cell ? mapAt(cell->panel) : nullptr;
        return map && cell->row < map->rows && cell->column < map->columns;
    }
    /// Next or previous panel that is a map; the same when there is none.
    [[nodiscard]] int neighbour(int panel, int step) const {
        const int count = static_cast<int>(figure.panels.size());
        for (int p = panel + step; p >= 0 && p < count; p += step)
            if (const MapPanel *map = mapAt(p); map && map->rows > 0 && map->columns > 0)
                return p;
        return panel;
    }
    void prepare(QSize size, double ratio) {
        if (picture && size == drawnSize && ratio == drawnRatio)
            return;
        picture = std::make_unique<FigurePicture>(figure, size, 1.0 / ratio);
        drawnSize = size;
        drawnRatio = ratio;
        stale = true;
    }
};

namespace {

/// What can be edited in place looks so: a frame and a pencil in the accent colour. Not part of the
/// picture, which others may see where nothing can be edited.
void paintEditable(QPainter &painter, const Figure &figure, const FigureLayout &layout) {
    constexpr double kRadius = 8.0;
    const QColor accent = figure.palette.accent;
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        const auto *map = std::get_if<MapPanel>(&figure.panels[i].content);
        if (!map || !map->editable || !layout.panels[i].map)
            continue;
        const QRectF frame = layout.panels[i].map->map.adjusted(-2, -2, 2, 2);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(accent, 1.5));
        painter.drawRect(frame);
        painter.setPen(Qt::NoPen);
        painter.setBrush(accent);
        painter.drawEllipse(frame.topRight(), kRadius, kRadius);
        painter.save();
        painter.translate(frame.topRight());
        painter.rotate(45.0);
        painter.setBrush(figure.palette.panel);
        painter.drawRect(QRectF(-1.5, -5.0, 3.0, 7.0));
        painter.drawPolygon(QPolygonF({QPointF(-1.5, 3.0), QPointF(1.5, 3.0), QPointF(0.0, 5.5)}));
        painter.restore();
    }
}

} // namespace

FigureView::FigureView(QWidget *parent) : QWidget(parent), m_impl(std::make_unique<Impl>()) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    installFigureAccessibility(); // before the name, which asks for the interface
    setAccessibleName(tr("Figure"));
}

FigureView::~FigureView() = default;

void FigureView::setFigure(Figure figure) {
    m_impl->figure = std::move(figure);
    m_impl->picture.reset();
    m_impl->stale = true;
    m_impl->announce = true;
    if (!m_impl->exists(m_impl->hovered))
        m_impl->hovered.reset();
    if (!m_impl->exists(m_impl->focused))
        m_impl->focused.reset();
    if (!m_impl->exists(m_impl->pressed) && std::exchange(m_impl->pressed, std::nullopt))
        emit cellReleased(); // its panel is gone
    QString name = m_impl->figure.title;
    for (std::size_t i = 0; name.isEmpty() && i < m_impl->figure.panels.size(); ++i)
        if (const MapPanel *map = m_impl->mapAt(static_cast<int>(i)))
            name = map->title;
    setAccessibleName(name.isEmpty() ? tr("Figure") : name);
    if (m_impl->hovered) // its value may have changed
        setAccessibleDescription(describeCell(m_impl->figure, *m_impl->hovered));
    update();
}

const Figure &FigureView::figure() const { return m_impl->figure; }

void FigureView::setHovered(std::optional<CellRef> cell) {
    if (m_impl->hovered == cell)
        return;
    m_impl->hovered = cell;
    // The sentence of the cell is what a screen reader reads; Qt tells it of the change.
    setAccessibleDescription(cell ? describeCell(m_impl->figure, *cell) : QString());
    update();
}

void FigureView::setLocked(std::vector<CellRef> cells) {
    if (m_impl->figure.locked == cells)
        return;
    m_impl->figure.locked = std::move(cells);
    update();
}

std::optional<CellRef> FigureView::cellAt(const QPointF &position) const {
    m_impl->prepare(size(), devicePixelRatioF());
    return m_impl->picture->layout().cellAt(position);
}

QRectF FigureView::cellRect(const CellRef &cell) const {
    m_impl->prepare(size(), devicePixelRatioF());
    return m_impl->picture->layout().cellRect(cell);
}

QRectF FigureView::panelRect(int panel) const {
    m_impl->prepare(size(), devicePixelRatioF());
    const auto &panels = m_impl->picture->layout().panels;
    return panel >= 0 && panel < static_cast<int>(panels.size())
               ? panels[static_cast<std::size_t>(panel)].box
               : QRectF();
}

std::optional<CellRef> FigureView::focusCell() const { return m_impl->focused; }
std::optional<CellRef> FigureView::hoveredCell() const { return m_impl->hovered; }

QSize FigureView::sizeHint() const { return {720, 520}; }
QSize FigureView::minimumSizeHint() const { return {160, 120}; }

bool FigureView::event(QEvent *event) {
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const auto cell = cellAt(help->pos());
        const QString text = cell ? describeCell(m_impl->figure, *cell) : QString();
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), text.toHtmlEscaped(), this,
                               cellRect(*cell).toAlignedRect());
        return true;
    }
    if (event->type() == QEvent::ScreenChangeInternal || event->type() == QEvent::FontChange)
        m_impl->picture.reset();
    return QWidget::event(event);
}

void FigureView::paintEvent(QPaintEvent *) {
    const double ratio = devicePixelRatioF();
    m_impl->prepare(size(), ratio);
    if (m_impl->stale) {
        const QSize pixels(static_cast<int>(std::ceil(width() * ratio)),
                           static_cast<int>(std::ceil(height() * ratio)));
        if (m_impl->image.size() != pixels)
            m_impl->image = QImage(pixels, QImage::Format_RGB32);
        m_impl->image.setDevicePixelRatio(ratio);
        // A transparent figure shows the window's ground, which is what it will stand on.
        m_impl->image.fill(m_impl->figure.palette.panel);
        m_impl->frames = m_impl->picture->paint(m_impl->image, Target::Raster, false);
        m_impl->stale = false;
    }
    QPainter painter(this);
    painter.drawImage(QPointF(0, 0), m_impl->image);
    painter.setRenderHint(QPainter::Antialiasing);
    const Ink ink(painter, Target::Raster, nullptr, 1.0 / ratio);
    m_impl->picture->paintMarks(ink, m_impl->figure.locked, m_impl->hovered);
    paintEditable(painter, m_impl->figure, m_impl->picture->layout());
    painter.end();
    if (std::exchange(m_impl->announce, false))
        emit painted();
}

void FigureView::resizeEvent(QResizeEvent *) { m_impl->picture.reset(); }

void FigureView::mouseMoveEvent(QMouseEvent *event) {
    auto cell = cellAt(event->position());
    if (auto &pressed = m_impl->pressed; pressed && event->buttons() != Qt::NoButton) {
        m_impl->prepare(size(), devicePixelRatioF());
        const auto nearest =
            m_impl->picture->layout().nearestCell(pressed->panel, event->position());
        if (nearest && *nearest != *pressed) {
            pressed = nearest;
            emit cellDragged(*nearest);
        }
    }
    if (m_impl->curve) {
        emit curveDragged(*m_impl->curve, curveValue(*m_impl->curve, event->position()));
        return;
    }
    if (const auto over = cell ? std::nullopt : curveAt(event->position())) {
        setCursor(Qt::PointingHandCursor);
        setHovered(std::nullopt);
        m_impl->overCurve = true;
        emit curveHovered(*over, curveValue(*over, event->position()));
        return;
    }
    unsetCursor();
    if (!std::exchange(m_impl->overCurve, false) && cell == m_impl->hovered)
        return;
    setHovered(cell);
    if (cell)
        emit cellHovered(*cell);
    else
        emit hoverLeft();
}

void FigureView::mousePressEvent(QMouseEvent *event) {
    if (const auto panel = curveAt(event->position()); panel && !m_impl->pressed) {
        if (event->button() == Qt::LeftButton) {
            m_impl->curve = panel;
            emit curvePressed(*panel, curveValue(*panel, event->position()));
        }
        return;
    }
    press(*event);
    const auto cell = event->button() == Qt::LeftButton ? cellAt(event->position()) : std::nullopt;
    if (!cell) {
        QWidget::mousePressEvent(event);
        return;
    }
    m_impl->focused = cell;
    emit cellClicked(*cell, event->modifiers());
}

std::optional<int> FigureView::curveAt(const QPointF &position) const {
    const std::vector<Panel> &panels = m_impl->figure.panels;
    for (std::size_t i = 0; i < std::min(panels.size(), m_impl->frames.size()); ++i) {
        const auto *curves = std::get_if<CurvePanel>(&panels[i].content);
        if (curves && curves->interactive && m_impl->frames[i].axes.contains(position))
            return static_cast<int>(i);
    }
    return std::nullopt;
}

QPointF FigureView::curveValue(int panel, const QPointF &position) const {
    const auto i = static_cast<std::size_t>(panel);
    return i < m_impl->frames.size() ? m_impl->frames[i].valueAt(position) : QPointF();
}

std::optional<QPointF> FigureView::curvePlace(int panel, const QPointF &value) const {
    const auto i = static_cast<std::size_t>(panel);
    if (i >= m_impl->frames.size() || m_impl->frames[i].axes.isEmpty())
        return std::nullopt;
    return m_impl->frames[i].placeOf(value);
}

bool FigureView::press(const QMouseEvent &event) {
    if (m_impl->pressed) // a second button does not begin a second drag
        return true;
    if (const auto cell = cellAt(event.position())) {
        m_impl->pressed = cell;
        emit cellPressed(*cell, event.button(), event.modifiers());
        return true;
    }
    const auto header = m_impl->picture->layout().headerAt(event.position());
    if (header) {
        m_impl->pressed = header->first;
        emit headerPressed(header->first, header->orientation, event.button());
    }
    return header.has_value();
}

void FigureView::mouseReleaseEvent(QMouseEvent *event) {
    if (event->buttons() == Qt::NoButton && std::exchange(m_impl->pressed, std::nullopt))
        emit cellReleased();
    if (!(event->buttons() & Qt::LeftButton) && std::exchange(m_impl->curve, std::nullopt))
        emit curveReleased();
    QWidget::mouseReleaseEvent(event);
}

void FigureView::mouseDoubleClickEvent(QMouseEvent *event) {
    if (const auto panel = curveAt(event->position())) {
        if (event->button() == Qt::LeftButton)
            emit curveDoubleClicked(*panel, curveValue(*panel, event->position()));
        return;
    }
    press(*event); // quick strokes are strokes
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto cell = cellAt(event->position()))
        emit cellDoubleClicked(*cell);
}

void FigureView::leaveEvent(QEvent *) {
    if (!std::exchange(m_impl->overCurve, false) && !m_impl->hovered)
        return;
    setHovered(std::nullopt);
    emit hoverLeft();
}

void FigureView::keyPressEvent(QKeyEvent *event) {
    Impl &d = *m_impl;
    const int key = event->key();
    if (key == Qt::Key_Escape) {
        setHovered(std::nullopt);
        emit escapePressed();
        return;
    }
    if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space) {
        if (d.exists(d.focused))
            emit cellClicked(*d.focused, event->modifiers());
        return;
    }
    const bool horizontal = key == Qt::Key_Left || key == Qt::Key_Right;
    const bool vertical = key == Qt::Key_Up || key == Qt::Key_Down;
    const bool jump = key == Qt::Key_Home || key == Qt::Key_End;
    const bool page = key == Qt::Key_PageUp || key == Qt::Key_PageDown;
    if (!horizontal && !vertical && !jump && !page) {
        QWidget::keyPressEvent(event);
        return;
    }
    if (!d.exists(d.focused)) {
        // The first step only shows where one stands: at the locked cell, else at the first.
        std::optional<CellRef> start;
        if (!d.figure.locked.empty())
            start = d.figure.locked.front();
        if (!d.exists(start))
            start = CellRef{d.neighbour(-1, 1), 0, 0};
        if (!d.exists(start))
            return;
        d.focused = start;
    } else {
        CellRef cell = *d.focused;
        const bool forward = key == Qt::Key_Right || key == Qt::Key_Down || key == Qt::Key_End ||
                             key == Qt::Key_PageDown;
        if (page || (event->modifiers() & Qt::ControlModifier && (horizontal || vertical)))
            cell.panel = d.neighbour(cell.panel, forward ? 1 : -1);
        const MapPanel &map = *d.mapAt(cell.panel);
        const auto moved = [forward](std::size_t at, std::size_t count) {
            return forward ? std::min(at + 1, count - 1) : at - (at > 0 ? 1 : 0);
        };
        if (cell.panel != d.focused->panel) {
            cell.row = std::min(cell.row, map.rows - 1);
            cell.column = std::min(cell.column, map.columns - 1);
        } else if (horizontal) {
            cell.column = moved(cell.column, map.columns);
        } else if (vertical) {
            cell.row = moved(cell.row, map.rows);
        } else if (jump) {
            cell.column = forward ? map.columns - 1 : 0;
            if (event->modifiers() & Qt::ControlModifier)
                cell.row = forward ? map.rows - 1 : 0;
        }
        d.focused = cell;
    }
    setHovered(d.focused);
    announceFocus(*this, *d.focused);
    emit cellHovered(*d.focused);
}

} // namespace attnscope::ui
