// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/claims_dialog.h"

#include "ui/claims.h"
#include "ui/panels/claim_card.h"
#include "ui/session_document.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace attnscope::ui {

namespace {

constexpr int kTopicRole = Qt::UserRole, kClaimRole = Qt::UserRole + 1;
constexpr core::ClaimVerdict kVerdicts[] = {
    core::ClaimVerdict::Right, core::ClaimVerdict::HalfRight, core::ClaimVerdict::Wrong};

/// A shape of its own for each verdict, not colour alone.
QString markOf(core::ClaimVerdict verdict) {
    return verdict == core::ClaimVerdict::Right       ? QStringLiteral("✓")
           : verdict == core::ClaimVerdict::HalfRight ? QStringLiteral("◐")
                                                      : QStringLiteral("✗");
}

} // namespace

ClaimsDialog::ClaimsDialog(SessionDocument &document, QWidget *parent)
    : QDialog(parent), m_document(document), m_search(new QLineEdit(this)),
      m_verdict(new QComboBox(this)), m_topic(new QComboBox(this)), m_triable(new QCheckBox(this)),
      m_anecdotes(new QCheckBox(this)), m_count(new QLabel(this)), m_nothing(new QLabel(this)),
      m_all(new QPushButton(this)), m_list(new QTreeWidget(this)),
      m_pages(new QStackedWidget(this)), m_card(new ClaimCard(this)) {
    setObjectName(QStringLiteral("claims"));
    buildFilter();
    m_list->setColumnCount(2);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setIndentation(0);
    m_list->header()->setStretchLastSection(true);
    m_list->header()->setMinimumSectionSize(24);
    m_list->header()->resizeSection(0, 28);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setStyleSheet(QStringLiteral("QTreeWidget::item { padding: 2px 0; }"));
    m_nothing->setWordWrap(true);
    m_nothing->setAlignment(Qt::AlignCenter);
    auto *empty = new QWidget(this);
    auto *middle = new QVBoxLayout(empty);
    middle->addStretch(1);
    middle->addWidget(m_nothing);
    middle->addWidget(m_all, 0, Qt::AlignCenter);
    middle->addStretch(2);
    m_pages->addWidget(m_list);
    m_pages->addWidget(empty);

    auto *left = new QWidget(this);
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins(12, 12, 8, 12);
    column->setSpacing(8);
    column->addWidget(m_search);
    auto *choices = new QHBoxLayout;
    choices->addWidget(m_verdict, 1);
    choices->addWidget(m_topic, 1);
    column->addLayout(choices);
    auto *switches = new QHBoxLayout;
    switches->addWidget(m_triable);
    switches->addWidget(m_anecdotes);
    switches->addStretch(1);
    column->addLayout(switches);
    column->addWidget(m_count);
    column->addWidget(m_pages, 1);
    auto *splitter = new QSplitter(this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(left);
    splitter->addWidget(m_card);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({380, 560});
    left->setMinimumWidth(280);
    m_card->setMinimumWidth(360);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(splitter);
    resize(960, 680);

    connect(m_list, &QTreeWidget::currentItemChanged, this, &ClaimsDialog::chooseCard);
    // Enter belongs to the search field: it goes to what was found.
    m_all->setAutoDefault(false);
    connect(m_search, &QLineEdit::returnPressed, m_list, qOverload<>(&QWidget::setFocus));
    connect(m_all, &QPushButton::clicked, this, &ClaimsDialog::showAll);
    connect(m_card, &ClaimCard::tryWanted, this, [this] {
        if (const core::Claim *c = chosen())
            m_runner.start(*c);
    });
    connect(m_card, &ClaimCard::stopWanted, &m_runner, &ClaimRunner::stop);
    connect(m_card, &ClaimCard::showWanted, this, &ClaimsDialog::showTrial);
    connect(&m_runner, &ClaimRunner::changed, this, [this] {
        m_card->setOutcome(m_runner.state());
        m_runner.state().running ? m_tick.start() : m_tick.stop();
    });
    m_tick.setInterval(50);
    connect(&m_tick, &QTimer::timeout, this, [this] { m_card->setProgress(m_runner.progress()); });
    retranslate();
}

void ClaimsDialog::buildFilter() {
    m_search->setClearButtonEnabled(true);
    m_verdict->addItem(QString());
    for (std::size_t i = 0; i < std::size(kVerdicts); ++i)
        m_verdict->addItem(QString());
    m_topic->addItem(QString());
    connect(m_search, &QLineEdit::textChanged, this, &ClaimsDialog::filter);
    connect(m_verdict, &QComboBox::currentIndexChanged, this, &ClaimsDialog::filter);
    connect(m_topic, &QComboBox::currentIndexChanged, this, &ClaimsDialog::filter);
    for (QCheckBox *box : {m_triable, m_anecdotes})
        connect(box, &QCheckBox::toggled, this, &ClaimsDialog::filter);
    m_count->setProperty("role", QStringLiteral("muted"));
    m_nothing->setProperty("role", QStringLiteral("muted"));
}

void ClaimsDialog::setColours(const Palette &palette) {
    m_palette = palette;
    m_card->setColours(palette);
    if (m_filled)
        fillList();
}

void ClaimsDialog::changeEvent(QEvent *event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QDialog::changeEvent(event);
}

void ClaimsDialog::showEvent(QShowEvent *event) {
    QDialog::showEvent(event);
    if (!m_filled) {
        m_filled = true;
        retranslate();
        m_search->setFocus();
    }
}

void ClaimsDialog::hideEvent(QHideEvent *event) {
    m_runner.stop(); // nobody sees what would come of it
    QDialog::hideEvent(event);
}

void ClaimsDialog::retranslate() {
    setWindowTitle(tr("What Is Said About Attention"));
    m_search->setPlaceholderText(tr("Search statements, explanations, formulas"));
    m_search->setAccessibleName(tr("Search"));
    m_verdict->setAccessibleName(tr("Verdict"));
    m_topic->setAccessibleName(tr("Topic"));
    m_triable->setText(tr("Can be tried"));
    m_anecdotes->setText(tr("Unverified"));
    m_anecdotes->setToolTip(tr("Only statements from somebody's own experience"));
    m_all->setText(tr("Show All Cards"));
    m_list->setAccessibleName(tr("Statements"));
    const QSignalBlocker quiet(m_verdict), still(m_topic);
    m_verdict->setItemText(0, tr("Any verdict"));
    for (int i = 0; i < 3; ++i)
        m_verdict->setItemText(i + 1,
                               markOf(kVerdicts[i]) + QLatin1Char(' ') + verdictWord(kVerdicts[i]));
    m_topic->setItemText(0, tr("Any topic"));
    if (!m_filled)
        return;
    for (std::size_t t = 0; t < claimTopics().size(); ++t) {
        const int at = static_cast<int>(t) + 1;
        if (m_topic->count() <= at)
            m_topic->addItem(QString(), QString::fromStdString(claimTopics()[t].name));
        m_topic->setItemText(at, shownText(claimTopics()[t].title));
    }
    m_card->retranslate();
    fillList();
}

void ClaimsDialog::fillList() {
    const core::Claim *before = chosen();
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    for (std::size_t t = 0; t < claimTopics().size(); ++t) {
        const core::ClaimTopic &topic = claimTopics()[t];
        auto *heading = new QTreeWidgetItem(m_list);
        heading->setText(0, shownText(topic.title));
        heading->setFirstColumnSpanned(true);
        heading->setFlags(Qt::ItemIsEnabled);
        heading->setForeground(0, m_palette.muted);
        for (std::size_t i = 0; i < topic.claims.size(); ++i) {
            const core::Claim &c = topic.claims[i];
            auto *item = new QTreeWidgetItem(heading);
            const QString said = shownText(c.statement);
            item->setText(0, markOf(c.verdict));
            item->setText(1, said);
            item->setTextAlignment(0, Qt::AlignCenter);
            item->setForeground(0, c.verdict == core::ClaimVerdict::Right   ? m_palette.accent
                                   : c.verdict == core::ClaimVerdict::Wrong ? m_palette.red
                                                                            : m_palette.amber);
            item->setToolTip(1, said);
            item->setData(1, Qt::AccessibleTextRole,
                          QStringLiteral("%1: %2").arg(verdictWord(c.verdict), said));
            item->setData(0, kTopicRole, static_cast<int>(t));
            item->setData(0, kClaimRole, static_cast<int>(i));
            if (&c == before)
                m_list->setCurrentItem(item);
        }
    }
    m_list->expandAll();
    filter();
}

void ClaimsDialog::filter() {
    if (!m_filled)
        return;
    core::ClaimFilter f;
    f.words = m_search->text().toStdString();
    if (m_verdict->currentIndex() > 0)
        f.verdict = kVerdicts[m_verdict->currentIndex() - 1];
    f.topic = m_topic->currentData().toString().toStdString();
    f.triable = m_triable->isChecked();
    f.anecdotes = m_anecdotes->isChecked();
    int found = 0, all = 0;
    QTreeWidgetItem *first = nullptr;
    for (int t = 0; t < m_list->topLevelItemCount(); ++t) {
        QTreeWidgetItem *heading = m_list->topLevelItem(t);
        int here = 0;
        for (int i = 0; i < heading->childCount(); ++i) {
            QTreeWidgetItem *item = heading->child(i);
            const bool in = core::matches(*claimOf(item), f);
            item->setHidden(!in);
            if (in && !first)
                first = item;
            here += in ? 1 : 0;
            ++all;
        }
        heading->setHidden(here == 0);
        found += here;
    }
    m_count->setText(tr("%1 of %2 cards").arg(found).arg(all));
    m_pages->setCurrentIndex(found > 0 ? 0 : 1);
    const QString words = m_search->text().trimmed();
    const bool more = f.verdict || !f.topic.empty() || f.triable || f.anecdotes;
    m_nothing->setText(words.isEmpty() ? tr("No card is all of this at once.")
                       : more ? tr("No card holds “%1” and is all of this besides.").arg(words)
                              : tr("No card holds “%1”.").arg(words));
    const QTreeWidgetItem *now = m_list->currentItem();
    if (!claimOf(now) || now->isHidden())
        m_list->setCurrentItem(first);
    chooseCard();
}

void ClaimsDialog::showAll() {
    {
        const QSignalBlocker a(m_search), b(m_verdict), c(m_topic), d(m_triable), e(m_anecdotes);
        m_search->clear();
        m_verdict->setCurrentIndex(0);
        m_topic->setCurrentIndex(0);
        m_triable->setChecked(false);
        m_anecdotes->setChecked(false);
    }
    filter();
    m_search->setFocus();
}

const core::Claim *ClaimsDialog::claimOf(const QTreeWidgetItem *item) const {
    if (!item || !item->parent())
        return nullptr;
    const auto t = static_cast<std::size_t>(item->data(0, kTopicRole).toInt());
    return &claimTopics()[t].claims[static_cast<std::size_t>(item->data(0, kClaimRole).toInt())];
}

const core::Claim *ClaimsDialog::chosen() const { return claimOf(m_list->currentItem()); }

void ClaimsDialog::chooseCard() {
    m_card->setClaim(chosen());
    m_card->setOutcome(m_runner.state());
}

bool ClaimsDialog::choose(const QString &id) {
    if (!m_filled) {
        m_filled = true;
        retranslate();
    }
    showAll();
    for (int t = 0; t < m_list->topLevelItemCount(); ++t)
        for (int i = 0; i < m_list->topLevelItem(t)->childCount(); ++i) {
            QTreeWidgetItem *item = m_list->topLevelItem(t)->child(i);
            if (QString::fromStdString(claimOf(item)->id) == id) {
                m_list->setCurrentItem(item);
                return true;
            }
        }
    return false;
}

void ClaimsDialog::showTrial(int index) {
    const core::Claim *c = chosen();
    if (!c || index < 0 || static_cast<std::size_t>(index) >= c->trials.size())
        return;
    const core::ClaimTrial &trial = c->trials[static_cast<std::size_t>(index)];
    core::Session session = core::trialSession(trial);
    session.viewJson = m_document.session().viewJson;
    if (!m_document.edit(tr("Try %1").arg(QString::fromStdString(c->id)), QString(),
                         [&](core::Session &s) { s = session; }))
        return;
    if (trial.place)
        m_document.changeView([&](ViewSettings &v) {
            const core::ClaimTrial::Place &p = *trial.place;
            v.tab = QStringLiteral("stages");
            v.stage = p.stage;
            v.batch = p.batch;
            v.head.reset();
            v.alsoLocked.clear();
            v.lockedColumn.reset();
            v.locked = LockedCell{p.batch, p.head, p.query, p.key};
        });
}

} // namespace attnscope::ui
