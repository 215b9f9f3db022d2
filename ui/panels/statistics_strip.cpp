// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/statistics_strip.h"

#include "ui/stage_text.h"
#include "ui/theme.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QLocale>
#include <QMenu>
#include <QPainter>

#include <algorithm>

namespace attnscope::ui {

namespace {

struct StatisticsText {
    Q_DECLARE_TR_FUNCTIONS(StatisticsText)
};

constexpr int kLineHeight = 17, kLeft = 14, kRight = 12, kBelow = 6;

QString count(std::size_t n) { return QLocale::c().toString(static_cast<qulonglong>(n)); }

QStringList headings() {
    return {QString(),
            StatisticsText::tr("mean"),
            StatisticsText::tr("std"),
            StatisticsText::tr("min"),
            StatisticsText::tr("max"),
            StatisticsText::tr("NaN"),
            QStringLiteral("+∞"),
            QStringLiteral("−∞"),
            QString()};
}

QString nameOf(const StatisticsStrip::Line &line, const core::Trace &trace, bool namesStage) {
    if (namesStage)
        return stageName(line.stage); // of one head, which the title names
    QStringList parts;
    const bool heads = core::hasHeadAxis(line.stage), several = trace.problem->batch() > 1;
    if (line.part.head && heads)
        parts << StatisticsText::tr("head %1").arg(*line.part.head);
    else if (heads)
        parts << StatisticsText::tr("all heads");
    if (several)
        parts << (line.part.batch ? StatisticsText::tr("sequence %1").arg(*line.part.batch)
                                  : StatisticsText::tr("all sequences"));
    return parts.isEmpty() ? stageName(line.stage) : parts.join(QStringLiteral(" · "));
}

/// What there is to say of the number of values: all of them, or how many the rest is of.
QString valuesText(const core::ArrayStatistics &s) {
    return s.finite() == s.count ? StatisticsText::tr("of %1 values").arg(count(s.count))
                                 : StatisticsText::tr("of the %1 finite of %2 values")
                                       .arg(count(s.finite()), count(s.count));
}

QStringList cellsOf(const QString &name, const std::optional<core::PartStatistics> &statistics) {
    if (!statistics) {
        QStringList none{name};
        for (int i = 0; i < 7; ++i)
            none << QStringLiteral("–");
        return none << StatisticsText::tr("not computed");
    }
    const core::ArrayStatistics &s = statistics->values;
    const auto number = [](const std::optional<double> &value) {
        return value ? shortNumber(*value) : QStringLiteral("–");
    };
    const std::size_t masked = statistics->minusInfinityOfMask;
    QString minus = count(s.negativeInfinite);
    if (masked > 0)
        minus += masked == s.negativeInfinite ? StatisticsText::tr(" (mask)")
                                              : StatisticsText::tr(" (mask %1)").arg(count(masked));
    return {name,
            number(s.mean),
            number(s.deviation),
            number(s.least),
            number(s.greatest),
            count(s.nan),
            count(s.positiveInfinite),
            minus,
            valuesText(s)};
}

QString lineText(const QStringList &cells) {
    const QStringList titles = headings();
    QStringList parts;
    for (qsizetype i = 1; i < cells.size(); ++i)
        parts << (titles[i].isEmpty() ? cells[i] : titles[i] + QLatin1Char(' ') + cells[i]);
    return QStringLiteral("%1: %2").arg(cells.front(), parts.join(QStringLiteral(" · ")));
}

} // namespace

StatisticsStrip::StatisticsStrip(QWidget *parent)
    : QWidget(parent), m_wake([this] {
          if (auto r = m_results.take(); r && r->job == m_newest) {
              m_shownTrace = r->job.trace;
              m_shown = std::move(r->counted);
              update();
          }
      }),
      m_worker(std::make_unique<core::LatestOnlyWorker<Job>>(
          [this](const Job &job, const std::stop_token &) {
              Result r{job, {}};
              for (const Line &line : job.lines)
                  r.counted.push_back({line, partStatistics(*job.trace, line.stage, line.part)});
              if (m_results.put(std::move(r)))
                  m_wake.wake();
          })) {
    setFixedHeight(kLineHeight + kBelow);
    update();
}

StatisticsStrip::~StatisticsStrip() { m_worker.reset(); }

void StatisticsStrip::setColours(const Palette &palette) {
    m_palette = palette;
    QWidget::update();
}

void StatisticsStrip::setLines(const core::TracePtr &trace, std::vector<Line> lines) {
    Job job{trace, std::move(lines)};
    if (!trace || job == m_newest)
        return;
    // The room is made at once, so that the picture does not jump when the numbers come.
    setFixedHeight(static_cast<int>(std::max<std::size_t>(job.lines.size(), 1)) * kLineHeight +
                   kBelow);
    m_newest = job;
    m_worker->submit(std::move(job));
}

QString StatisticsStrip::text() const {
    QStringList lines;
    for (const QStringList &cells : m_cells)
        lines << lineText(cells);
    return lines.join(QLatin1Char('\n'));
}

void StatisticsStrip::update() {
    m_cells.clear();
    const bool several = std::any_of(m_shown.begin(), m_shown.end(), [this](const Counted &c) {
        return c.line.stage != m_shown.front().line.stage;
    });
    for (const Counted &c : m_shown)
        m_cells.push_back(cellsOf(nameOf(c.line, *m_shownTrace, several), c.statistics));
    const QString all = text();
    setAccessibleName(tr("Statistics of the stage"));
    setAccessibleDescription(all);
    setToolTip(all.isEmpty()
                   ? QString()
                   : tr("%1\n\nNaN and ∞ are counted and left out of mean, std (sample, n − 1), "
                        "min and max.")
                         .arg(all));
    QWidget::update();
}

void StatisticsStrip::contextMenuEvent(QContextMenuEvent *event) {
    QMenu menu(this);
    connect(menu.addAction(tr("Copy the Statistics")), &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(text()); });
    menu.exec(event->globalPos());
}

