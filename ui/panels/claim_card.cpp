// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/claim_card.h"

#include "ui/claims.h"
#include "ui/theme.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace attnscope::ui {

namespace {

QLabel *label(const QString &text, QWidget *parent) {
    auto *l = new QLabel(text, parent);
    l->setTextFormat(Qt::PlainText);
    l->setWordWrap(true);
    l->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    l->setFocusPolicy(Qt::NoFocus);
    return l;
}
QLabel *muted(const QString &text, QWidget *parent) {
    QLabel *l = label(text, parent);
    l->setProperty("role", QStringLiteral("muted"));
    return l;
}
/// A word in a frame of its colour.
QLabel *badge(const QString &word, const QColor &colour, QWidget *parent) {
    auto *l = new QLabel(word, parent);
    l->setStyleSheet(QStringLiteral("QLabel { color: %1; border: 1px solid %1; border-radius: 3px; "
                                    "padding: 1px 6px; }")
                         .arg(colour.name()));
    l->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    return l;
}
QColor colourOf(core::ClaimVerdict verdict, const Palette &p) {
    return verdict == core::ClaimVerdict::Right       ? p.accent
           : verdict == core::ClaimVerdict::HalfRight ? p.amber
                                                      : p.red;
}
void colour(QLabel *l, const QColor &c) {
    QPalette p = l->palette();
    p.setColor(QPalette::WindowText, c);
    l->setPalette(p);
}

} // namespace

ClaimCard::ClaimCard(QWidget *parent) : QScrollArea(parent) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    build();
}

void ClaimCard::setClaim(const core::Claim *claim) {
    if (claim == m_claim)
        return;
    m_claim = claim;
    m_state = {};
    build();
}

void ClaimCard::setOutcome(const ClaimRunner::State &state) {
    if (!m_claim || state.id != m_claim->id)
        return;
    m_state = state;
    fill();
}

void ClaimCard::setProgress(double share) {
    if (m_progress)
        m_progress->setValue(static_cast<int>(share * 1000.0));
}

void ClaimCard::setColours(const Palette &palette) {
    m_palette = palette;
    build();
}

void ClaimCard::build() {
    m_rows.clear();
    m_remarks.clear();
    m_try = m_stop = nullptr;
    m_progress = nullptr;
    m_summary = nullptr;
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(16, 12, 16, 16);
    column->setSpacing(8);
    if (m_claim) {
        setWidget(page); // labels take the style of where they stand: before they are made
        addWords(*column);
        if (!m_claim->trials.empty())
            addTrials(*column);
        column->addStretch(1);
        fill();
        return;
    }
    setWidget(page); // nothing was found: the list says why
}

void ClaimCard::addWords(QVBoxLayout &column) {
    const core::Claim &c = *m_claim;
    QWidget *page = widget();
    column.addWidget(muted(tr("It is often said:"), page));
    QLabel *statement = label(shownText(c.statement), page);
    statement->setFont(interfaceFont(kTitleSize));
    column.addWidget(statement);
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(badge(verdictWord(c.verdict), colourOf(c.verdict, m_palette), page), 0,
                    Qt::AlignTop);
    if (c.anecdote) {
        QLabel *mark = badge(tr("unverified"), m_palette.muted, page);
        mark->setToolTip(tr("Some of it is somebody's own experience, which nobody can check."));
        line->addWidget(mark, 0, Qt::AlignTop);
    }
    line->addWidget(label(shownText(c.condition), page), 1);
    column.addLayout(line);
    column.addSpacing(4);
    column.addWidget(muted(tr("What is so"), page));
    column.addWidget(label(shownText(c.truth), page));
    if (!c.formula.empty()) {
        QLabel *formula = label(QString::fromStdString(c.formula), page);
        colour(formula, m_palette.accent);
        formula->setAccessibleName(tr("Formula"));
        column.addWidget(formula);
    }
    if (!c.untried.empty()) {
        column.addSpacing(4);
        column.addWidget(muted(shownText(c.untried), page));
    }
    QString systems;
    for (const std::string &s : c.systems)
        systems += QLatin1Char(' ') + QString::fromStdString(s);
    column.addWidget(muted(QString::fromStdString(c.id) + QStringLiteral(" ·") + systems, page));
}

void ClaimCard::addTrials(QVBoxLayout &column) {
    QWidget *page = widget();
    column.addSpacing(4);
    auto *bar = new QHBoxLayout;
    m_try = new QPushButton(tr("&Try It"), page);
    m_stop = new QPushButton(tr("&Stop"), page);
    m_progress = new QProgressBar(page);
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(8);
    m_progress->setAccessibleName(tr("How much of it is done"));
    m_summary = label(QString(), page);
    for (QPushButton *button : {m_try, m_stop})
        button->setAutoDefault(false); // Enter belongs to the search field
    bar->addWidget(m_try);
    bar->addWidget(m_stop);
    bar->addWidget(m_progress, 1);
    bar->addWidget(m_summary, 2);
    column.addLayout(bar);
    connect(m_try, &QPushButton::clicked, this, &ClaimCard::tryWanted);
    connect(m_stop, &QPushButton::clicked, this, &ClaimCard::stopWanted);
    for (std::size_t i = 0; i < m_claim->trials.size(); ++i)
        column.addWidget(trialBox(i));
}

