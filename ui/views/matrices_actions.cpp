// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the Matrices view does to cells: each is one undoable step, said in words.
#include "ui/views/matrices_view.h"

#include "core/io/delimited.h"
#include "ui/error_text.h"
#include "ui/matrix_edits.h"
#include "ui/panels/matrix_model.h"
#include "ui/panels/matrix_table.h"
#include "ui/session_document.h"
#include "ui/stage_text.h"
#include "ui/views/view_bar.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QShortcut>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace attnscope::ui {

namespace {

constexpr qint64 kGestureMilliseconds = 700; ///< as in the document: one nudge after another
constexpr double kNudge = 0.01;              ///< of the array's deviation

} // namespace

void MatricesView::buildBar() {
    bar()->addWidget(m_choices);
    for (QToolButton *b : {m_fill, m_less, m_more, m_reset, m_copy, m_paste, m_toggle})
        bar()->addWidget(b);
    bar()->addStretch(1);
    m_fill->setMenu(m_fillMenu);
    m_fill->setPopupMode(QToolButton::InstantPopup);
    m_less->setAutoRepeat(true);
    m_more->setAutoRepeat(true);
    m_toggle->hide();
    connect(m_fillMenu, &QMenu::aboutToShow, this, &MatricesView::fillMenu);
    connect(m_less, &QToolButton::clicked, this, [this] { nudge(-1); });
    connect(m_more, &QToolButton::clicked, this, [this] { nudge(1); });
    connect(m_reset, &QToolButton::clicked, this, &MatricesView::reset);
    connect(m_copy, &QToolButton::clicked, this, &MatricesView::copy);
    connect(m_paste, &QToolButton::clicked, this, &MatricesView::paste);
    connect(m_toggle, &QToolButton::clicked, this, &MatricesView::toggleArray);
    const auto key = [this](const char *keys, auto slot) {
        auto *shortcut = new QShortcut(QKeySequence(QLatin1String(keys)), this);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, slot);
    };
    key("Ctrl+D", [this] { m_fill->showMenu(); });
    key("Ctrl+Backspace", [this] { reset(); });
    key("Alt+Insert", [this] {
        if (m_toggle->isVisible() && !present())
            toggleArray();
    });
    key("Alt+Delete", [this] {
        if (m_toggle->isVisible() && present())
            toggleArray();
    });
}

void MatricesView::retranslate() {
    m_choices->retranslate();
    m_fill->setText(tr("Fill"));
    m_fill->setToolTip(tr("Draw, set, scale, round … the selected cells, or all of them (Ctrl+D)"));
    m_less->setText(QStringLiteral("−"));
    m_more->setText(QStringLiteral("+"));
    m_less->setToolTip(tr("Nudge the selected cells down by 1 % of the array's deviation "
                          "(Ctrl+Down, Alt+wheel; Shift: ten times as far)"));
    m_more->setToolTip(tr("Nudge the selected cells up by 1 % of the array's deviation "
                          "(Ctrl+Up, Alt+wheel; Shift: ten times as far)"));
    m_less->setAccessibleName(tr("Nudge down"));
    m_more->setAccessibleName(tr("Nudge up"));
    m_reset->setText(tr("Reset"));
    m_reset->setToolTip(tr("The selected cells as the seed draws them (Ctrl+Backspace)"));
    m_copy->setText(tr("Copy"));
    m_copy->setToolTip(tr("The selected cells, for a spreadsheet (Ctrl+C)"));
    m_paste->setText(tr("Paste"));
    m_paste->setToolTip(tr("A block of cells from a spreadsheet, from the current cell on "
                           "(Ctrl+V)"));
    m_list->setAccessibleName(tr("Arrays"));
    m_table->setAccessibleName(tr("Cells"));
    refreshCounts();
    showCell();
}

MatricesView::Target MatricesView::selectionTarget() const {
    Target t;
    const MatrixPlace at = place();
    t.block = m_table->block();
    t.block.batch = at.batch;
    const MatrixSheet &sheet = m_model->sheet();
    t.whole = t.block.rows == sheet.rows && t.block.columns == sheet.columns;
    t.text = blockText(m_document.session(), at, t.block, t.whole);
    return t;
}

