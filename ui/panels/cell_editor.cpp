// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/cell_editor.h"

#include "ui/panels/matrix_delegate.h"
#include "ui/theme.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace attnscope::ui {

namespace {

constexpr int kGap = 6, kWidth = 260;

} // namespace

CellEditor::CellEditor(QWidget *parent)
    : QFrame(parent), m_palette(Palette::light()), m_name(new QLabel(this)),
      m_sentence(new QLabel(this)), m_line(new QLineEdit(this)) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 8);
    column->setSpacing(6);
    column->addWidget(m_name);
    column->addWidget(m_line);
    column->addWidget(m_sentence);
    m_name->setTextFormat(Qt::PlainText);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setWordWrap(true);
    setFixedWidth(kWidth);
    setAttribute(Qt::WA_NoMousePropagation);
    m_line->installEventFilter(this);
    connect(m_line, &QLineEdit::textEdited, this, [this] {
        markUnreadable(*m_line, false, m_palette);
        m_sentence->hide();
        adjustSize();
    });
    hide();
}

void CellEditor::setColours(const Palette &palette) {
    m_palette = palette;
    update();
}

void CellEditor::edit(const MatrixPlace &place, const QString &name, float value,
                      const QRect &cell) {
    m_place = place;
    m_name->setText(name);
    m_name->show();
    m_line->setText(editText(value));
    m_line->setAccessibleName(name);
    m_line->show();
    m_line->selectAll();
    m_sentence->hide();
    m_sentence->setProperty("role", QStringLiteral("error"));
    markUnreadable(*m_line, false, m_palette);
    delete m_links;
    m_links = nullptr;
    open(cell);
    m_line->setFocus(Qt::PopupFocusReason);
}

void CellEditor::explain(const QString &sentence, const std::vector<Link> &links,
                         const QRect &cell) {
    m_name->hide();
    m_line->hide();
    m_sentence->setProperty("role", QString());
    m_sentence->setText(sentence);
    m_sentence->show();
    delete m_links;
    m_links = new QWidget(this);
    auto *column = new QVBoxLayout(m_links);
    column->setContentsMargins(0, 0, 0, 0);
    for (const auto &[text, place] : links) {
        auto *button = new QPushButton(text, m_links);
        column->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, place = place] {
            hide();
            emit linkChosen(place);
        });
        button->installEventFilter(this);
    }
    layout()->addWidget(m_links);
    open(cell);
    QPushButton *first = m_links->findChild<QPushButton *>();
    (first ? static_cast<QWidget *>(first) : this)->setFocus(Qt::PopupFocusReason);
}

QString CellEditor::sentence() const {
    return m_sentence->isHidden() ? QString() : m_sentence->text();
}

void CellEditor::open(const QRect &cell) {
    m_cell = cell;
    setFocusPolicy(Qt::StrongFocus);
    layout()->activate();
    resize(kWidth, std::max(layout()->hasHeightForWidth() ? layout()->heightForWidth(kWidth) : 0,
                            layout()->sizeHint().height()));
    // Below the cell, or above where there is no room.
    const QRect room = parentWidget()->rect();
    QPoint at(cell.left(), cell.bottom() + kGap);
    if (at.y() + height() > room.bottom())
        at.setY(std::max(room.top(), cell.top() - kGap - height()));
    at.setX(std::clamp(at.x(), room.left(), std::max(room.left(), room.right() - width())));
    move(at);
    show();
    raise();
}

void CellEditor::leave() {
    if (isHidden())
        return;
    m_line->setModified(false);
    hide();
    emit closed();
}

bool CellEditor::commit() {
    if (!m_line->isModified())
        return true;
    const TypedValue typed = typedValue(m_line->text(), !m_place.input);
    if (!typed.value) {
        markUnreadable(*m_line, true, m_palette);
        m_sentence->setText(typed.why);
        m_sentence->show();
        adjustSize();
        return false;
    }
    m_line->setModified(false);
    emit entered(m_place, *typed.value);
    return true;
}

bool CellEditor::eventFilter(QObject *object, QEvent *event) {
    if (event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        event->accept(); // Esc closes this first, and frees the locked cell only the next time
        return true;
    }
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Escape) {
            leave();
            return true;
        }
        if (object == m_line && (key == Qt::Key_Return || key == Qt::Key_Enter)) {
            if (commit())
                leave();
            return true;
        }
    }
    if (object == m_line && event->type() == QEvent::FocusOut && !isHidden() &&
        static_cast<QFocusEvent *>(event)->reason() != Qt::ActiveWindowFocusReason && commit())
        leave();
    return QFrame::eventFilter(object, event);
}

void CellEditor::keyPressEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_Escape)
        leave();
    event->accept(); // the picture below does not move meanwhile
}

void CellEditor::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.setPen(QPen(m_palette.accent, 2));
    painter.setBrush(m_palette.panel);
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

} // namespace attnscope::ui
