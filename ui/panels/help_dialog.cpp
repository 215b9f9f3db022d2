// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/help_dialog.h"

#include "core/stage.h"
#include "ui/language.h"
#include "ui/stage_text.h"

#include <QAction>
#include <QApplication>
#include <QFile>
#include <QHelpEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QSplitter>
#include <QTextBrowser>
#include <QTextDocumentFragment>
#include <QUrl>
#include <QVBoxLayout>
#include <QWhatsThis>

#include <functional>

namespace attnscope::ui {

namespace {

/// "B × H × L × d_k" of a stage's axes.
QString shapeOf(const core::StageInfo &info) {
    QStringList parts;
    for (const core::Axis axis : info.axes)
        switch (axis) {
        case core::Axis::Batch:
            parts << QStringLiteral("B");
            break;
        case core::Axis::Head:
            parts << QStringLiteral("H");
            break;
        case core::Axis::Query:
            parts << QStringLiteral("L");
            break;
        case core::Axis::Key:
            parts << QStringLiteral("S");
            break;
        case core::Axis::Model:
            parts << QStringLiteral("D");
            break;
        case core::Axis::KeyWidth:
            parts << QStringLiteral("d<sub>k</sub>");
            break;
        case core::Axis::ValueWidth:
            parts << QStringLiteral("d<sub>v</sub>");
            break;
        case core::Axis::ConcatWidth:
            parts << QStringLiteral("H·d<sub>v</sub>");
            break;
        }
    return QStringLiteral("<i>%1</i>").arg(parts.join(QStringLiteral(" × ")));
}

class ToolTipAnswers : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject *object, QEvent *event) override {
        auto *widget = qobject_cast<QWidget *>(object);
        if (!widget || !widget->whatsThis().isEmpty() || widget->toolTip().isEmpty())
            return false;
        if (event->type() == QEvent::QueryWhatsThis) {
            event->accept();
            return true;
        }
        if (event->type() != QEvent::WhatsThis)
            return false;
        QWhatsThis::showText(static_cast<QHelpEvent *>(event)->globalPos(), widget->toolTip(),
                             widget);
        return true;
    }
};

} // namespace

void installWhatsThisFromToolTips() {
    static QObject *const filter = [] {
        auto *made = new ToolTipAnswers(qApp);
        qApp->installEventFilter(made);
        return made;
    }();
    static_cast<void>(filter);
}

std::vector<HelpDialog::Page> HelpDialog::writtenPages(const QString &language) {
    QFile file(QStringLiteral(":/help/help.%1.html").arg(language));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QString text = QString::fromUtf8(file.readAll());
    static const QRegularExpression head(QStringLiteral("<!--topic:(\\w+) ([^>]*)-->\\s*"));
    std::vector<Page> pages;
    qsizetype bodyFrom = 0;
    for (auto it = head.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch m = it.next();
        if (!pages.empty())
            pages.back().body = text.mid(bodyFrom, m.capturedStart() - bodyFrom);
        pages.push_back({m.captured(1), m.captured(2), {}});
        bodyFrom = m.capturedEnd();
    }
    if (!pages.empty())
        pages.back().body = text.mid(bodyFrom);
    return pages;
}

HelpDialog::HelpDialog(QWidget *window)
    : QDialog(window), m_window(window), m_search(new QLineEdit(this)),
      m_list(new QListWidget(this)), m_text(new QTextBrowser(this)) {
    setObjectName(QStringLiteral("help"));
    resize(820, 600);
    m_search->setClearButtonEnabled(true);
    m_text->setOpenLinks(false);
    m_text->setFrameShape(QFrame::NoFrame);
    m_list->setFrameShape(QFrame::NoFrame);
    auto *left = new QWidget(this);
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_search);
    column->addWidget(m_list, 1);
    auto *splitter = new QSplitter(this);
    splitter->addWidget(left);
    splitter->addWidget(m_text);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({220, 600});
    splitter->setChildrenCollapsible(false);
    auto *rows = new QVBoxLayout(this);
    rows->addWidget(splitter);
    connect(m_list, &QListWidget::currentRowChanged, this, &HelpDialog::showPage);
    connect(m_search, &QLineEdit::textChanged, this, &HelpDialog::find);
    connect(m_search, &QLineEdit::returnPressed, m_text, qOverload<>(&QWidget::setFocus));
    connect(m_text, &QTextBrowser::anchorClicked, this,
            [this](const QUrl &url) { showTopic(url.path()); });
    retranslate();
}

void HelpDialog::setColours(const Palette &palette) {
    m_palette = palette;
    m_text->document()->setDefaultStyleSheet(
        QStringLiteral("h2 { font-size: 17px; } h3 { font-size: 14px; } dt { font-weight: bold; } "
                       "td { padding: 3px 12px 3px 0; } .muted { color: %1; } a { color: %2; }")
            .arg(palette.muted.name(), palette.accent.name()));
    showPage(m_list->currentRow());
}

QString HelpDialog::topic() const {
    const int row = m_list->currentRow();
    return row >= 0 ? m_pages[static_cast<std::size_t>(row)].topic : QString();
}

