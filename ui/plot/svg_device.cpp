// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/svg_device.h"

#include <QBuffer>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QStringList>

#include <cmath>
#include <map>

namespace attnscope::ui {
namespace {

QByteArray number(double v) {
    QByteArray text = QByteArray::number(v, 'f', 3);
    while (text.endsWith('0'))
        text.chop(1);
    if (text.endsWith('.'))
        text.chop(1);
    return text == "-0" ? QByteArray("0") : text;
}

// Characters that XML forbids would make the whole file unreadable.
QByteArray escaped(const QString &text) {
    QString clean;
    for (const QChar c : text)
        clean += (c.unicode() < 0x20 && c != u'\n' && c != u'\t') || c.unicode() >= 0xFFFE
                     ? QChar(0xFFFD)
                     : c;
    return clean.toHtmlEscaped().toUtf8();
}

QByteArray colourAttribute(const char *name, const QColor &colour, double opacity) {
    QByteArray out = QByteArray(" ") + name + "=\"" + colour.name().toLatin1() + '"';
    const double alpha = colour.alphaF() * opacity;
    if (alpha < 0.999)
        out += QByteArray(" ") + name + "-opacity=\"" + number(alpha) + '"';
    return out;
}

QByteArray fontAttributes(const QFont &font) {
    QByteArray families;
    for (const QString &family : font.families())
        families += (families.isEmpty() ? "" : ", ") + ("'" + escaped(family) + "'");
    if (families.isEmpty())
        families = '\'' + escaped(font.family()) + '\'';
    QByteArray out = " font-family=\"" + families + ", sans-serif\"";
    const double size = font.pixelSize() > 0 ? font.pixelSize() : font.pointSizeF() * 96.0 / 72.0;
    out += " font-size=\"" + number(size) + '"';
    if (font.weight() > QFont::Normal)
        out += " font-weight=\"" + QByteArray::number(font.weight()) + '"';
    if (font.italic())
        out += " font-style=\"italic\"";
    return out;
}

QByteArray matrixAttribute(const QTransform &m) {
    if (m.isIdentity())
        return {};
    return " transform=\"matrix(" + number(m.m11()) + ' ' + number(m.m12()) + ' ' +
           number(m.m21()) + ' ' + number(m.m22()) + ' ' + number(m.dx()) + ' ' + number(m.dy()) +
           ")\"";
}

QByteArray pathData(const QPainterPath &path) {
    QByteArray d;
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element &e = path.elementAt(i);
        const QByteArray at = number(e.x) + ' ' + number(e.y);
        switch (e.type) {
        case QPainterPath::MoveToElement:
            d += 'M' + at;
            break;
        case QPainterPath::LineToElement:
            d += 'L' + at;
            break;
        case QPainterPath::CurveToElement:
            d += 'C' + at;
            break;
        case QPainterPath::CurveToDataElement:
            d += ' ' + at;
            break;
        }
    }
    return d;
}

} // namespace

class SvgDevice::Engine : public QPaintEngine {
public:
    Engine()
        : QPaintEngine(PaintEngineFeatures(AllFeatures & ~PatternBrush & ~PerspectiveTransform &
                                           ~ConicalGradientFill & ~PorterDuff)) {}

    bool begin(QPaintDevice *) override {
        setActive(true);
        return true;
    }
    bool end() override {
        setActive(false);
        return true;
    }
    Type type() const override { return User; }

    void updateState(const QPaintEngineState &now) override {
        const DirtyFlags flags = now.state();
        if (flags & DirtyClipRegion)
            clip(now.clipOperation(),
                 now.transform().mapRect(QRectF(now.clipRegion().boundingRect())));
        if (flags & DirtyClipPath)
            clip(now.clipOperation(), now.transform().mapRect(now.clipPath().boundingRect()));
        if (flags & DirtyClipEnabled)
            m_clipEnabled = now.isClipEnabled();
    }

