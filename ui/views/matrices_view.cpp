// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table, the list of arrays and the figure beside it; what is done to cells is in
// matrices_actions.cpp.
#include "ui/views/matrices_view.h"

#include "ui/cell_text.h"
#include "ui/matrix_edits.h"
#include "ui/panels/matrix_delegate.h"
#include "ui/panels/matrix_list.h"
#include "ui/panels/matrix_model.h"
#include "ui/panels/matrix_table.h"
#include "ui/session_document.h"
#include "ui/stage_text.h"
#include "ui/views/figure_parts.h"
#include "ui/views/matrices_figure.h"
#include "ui/views/view_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace attnscope::ui {

using core::Input;
using core::Stage;

namespace {

constexpr int kReadingMilliseconds = 4000;
constexpr int kCountDelay = 120; ///< milliseconds; counting reads whole arrays

QString reasonOfAbsence(Input input, const core::Config &config) {
    switch (input) {
    case Input::XMemory:
        return MatricesView::tr("There is no other sequence: keys and values come from the text "
                                "itself.");
    case Input::WV:
    case Input::BV:
        if (config.shareKv)
            return MatricesView::tr("Keys and values share W_K and b_K: there is nothing of its "
                                    "own to edit here.");
        break;
    default:
        break;
    }
    return MatricesView::tr("%1 is not applied. “Add” puts it in at the value that changes "
                            "nothing.")
        .arg(matrixName(input));
}

} // namespace

MatricesView::MatricesView(SessionDocument &document, QWidget *parent)
    : WorkspaceView(document, parent), m_choices(new ViewBar(document, ViewBar::Head, true, this)),
      m_fill(new QToolButton(this)), m_less(new QToolButton(this)), m_more(new QToolButton(this)),
      m_reset(new QToolButton(this)), m_copy(new QToolButton(this)), m_paste(new QToolButton(this)),
      m_toggle(new QToolButton(this)), m_fillMenu(new QMenu(m_fill)), m_list(new MatrixList(this)),
      m_stack(new QStackedWidget(this)), m_model(new MatrixModel(this)),
      m_table(new MatrixTable(*m_model, this)), m_absent(new QLabel(this)),
      m_sentence(new QLabel(this)), m_hint(new QLabel(this)) {
    setLegibleSize({250, 320});
    buildBar();

    m_absent->setAlignment(Qt::AlignCenter);
    m_absent->setWordWrap(true);
    m_absent->setMargin(24);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_absent);
    m_sentence->setWordWrap(true);
    m_sentence->setMinimumHeight(2 * m_sentence->fontMetrics().lineSpacing());
    m_sentence->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_sentence->setTextFormat(Qt::PlainText);
    m_hint->setProperty("role", QStringLiteral("muted"));
    m_hint->setWordWrap(true);
    auto *middle = new QWidget(this);
    auto *below = new QVBoxLayout(middle);
    below->setContentsMargins(0, 0, 8, 6);
    below->setSpacing(4);
    below->addWidget(m_stack, 1);
    below->addWidget(m_sentence);
    below->addWidget(m_hint);

    auto *splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_list);
    splitter->addWidget(middle);
    splitter->addWidget(figureArea());
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 3);
    splitter->setStretchFactor(2, 2);
    splitter->setSizes({150, 480, 320});
    static_cast<QVBoxLayout *>(layout())->addWidget(splitter, 1);

    connect(m_list, &QListWidget::currentItemChanged, this, [this](QListWidgetItem *item) {
        if (!item)
            return;
        const QString name = item->data(Qt::UserRole).toString();
        m_document.changeView([&](ViewSettings &v) { v.matrix = name; });
    });
    connect(&document, &SessionDocument::viewChanged, this, [this] {
        if (!isVisible())
            return;
        refreshSheet();
        chooseHead();
    });
    connect(&document, &SessionDocument::sessionChanged, this, [this] {
        if (!isVisible())
            return;
        refreshSheet();
        m_countTimer.start();
    });
    m_countTimer.setSingleShot(true);
    m_countTimer.setInterval(kCountDelay);
    connect(&m_countTimer, &QTimer::timeout, this, &MatricesView::refreshCounts);
    connect(m_table, &MatrixTable::selectionMoved, this, &MatricesView::selectionMoved);
    connect(m_table, &MatrixTable::copyRequested, this, &MatricesView::copy);
    connect(m_table, &MatrixTable::pasteRequested, this, &MatricesView::paste);
    connect(m_table, &MatrixTable::clearRequested, this, &MatricesView::clear);
    connect(m_table, &MatrixTable::nudged, this, &MatricesView::nudge);
    connect(&m_table->delegate(), &MatrixDelegate::unreadable, this,
            [this](const QString &why) { say(why, true); });
    connect(m_model, &MatrixModel::typed, this, [this](int row, int column, float value) {
        MatrixPlace at = m_model->sheet().place;
        at.row = static_cast<std::size_t>(row);
        at.column = static_cast<std::size_t>(column);
        say(setCell(m_document, at, value), true);
    });
    refreshList();
    MatricesView::retranslate();
}

