// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/token_editor.h"

#include "core/tokens.h"
#include "ui/panels/token_model.h"
#include "ui/session_document.h"
#include "ui/theme.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QToolButton>

#include <algorithm>

namespace attnscope::ui {

namespace {

constexpr int kRow = 26, kMostRows = 3;

/// A token as a chip: its number, small, and its word.
class ChipDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override {
        const QVariant token = index.data(Qt::DisplayRole);
        if (!token.isValid())
            return;
        const QPalette &palette = option.palette;
        const bool current = option.state.testFlag(QStyle::State_Selected);
        const QRectF chip = QRectF(option.rect).adjusted(1.5, 2.5, -1.5, -2.5);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(palette.color(current ? QPalette::Highlight : QPalette::Mid),
                             current ? 2.0 : 1.0));
        painter->setBrush(palette.color(QPalette::Button));
        painter->drawRoundedRect(chip, 5, 5);
        painter->setFont(interfaceFont(kMutedSize));
        painter->setPen(palette.color(QPalette::PlaceholderText));
        const QString number = QString::number(index.column());
        const int digits = numberWidth(number);
        painter->drawText(QRectF(chip.left() + 6, chip.top(), digits, chip.height()),
                          Qt::AlignVCenter | Qt::AlignLeft, number);
        painter->setFont(option.font);
        painter->setPen(palette.color(QPalette::Text));
        painter->drawText(chip.adjusted(6 + digits + 4, 0, -6, 0), Qt::AlignVCenter | Qt::AlignLeft,
                          token.toString());
        painter->restore();
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option,
                                 const QModelIndex &index) const override {
        const QString token = index.data(Qt::DisplayRole).toString();
        const int text = QFontMetrics(option.font).horizontalAdvance(token);
        return {std::clamp(text, 6, 160) + numberWidth(QString::number(index.column())) + 20, kRow};
    }

    void updateEditorGeometry(QWidget *editor, const QStyleOptionViewItem &option,
                              const QModelIndex &) const override {
        // Room for a longer word than the one that stands there.
        QRect place = option.rect;
        place.setWidth(std::max(place.width(), 96));
        if (const QWidget *inside = editor->parentWidget();
            inside && place.right() > inside->width())
            place.moveRight(std::max(inside->width() - 1, place.width() - 1));
        editor->setGeometry(place);
    }

private:
    static int numberWidth(const QString &number) {
        return QFontMetrics(interfaceFont(kMutedSize)).horizontalAdvance(number);
    }
};

} // namespace

QString spelledToken(const std::string &token) {
    QString out;
    for (const QChar c : QString::fromStdString(token))
        out += c == u'\n'   ? QStringLiteral("\\n")
               : c == u'\t' ? QStringLiteral("\\t")
               : c == u'\r' ? QStringLiteral("\\r")
               : c == u'\\' ? QStringLiteral("\\\\")
                            : QString(c);
    return out;
}

std::string tokenFromSpelling(const QString &spelling) {
    QString out;
    for (qsizetype i = 0; i < spelling.size(); ++i) {
        const QChar next = i + 1 < spelling.size() ? spelling[i + 1] : QChar();
        const QChar special = next == u'n'    ? QChar(u'\n')
                              : next == u't'  ? QChar(u'\t')
                              : next == u'r'  ? QChar(u'\r')
                              : next == u'\\' ? QChar(u'\\')
                                              : QChar();
        if (spelling[i] == u'\\' && !special.isNull()) {
            out += special;
            ++i;
        } else {
            out += spelling[i];
        }
    }
    return out.toStdString();
}

