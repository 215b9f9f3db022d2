// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/mask_painter.h"

#include "ui/panels/mask_tools.h"
#include "ui/plot/plot_text.h"
#include "ui/session_document.h"
#include "ui/views/figure_parts.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <cstdlib>

namespace attnscope::ui {

namespace {

/// A pass of the right extents without numbers: enough for labels and for clamping indices.
core::Problem outline(const core::Session &s, const core::MapSizes &z) {
    core::Problem p;
    p.config = s.config;
    p.xEmbed = core::Tensor::uninitialised({z.batch, z.queries, 0});
    if (z.cross)
        p.xMemory = core::Tensor::uninitialised({z.batch, z.keys, 0});
    return p;
}

} // namespace

Figure maskFigure(const core::Session &s, const ViewSettings &v, const Palette &palette) {
    const core::MapSizes z = core::mapSizes(s);
    const core::Problem p = outline(s, z);
    const std::size_t b = shownBatch(v, p), h = shownHead(v, p);
    Figure f;
    f.palette = palette;
    MapPanel m;
    m.rows = z.queries;
    m.columns = z.keys;
    m.hiddenBy = core::hiddenBy(s, b, h);
    m.values = core::Tensor({z.queries, z.keys}, 0.0F);
    float *values = m.values.mutableData();
    std::size_t seen = 0;
    for (std::size_t i = 0; i < z.queries; ++i) {
        std::size_t inRow = 0;
        for (std::size_t j = 0; j < z.keys; ++j)
            if (m.hiddenBy(i, j) == 0) {
                values[i * z.keys + j] = 1.0F;
                ++inRow;
            }
        seen += inRow;
        if (inRow == 0)
            m.emptyRows.push_back(i);
    }
    m.title = MaskPainter::tr("Mask of head %1").arg(h);
    if (z.batch > 1)
        m.title += MaskPainter::tr(" · sequence %1").arg(b);
    m.subtitle = MaskPainter::tr("%1 of %2 visible · paint to hide or show")
                     .arg(seen)
                     .arg(z.queries * z.keys);
    if (!m.emptyRows.empty())
        m.badge =
            MaskPainter::tr("%n row(s) see no key", nullptr, static_cast<int>(m.emptyRows.size()));
    m.rowTitle = MaskPainter::tr("query i (rows)");
    m.columnTitle = MaskPainter::tr("key j (columns)");
    m.rowLabels = queryTokens(s, p, b);
    m.columnLabels = keyTokens(s, p, b);
    m.colourBar = false;
    m.numbers = false;
    f.panels.push_back({std::move(m)});
    std::vector<LockedCell> cells = v.alsoLocked;
    if (v.locked)
        cells.insert(cells.begin(), *v.locked);
    for (const LockedCell &c : cells)
        if (c.batch == b && c.head == h && c.query < z.queries && c.key < z.keys)
            f.locked.push_back({0, c.query, c.key});
    return f;
}

MaskPainter::MaskPainter(SessionDocument &document, QWidget *parent)
    : QWidget(parent), m_document(document), m_alive(&document), m_tools(new MaskTools(this)),
      m_view(new FigureView(this)), m_palette(Palette::light()) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_tools);
    column->addWidget(m_view, 1);
    m_view->setContextMenuPolicy(Qt::PreventContextMenu); // the right button paints
    m_view->installEventFilter(this);

    connect(m_view, &FigureView::cellPressed, this,
            [this](const CellRef &cell, Qt::MouseButton button, Qt::KeyboardModifiers modifiers) {
                if (modifiers.testFlag(Qt::ControlModifier))
                    lock(cell);
                else if (button == Qt::LeftButton || button == Qt::RightButton)
                    begin(cell, static_cast<Shape>(m_tools->tool()), button == Qt::RightButton);
            });
    connect(m_view, &FigureView::headerPressed, this,
            [this](const CellRef &first, Qt::Orientation header, Qt::MouseButton button) {
                if (button == Qt::LeftButton || button == Qt::RightButton)
                    begin(first, header == Qt::Vertical ? Shape::Row : Shape::Column,
                          button == Qt::RightButton);
            });
    connect(m_view, &FigureView::cellDragged, this, &MaskPainter::extend);
    connect(m_view, &FigureView::cellReleased, this, &MaskPainter::end);
    connect(m_view, &FigureView::escapePressed, this, [this] {
        if (m_stroke)
            cancel();
        else
            m_document.unlock();
    });
    connect(m_view, &FigureView::cellHovered, this,
            [this](const CellRef &cell) { emit hovered(cellText(cell)); });
    connect(m_view, &FigureView::hoverLeft, this, [this] { emit hovered({}); });
    connect(m_tools, &MaskTools::applyClicked, this, &MaskPainter::applyPreset);
    connect(m_tools, &MaskTools::invertClicked, this, &MaskPainter::invert);
    connect(&document, &SessionDocument::sessionChanged, this, &MaskPainter::scheduleRefresh);
    connect(&document, &SessionDocument::viewChanged, this, &MaskPainter::scheduleRefresh);
}

