// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/matrix_list.h"

#include "ui/theme.h"

#include <QPainter>
#include <QStyledItemDelegate>

namespace attnscope::ui {

namespace {

constexpr int kName = Qt::UserRole, kNote = Qt::UserRole + 1, kMark = Qt::UserRole + 2;
constexpr int kLine = 17, kGap = 5, kWidth = 150;

class ListDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    Palette palette = Palette::light();

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const override {
        const int lines = index.data(kMark).toString().isEmpty() ? 1 : 2;
        return {kWidth - 20, lines * kLine + 2 * kGap};
    }
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override {
        const QRect &rect = option.rect;
        const bool chosen = option.state & QStyle::State_Selected;
        if (chosen) {
            QColor tint = palette.accent;
            tint.setAlphaF(palette.dark ? 0.24F : 0.12F);
            painter->fillRect(rect, tint);
            painter->fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), palette.accent);
        }
        const QRect line(rect.left() + 12, rect.top() + kGap, rect.width() - 18, kLine);
        painter->setFont(interfaceFont(kTextSize, chosen ? QFont::DemiBold : QFont::Normal));
        painter->setPen(palette.text);
        const QString name = index.data(kName).toString();
        painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter, name);
        painter->setFont(interfaceFont(kMutedSize));
        painter->setPen(palette.muted);
        painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, index.data(kNote).toString());
        if (const QString mark = index.data(kMark).toString(); !mark.isEmpty()) {
            painter->setPen(palette.accent);
            painter->drawText(line.translated(0, kLine), Qt::AlignLeft | Qt::AlignVCenter, mark);
        }
        if (option.state & QStyle::State_HasFocus) {
            painter->setPen(palette.accent);
            painter->drawRect(rect.adjusted(0, 0, -1, -1));
        }
    }
};

} // namespace

MatrixList::MatrixList(QWidget *parent) : QListWidget(parent) {
    setItemDelegate(new ListDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setMinimumWidth(kWidth);
    setMaximumWidth(2 * kWidth);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void MatrixList::setColours(const Palette &palette) {
    static_cast<ListDelegate *>(itemDelegate())->palette = palette;
    viewport()->update();
}

void MatrixList::setNames(const QStringList &names, const QString &current) {
    QStringList now;
    for (int i = 0; i < count(); ++i)
        now << item(i)->data(kName).toString();
    if (now != names) {
        clear();
        for (const QString &name : names) {
            auto *added = new QListWidgetItem(this);
            added->setData(kName, name);
            added->setData(Qt::AccessibleTextRole, name);
        }
    }
    if (QListWidgetItem *chosen = itemOf(current); chosen && chosen != currentItem())
        setCurrentItem(chosen);
}

void MatrixList::setNote(const QString &name, const QString &note, const QString &mark) {
    QListWidgetItem *to = itemOf(name);
    if (!to || (to->data(kNote) == note && to->data(kMark) == mark))
        return;
    to->setData(kNote, note);
    to->setData(kMark, mark);
    to->setData(Qt::AccessibleTextRole, QStringList{name, note, mark}.join(QStringLiteral(", ")));
    scheduleDelayedItemsLayout();
}

QString MatrixList::mark(const QString &name) const {
    const QListWidgetItem *of = itemOf(name);
    return of ? of->data(kMark).toString() : QString();
}

QListWidgetItem *MatrixList::itemOf(const QString &name) const {
    for (int i = 0; i < count(); ++i)
        if (item(i)->data(kName).toString() == name)
            return item(i);
    return nullptr;
}

} // namespace attnscope::ui