MatricesView::Target MatricesView::fillTarget() const {
    Target t = selectionTarget();
    if (t.block.size() > 1)
        return t;
    const MatrixSheet &sheet = m_model->sheet();
    t.block = {place().batch, 0, 0, sheet.rows, sheet.columns};
    t.whole = true;
    t.text = matrixName(place().input);
    return t;
}

void MatricesView::fillMenu() {
    using Kind = MatrixFillDialog::Kind;
    m_fillMenu->clear();
    const Target t = fillTarget();
    m_fillMenu->addSection(t.text);
    const bool array = place().input.has_value();
    const auto add = [this](const QString &text, auto slot) {
        QAction *action = m_fillMenu->addAction(text);
        connect(action, &QAction::triggered, this, slot);
        return action;
    };
    if (array)
        add(tr("&Initialiser…"), [this] { fill(Kind::Initialiser); });
    add(tr("&Constant…"), [this] { fill(Kind::Constant); });
    add(tr("I&dentity"), [this] { fillIdentity(); });
    if (array)
        add(tr("&Scale…"), [this] { fill(Kind::Scale); });
    QAction *transposed = add(tr("&Transpose"), [this] { transpose(); });
    if (t.block.rows != t.block.columns) {
        transposed->setEnabled(false);
        transposed->setText(
            tr("Transpose (%1 is not square)").arg(sizeText(t.block.rows, t.block.columns)));
    }
    if (array) {
        add(tr("&Round…"), [this] { fill(Kind::Round); });
        const core::HeadBlocks heads = m_model->sheet().heads;
        if (heads.heads > 0) {
            QMenu *menu = m_fillMenu->addMenu(tr("&Zero a head"));
            for (std::size_t h = 0; h < heads.heads; ++h)
                connect(menu->addAction(tr("head %1").arg(h)), &QAction::triggered, this,
                        [this, h] { zeroHead(h); });
        }
    }
    m_fillMenu->addSeparator();
    QAction *zero = add(tr("Set the selection to &0"), [this] { clear(); });
    zero->setShortcut(QKeySequence(Qt::Key_Delete));
    zero->setShortcutContext(Qt::WidgetShortcut); // the table has the key; here it is only named
    add(array ? tr("R&eset the whole array") : tr("&Everything visible"), [this] {
        m_table->selectAll();
        reset();
    });
}

bool MatricesView::run(const QString &text, const QString &field, const SessionEdit &change,
                       const QString &done) {
    const QString why = editMatrix(m_document, text, field, change);
    if (!why.isEmpty())
        say(why, true);
    else if (!done.isEmpty())
        say(done);
    return why.isEmpty();
}

void MatricesView::copy() {
    const MatrixSheet &sheet = m_model->sheet();
    const core::ArrayBlock b = m_table->block();
    if (sheet.empty() || b.size() == 0)
        return;
    core::Tensor block({b.rows, b.columns});
    float *out = block.mutableData();
    for (std::size_t r = 0; r < b.rows; ++r)
        for (std::size_t c = 0; c < b.columns; ++c)
            *out++ = sheet.value(b.row + r, b.column + c);
    QGuiApplication::clipboard()->setText(QString::fromStdString(core::toDelimited(block, '\t')));
    say(tr("Copied %1.").arg(selectionTarget().text));
}

