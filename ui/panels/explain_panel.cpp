// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/explain_panel.h"

#include "ui/explain_place.h"
#include "ui/session_document.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSlider>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace attnscope::ui {

namespace {

constexpr std::size_t kMostVisited = 500;
constexpr int kSpeeds[] = {2000, 1000, 500, 250, 125}; // milliseconds a cell, slow to fast

int nearestSpeed(int milliseconds) {
    int best = 0;
    for (int i = 1; i < int(std::size(kSpeeds)); ++i)
        if (std::abs(kSpeeds[i] - milliseconds) < std::abs(kSpeeds[best] - milliseconds))
            best = i;
    return best;
}

} // namespace

ExplainPanel::ExplainPanel(SessionDocument &document, QWidget *parent)
    : QDockWidget(parent), m_document(document), m_back(new QToolButton),
      m_forward(new QToolButton), m_previous(new QToolButton), m_play(new QToolButton),
      m_next(new QToolButton), m_order(new QComboBox), m_scope(new QComboBox),
      m_speed(new QSlider(Qt::Horizontal)), m_page(new QTextBrowser),
      m_wake([this] { takeAnswer(); }),
      m_worker(std::make_unique<core::LatestOnlyWorker<Job>>(
          [this](const Job &job, const std::stop_token &stop) {
              Answer answer{job.trace, core::explain(*job.trace, job.cell)};
              if (!stop.stop_requested() && m_answers.put(std::move(answer)))
                  m_wake.wake();
          })) {
    setObjectName(QStringLiteral("explain"));
    setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetClosable);
    build();
    retranslate();
    connect(m_back, &QToolButton::clicked, this, &ExplainPanel::back);
    connect(m_forward, &QToolButton::clicked, this, &ExplainPanel::forward);
    connect(m_previous, &QToolButton::clicked, this, [this] { step(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { step(1); });
    connect(m_play, &QToolButton::clicked, this, [this] { playing() ? pause() : play(); });
    connect(m_order, &QComboBox::activated, this, [this](int i) {
        m_document.changeView([i](ViewSettings &v) { v.explainLargestFirst = i == 1; });
    });
    connect(m_scope, &QComboBox::activated, this, [this](int i) {
        m_document.changeView([i](ViewSettings &v) { v.walkWholeHead = i == 1; });
    });
    connect(m_speed, &QSlider::valueChanged, this, [this](int i) {
        m_document.changeView([i](ViewSettings &v) { v.walkMilliseconds = kSpeeds[i]; });
    });
    connect(m_page, &QTextBrowser::anchorClicked, this,
            [this](const QUrl &url) { clicked(url.toString()); });
    connect(&m_timer, &QTimer::timeout, this, [this] { step(1); });
    connect(&document, &SessionDocument::viewChanged, this, &ExplainPanel::follow);
    connect(&document, &SessionDocument::replaced, this, [this] {
        pause();
        m_visited.clear();
        m_walk.clear();
        m_at = 0;
        m_input.reset();
        updateButtons();
    });
    connect(this, &QDockWidget::visibilityChanged, this, [this](bool visible) {
        if (visible)
            follow();
        else if (isHidden())
            pause();
    });
}

ExplainPanel::~ExplainPanel() { m_worker.reset(); }

void ExplainPanel::build() {
    auto *body = new QWidget(this);
    auto *column = new QVBoxLayout(body);
    column->setContentsMargins(8, 4, 0, 0);
    column->setSpacing(4);
    auto *first = new QHBoxLayout, *second = new QHBoxLayout;
    for (QHBoxLayout *line : {first, second}) {
        line->setContentsMargins(0, 0, 8, 0);
        line->setSpacing(4);
        column->addLayout(line);
    }
    first->addWidget(m_back);
    first->addWidget(m_forward);
    first->addWidget(m_order, 1);
    second->addWidget(m_previous);
    second->addWidget(m_play);
    second->addWidget(m_next);
    second->addWidget(m_scope, 1);
    second->addWidget(m_speed, 1);
    m_speed->setRange(0, int(std::size(kSpeeds)) - 1);
    m_speed->setPageStep(1);
    m_speed->setMinimumWidth(48);
    m_page->setOpenLinks(false);
    m_page->setFrameShape(QFrame::NoFrame);
    m_page->setUndoRedoEnabled(false);
    column->addWidget(m_page, 1);
    setWidget(body);
    setMinimumWidth(300);
}

void ExplainPanel::setResult(const ShownResult &result) {
    m_result = result;
    follow();
}

void ExplainPanel::setColours(const Palette &palette) {
    m_style.palette = palette;
    write();
}

core::StageSet ExplainPanel::neededStages() const {
    if (isHidden() || !m_cell)
        return {};
    return core::stagesBehind(m_cell->array);
}

void ExplainPanel::follow() {
    const ViewSettings &v = m_document.view();
    const QSignalBlocker quiet[] = {QSignalBlocker(m_order), QSignalBlocker(m_scope),
                                    QSignalBlocker(m_speed)};
    m_order->setCurrentIndex(v.explainLargestFirst ? 1 : 0);
    m_scope->setCurrentIndex(v.walkWholeHead ? 1 : 0);
    m_speed->setValue(nearestSpeed(v.walkMilliseconds));
    m_timer.setInterval(v.walkMilliseconds);
    m_style.largestFirst = v.explainLargestFirst;
    if (isHidden() || !m_result.trace)
        return;
    const core::Trace &t = *m_result.trace;
    const auto locked = lockedLink(t, v);
    if (m_input) {
        const auto shape = core::shapeOf(t, m_input->array);
        const bool elsewhere =
            locked != m_lockedThen || (placeOf(t, *m_input) && v.tab != QLatin1String("matrices"));
        if (elsewhere || !shape || m_input->index >= core::elementCount(*shape))
            m_input.reset();
    }
    const auto before = m_cell;
    m_cell = m_input ? m_input : locked;
    if (m_cell != before)
        m_style.unfolded.clear();
    if (m_cell)
        remember(*m_cell);
    updateButtons();
    submit();
}

void ExplainPanel::submit() {
    if (!m_cell) {
        m_worker->clear();
        m_shown.reset();
        m_asked.reset();
        write();
        return;
    }
    if (m_asked == m_cell && m_askedOf == m_result.trace) {
        write(); // in other colours or another order
        return;
    }
    m_asked = m_cell;
    m_askedOf = m_result.trace;
    m_worker->submit({m_result.trace, *m_cell});
}

void ExplainPanel::takeAnswer() {
    auto answer = m_answers.take();
    if (!answer || answer->trace != m_askedOf || m_asked != answer->explanation.cell)
        return;
    m_shown = std::move(answer->explanation);
    write();
    if (!m_shown->complete())
        emit stagesNeeded();
}

void ExplainPanel::write() {
    if (isHidden())
        return;
    const int scrolled = m_page->verticalScrollBar()->value();
    if (!m_cell || !m_result.trace) {
        m_page->setHtml(
            QStringLiteral("<p>%1</p>")
                .arg(tr("Click a cell of a picture: how it was computed stands here, with the "
                        "numbers it came from. Each number leads on to where it came from, back "
                        "to the words. Play walks through a whole row.")));
        return;
    }
    if (!m_shown || m_shown->cell != *m_cell)
        return; // it is on its way
    m_page->setHtml(explanationHtml(
        *m_shown, cellSentence(*m_result.trace, *m_result.session, *m_cell), m_style));
    // While a control is dragged the same cell stays where it was being read.
    if (m_written == m_cell)
        m_page->verticalScrollBar()->setValue(scrolled);
    m_written = m_cell;
}

void ExplainPanel::clicked(const QString &link) {
    if (link.startsWith(QLatin1String("fold:"))) {
        const auto at = static_cast<std::size_t>(link.mid(5).toULongLong());
        if (!m_style.unfolded.erase(at))
            m_style.unfolded.insert(at);
        write();
    } else if (const auto cell = linkFromText(link)) {
        pause();
        show(*cell);
    }
}

void ExplainPanel::show(const core::CellLink &cell) { goTo(cell); }

void ExplainPanel::goTo(const core::CellLink &cell) {
    if (!m_result.trace)
        return;
    const core::Trace &t = *m_result.trace;
    const bool input = std::holds_alternative<core::Input>(cell.array) ||
                       std::holds_alternative<core::SideInput>(cell.array);
    if (!input) {
        m_input.reset();
        m_document.setView(lockedAt(t, m_document.view(), cell));
        return;
    }
    if (!core::shapeOf(t, cell.array))
        return;
    const bool focus = m_page->hasFocus();
    if (const auto place = placeOf(t, cell)) {
        const bool moving = std::exchange(m_moving, true); // the cell itself is what is visited
        emit matrixRequested(*place);
        m_moving = moving;
    }
    m_input = cell;
    m_lockedThen = lockedLink(t, m_document.view());
    follow();
    if (focus) // the keys stay with the links
        m_page->setFocus();
}

void ExplainPanel::remember(const core::CellLink &cell) {
    if (m_moving || (!m_visited.empty() && m_visited[m_at] == cell))
        return;
    if (!m_visited.empty())
        m_visited.resize(m_at + 1);
    m_visited.push_back(cell);
    if (m_visited.size() > kMostVisited)
        m_visited.erase(m_visited.begin());
    m_at = m_visited.size() - 1;
}

void ExplainPanel::back() {
    if (!canGoBack())
        return;
    pause();
    m_moving = true;
    goTo(m_visited[--m_at]);
    m_moving = false;
    updateButtons();
}

void ExplainPanel::forward() {
    if (!canGoForward())
        return;
    pause();
    m_moving = true;
    goTo(m_visited[++m_at]);
    m_moving = false;
    updateButtons();
}

void ExplainPanel::prepareWalk() {
    const ViewSettings &v = m_document.view();
    const core::Problem &p = *m_result.trace->problem;
    const core::WalkScope scope = v.walkWholeHead ? core::WalkScope::Head : core::WalkScope::Row;
    const bool there = !m_walk.empty() && scope == m_walkScope && p.config == m_walkConfig &&
                       p.queries() == m_walkQueries && p.keys() == m_walkKeys;
    // A stage that is still being computed has no cell yet.
    if (there && (!m_cell || m_walk[m_step] == *m_cell))
        return;
    const LockedCell locked = v.locked.value_or(LockedCell());
    m_walk = core::walkThrough(
        p, scope, {locked.batch, locked.head, locked.query, v.lockedColumn.value_or(0)});
    m_walkScope = scope;
    m_walkConfig = p.config;
    m_walkQueries = p.queries();
    m_walkKeys = p.keys();
    const auto at = m_cell ? std::find(m_walk.begin(), m_walk.end(), *m_cell) : m_walk.end();
    m_step = at == m_walk.end() ? m_walk.size() : static_cast<std::size_t>(at - m_walk.begin());
}

void ExplainPanel::step(int by) {
    if (!m_result.trace)
        return;
    prepareWalk();
    const std::size_t none = m_walk.size(); // the locked cell is none of them: from the beginning
    if (m_step == none)
        m_step = 0;
    else if (by < 0 ? m_step > 0 : m_step + 1 < m_walk.size())
        m_step = by < 0 ? m_step - 1 : m_step + 1;
    else {
        pause();
        return;
    }
    m_moving = true;
    goTo(m_walk[m_step]);
    m_moving = false;
    if (m_step + 1 == m_walk.size())
        pause();
}

void ExplainPanel::play() {
    if (!m_result.trace)
        return;
    prepareWalk();
    if (m_step + 1 >= m_walk.size())
        m_step = m_walk.size(); // over: once more
    if (m_step == m_walk.size()) {
        m_step = 0;
        m_moving = true;
        goTo(m_walk[0]);
        m_moving = false;
    }
    m_timer.start(m_document.view().walkMilliseconds);
    retranslate();
}

void ExplainPanel::pause() {
    m_timer.stop();
    retranslate();
    if (m_cell)
        remember(*m_cell); // where one stopped is a place to come back to
    updateButtons();
}

void ExplainPanel::updateButtons() {
    m_back->setEnabled(canGoBack());
    m_forward->setEnabled(canGoForward());
}

void ExplainPanel::changeEvent(QEvent *event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        write();
    }
    QDockWidget::changeEvent(event);
}