    void drawPath(const QPainterPath &path) override {
        const QPen pen = painter()->pen();
        const QBrush brush = painter()->brush();
        const QTransform transform = painter()->transform();
        const double opacity = painter()->opacity();
        body += "<path d=\"" + pathData(transform.map(path)) + '"';
        if (brush.style() == Qt::NoBrush)
            body += " fill=\"none\"";
        else
            body += colourAttribute("fill", brush.color(), opacity);
        if (brush.style() != Qt::NoBrush && path.fillRule() == Qt::OddEvenFill)
            body += " fill-rule=\"evenodd\"";
        if (pen.style() != Qt::NoPen) {
            const double scale = std::sqrt(std::abs(transform.determinant()));
            const double width = pen.widthF() > 0 ? pen.widthF() * scale : 1.0;
            body += colourAttribute("stroke", pen.color(), opacity) + " stroke-width=\"" +
                    number(width) + '"';
            if (pen.capStyle() != Qt::FlatCap)
                body += pen.capStyle() == Qt::RoundCap ? " stroke-linecap=\"round\""
                                                       : " stroke-linecap=\"square\"";
            body += pen.joinStyle() == Qt::RoundJoin ? " stroke-linejoin=\"round\"" : "";
            if (pen.style() != Qt::SolidLine) {
                QByteArray dashes;
                for (const double dash : pen.dashPattern())
                    dashes += (dashes.isEmpty() ? "" : " ") + number(dash * width);
                body += " stroke-dasharray=\"" + dashes + '"';
            }
        }
        body += clipAttribute() + "/>\n";
    }