MatricesView::~MatricesView() {
    m_table->blockSignals(true);
    delete m_table; // before the model that it shows
}

MatrixPlace MatricesView::place() const {
    MatrixPlace place = matrixByName(m_document.view().matrix).value_or(MatrixPlace());
    const bool batched = !place.input || core::inputRank(*place.input) == 3;
    if (ready()) {
        const core::Problem &p = *m_result.trace->problem;
        place.batch = batched ? shownBatch(m_document.view(), p) : 0;
        if (!place.input && m_document.view().head)
            place.head = std::min(*m_document.view().head, p.heads() - 1);
    }
    const QModelIndex at = m_table->currentIndex();
    if (at.isValid()) {
        place.row = static_cast<std::size_t>(at.row());
        place.column = static_cast<std::size_t>(at.column());
    }
    return place;
}

void MatricesView::showPlace(const MatrixPlace &place) {
    m_document.changeView([&](ViewSettings &v) {
        v.tab = QStringLiteral("matrices");
        v.matrix = matrixName(place.input);
        v.batch = place.batch;
        if (!place.input)
            v.head = place.head;
    });
    refreshSheet();
    m_table->select({0, place.row, place.column, 1, 1});
    m_table->setFocus();
}

bool MatricesView::present() const { return !m_model->sheet().empty(); }

void MatricesView::refreshSheet() {
    refreshList();
    if (!ready())
        return;
    MatrixPlace now = place();
    now.row = now.column = 0;
    std::optional<MatrixSheet> made =
        makeSheet(now, *m_result.trace->problem, m_result.session, m_document.sharedSession());
    if (!made)
        return; // sizes that disagree are said elsewhere; the last good sheet stays
    const bool other = made->place != m_model->sheet().place ||
                       made->rows != m_model->sheet().rows ||
                       made->columns != m_model->sheet().columns;
    const bool sameArray = made->place.input == m_model->sheet().place.input;
    const core::ArrayBlock block = m_table->block();
    m_model->setSheet(std::move(*made));
    m_stack->setCurrentWidget(present() ? static_cast<QWidget *>(m_table) : m_absent);
    if (now.input)
        m_absent->setText(reasonOfAbsence(*now.input, m_result.session->config));
    // Another sequence or size of the same array: one stays where one was.
    if (other && present())
        m_table->select(sameArray && block.size() > 0 ? block : core::ArrayBlock{0, 0, 0, 1, 1});
    showCell();
}

void MatricesView::refreshList() {
    const core::Session &s = m_document.session();
    const core::Config &c = s.config;
    QStringList names;
    for (std::size_t i = 0; i < core::kInputCount; ++i) {
        const auto input = static_cast<Input>(i);
        const bool held = s.arrays.count(input) > 0;
        if (input == Input::XMemory && s.memoryTokens.empty() && !held)
            continue;
        if ((input == Input::GammaConcat || input == Input::BetaConcat) && !held &&
            c.normConcat == core::ConcatNorm::None && !s.init.count(input))
            continue;
        if (input == Input::GradOutput && !held && c.upstream != core::Upstream::Given)
            continue;
        names << matrixName(input);
    }
    names << matrixName(std::nullopt);
    const QSignalBlocker quiet(m_list);
    static_cast<MatrixList *>(m_list)->setNames(names, m_document.view().matrix);
    if (!names.contains(m_document.view().matrix) && ready() && isVisible())
        m_document.changeView([](ViewSettings &v) { v.matrix = ViewSettings().matrix; });
}

void MatricesView::refreshCounts() {
    if (!ready() || !isVisible())
        return;
    const core::Session &s = *m_result.session;
    const core::Problem &p = *m_result.trace->problem;
    auto *list = static_cast<MatrixList *>(m_list);
    for (std::size_t i = 0; i < core::kInputCount; ++i) {
        const auto input = static_cast<Input>(i);
        const core::Tensor &array = arrayOf(p, input);
        QString size = shapeText(array.shape());
        std::size_t edited = 0;
        if (!array.present())
            size = tr("not applied");
        else if (s.arrays.count(input))
            try {
                edited = core::editedCount(s, input);
            } catch (const core::InputError &) {
                edited = 0; // sizes are being changed; the next picture counts again
            }
        const bool broughtIn = core::inputRank(input) > 1 && s.arrays.count(input) && edited == 0;
        list->setNote(matrixName(input), size,
                      edited > 1 && edited == array.size() ? tr("all cells differ")
                      : edited > 0 ? tr("edited: %n cell(s)", nullptr, static_cast<int>(edited))
                      : broughtIn  ? tr("brought in")
                                   : QString());
    }
    list->setNote(matrixName(std::nullopt), shapeText({p.queries(), p.keys()}),
                  p.config.mask.custom ? tr("in use") : QString());
}

void MatricesView::resultChanged() {
    if (!isVisible())
        return;
    if (ready()) {
        m_choices->setProblem(*m_result.trace->problem);
        refreshSheet();
        m_countTimer.start();
    }
    scheduleRefresh();
}