TokenEditor::TokenEditor(SessionDocument &document, core::TokenSide side, QWidget *parent)
    : QWidget(parent), m_document(document), m_alive(&document), m_side(side),
      m_model(new TokenModel(
          [this](core::TokenPlace place, const QString &label) { relabel(place, label); }, this)),
      m_table(new QTableView(this)), m_more(new QToolButton(this)), m_menu(new QMenu(this)) {
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(m_table, 1);
    row->addWidget(m_more, 0, Qt::AlignTop);
    m_table->setModel(m_model);
    m_table->setItemDelegate(new ChipDelegate(m_table));
    m_table->horizontalHeader()->hide();
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setMinimumSectionSize(20);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(kRow);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->viewport()->setAutoFillBackground(false);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                             QAbstractItemView::AnyKeyPressed);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_more->setText(QStringLiteral("⋯"));
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setMenu(m_menu);
    m_more->setFocusPolicy(Qt::StrongFocus);

    const auto action = [this](const QKeySequence &key, auto slot) {
        QAction *a = m_menu->addAction(QString());
        a->setShortcut(key);
        a->setShortcutContext(Qt::WidgetShortcut);
        m_table->addAction(a);
        connect(a, &QAction::triggered, this, slot);
        return a;
    };
    m_edit = action(Qt::Key_F2, [this] {
        if (const auto at = current())
            m_table->edit(
                m_model->index(static_cast<int>(at->sequence), static_cast<int>(at->index)));
    });
    m_before = action(QKeySequence(Qt::SHIFT | Qt::Key_Insert), [this] {
        if (const auto at = current())
            insert(*at);
    });
    m_after = action(Qt::Key_Insert, [this] {
        if (const auto at = current())
            insert({at->sequence, at->index + 1});
    });
    m_remove = action(Qt::Key_Delete, [this] {
        if (const auto at = current())
            remove(*at);
    });
    m_split = action(QKeySequence(Qt::CTRL | Qt::Key_Slash), [this] { askSplit(); });
    m_join = action(QKeySequence(Qt::CTRL | Qt::Key_J), [this] {
        if (const auto at = current())
            join(*at);
    });
    connect(m_table, &QWidget::customContextMenuRequested, this,
            [this](const QPoint &at) { m_menu->popup(m_table->viewport()->mapToGlobal(at)); });
    connect(m_menu, &QMenu::aboutToShow, this, [this] {
        if (!current())
            select({0, 0});
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &TokenEditor::updateActions);
    connect(&document, &SessionDocument::sessionChanged, this, &TokenEditor::sync);
    retranslate();
    sync();
}

void TokenEditor::sync() {
    const auto &tokens = core::tokensOf(m_document.session(), m_side);
    const QModelIndex at = m_table->currentIndex();
    m_model->setTokens(tokens);
    m_table->resizeColumnsToContents();
    if (at.isValid() && !m_table->currentIndex().isValid())
        select({static_cast<std::size_t>(at.row()), static_cast<std::size_t>(at.column())});
    updateActions();
    setVisible(!tokens.empty());
    const int rows = std::clamp(m_model->rowCount(), 1, kMostRows);
    m_table->setFixedHeight(rows * kRow + 2 + m_table->horizontalScrollBar()->sizeHint().height());
}

void TokenEditor::select(core::TokenPlace place) {
    const std::size_t length = m_model->length(place.sequence);
    if (length == 0)
        return;
    m_table->setCurrentIndex(m_model->index(static_cast<int>(place.sequence),
                                            static_cast<int>(std::min(place.index, length - 1))));
}

std::optional<core::TokenPlace> TokenEditor::current() const {
    const QModelIndex at = m_table->currentIndex();
    if (!at.isValid() || !at.flags().testFlag(Qt::ItemIsEnabled))
        return std::nullopt;
    return core::TokenPlace{static_cast<std::size_t>(at.row()),
                            static_cast<std::size_t>(at.column())};
}

QString TokenEditor::named(core::TokenPlace place) const {
    return core::tokensOf(m_document.session(), m_side).size() > 1
               ? tr("Sequence %1, token %2").arg(place.sequence).arg(place.index)
               : tr("Token %1").arg(place.index);
}

QString TokenEditor::quoted(core::TokenPlace place) const {
    const auto &tokens = core::tokensOf(m_document.session(), m_side);
    if (place.sequence >= tokens.size() || place.index >= tokens[place.sequence].size())
        return {};
    return QStringLiteral("\"%1\"").arg(
        QString::fromStdString(core::displayToken(tokens[place.sequence][place.index])));
}