    void drawPolygon(const QPointF *points, int count, PolygonDrawMode mode) override {
        if (count < 1)
            return;
        QPainterPath path(points[0]);
        for (int i = 1; i < count; ++i)
            path.lineTo(points[i]);
        if (mode != PolylineMode) {
            path.closeSubpath();
            path.setFillRule(mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
            drawPath(path);
            return;
        }
        const QBrush brush = painter()->brush();
        painter()->setBrush(Qt::NoBrush);
        drawPath(path);
        painter()->setBrush(brush);
    }

    void drawPixmap(const QRectF &target, const QPixmap &pixmap, const QRectF &source) override {
        drawImage(target, pixmap.toImage(), source, Qt::AutoColor);
    }
    void drawImage(const QRectF &target, const QImage &image, const QRectF &source,
                   Qt::ImageConversionFlags) override {
        embed(painter()->transform().mapRect(target), image.copy(source.toRect()));
    }

    void drawTextItem(const QPointF &position, const QTextItem &item) override {
        body += "<text x=\"" + number(position.x()) + "\" y=\"" + number(position.y()) + '"' +
                fontAttributes(item.font()) +
                colourAttribute("fill", painter()->pen().color(), painter()->opacity()) +
                matrixAttribute(painter()->transform()) + " xml:space=\"preserve\">" +
                escaped(item.text()) + "</text>\n";
    }

    void embed(const QRectF &target, const QImage &image) {
        QByteArray png;
        QBuffer buffer(&png);
        buffer.open(QIODevice::WriteOnly);
        image.save(&buffer, "PNG");
        body += "<image x=\"" + number(target.x()) + "\" y=\"" + number(target.y()) +
                "\" width=\"" + number(target.width()) + "\" height=\"" + number(target.height()) +
                "\" preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\""
                " xlink:href=\"data:image/png;base64," +
                png.toBase64() + "\"/>\n";
    }

    QByteArray body, definitions;

private:
    void clip(Qt::ClipOperation operation, const QRectF &rect) {
        m_clipEnabled = operation != Qt::NoClip;
        if (operation == Qt::ReplaceClip || m_clip.isNull())
            m_clip = rect;
        else if (operation == Qt::IntersectClip)
            m_clip &= rect;
        else
            m_clip = QRectF();
    }

    QByteArray clipAttribute() {
        if (!m_clipEnabled || m_clip.isNull())
            return {};
        const QByteArray rect = "x=\"" + number(m_clip.x()) + "\" y=\"" + number(m_clip.y()) +
                                "\" width=\"" + number(m_clip.width()) + "\" height=\"" +
                                number(m_clip.height()) + '"';
        const auto [at, fresh] = m_clips.try_emplace(rect, m_clips.size());
        const QByteArray id = "clip" + QByteArray::number(static_cast<int>(at->second));
        if (fresh)
            definitions += "<clipPath id=\"" + id + "\"><rect " + rect + "/></clipPath>\n";
        return " clip-path=\"url(#" + id + ")\"";
    }

    bool m_clipEnabled = false;
    QRectF m_clip;
    std::map<QByteArray, std::size_t> m_clips;
};

SvgDevice::SvgDevice(QSizeF size) : m_size(size), m_engine(std::make_unique<Engine>()) {}

SvgDevice::~SvgDevice() = default;

void SvgDevice::addText(QPointF position, const QString &text, const QFont &font,
                        const QColor &colour, Anchor anchor, double angle, const QString &title) {
    QByteArray &out = m_engine->body;
    const QByteArray x = number(position.x()), y = number(position.y());
    out += "<text x=\"" + x + "\" y=\"" + y + '"' + fontAttributes(font) +
           colourAttribute("fill", colour, 1.0);
    if (anchor != Anchor::Start)
        out += anchor == Anchor::Middle ? " text-anchor=\"middle\"" : " text-anchor=\"end\"";
    if (angle != 0.0)
        out += " transform=\"rotate(" + number(angle) + ' ' + x + ' ' + y + ")\"";
    out += " xml:space=\"preserve\">";
    if (!title.isEmpty())
        out += "<title>" + escaped(title) + "</title>";
    out += escaped(text) + "</text>\n";
}

void SvgDevice::addCells(const std::vector<std::pair<QRectF, QRgb>> &cells, const QString &title) {
    QByteArray &out = m_engine->body;
    out += "<g class=\"cells\" shape-rendering=\"crispEdges\">";
    if (!title.isEmpty())
        out += "<title>" + escaped(title) + "</title>";
    out += '\n';
    for (const auto &[rect, colour] : cells)
        out += "<rect x=\"" + number(rect.x()) + "\" y=\"" + number(rect.y()) + "\" width=\"" +
               number(rect.width()) + "\" height=\"" + number(rect.height()) + "\" fill=\"" +
               QColor::fromRgb(colour).name().toLatin1() + "\"/>\n";
    out += "</g>\n";
}

void SvgDevice::addPixels(const QRectF &target, const QImage &image) {
    m_engine->embed(target, image);
}

QByteArray SvgDevice::document(const QString &title, const QString &description) const {
    const QByteArray w = number(m_size.width()), h = number(m_size.height());
    // 96 units to the inch, as on the screen.
    const auto millimetres = [](double units) { return number(units * 25.4 / 96.0); };
    QByteArray out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                     "<svg xmlns=\"http://www.w3.org/2000/svg\""
                     " xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\" width=\"" +
                     millimetres(m_size.width()) + "mm\" height=\"" + millimetres(m_size.height()) +
                     "mm\" viewBox=\"0 0 " + w + ' ' + h + "\">\n";
    out += "<title>" + escaped(title) + "</title>\n";
    if (!description.isEmpty())
        out += "<desc>" + escaped(description) + "</desc>\n";
    if (!m_engine->definitions.isEmpty())
        out += "<defs>\n" + m_engine->definitions + "</defs>\n";
    return out + m_engine->body + "</svg>\n";
}

QPaintEngine *SvgDevice::paintEngine() const { return m_engine.get(); }

int SvgDevice::metric(PaintDeviceMetric metric) const {
    switch (metric) {
    case PdmWidth:
        return static_cast<int>(std::ceil(m_size.width()));
    case PdmHeight:
        return static_cast<int>(std::ceil(m_size.height()));
    case PdmWidthMM:
        return static_cast<int>(std::lround(m_size.width() * 25.4 / 96.0));
    case PdmHeightMM:
        return static_cast<int>(std::lround(m_size.height() * 25.4 / 96.0));
    case PdmNumColors:
        return 1 << 24;
    case PdmDepth:
        return 32;
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
        return 96;
    case PdmDevicePixelRatio:
        return 1;
    case PdmDevicePixelRatioScaled:
        return static_cast<int>(QPaintDevice::devicePixelRatioFScale());
    }
    return 0;
}

} // namespace attnscope::ui