void ExplainPanel::retranslate() {
    setWindowTitle(tr("Explain"));
    const auto button = [](QToolButton *b, const QString &text, const QKeySequence &key,
                           const QString &tip) {
        b->setText(text);
        b->setShortcut(key); // after the text, which takes it away
        b->setToolTip(QStringLiteral("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
        b->setAccessibleName(tip);
    };
    button(m_back, QStringLiteral("←"), QKeySequence(QStringLiteral("Alt+Left")),
           tr("Back to the cell before"));
    button(m_forward, QStringLiteral("→"), QKeySequence(QStringLiteral("Alt+Right")),
           tr("Forward again"));
    button(m_previous, QStringLiteral("‹"), QKeySequence(Qt::Key_F7), tr("One cell back"));
    button(m_play, playing() ? tr("Pause") : tr("Play"), QKeySequence(Qt::Key_F6),
           playing() ? tr("Stop at this cell")
                     : tr("Walk through the computation, cell by cell, stage by stage"));
    button(m_next, QStringLiteral("›"), QKeySequence(Qt::Key_F8), tr("One cell on"));
    const auto fill = [](QComboBox *box, const QStringList &texts) {
        const QSignalBlocker quiet(box);
        for (int i = 0; i < texts.size(); ++i)
            if (i < box->count())
                box->setItemText(i, texts[i]);
            else
                box->addItem(texts[i]);
    };
    fill(m_order, {tr("terms in order"), tr("largest first")});
    fill(m_scope, {tr("this row"), tr("this head")});
    m_order->setAccessibleName(tr("Order of the terms"));
    m_order->setToolTip(tr("Order in which the terms of a sum are shown"));
    m_scope->setAccessibleName(tr("What Play walks through"));
    m_scope->setToolTip(m_scope->accessibleName());
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("How fast Play walks"));
    m_page->setAccessibleName(tr("Arithmetic of the locked cell"));
}

} // namespace attnscope::ui