QString TokenEditor::relabelText(core::TokenPlace place, const QString &label) const {
    return QStringLiteral("%1: %2 → \"%3\"")
        .arg(named(place), quoted(place),
             QString::fromStdString(core::displayToken(tokenFromSpelling(label))));
}

void TokenEditor::relabel(core::TokenPlace place, const QString &label) {
    if (!m_alive)
        return;
    m_document.edit(relabelText(place, label), QString(),
                    [side = m_side, place, token = tokenFromSpelling(label)](core::Session &s) {
                        core::relabelToken(s, side, place, token);
                    });
}

void TokenEditor::insert(core::TokenPlace place) {
    const QString word = tr("new");
    m_document.edit(QStringLiteral("%1: + \"%2\"").arg(named(place), word), QString(),
                    [side = m_side, place, word](core::Session &s) {
                        core::insertToken(s, side, place, word.toStdString());
                    });
    select(place);
    if (isVisible())
        m_table->edit(m_table->currentIndex());
}

void TokenEditor::remove(core::TokenPlace place) {
    m_document.edit(
        tr("%1: remove %2").arg(named(place), quoted(place)), QString(),
        [side = m_side, place](core::Session &s) { core::removeToken(s, side, place); });
    select(place);
}

void TokenEditor::split(core::TokenPlace place, const QString &spaced) {
    std::vector<std::string> parts;
    QStringList shown;
    for (const QString &part : spaced.split(u' ', Qt::SkipEmptyParts)) {
        parts.push_back(tokenFromSpelling(part));
        shown << QStringLiteral("\"%1\"").arg(part);
    }
    if (parts.size() < 2)
        return;
    m_document.edit(
        QStringLiteral("%1: %2 → %3").arg(named(place), quoted(place), shown.join(u' ')), QString(),
        [side = m_side, place, parts](core::Session &s) {
            core::splitToken(s, side, place, parts);
        });
    select(place);
}

void TokenEditor::join(core::TokenPlace place) {
    const core::TokenPlace next{place.sequence, place.index + 1};
    m_document.edit(tr("%1: join %2 and %3").arg(named(place), quoted(place), quoted(next)),
                    QString(),
                    [side = m_side, place](core::Session &s) { core::joinTokens(s, side, place); });
    select(place);
}

void TokenEditor::askSplit() {
    const auto place = current();
    if (!place)
        return;
    const auto &tokens = core::tokensOf(m_document.session(), m_side);
    const QString token = spelledToken(tokens[place->sequence][place->index]);
    QString suggestion = token;
    suggestion.insert((token.size() + 1) / 2, u' ');
    bool ok = false;
    const QString spaced =
        QInputDialog::getText(this, tr("Split a token"), tr("A space where the parts divide:"),
                              QLineEdit::Normal, suggestion, &ok);
    if (ok)
        split(*place, spaced);
}

void TokenEditor::updateActions() {
    const auto place = current();
    const std::size_t length = place ? m_model->length(place->sequence) : 0;
    for (QAction *a : {m_edit, m_before, m_after, m_split})
        a->setEnabled(place.has_value());
    m_remove->setEnabled(length > 1);
    m_join->setEnabled(place && place->index + 1 < length);
}

void TokenEditor::changeEvent(QEvent *event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void TokenEditor::retranslate() {
    m_edit->setText(tr("&Rename"));
    m_before->setText(tr("Insert &Before"));
    m_after->setText(tr("Insert &After"));
    m_remove->setText(tr("R&emove"));
    m_split->setText(tr("&Split…"));
    m_join->setText(tr("&Join with the Next"));
    m_table->setAccessibleName(m_side == core::TokenSide::Text ? tr("Tokens")
                                                               : tr("Tokens of the other text"));
    m_more->setAccessibleName(tr("Change the token"));
    m_more->setToolTip(tr("Rename, add, remove, split or join the chosen token"));
}

} // namespace attnscope::ui
