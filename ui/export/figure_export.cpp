// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/figure_export.h"

#include "ui/plot/figure_painter.h"
#include "ui/plot/plot_text.h"
#include "ui/plot/svg_device.h"
#include "ui/theme.h"

#include <QBuffer>
#include <QFileInfo>
#include <QGlyphRun>
#include <QMarginsF>
#include <QPageSize>
#include <QPdfWriter>
#include <QTextLayout>

#include <cmath>
#include <stdexcept>

namespace attnscope::ui {
namespace {

constexpr double kUnitsPerInch = 96.0;
constexpr int kMostPixels = 32767; // Qt paints no larger image, and no viewer wants one

void check(const ExportOptions &options) {
    if (options.size.width() < 1 || options.size.height() < 1)
        throw std::runtime_error("the picture's size is " + std::to_string(options.size.width()) +
                                 " × " + std::to_string(options.size.height()) +
                                 "; both must be at least 1");
    if (!(options.scale > 0.0) || !std::isfinite(options.scale))
        throw std::runtime_error("the picture's scale must be above 0");
    if (options.dpi < 1)
        throw std::runtime_error("the resolution must be at least 1 dpi");
}

QString description(const Figure &figure) {
    QStringList lines;
    if (!figure.caption.isEmpty())
        lines << figure.caption;
    for (const auto &[key, value] : figure.metadata)
        lines << key + QStringLiteral(": ") + value;
    return lines.join(u'\n');
}

QString documentTitle(const Figure &figure) {
    if (!figure.title.isEmpty())
        return figure.title;
    for (const Panel &panel : figure.panels)
        if (const auto *map = std::get_if<MapPanel>(&panel.content); map && !map->title.isEmpty())
            return map->title;
    return QStringLiteral("Attnscope");
}

QByteArray png(const Figure &figure, const ExportOptions &options) {
    QImage image = renderImage(figure, options);
    image.setText(QStringLiteral("Title"), documentTitle(figure));
    image.setText(QStringLiteral("Software"), QStringLiteral("Attnscope " ATTNSCOPE_VERSION));
    if (!figure.caption.isEmpty())
        image.setText(QStringLiteral("Description"), figure.caption);
    for (const auto &[key, value] : figure.metadata)
        image.setText(key, value);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        throw std::runtime_error("the picture could not be written as PNG");
    return bytes;
}

QByteArray svg(const Figure &figure, const ExportOptions &options) {
    SvgDevice device(options.size);
    FigurePicture(figure, options.size, 0.0).paint(device, Target::Svg, true);
    return device.document(documentTitle(figure), description(figure));
}

QByteArray xmp(const QString &title, const QString &about) {
    const auto text = [](const QString &words) { return words.toHtmlEscaped().toUtf8(); };
    return "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
           "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF"
           " xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
           "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\""
           " xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">"
           "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">" +
           text(title) +
           "</rdf:li></rdf:Alt></dc:title>"
           "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">" +
           text(about) +
           "</rdf:li></rdf:Alt></dc:description>"
           "<xmp:CreatorTool>Attnscope " ATTNSCOPE_VERSION "</xmp:CreatorTool>"
           "</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"w\"?>";
}

QByteArray pdf(const Figure &figure, const ExportOptions &options) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setCreator(QStringLiteral("Attnscope " ATTNSCOPE_VERSION));
        writer.setTitle(documentTitle(figure));
        writer.setDocumentXmpMetadata(xmp(documentTitle(figure), description(figure)));
        const QSizeF inches(options.size.width() / kUnitsPerInch,
                            options.size.height() / kUnitsPerInch);
        writer.setPageSize(QPageSize(inches, QPageSize::Inch, QString(), QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF(0, 0, 0, 0));
        writer.setResolution(static_cast<int>(kUnitsPerInch));
        FigurePicture(figure, options.size, 0.0).paint(writer, Target::Pdf, true);
    }
    return bytes;
}

} // namespace