QWidget *ClaimCard::trialBox(std::size_t index) {
    const core::ClaimTrial &trial = m_claim->trials[index];
    auto *box = new QWidget(widget());
    auto *grid = new QGridLayout(box);
    grid->setContentsMargins(0, 8, 0, 0);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(0, 4);
    grid->setColumnStretch(1, 3);
    grid->setColumnStretch(2, 3);
    QLabel *what = label(shownText(trial.what), box);
    what->setFont(interfaceFont(kTextSize, QFont::DemiBold));
    grid->addWidget(what, 0, 0, 1, trial.place ? 2 : 4);
    if (trial.place) {
        auto *show = new QPushButton(tr("Show in the Window"), box);
        show->setAutoDefault(false);
        show->setAccessibleName(tr("Show in the window: %1").arg(shownText(trial.what)));
        show->setToolTip(tr("Puts this session into the window, as a step that can be undone."));
        grid->addWidget(show, 0, 2, 1, 2, Qt::AlignRight);
        connect(show, &QPushButton::clicked, this,
                [this, index] { emit showWanted(static_cast<int>(index)); });
    }
    const QString heads[] = {QString(), tr("expected"), tr("measured")};
    for (int c = 1; c < 3; ++c)
        grid->addWidget(muted(heads[c], box), 1, c);
    std::vector<Row> rows;
    for (const core::ClaimFigure &f : trial.figures) {
        const int at = grid->rowCount();
        grid->addWidget(label(shownText(f.name), box), at, 0, Qt::AlignTop);
        grid->addWidget(label(expectedText(f), box), at, 1, Qt::AlignTop);
        rows.push_back({label(QString(), box), new QLabel(box)});
        rows.back().mark->setMinimumWidth(16);
        grid->addWidget(rows.back().measured, at, 2, Qt::AlignTop);
        grid->addWidget(rows.back().mark, at, 3, Qt::AlignTop);
    }
    m_rows.push_back(std::move(rows));
    m_remarks.push_back(muted(QString(), box));
    grid->addWidget(m_remarks.back(), grid->rowCount(), 0, 1, 4);
    return box;
}

void ClaimCard::fillRow(const Row &row, const core::ClaimFigure &figure,
                        const core::ClaimMeasurement *measured) {
    row.measured->setText(measured ? numbersText(measured->values) : QString());
    row.mark->setText(!measured          ? QString()
                      : measured->agrees ? QStringLiteral("✓")
                                         : QStringLiteral("✗"));
    colour(row.mark, measured && measured->agrees ? m_palette.accent : m_palette.red);
    const QString verdict = !measured          ? tr("not measured yet")
                            : measured->agrees ? tr("agrees")
                                               : tr("does not agree");
    row.mark->setToolTip(verdict);
    row.measured->setAccessibleName(
        tr("%1: expected %2, measured %3, %4")
            .arg(shownText(figure.name), expectedText(figure),
                 measured ? numbersText(measured->values) : QStringLiteral("–"), verdict));
}

void ClaimCard::fill() {
    if (!m_try)
        return;
    int figures = 0, agree = 0;
    for (std::size_t t = 0; t < m_rows.size(); ++t) {
        const ClaimRunner::Outcome *o =
            t < m_state.outcomes.size() ? &m_state.outcomes[t] : nullptr;
        for (std::size_t f = 0; f < m_rows[t].size(); ++f) {
            const core::ClaimMeasurement *m = o && o->result ? &o->result->figures[f] : nullptr;
            fillRow(m_rows[t][f], m_claim->trials[t].figures[f], m);
            figures += m ? 1 : 0;
            agree += m && m->agrees ? 1 : 0;
        }
        m_remarks[t]->setText(o ? o->failure : QString());
        m_remarks[t]->setVisible(o && !o->failure.isEmpty());
    }
    m_try->setVisible(!m_state.running);
    m_stop->setVisible(m_state.running);
    m_progress->setVisible(m_state.running);
    m_summary->setVisible(!m_state.running);
    QString words;
    if (m_state.stopped)
        words = tr("Stopped.");
    else if (figures > 0)
        words = agree == figures
                    ? tr("All %n figure(s) agree.", nullptr, figures)
                    : tr("%n figure(s) do not agree; see the marks.", nullptr, figures - agree);
    m_summary->setText(words);
}

} // namespace attnscope::ui