void MatricesView::paste() {
    const MatrixSheet &sheet = m_model->sheet();
    const QString text = QGuiApplication::clipboard()->text();
    Target t = selectionTarget();
    if (sheet.empty() || t.block.size() == 0)
        return;
    if (text.trimmed().isEmpty()) {
        say(tr("There are no numbers in the clipboard."), true);
        return;
    }
    try {
        const core::DelimitedTable table =
            core::parseDelimited(text.toStdString(), tr("the clipboard").toStdString());
        core::Tensor values = table.tensor();
        if (values.size() == 1 && t.block.size() > 1) // one number fills the selection
            values = core::Tensor({t.block.rows, t.block.columns}, values.data()[0]);
        t.block.rows = values.extent(0);
        t.block.columns = values.extent(1);
        const QString size = sizeText(t.block.rows, t.block.columns);
        const std::size_t below = sheet.rows - t.block.row, right = sheet.columns - t.block.column;
        if (t.block.rows > below || t.block.columns > right) {
            say(tr("%1 cells do not fit here: from row %2, column %3 on %4 has only %5. Nothing "
                   "was pasted.")
                    .arg(size)
                    .arg(t.block.row)
                    .arg(t.block.column)
                    .arg(matrixName(place().input), sizeText(below, right)),
                true);
            return;
        }
        const MatrixPlace at = place();
        if (!at.input)
            for (std::size_t i = 0; i < values.size(); ++i)
                if (values.data()[i] != 0.0F && values.data()[i] != 1.0F) {
                    say(tr("Row %1, column %2 of what was copied is %3, but a mask has only 1 "
                           "(visible) and 0 (hidden). Nothing was pasted.")
                            .arg(i / t.block.columns)
                            .arg(i % t.block.columns)
                            .arg(editText(values.data()[i])),
                        true);
                    return;
                }
        const auto odd = std::count_if(values.values().begin(), values.values().end(),
                                       [](float v) { return !std::isfinite(v); });
        QString done = tr("Pasted %1.").arg(size);
        if (odd > 0)
            done += tr(" %n of the numbers are not finite.", nullptr, static_cast<int>(odd));
        if (run(tr("Paste %1 into %2").arg(size, matrixName(at.input)), {},
                [&](core::Session &s) { writeBlock(s, at, t.block, values.values()); })) {
            m_table->select({0, t.block.row, t.block.column, t.block.rows, t.block.columns});
            say(done, odd > 0);
        }
    } catch (const core::FileError &e) {
        say(fileErrorText(e), true);
    }
}

void MatricesView::clear() {
    const Target t = selectionTarget();
    if (!present() || t.block.size() == 0)
        return;
    const MatrixPlace at = place();
    const std::vector<float> zeros(t.block.size(), 0.0F);
    run(tr("Set %1 to 0").arg(t.text), {},
        [&](core::Session &s) { writeBlock(s, at, t.block, zeros); });
}

void MatricesView::nudge(int steps) {
    const Target t = selectionTarget();
    if (!present() || t.block.size() == 0 || steps == 0)
        return;
    const MatrixPlace at = place();
    if (!at.input) {
        const std::vector<float> values(t.block.size(), steps > 0 ? 1.0F : 0.0F);
        run(steps > 0 ? tr("Show %1").arg(t.text) : tr("Hide %1").arg(t.text), {},
            [&](core::Session &s) { writeBlock(s, at, t.block, values); });
        return;
    }
    const core::ArrayBlock &b = t.block;
    const QString field = QStringLiteral("nudge/%1/%2/%3/%4/%5/%6")
                              .arg(matrixName(at.input))
                              .arg(b.batch)
                              .arg(b.row)
                              .arg(b.column)
                              .arg(b.rows)
                              .arg(b.columns);
    // The step stays the same while one nudges: it would grow with what it changes.
    if (field != m_nudgeField || !m_sinceNudge.isValid() ||
        m_sinceNudge.elapsed() > kGestureMilliseconds) {
        const double deviation = core::deviation(m_model->sheet().values);
        m_nudgeStep = kNudge * (deviation > 0.0 ? deviation : 1.0);
        m_nudgeField = field;
    }
    m_sinceNudge.start();
    const double step = steps * m_nudgeStep;
    run(
        tr("Nudge %1").arg(t.text), field,
        [&](core::Session &s) { core::addToCells(s, *at.input, b, step); },
        tr("Nudged by %1.").arg(shortNumber(step)));
}

void MatricesView::reset() {
    const Target t = selectionTarget();
    if (!present() || t.block.size() == 0)
        return;
    const MatrixPlace at = place();
    if (!at.input) {
        const std::vector<float> ones(t.block.size(), 1.0F);
        run(tr("Show %1").arg(t.text), {},
            [&](core::Session &s) { writeBlock(s, at, t.block, ones); });
        return;
    }
    const MatrixSheet &sheet = m_model->sheet();
    int edited = 0;
    for (std::size_t r = 0; r < t.block.rows; ++r)
        for (std::size_t c = 0; c < t.block.columns; ++c)
            edited += sheet.edited(t.block.row + r, t.block.column + c) ? 1 : 0;
    if (edited == 0 && sheet.seeded.present()) {
        say(tr("Nothing to reset: the seed draws these cells as they are."));
        return;
    }
    if (sheet.session->arrays.count(*at.input) == 0) {
        say(tr("Nothing to reset: the seed draws these cells as they are."));
        return;
    }
    run(
        tr("Reset %n cell(s) of %1", nullptr, edited).arg(matrixName(at.input)), {},
        [&](core::Session &s) { core::resetCells(s, *at.input, t.block); },
        tr("Reset %n cell(s).", nullptr, edited));
}

