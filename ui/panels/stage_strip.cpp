// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/stage_strip.h"

#include "core/problem.h"
#include "ui/plot/colour_scale.h"
#include "ui/stage_text.h"
#include "ui/theme.h"
#include "ui/views/figure_parts.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QTextOption>

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnscope::ui {

using core::Stage;

namespace {

constexpr std::size_t kThumbCells = 48; ///< cells a side that a thumbnail shows at most
constexpr int kThumbHeight = 40;
constexpr int kHeight = 104;

/// One head's (or sequence's) part of a stage as a matrix.
struct Slice {
    const float *values = nullptr;
    const std::uint8_t *mask = nullptr; ///< for mask_keep itself
    std::size_t rows = 0, columns = 0;
};

Slice sliceOf(const core::Trace &t, Stage stage, std::size_t b, std::size_t h) {
    Slice s;
    if (stage == Stage::MaskKeep) {
        s.mask = t.keep.row(b, h, 0);
        s.rows = t.keep.queries();
        s.columns = t.keep.keys();
        return s;
    }
    const core::Tensor &v = t[stage];
    if (!v.present() || v.rank() < 2)
        return s;
    s.rows = v.extent(v.rank() - 2);
    s.columns = v.extent(v.rank() - 1);
    std::size_t offset = 0;
    if (v.rank() == 4)
        offset = (b * v.extent(1) + h) * s.rows * s.columns;
    else if (v.rank() == 3)
        offset = b * s.rows * s.columns;
    s.values = v.data() + offset;
    return s;
}

} // namespace

QImage stageThumbnail(const core::Trace &t, Stage stage, std::size_t b, std::size_t h, bool dark) {
    const Slice s = sliceOf(t, stage, b, h);
    if (s.rows == 0 || s.columns == 0)
        return {};
    const std::size_t rows = std::min(s.rows, kThumbCells);
    const std::size_t columns = std::min(s.columns, kThumbCells);
    QImage image(static_cast<int>(columns), static_cast<int>(rows), QImage::Format_RGB32);
    const auto at = [&](std::size_t r, std::size_t c) {
        return r * s.rows / rows * s.columns + c * s.columns / columns;
    };
    const QRgb hidden = specialStyle(SpecialLook::Hidden, dark).line;
    const QRgb nan = specialStyle(SpecialLook::NaN, dark).fill;
    if (s.mask) {
        const QRgb visible = dark ? 0xffd6d3d1 : 0xff57534e;
        for (std::size_t r = 0; r < rows; ++r)
            for (std::size_t c = 0; c < columns; ++c)
                image.setPixel(static_cast<int>(c), static_cast<int>(r),
                               s.mask[at(r, c)] ? visible : hidden);
        return image;
    }
    DataRange d;
    float lo = std::numeric_limits<float>::infinity(), hi = -lo;
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < columns; ++c)
            if (const float v = s.values[at(r, c)]; std::isfinite(v) && v > -1e8F) {
                lo = std::min(lo, v);
                hi = std::max(hi, v);
            }
    if (lo <= hi)
        d = {static_cast<double>(lo), static_cast<double>(hi), true};
    const ColourChoice choice = colourChoice(stage, d, ViewSettings());
    const ColourScale scale(choice.map, ColourScaleMode::Linear, choice.range);
    for (std::size_t r = 0; r < rows; ++r) {
        auto *line = reinterpret_cast<QRgb *>(image.scanLine(static_cast<int>(r)));
        for (std::size_t c = 0; c < columns; ++c) {
            const float v = s.values[at(r, c)];
            line[c] = std::isnan(v)   ? nan
                      : v < -1e8F     ? hidden
                      : std::isinf(v) ? nan
                                      : scale.colour(v);
        }
    }
    return image;
}

StageButton::StageButton(Stage stage, QWidget *parent)
    : QAbstractButton(parent), m_stage(stage), m_palette(Palette::light()) {
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_symbol.setTextFormat(Qt::RichText);
    m_formula.setTextFormat(Qt::RichText);
    m_symbol.setText(stageSymbol(stage));
}

void StageButton::setColours(const Palette &palette) {
    m_palette = palette;
    m_labels = {};
    update();
}

void StageButton::changeEvent(QEvent *event) {
    if (event->type() == QEvent::LanguageChange) {
        setToolTip({}); // made again with the next trace
        m_formulaText.clear();
    }
    QAbstractButton::changeEvent(event);
}