MaskPainter::~MaskPainter() = default;

void MaskPainter::begin(const CellRef &cell, Shape shape, bool opposite) {
    if (m_stroke)
        return;
    const core::Session &s = m_document.session();
    try {
        const core::MapSizes z = core::mapSizes(s);
        const core::Problem p = outline(s, z);
        const auto reasons =
            core::hiddenBy(s, shownBatch(m_document.view(), p), shownHead(m_document.view(), p));
        // A row or a column that is partly hidden is hidden whole, and shown by the next stroke.
        core::MaskCell from{cell.row, cell.column}, to = from;
        if (shape == Shape::Row)
            from.key = 0, to.key = z.keys - 1;
        if (shape == Shape::Column)
            from.query = 0, to.query = z.queries - 1;
        const auto first = core::cellsBetween(from, to, z);
        const bool hidden = std::all_of(first.begin(), first.end(), [&](const auto &c) {
            return (reasons(c.query, c.key) & core::kHiddenByCustom) != 0;
        });
        m_stroke = Stroke{shape,
                          m_tools->scope(),
                          hidden != opposite,
                          s.maskKeep,
                          s.config.mask.custom,
                          cell,
                          cell,
                          {}};
    } catch (const core::InputError &) {
        return; // the map that is seen belongs to settings that were refused since
    }
    m_document.beginDrag();
    extend(cell);
}

void MaskPainter::extend(const CellRef &cell) {
    if (!m_stroke)
        return;
    Stroke &stroke = *m_stroke;
    if (stroke.shape == Shape::Brush) {
        // The pointer jumps over cells when it is quick: the straight line between is painted too.
        const auto difference = [](std::size_t from, std::size_t to) {
            return static_cast<long>(to) - static_cast<long>(from);
        };
        const long rows = difference(stroke.last.row, cell.row),
                   columns = difference(stroke.last.column, cell.column);
        const long steps = std::max(std::abs(rows), std::abs(columns));
        for (long k = 0; k <= steps; ++k) {
            const auto along = [&](std::size_t from, long by) {
                const double at =
                    steps ? static_cast<double>(by * k) / static_cast<double>(steps) : 0.0;
                return static_cast<std::size_t>(static_cast<long>(from) + std::lround(at));
            };
            const core::MaskCell c{along(stroke.last.row, rows),
                                   along(stroke.last.column, columns)};
            if (std::find(stroke.cells.begin(), stroke.cells.end(), c) == stroke.cells.end())
                stroke.cells.push_back(c);
        }
    }
    stroke.last = cell;
    paint();
}

void MaskPainter::paint() {
    const Stroke &stroke = *m_stroke;
    core::Session after = m_document.session();
    after.maskKeep = stroke.before;
    after.config.mask.custom = stroke.wasOn;
    std::size_t count = 0;
    try {
        const core::MapSizes z = core::mapSizes(after);
        core::MaskCell from{stroke.first.row, stroke.first.column},
            to{stroke.last.row, stroke.last.column};
        if (stroke.shape == Shape::Row)
            from.key = 0, to.key = z.keys - 1;
        if (stroke.shape == Shape::Column)
            from.query = 0, to.query = z.queries - 1;
        count = core::setMaskCells(after, stroke.scope,
                                   stroke.shape == Shape::Brush ? stroke.cells
                                                                : core::cellsBetween(from, to, z),
                                   stroke.visible);
    } catch (const core::InputError &) {
        return;
    }
    const int n = static_cast<int>(count);
    const QString words = stroke.visible ? tr("Show %n cell(s) of the mask, %1", nullptr, n)
                                         : tr("Hide %n cell(s) of the mask, %1", nullptr, n);
    m_document.edit(words.arg(m_tools->scopeText()), QStringLiteral("mask"),
                    [mask = after.maskKeep, on = after.config.mask.custom](core::Session &s) {
                        s.maskKeep = mask;
                        s.config.mask.custom = on;
                    });
}

