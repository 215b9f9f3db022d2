// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/figure_export.h"
#include "ui/plot/figure.h"
#include "ui/plot/figure_painter.h"

#include <QXmlStreamReader>

#include <initializer_list>
#include <vector>

namespace attnscope::test {

/// A map of the given values; range 0..1, viridis, no bar, no numbers, no labels.
inline ui::MapPanel plainMap(std::size_t rows, std::size_t columns,
                             const std::vector<float> &values) {
    ui::MapPanel map;
    map.rows = rows;
    map.columns = columns;
    map.values = core::Tensor({rows, columns}, std::span<const float>(values));
    map.range = {0.0, 1.0};
    map.colourBar = false;
    map.numbers = false;
    return map;
}

inline ui::MapPanel constantMap(std::size_t rows, std::size_t columns, float value) {
    return plainMap(rows, columns, std::vector<float>(rows * columns, value));
}

inline ui::Figure figureOf(std::initializer_list<ui::MapPanel> maps) {
    ui::Figure figure;
    int column = 0;
    for (const ui::MapPanel &map : maps) {
        ui::Panel panel;
        panel.content = map;
        panel.column = column++;
        figure.panels.push_back(panel);
    }
    return figure;
}

/// One half everywhere, keys after the query hidden.
inline ui::MapPanel causalMap(std::size_t n) {
    ui::MapPanel map = constantMap(n, n, 0.5f);
    map.keep = core::BoolTensor({n, n}, 0);
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c <= r; ++c)
            map.keep.mutableData()[r * n + c] = 1;
    return map;
}

/// A grid of causal maps with labels, titles and bars.
inline ui::Figure headGrid(int heads, int columns, std::size_t n) {
    ui::Figure figure;
    for (int h = 0; h < heads; ++h) {
        ui::MapPanel map = causalMap(n);
        map.title = QStringLiteral("Head %1").arg(h);
        map.rowTitle = QStringLiteral("query i (rows)");
        map.columnTitle = QStringLiteral("key j (columns)");
        for (std::size_t i = 0; i < n; ++i)
            map.rowLabels << QStringLiteral("token%1").arg(i);
        map.columnLabels = map.rowLabels;
        map.colourBar = true;
        ui::Panel panel;
        panel.content = map;
        panel.row = h / columns;
        panel.column = h % columns;
        figure.panels.push_back(panel);
    }
    return figure;
}

/// Where cells stand in a picture of `size` pixels at scale 1.
inline QRectF cellIn(const ui::Figure &figure, QSize size, std::size_t row, std::size_t column,
                     int panel = 0) {
    return ui::FigurePicture(figure, size, 1.0).layout().cellRect({panel, row, column});
}

inline QRgb pixelOf(const QImage &image, const QPointF &at) {
    return image.pixel(at.toPoint()) | 0xff000000u;
}

/// Contents of all <text> elements of an SVG, without the titles inside them; fails on broken XML.
inline QStringList svgTexts(const QByteArray &svg) {
    QStringList texts;
    QXmlStreamReader xml(svg);
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == u"text") {
            QString text;
            int inTitle = 0;
            for (int depth = 1; depth > 0 && !xml.atEnd();) {
                xml.readNext();
                if (xml.isStartElement()) {
                    ++depth;
                    inTitle += xml.name() == u"title";
                } else if (xml.isEndElement()) {
                    --depth;
                    inTitle -= xml.name() == u"title";
                } else if (xml.isCharacters() && !inTitle) {
                    text += xml.text();
                }
            }
            texts << text;
        }
    return xml.hasError() ? QStringList{"broken XML: " + xml.errorString()} : texts;
}

inline int svgElements(const QByteArray &svg, QStringView name) {
    int count = 0;
    QXmlStreamReader xml(svg);
    while (!xml.atEnd())
        count += xml.readNext() == QXmlStreamReader::StartElement && xml.name() == name;
    return xml.hasError() ? -1 : count;
}

} // namespace attnscope::test