void MatricesView::fill(MatrixFillDialog::Kind kind) {
    const Target t = fillTarget();
    const MatrixPlace at = place();
    if (!present())
        return;
    MatrixFillDialog dialog(kind, t.text, this);
    const core::Session &s = m_document.session();
    if (kind == MatrixFillDialog::Kind::Initialiser) {
        const auto init = s.init.find(*at.input);
        dialog.setInitialiser(init == s.init.end() ? core::defaultInit(*at.input) : init->second,
                              s.seed);
    }
    if (dialog.exec() != QDialog::Accepted)
        return;
    switch (kind) {
    case MatrixFillDialog::Kind::Initialiser:
        run(tr("Draw %1: %2, seed %3")
                .arg(t.text, initialiserTitle(dialog.initialiser().method))
                .arg(dialog.seed()),
            {}, [&](core::Session &x) {
                core::fillDrawn(x, *at.input, t.block, dialog.initialiser(), dialog.seed());
            });
        break;
    case MatrixFillDialog::Kind::Constant: {
        const std::vector<float> values(t.block.size(), static_cast<float>(dialog.number()));
        run(tr("Set %1 to %2").arg(t.text, shortNumber(dialog.number())), {},
            [&](core::Session &x) { writeBlock(x, at, t.block, values); });
        break;
    }
    case MatrixFillDialog::Kind::Scale:
        run(tr("Scale %1 by %2").arg(t.text, shortNumber(dialog.number())), {},
            [&](core::Session &x) { core::scaleCells(x, *at.input, t.block, dialog.number()); });
        break;
    case MatrixFillDialog::Kind::Round:
        run(tr("Round %1 to %n decimal(s)", nullptr, dialog.places()).arg(t.text), {},
            [&](core::Session &x) { core::roundCells(x, *at.input, t.block, dialog.places()); });
        break;
    }
}

void MatricesView::fillIdentity() {
    const Target t = fillTarget();
    const MatrixPlace at = place();
    std::vector<float> values(t.block.size(), 0.0F);
    for (std::size_t i = 0; i < std::min(t.block.rows, t.block.columns); ++i)
        values[i * t.block.columns + i] = 1.0F;
    run(tr("Make %1 the identity").arg(t.text), {},
        [&](core::Session &s) { writeBlock(s, at, t.block, values); });
}

void MatricesView::transpose() {
    const Target t = fillTarget();
    if (t.block.rows != t.block.columns)
        return;
    const MatrixPlace at = place();
    const MatrixSheet &sheet = m_model->sheet();
    std::vector<float> values(t.block.size());
    for (std::size_t r = 0; r < t.block.rows; ++r)
        for (std::size_t c = 0; c < t.block.columns; ++c)
            values[r * t.block.columns + c] = sheet.value(t.block.row + c, t.block.column + r);
    run(tr("Transpose %1").arg(t.text), {},
        [&](core::Session &s) { writeBlock(s, at, t.block, values); });
}

void MatricesView::zeroHead(std::size_t head) {
    const MatrixPlace at = place();
    run(tr("Zero head %1 of %2").arg(head).arg(matrixName(at.input)), {},
        [&](core::Session &s) { core::zeroHead(s, *at.input, head); });
}

void MatricesView::toggleArray() {
    const MatrixPlace at = place();
    const QString name = matrixName(at.input);
    if (present())
        run(tr("Remove %1").arg(name), {},
            [&](core::Session &s) { core::removeArray(s, *at.input); });
    else
        run(tr("Add %1").arg(name), {}, [&](core::Session &s) { core::addArray(s, *at.input); });
    m_table->setFocus();
}

} // namespace attnscope::ui