QSize pixelSize(const ExportOptions &options) {
    return {std::max(1, static_cast<int>(std::lround(options.size.width() * options.scale))),
            std::max(1, static_cast<int>(std::lround(options.size.height() * options.scale)))};
}

QImage renderImage(const Figure &figure, const ExportOptions &options) {
    check(options);
    const QSize pixels = pixelSize(options);
    if (pixels.width() > kMostPixels || pixels.height() > kMostPixels)
        throw std::runtime_error("a picture of " + std::to_string(pixels.width()) + " × " +
                                 std::to_string(pixels.height()) +
                                 " pixels is too large; each side may have at most " +
                                 std::to_string(kMostPixels));
    QImage image(pixels, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        throw std::runtime_error("no memory for a picture of " + std::to_string(pixels.width()) +
                                 " × " + std::to_string(pixels.height()) + " pixels");
    image.fill(figure.transparentBackground ? QColor(Qt::transparent) : figure.palette.panel);
    image.setDevicePixelRatio(options.scale);
    FigurePicture(figure, options.size, 1.0 / options.scale).paint(image, Target::Raster, true);
    image.setDevicePixelRatio(1.0);
    const int dotsPerMetre = static_cast<int>(std::lround(options.dpi / 0.0254));
    image.setDotsPerMeterX(dotsPerMetre);
    image.setDotsPerMeterY(dotsPerMetre);
    return image;
}

QByteArray renderPicture(const Figure &figure, PictureFormat format, const ExportOptions &options) {
    check(options);
    switch (format) {
    case PictureFormat::Png:
        return png(figure, options);
    case PictureFormat::Svg:
        return svg(figure, options);
    case PictureFormat::Pdf:
        return pdf(figure, options);
    }
    return {};
}

QStringList wordsWithoutFont(const Figure &figure) {
    QStringList words{figure.title, figure.caption};
    for (const Panel &panel : figure.panels) {
        if (const auto *map = std::get_if<MapPanel>(&panel.content)) {
            words << map->title << map->rowLabels << map->columnLabels;
        } else if (const auto *curves = std::get_if<CurvePanel>(&panel.content)) {
            words << curves->title << curves->xTitle << curves->yTitle;
            for (const QString &label : curves->xTickLabels)
                words << label;
            for (const Series &s : curves->series)
                words << s.labels;
        }
    }
    words.removeDuplicates();
    QStringList out;
    for (const QString &word : words) {
        QTextLayout layout(visibleToken(word), interfaceFont(12));
        layout.beginLayout();
        QTextLine line = layout.createLine();
        layout.endLayout();
        if (!line.isValid())
            continue;
        for (const QGlyphRun &run : layout.glyphRuns())
            if (run.glyphIndexes().contains(0)) { // glyph 0 is the box of a missing letter
                out << word;
                break;
            }
    }
    return out;
}

std::optional<PictureFormat> pictureFormatForFile(const QString &fileName) {
    const QString suffix = QFileInfo(fileName).suffix().toLower();
    if (suffix == QLatin1String("png"))
        return PictureFormat::Png;
    if (suffix == QLatin1String("svg"))
        return PictureFormat::Svg;
    if (suffix == QLatin1String("pdf"))
        return PictureFormat::Pdf;
    return std::nullopt;
}

QString expandPattern(const QString &pattern, int head, const QString &stage, int batch) {
    QString out;
    for (qsizetype i = 0; i < pattern.size();) {
        const QStringView rest = QStringView(pattern).mid(i);
        if (rest.startsWith(u"{head}")) {
            out += QString::number(head);
            i += 6;
        } else if (rest.startsWith(u"{stage}")) {
            out += stage;
            i += 7;
        } else if (rest.startsWith(u"{batch}")) {
            out += QString::number(batch);
            i += 7;
        } else {
            out += rest.front();
            ++i;
        }
    }
    return out;
}

} // namespace attnscope::ui
