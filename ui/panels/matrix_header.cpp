// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/matrix_header.h"

#include "ui/panels/matrix_model.h"
#include "ui/theme.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace attnscope::ui {

namespace {

constexpr int kBand = 16, kText = 20, kSide = 5, kMost = 120, kMeasured = 256;

} // namespace

MatrixHeader::MatrixHeader(const MatrixModel &model, Qt::Orientation orientation, QWidget *parent)
    : QHeaderView(orientation, parent), m_model(model), m_palette(Palette::light()) {
    setSectionsClickable(true);
    setHighlightSections(true);
    setSectionResizeMode(QHeaderView::Fixed);
    setFont(interfaceFont(kMutedSize));
}

void MatrixHeader::setColours(const Palette &palette) {
    m_palette = palette;
    viewport()->update();
}

bool MatrixHeader::divided() const {
    const core::HeadBlocks &h = m_model.sheet().heads;
    return h.heads > 0 && h.width > 0 && h.onRows == (orientation() == Qt::Vertical);
}

QSize MatrixHeader::sizeHint() const {
    if (orientation() == Qt::Horizontal)
        return {0, kText + (divided() ? kBand : 0)};
    const QFontMetrics metrics(font());
    int width = metrics.horizontalAdvance(QStringLiteral("000"));
    const int count = std::min(m_model.rowCount(), kMeasured);
    for (int i = 0; i < count; ++i)
        width =
            std::max(width, metrics.horizontalAdvance(
                                m_model.headerData(i, orientation(), Qt::DisplayRole).toString()));
    if (m_model.rowCount() > kMeasured)
        width = std::max(
            width, metrics.horizontalAdvance(
                       m_model.headerData(m_model.rowCount() - 1, orientation(), Qt::DisplayRole)
                           .toString()));
    if (divided())
        width += kSide + 2;
    return {std::min(width + 14, kMost), 0};
}

void MatrixHeader::paintSection(QPainter *painter, const QRect &rect, int section) const {
    painter->save();
    const bool horizontal = orientation() == Qt::Horizontal;
    painter->fillRect(rect, m_palette.ground);
    const QItemSelectionModel *selection = selectionModel();
    const bool chosen = selection && (horizontal ? selection->columnIntersectsSelection(section, {})
                                                 : selection->rowIntersectsSelection(section, {}));
    QRect text = rect;
    if (divided()) {
        const core::HeadBlocks &h = m_model.sheet().heads;
        const std::size_t head = static_cast<std::size_t>(section) / h.width;
        const int within = static_cast<int>(static_cast<std::size_t>(section) % h.width);
        const QColor colour = headColour(head, m_palette.dark);
        if (horizontal) {
            const QRect band(rect.left(), rect.top(), rect.width(), kBand);
            text.setTop(band.bottom() + 1);
            painter->fillRect(band, colour);
            // The name runs over the block's columns: each draws its own part of it.
            painter->setClipRect(band);
            painter->setPen(m_palette.dark ? m_palette.ground : m_palette.panel);
            const int start = rect.left() - within * rect.width();
            painter->drawText(QRect(start + 4, band.top(), static_cast<int>(h.width) * rect.width(),
                                    band.height()),
                              Qt::AlignLeft | Qt::AlignVCenter, tr("head %1").arg(head));
            painter->setClipping(false);
        } else {
            painter->fillRect(QRect(rect.right() - kSide + 1, rect.top(), kSide, rect.height()),
                              colour);
            text.setRight(rect.right() - kSide);
        }
    }
    if (chosen) {
        QColor tint = m_palette.accent;
        tint.setAlphaF(m_palette.dark ? 0.34F : 0.22F);
        painter->fillRect(text, tint);
    }
    painter->setPen(m_palette.line);
    if (horizontal) {
        painter->drawLine(rect.bottomLeft(), rect.bottomRight());
        painter->drawLine(text.topRight(), text.bottomRight());
    } else {
        painter->drawLine(rect.topRight(), rect.bottomRight());
        painter->drawLine(text.bottomLeft(), text.bottomRight());
    }
    painter->setPen(chosen ? m_palette.text : m_palette.muted);
    painter->setFont(font());
    const QRect inner = text.adjusted(5, 0, -6, 0);
    const QString label = m_model.headerData(section, orientation(), Qt::DisplayRole).toString();
    painter->drawText(inner, (horizontal ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(label, Qt::ElideRight, inner.width()));
    painter->restore();
}

} // namespace attnscope::ui