void StageButton::setTexts(const core::Problem &problem) {
    const QString formula = stageFormula(m_stage, problem.config);
    if (formula != m_formulaText) {
        m_formulaText = formula;
        m_labels = {};
        // The whole formula of the encoding is too wide for a thumbnail; the tool tip has it.
        m_formula.setText(m_stage == Stage::PE ? QStringLiteral("sin, cos") : formula);
    }
    const QString shape = stageShapeText(m_stage, problem);
    const QString badge = stageBadge(m_stage, problem.config);
    if (shape == m_shape && badge == m_badge && !toolTip().isEmpty())
        return;
    m_shape = shape;
    m_badge = badge;
    m_labels = {};
    setToolTip(QStringLiteral("<p><b>%1</b> %2 &nbsp; %3<br>%4<br>%5%6</p>")
                   .arg(stageTitle(m_stage), stageSymbol(m_stage), shape, formula,
                        stageMeaning(m_stage),
                        badge.isEmpty() ? QString() : QStringLiteral("<br>⚠ ") + badge));
    setAccessibleName(stageTitle(m_stage));
    setAccessibleDescription(QStringLiteral("%1, %2 %3").arg(plainText(formula), shape, badge));
}

void StageButton::show(const core::Trace &t, std::size_t b, std::size_t h) {
    if (!core::stageShape(*t.problem, m_stage)) {
        setVisible(false);
        return;
    }
    setTexts(*t.problem);
    if (m_stage == Stage::Scale)
        m_number = t.scale;
    else if (t.has(m_stage))
        m_thumbnail = stageThumbnail(t, m_stage, b, h, m_palette.dark);
    else
        m_thumbnail = {}; // not kept at this size; it is computed when it is opened
    if (isHidden())
        setVisible(true);
    update();
}

QSize StageButton::sizeHint() const { return {72, kHeight}; }
QSize StageButton::minimumSizeHint() const { return {34, kHeight}; }

void StageButton::enterEvent(QEnterEvent *event) {
    QAbstractButton::enterEvent(event);
    update();
}

void StageButton::leaveEvent(QEvent *event) {
    QAbstractButton::leaveEvent(event);
    update();
}

void StageButton::paintEvent(QPaintEvent *) {
    QPainter p(this);
    p.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5);
    if (isChecked() || underMouse() || hasFocus()) {
        QColor fill = m_palette.accent;
        fill.setAlphaF(isChecked() ? 0.14F : 0.06F);
        p.setPen(hasFocus() ? QPen(m_palette.accent, 1.5) : QPen(Qt::NoPen));
        p.setBrush(fill);
        p.drawRoundedRect(box, 4, 4);
    }
    if (isChecked())
        p.fillRect(QRectF(box.left() + 4, box.bottom() - 1.5, box.width() - 8, 2.5),
                   m_palette.accent);
    p.setRenderHint(QPainter::Antialiasing, false);

    const QRectF thumb(box.left() + 5, box.top() + 5, box.width() - 10, kThumbHeight);
    if (m_stage == Stage::Scale) {
        p.setPen(m_palette.text);
        p.setFont(interfaceFont(kTextSize));
        const QString factor = QStringLiteral("×") + shortNumber(m_number);
        QFont font = p.font();
        const int wide = QFontMetrics(font).horizontalAdvance(factor);
        if (wide > thumb.width()) // a small or much enlarged screen
            font.setPixelSize(std::max(8, QFontInfo(font).pixelSize() * int(thumb.width()) / wide));
        p.setFont(font);
        p.drawText(thumb, Qt::AlignCenter | Qt::TextDontClip, factor);
    } else if (m_thumbnail.isNull()) {
        p.setPen(QPen(m_palette.line, 1));
        p.drawRect(thumb);
    } else {
        // Maps stay square, long arrays fill the width.
        QRectF target = thumb;
        if (panelKind(m_stage) == PanelKind::QueryKey) {
            const double side = std::min(thumb.width(), thumb.height());
            target = QRectF(thumb.center().x() - side / 2, thumb.top(), side, side);
        }
        p.drawImage(target, m_thumbnail);
    }

    // Symbol, formula and shape seldom change: laying rich text out for every frame of a drag costs
    // more than the maps.
    if (m_labels.deviceIndependentSize().toSize() != size() ||
        m_labels.devicePixelRatio() != devicePixelRatioF())
        drawLabels();
    p.drawPixmap(0, 0, m_labels);

    if (!m_badge.isEmpty()) {
        const QRectF badge(box.right() - 17, box.top() + 2, 15, 15);
        p.setRenderHint(QPainter::Antialiasing);
        p.setPen(Qt::NoPen);
        p.setBrush(m_palette.amber);
        p.drawRoundedRect(badge, 3, 3);
        p.setPen(m_palette.dark ? Qt::black : Qt::white);
        p.setFont(interfaceFont(kMutedSize, QFont::Bold));
        p.drawText(badge, Qt::AlignCenter, QStringLiteral("!"));
    }
}