void MatricesView::chooseHead() {
    const std::optional<std::size_t> head = m_document.view().head;
    if (head == m_head)
        return;
    m_head = head;
    const core::HeadBlocks &h = m_model->sheet().heads;
    if (!head || !present() || *head >= h.heads)
        return;
    // A head is its block of columns (of rows in W_O): that is where one wants to be.
    core::ArrayBlock block{0, 0, *head * h.width, m_model->sheet().rows, h.width};
    if (h.onRows)
        block = {0, *head * h.width, 0, h.width, m_model->sheet().columns};
    m_table->select(block);
}

void MatricesView::selectionMoved() {
    // What was refused is still read when a click elsewhere has closed its editor.
    if (!m_wrong || !m_sinceMessage.isValid() || m_sinceMessage.elapsed() > kReadingMilliseconds)
        m_message.clear();
    showCell();
}

void MatricesView::showCell() {
    const core::ArrayBlock block = m_table->block();
    const QModelIndex at = m_table->currentIndex();
    const bool there = present() && at.isValid();
    for (QToolButton *b : {m_less, m_more, m_reset, m_copy, m_paste})
        b->setEnabled(there);
    m_fill->setEnabled(present());
    const MatrixPlace now = place();
    const bool optional = now.input && core::isOptional(*now.input) &&
                          !(now.input == Input::BV && m_document.session().config.shareKv);
    m_toggle->setVisible(optional);
    if (optional) {
        const QString name = matrixName(now.input);
        m_toggle->setText(present() ? tr("Remove %1").arg(name) : tr("Add %1").arg(name));
        m_toggle->setToolTip(present()
                                 ? tr("It is not applied any more (Alt+Del)")
                                 : tr("Puts it in at the value that changes nothing (Alt+Ins)"));
    }
    QString text;
    if (there) {
        text = m_model->sentence(at.row(), at.column());
        if (block.size() > 1)
            text += tr(" · %1 cells selected").arg(sizeText(block.rows, block.columns));
        if (now.input == Input::XEmbed || now.input == Input::XMemory)
            text += tr(" · edits belong to this place: the same word elsewhere keeps its vector");
    }
    m_sentence->setText(text);
    showMessage();
    scheduleRefresh();
}

QString MatricesView::sentence() const { return m_sentence->text(); }
QString MatricesView::message() const { return m_message; }

void MatricesView::say(const QString &text, bool wrong) {
    m_message = text;
    m_wrong = wrong;
    m_sinceMessage.start();
    showMessage();
}

void MatricesView::showMessage() {
    m_hint->setText(!m_message.isEmpty() ? m_message
                                         : tr("Type to replace · F2 edits · Shift+arrows select · "
                                              "Ctrl+Up/Down or Alt+wheel nudge · Del = 0"));
    const QString role = QLatin1String(m_message.isEmpty() ? "muted" : m_wrong ? "error" : "");
    if (m_hint->property("role").toString() != role) {
        m_hint->setProperty("role", role);
        m_hint->style()->unpolish(m_hint);
        m_hint->style()->polish(m_hint);
    }
}

Figure MatricesView::figure(const ViewSettings &settings, const Palette &palette) const {
    return matricesFigure(*m_result.trace, *m_result.session, settings, place(), palette);
}

core::StageSet MatricesView::neededStages() const {
    core::StageSet set;
    for (const MadeBy &made : madeBy(place(), m_document.session().config, 0))
        set.insert(made.stage);
    return set;
}

QString MatricesView::lockedText() const {
    const ViewSettings &v = m_document.view();
    if (!ready() || !v.locked)
        return {};
    return describeLocked(*m_result.trace, *m_result.session, Stage::Weights, *v.locked,
                          v.lockedColumn);
}

void MatricesView::setColours(const Palette &palette) {
    m_table->setColours(palette);
    static_cast<MatrixList *>(m_list)->setColours(palette);
    WorkspaceView::setColours(palette);
}

QString MatricesView::cellText(const CellRef &cell) const {
    if (!ready())
        return {};
    const auto panels = matricesPanels(*m_result.trace, m_document.view(), place());
    const auto at = static_cast<std::size_t>(cell.panel);
    if (at >= panels.size())
        return {};
    return describeCell(*m_result.trace, *m_result.session, panels[at].stage,
                        shownBatch(m_document.view(), *m_result.trace->problem), panels[at].head,
                        cell.row, cell.column);
}

std::optional<LockedCell> MatricesView::lockedAt(const CellRef &cell) const {
    if (!ready())
        return std::nullopt;
    const ViewSettings &v = m_document.view();
    const auto panels = matricesPanels(*m_result.trace, v, place());
    const auto at = static_cast<std::size_t>(cell.panel);
    if (at >= panels.size())
        return std::nullopt;
    LockedCell c = v.locked.value_or(LockedCell());
    c.batch = shownBatch(v, *m_result.trace->problem);
    c.head = panels[at].head;
    if (panelKind(panels[at].stage) == PanelKind::QueryKey) {
        c.query = cell.row;
        c.key = cell.column;
    } else {
        (rowsAreKeys(panels[at].stage) ? c.key : c.query) = cell.row;
    }
    return c;
}

} // namespace attnscope::ui
