// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/import/array_preview.h"

#include "ui/error_text.h"
#include "ui/stage_text.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>

namespace attnscope::ui {

ArrayPreview::ArrayPreview(std::filesystem::path file, QWidget *parent)
    : QWidget(parent), m_file(std::move(file)), m_wake([this] { take(); }),
      m_worker(std::make_unique<core::LatestOnlyWorker<std::size_t>>(
          [this](std::size_t index, const std::stop_token &) {
              Result result{index, std::nullopt, {}};
              try {
                  if (!m_source)
                      m_source.emplace(m_file);
                  result.summary = core::summarise(m_source->load(index));
              } catch (const core::FileError &e) {
                  result.problem = fileErrorText(e);
              } catch (const std::exception &e) {
                  result.problem = QString::fromUtf8(e.what());
              }
              m_results.put(std::move(result));
              m_wake.wake();
          })) {
    setFocusPolicy(Qt::NoFocus);
}

ArrayPreview::~ArrayPreview() { m_worker.reset(); }

void ArrayPreview::show(const core::ArrayEntry &entry, std::size_t index) {
    if (m_asked == index)
        return;
    m_asked = index;
    m_summary.reset();
    m_text = tr("%1 is being read…").arg(QString::fromStdString(entry.name));
    m_worker->submit(index);
    update();
}

void ArrayPreview::take() {
    auto result = m_results.take();
    if (!result || result->index != m_asked)
        return;
    m_summary = result->summary;
    m_text = m_summary ? summaryText(*m_summary) : result->problem;
    setAccessibleName(tr("Preview"));
    setAccessibleDescription(m_text);
    update();
    emit shown();
}

QString summaryText(const core::ArraySummary &s) {
    const auto count = [](std::size_t n) { return QLocale().toString(static_cast<qulonglong>(n)); };
    QStringList parts;
    const std::size_t finite = s.count - s.nan - s.positiveInf - s.negativeInf;
    if (finite == 0)
        parts << ArrayPreview::tr("%1 numbers, none finite").arg(count(s.count));
    else
        parts << ArrayPreview::tr("%1 numbers from %2 to %3, mean %4")
                     .arg(count(s.count), shortNumber(s.min), shortNumber(s.max),
                          shortNumber(s.mean));
    parts << (s.nan ? ArrayPreview::tr("%1 NaN").arg(count(s.nan)) : ArrayPreview::tr("no NaN"));
    if (s.positiveInf)
        parts << ArrayPreview::tr("%1 × +∞").arg(count(s.positiveInf));
    if (s.negativeInf)
        parts << ArrayPreview::tr("%1 × −∞").arg(count(s.negativeInf));
    if (s.zerosAndOnes)
        parts << ArrayPreview::tr("only 0 and 1");
    return parts.join(QStringLiteral(" · "));
}

QSize ArrayPreview::sizeHint() const { return {330, 130}; }
QSize ArrayPreview::minimumSizeHint() const { return {220, 110}; }

void ArrayPreview::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor muted = palette().color(QPalette::PlaceholderText);
    const int line = fontMetrics().lineSpacing();
    const QRect words(0, 0, width(), 2 * line + 2);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(words, Qt::TextWordWrap, m_text);
    if (!m_summary)
        return;
    const QRectF area(0, words.bottom() + 6, width(), height() - words.bottom() - 8 - line);
    const auto most = *std::max_element(m_summary->histogram.begin(), m_summary->histogram.end());
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::Highlight));
    const double each = area.width() / core::ArraySummary::kBins;
    for (std::size_t i = 0; most > 0 && i < core::ArraySummary::kBins; ++i) {
        const double tall = area.height() * static_cast<double>(m_summary->histogram[i]) /
                            static_cast<double>(most);
        painter.drawRect(QRectF(area.left() + static_cast<double>(i) * each, area.bottom() - tall,
                                std::max(1.0, each - 1.0), tall));
    }
    painter.setPen(muted);
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    const QRectF ends(0, area.bottom() + 1, width(), line);
    painter.drawText(ends, Qt::AlignLeft, shortNumber(m_summary->min));
    painter.drawText(ends, Qt::AlignRight, shortNumber(m_summary->max));
}

} // namespace attnscope::ui