void StageButton::drawLabels() {
    m_labels = QPixmap(size() * devicePixelRatioF());
    m_labels.setDevicePixelRatio(devicePixelRatioF());
    m_labels.fill(Qt::transparent);
    QPainter p(&m_labels);
    const QRectF box = QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5);
    const double below = box.top() + 5 + kThumbHeight;
    const auto centred = [&](QStaticText text, double top, const QFont &font,
                             const QColor &colour) {
        text.prepare(QTransform(), font);
        const QSizeF extent = text.size();
        const double scale = std::min(1.0, (box.width() - 4) / std::max(extent.width(), 1.0));
        p.save();
        p.setFont(font);
        p.setPen(colour);
        p.translate(box.center().x() - extent.width() * scale / 2, top);
        p.scale(scale, 1.0);
        p.drawStaticText(0, 0, text);
        p.restore();
    };
    centred(m_symbol, below + 3, interfaceFont(kTextSize), m_palette.text);
    centred(m_formula, below + 21, interfaceFont(kMutedSize - 1), m_palette.muted);
    p.setPen(m_palette.muted);
    p.setFont(interfaceFont(kMutedSize - 1));
    p.drawText(
        QRectF(box.left(), box.bottom() - 18, box.width(), 14), Qt::AlignCenter,
        QFontMetrics(p.font()).elidedText(m_shape, Qt::ElideRight, static_cast<int>(box.width())));
}

StageStrip::StageStrip(QWidget *parent)
    : QWidget(parent), m_palette(Palette::light()), m_group(new QButtonGroup(this)) {
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(4, 0, 4, 0);
    row->setSpacing(0);
    for (const core::StageInfo &info : core::stageTable()) {
        auto *button = new StageButton(info.stage, this);
        button->setObjectName(QStringLiteral("stage_") + stageName(info.stage));
        m_group->addButton(button, static_cast<int>(info.stage));
        row->addWidget(button);
        m_buttons.push_back(button);
    }
    setFixedHeight(kHeight);
    // Every way of choosing comes through here: click, arrow keys, space.
    connect(m_group, &QButtonGroup::idToggled, this, [this](int id, bool on) {
        if (on)
            emit stageChosen(static_cast<Stage>(id));
    });
}

void StageStrip::setColours(const Palette &palette) {
    m_palette = palette;
    for (StageButton *b : m_buttons)
        b->setColours(palette);
    update();
}

void StageStrip::setTrace(const core::TracePtr &trace, const ViewSettings &view) {
    const core::Problem &p = *trace->problem;
    const std::size_t b = shownBatch(view, p), h = shownHead(view, p);
    for (StageButton *button : m_buttons) {
        const bool dropout = button->stage() == Stage::WeightsDropped;
        if (dropout && p.config.dropout.attention == 0.0 && !button->isChecked())
            button->setVisible(false); // the same numbers as the weights
        else
            button->show(*trace, b, h);
    }
}

void StageStrip::setCurrent(Stage stage) {
    const QSignalBlocker quiet(m_group);
    button(stage)->setChecked(true);
    for (StageButton *b : m_buttons)
        b->update();
}

StageButton *StageStrip::button(Stage stage) const {
    return m_buttons[static_cast<std::size_t>(stage)];
}

void StageStrip::paintEvent(QPaintEvent *) {
    QPainter p(this);
    p.fillRect(rect(), m_palette.panel);
    p.setPen(m_palette.line);
    p.drawLine(0, height() - 1, width(), height() - 1);
}

} // namespace attnscope::ui