void MaskPainter::end() {
    if (!m_stroke)
        return;
    m_stroke.reset();
    if (m_alive)
        m_document.endDrag();
}

void MaskPainter::cancel() {
    m_document.edit(QString(), QStringLiteral("mask"), [stroke = *m_stroke](core::Session &s) {
        s.maskKeep = stroke.before;
        s.config.mask.custom = stroke.wasOn;
    });
    end();
}

void MaskPainter::toggleAtFocus(Shape shape) {
    const auto cell = m_view->focusCell();
    if (!cell || m_stroke)
        return;
    begin(*cell, shape, false);
    end();
}

void MaskPainter::lock(const CellRef &cell) {
    const ViewSettings &v = m_document.view();
    try {
        const core::Problem p = outline(m_document.session(), core::mapSizes(m_document.session()));
        m_document.lock({shownBatch(v, p), shownHead(v, p), cell.row, cell.column}, false);
    } catch (const core::InputError &) {
        return;
    }
}

void MaskPainter::applyPreset() {
    core::MaskPresetOptions options = m_tools->options();
    options.alignment = m_document.session().config.mask.causalAlignment;
    QString words = tr("Mask: %1").arg(m_tools->presetText());
    if (m_tools->combine() != core::MaskCombine::Replace)
        words += QStringLiteral(" (%1)").arg(m_tools->combineText());
    m_document.edit(words + QStringLiteral(", ") + m_tools->scopeText(), QString(),
                    [scope = m_tools->scope(), preset = m_tools->preset(), options,
                     combine = m_tools->combine()](core::Session &s) {
                        core::applyMaskPreset(s, scope, preset, options, combine);
                    });
}

void MaskPainter::invert() {
    m_document.edit(tr("Invert the mask, %1").arg(m_tools->scopeText()), QString(),
                    [scope = m_tools->scope()](core::Session &s) { core::invertMask(s, scope); });
}

bool MaskPainter::eventFilter(QObject *watched, QEvent *event) {
    if (watched == m_view && event->type() == QEvent::ShortcutOverride && m_stroke &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        event->accept(); // it gives up the stroke before it frees the locked cell
        return true;
    }
    if (watched == m_view && event->type() == QEvent::KeyPress) {
        auto *key = static_cast<QKeyEvent *>(event);
        const bool plain = (key->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
        const int pressed = plain ? key->key() : 0;
        if (pressed == Qt::Key_Space || pressed == Qt::Key_R || pressed == Qt::Key_C) {
            toggleAtFocus(pressed == Qt::Key_Space ? Shape::Brush
                          : pressed == Qt::Key_R   ? Shape::Row
                                                   : Shape::Column);
            return true;
        }
        if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && m_view->focusCell()) {
            lock(*m_view->focusCell());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void MaskPainter::showEvent(QShowEvent *event) {
    QWidget::showEvent(event);
    scheduleRefresh();
}

void MaskPainter::hideEvent(QHideEvent *event) {
    end();
    QWidget::hideEvent(event);
}

void MaskPainter::setColours(const Palette &palette) {
    m_palette = palette;
    scheduleRefresh();
}

void MaskPainter::retranslate() {
    m_tools->retranslate();
    scheduleRefresh();
}

void MaskPainter::scheduleRefresh() {
    if (m_scheduled || !isVisible())
        return;
    m_scheduled = true;
    QMetaObject::invokeMethod(
        this, [this] { refresh(); }, Qt::QueuedConnection);
}

void MaskPainter::refresh() {
    m_scheduled = false;
    const core::Session &s = m_document.session();
    try {
        const core::MapSizes z = core::mapSizes(s);
        const core::Problem p = outline(s, z);
        m_tools->setShown(shownHead(m_document.view(), p), z.heads,
                          shownBatch(m_document.view(), p), z.batch);
        m_view->setFigure(maskFigure(s, m_document.view(), m_palette));
    } catch (const core::InputError &) {
        return; // what is wrong is said elsewhere; the last good map stays
    }
    if (const auto cell = m_view->hoveredCell())
        emit hovered(cellText(*cell));
}

QString MaskPainter::cellText(const CellRef &cell) const {
    const Figure &f = m_view->figure();
    if (f.panels.empty())
        return {};
    return std::get<MapPanel>(f.panels.front().content).title + QStringLiteral(" · ") +
           describeCell(f, cell);
}

} // namespace attnscope::ui