void StatisticsStrip::changeEvent(QEvent *event) {
    if (event->type() == QEvent::LanguageChange)
        update();
    QWidget::changeEvent(event);
}

void StatisticsStrip::paintEvent(QPaintEvent *) {
    if (m_cells.empty())
        return;
    QPainter painter(this);
    const QFont font = interfaceFont(kMutedSize);
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const QStringList titles = headings();
    constexpr qsizetype kColumns = 9;
    constexpr double kGap = 4.0;
    // Where there is little room the columns move together, then what is at the end is cut.
    std::vector<double> titleWidths, widths(kColumns, 0.0);
    double total = 0.0;
    for (qsizetype c = 0; c < kColumns; ++c) {
        const double title = metrics.horizontalAdvance(titles[c]);
        titleWidths.push_back(title > 0.0 ? title + kGap : 0.0);
        for (const QStringList &cells : m_cells)
            widths[static_cast<std::size_t>(c)] =
                std::max(widths[static_cast<std::size_t>(c)], metrics.horizontalAdvance(cells[c]));
        widths[static_cast<std::size_t>(c)] += titleWidths.back();
        total += widths[static_cast<std::size_t>(c)];
    }
    const double room = width() - kLeft - kRight;
    const double apart = std::clamp((room - total) / static_cast<double>(kColumns - 1), 8.0, 20.0);
    double y = metrics.ascent();
    for (const QStringList &cells : m_cells) {
        double x = kLeft;
        for (qsizetype c = 0; c < kColumns; ++c) {
            const double left = room + kLeft - x;
            if (left <= 0.0)
                break;
            const bool words = c == 0 || c + 1 == kColumns;
            painter.setPen(m_palette.muted);
            painter.drawText(QPointF(x, y), titles[c]);
            const double at = x + titleWidths[static_cast<std::size_t>(c)];
            const bool wrong = (c == 5 || c == 6) && cells[c] != QLatin1String("0") &&
                               cells[c] != QStringLiteral("–");
            painter.setPen(words ? m_palette.muted : wrong ? m_palette.red : m_palette.text);
            painter.drawText(QPointF(at, y),
                             metrics.elidedText(cells[c], Qt::ElideRight, width() - kRight - at));
            x += widths[static_cast<std::size_t>(c)] + apart;
        }
        y += kLineHeight;
    }
}

} // namespace attnscope::ui
