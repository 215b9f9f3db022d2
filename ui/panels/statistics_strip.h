// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/array_statistics.h"
#include "core/latest_only_worker.h"
#include "ui/plot/figure.h"
#include "ui/thread_wake.h"

#include <QStringList>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace attnscope::ui {

/// Under a stage: mean, standard deviation, least and greatest of its finite values, and how many
/// NaN and ±∞ there are. One line for each part that is looked at; counted on a thread of its own.
class StatisticsStrip : public QWidget {
    Q_OBJECT
public:
    struct Line {
        core::Stage stage{};
        core::StagePart part;
        bool operator==(const Line &) const = default;
    };
    struct Counted {
        Line line;
        std::optional<core::PartStatistics> statistics; ///< nothing: the trace holds no such part
    };

    explicit StatisticsStrip(QWidget *parent = nullptr);
    ~StatisticsStrip() override;

    void setColours(const Palette &palette);
    /// What was shown stays until the new is counted.
    void setLines(const core::TracePtr &trace, std::vector<Line> lines);
    [[nodiscard]] const std::vector<Counted> &shown() const { return m_shown; }
    /// The trace of which shown() tells.
    [[nodiscard]] const core::TracePtr &shownTrace() const { return m_shownTrace; }
    /// All of it as lines of text.
    [[nodiscard]] QString text() const;

protected:
    void changeEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    struct Job {
        core::TracePtr trace;
        std::vector<Line> lines;
        bool operator==(const Job &) const = default;
    };
    struct Result {
        Job job;
        std::vector<Counted> counted;
    };
    void update();

    Palette m_palette = Palette::light();
    Job m_newest;
    core::TracePtr m_shownTrace;
    std::vector<Counted> m_shown;
    std::vector<QStringList> m_cells; ///< as painted: a name and what is counted, line by line
    core::Mailbox<Result> m_results;
    ThreadWake m_wake;
    std::unique_ptr<core::LatestOnlyWorker<Job>> m_worker; ///< last: joined first
};

} // namespace attnscope::ui