void HelpDialog::showTopic(const QString &topic) {
    m_search->clear();
    int row = 0;
    for (std::size_t i = 0; i < m_pages.size(); ++i)
        if (m_pages[i].topic == topic)
            row = static_cast<int>(i);
    m_list->setCurrentRow(row);
}

void HelpDialog::changeEvent(QEvent *event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QDialog::changeEvent(event);
}

void HelpDialog::retranslate() {
    setWindowTitle(tr("Help"));
    m_search->setPlaceholderText(tr("Search"));
    m_search->setAccessibleName(tr("Search the help"));
    m_list->setAccessibleName(tr("Topics"));
    m_text->setAccessibleName(tr("Help text"));
    const QString at = topic();
    m_pages = writtenPages(currentLanguage());
    for (Page &page : m_pages)
        if (page.topic == QLatin1String("glossary"))
            page.body += stagesText();
    m_pages.push_back({QStringLiteral("keys"), tr("Keys"), keysText()});
    m_list->clear();
    for (const Page &page : m_pages)
        m_list->addItem(page.title);
    showTopic(at);
}

void HelpDialog::find(const QString &words) {
    int first = -1;
    for (int i = 0; i < m_list->count(); ++i) {
        const Page &page = m_pages[static_cast<std::size_t>(i)];
        const bool found = words.isEmpty() || page.title.contains(words, Qt::CaseInsensitive) ||
                           QTextDocumentFragment::fromHtml(page.body).toPlainText().contains(
                               words, Qt::CaseInsensitive);
        m_list->item(i)->setHidden(!found);
        if (found && first < 0)
            first = i;
    }
    if (first < 0)
        m_text->setHtml(
            QStringLiteral("<p class='muted'>%1</p>")
                .arg(tr("Nothing in the help speaks of “%1”.").arg(words).toHtmlEscaped()));
    else if (m_list->currentRow() < 0 || m_list->currentItem()->isHidden())
        m_list->setCurrentRow(first);
    else
        showPage(m_list->currentRow());
}

void HelpDialog::showPage(int row) {
    if (row < 0 || row >= static_cast<int>(m_pages.size()))
        return;
    Page &page = m_pages[static_cast<std::size_t>(row)];
    if (page.topic == QLatin1String("keys"))
        page.body = keysText(); // as the menus read now
    m_text->setHtml(QStringLiteral("<h2>%1</h2>%2").arg(page.title.toHtmlEscaped(), page.body));
    // The first place that speaks of what is searched for.
    if (!m_search->text().isEmpty())
        m_text->find(m_search->text());
}

QString HelpDialog::stagesText() const {
    QString rows;
    for (const core::StageInfo &info : core::stageTable())
        rows +=
            QStringLiteral("<tr><td>%1</td><td><tt>%2</tt><br><span class='muted'>%3</span>"
                           "</td><td>%4<br>%5</td></tr>")
                .arg(stageSymbol(info.stage), stageName(info.stage),
                     info.axes.empty() ? tr("a number") : shapeOf(info),
                     stageMeaning(info.stage).toHtmlEscaped(),
                     QString::fromUtf8(info.cell.data(), static_cast<qsizetype>(info.cell.size())));
    return QStringLiteral("<h3>%1</h3><table>%2</table>").arg(tr("Stages"), rows);
}

QString HelpDialog::keysText() const {
    QString text;
    const auto row = [](const QString &what, const QString &keys) {
        return QStringLiteral("<tr><td><b>%1</b></td><td>%2</td></tr>")
            .arg(keys.toHtmlEscaped(), what.toHtmlEscaped());
    };
    const std::function<QString(const QMenu &)> rowsOf = [&](const QMenu &menu) {
        QString rows;
        for (const QAction *a : menu.actions()) {
            if (a->menu())
                rows += rowsOf(*a->menu());
            else if (!a->shortcut().isEmpty())
                rows += row(a->text().remove(QRegularExpression(QStringLiteral("\\(&.\\)|&"))),
                            a->shortcut().toString(QKeySequence::NativeText));
        }
        return rows;
    };
    if (const auto *bar = m_window ? m_window->findChild<QMenuBar *>() : nullptr)
        for (const QAction *a : bar->actions())
            if (const QString rows = a->menu() ? rowsOf(*a->menu()) : QString(); !rows.isEmpty())
                text += QStringLiteral("<h3>%1</h3><table>%2</table>")
                            .arg(a->text()
                                     .remove(QRegularExpression(QStringLiteral("\\(&.\\)|&")))
                                     .toHtmlEscaped(),
                                 rows);
    text += QStringLiteral("<h3>%1</h3><table>%2%3%4%5%6%7</table>")
                .arg(tr("In a picture"), row(tr("from cell to cell"), tr("arrows")),
                     row(tr("to the next or the last picture"), tr("Page Up, Page Down")),
                     row(tr("to the ends of a row; with Ctrl to the corners"), tr("Home, End")),
                     row(tr("lock the cell"), tr("Enter")),
                     row(tr("lock one more"), tr("Ctrl+Enter")), row(tr("free it"), tr("Esc")));
    return text;
}

} // namespace attnscope::ui
