// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain.h"
#include "core/explain_walk.h"
#include "core/latest_only_worker.h"
#include "ui/compute_bridge.h"
#include "ui/explain_text.h"
#include "ui/matrix_text.h"
#include "ui/plot/figure.h"
#include "ui/thread_wake.h"

#include <QDockWidget>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QSlider;
class QTextBrowser;
class QToolButton;

namespace attnscope::ui {

class SessionDocument;

/// The arithmetic of the locked cell, with links to what it came from, a history of the cells that
/// were visited, and a walk through the whole computation. Explains one cell, only while it is
/// seen, on a thread of its own.
class ExplainPanel final : public QDockWidget {
    Q_OBJECT
public:
    ExplainPanel(SessionDocument &document, QWidget *parent);
    ~ExplainPanel() override;

    void setResult(const ShownResult &result);
    void setColours(const Palette &palette);
    /// Stages that the cell needs; none while nothing is shown.
    [[nodiscard]] core::StageSet neededStages() const;

    /// Goes to a cell: locks it in its view, or opens it among the matrices.
    void show(const core::CellLink &cell);
    /// The cell that is explained.
    [[nodiscard]] const std::optional<core::CellLink> &cell() const { return m_cell; }
    /// What is shown now; of an earlier cell while the newest is still computed.
    [[nodiscard]] const std::optional<core::Explanation> &explanation() const { return m_shown; }
    [[nodiscard]] QTextBrowser *page() const { return m_page; }

    void back();
    void forward();
    [[nodiscard]] bool canGoBack() const { return m_at > 0; }
    [[nodiscard]] bool canGoForward() const { return m_at + 1 < m_visited.size(); }

    void play();
    void pause();
    [[nodiscard]] bool playing() const { return m_timer.isActive(); }
    /// One cell of the walk on, or back.
    void step(int by);
    [[nodiscard]] const std::vector<core::CellLink> &walk() const { return m_walk; }

signals:
    void matrixRequested(const attnscope::ui::MatrixPlace &place);
    /// The cell cannot be explained before neededStages() are there.
    void stagesNeeded();

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Job {
        core::TracePtr trace;
        core::CellLink cell;
    };
    struct Answer {
        core::TracePtr trace;
        core::Explanation explanation;
    };
    void build();
    void retranslate();
    void follow();
    void submit();
    void takeAnswer();
    void write();
    void remember(const core::CellLink &cell);
    void clicked(const QString &link);
    void goTo(const core::CellLink &cell);
    void prepareWalk();
    void updateButtons();

    SessionDocument &m_document;
    ShownResult m_result;
    ExplainStyle m_style;
    std::optional<core::CellLink> m_cell;
    /// A cell of an input, which no view locks; over once one is locked elsewhere.
    std::optional<core::CellLink> m_input;
    std::optional<core::CellLink> m_lockedThen; ///< that was locked when it was opened
    std::optional<core::Explanation> m_shown;
    core::TracePtr m_askedOf;
    std::optional<core::CellLink> m_asked, m_written;

    std::vector<core::CellLink> m_visited;
    std::size_t m_at = 0;
    bool m_moving = false; ///< along the history or a walk, which does not grow by it

    std::vector<core::CellLink> m_walk;
    core::WalkScope m_walkScope = core::WalkScope::Row;
    core::Config m_walkConfig; ///< of the problem that the walk was made for, and its sizes
    std::size_t m_walkQueries = 0, m_walkKeys = 0;
    std::size_t m_step = 0;
    QTimer m_timer;

    QToolButton *m_back, *m_forward, *m_previous, *m_play, *m_next;
    QComboBox *m_order, *m_scope;
    QSlider *m_speed;
    QTextBrowser *m_page;

    core::Mailbox<Answer> m_answers;
    ThreadWake m_wake;
    std::unique_ptr<core::LatestOnlyWorker<Job>> m_worker; ///< last: joined first
};

} // namespace attnscope::ui
