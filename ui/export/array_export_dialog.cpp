// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/array_export_dialog.h"

#include "ui/error_text.h"
#include "ui/export/array_export_numbers.h"
#include "ui/session_document.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace attnscope::ui {

namespace {

const char *const kSuffixes[] = {"csv", "npy", "npz", "npz"};

} // namespace

ArrayExportDialog::ArrayExportDialog(core::TracePtr trace,
                                     std::shared_ptr<const core::Session> session,
                                     const QString &name, std::optional<std::size_t> head,
                                     std::size_t sequence, const QString &folder, QWidget *parent)
    : QDialog(parent), m_trace(std::move(trace)), m_session(std::move(session)), m_folder(folder),
      m_array(new QComboBox(this)), m_head(new QComboBox(this)), m_sequence(new QComboBox(this)),
      m_format(new QComboBox(this)), m_file(new QLineEdit(this)), m_told(new QLabel(this)),
      m_error(new QLabel(this)) {
    setWindowTitle(tr("Export numbers"));
    m_array->addItems(arrayNames(*m_trace));
    m_array->setCurrentText(name);
    m_head->addItem(tr("all heads"));
    for (std::size_t h = 0; h < m_trace->problem->heads(); ++h)
        m_head->addItem(tr("head %1").arg(h));
    m_head->setCurrentIndex(head ? static_cast<int>(*head) + 1 : 0);
    m_sequence->addItem(tr("all sequences"));
    for (std::size_t b = 0; b < m_trace->problem->batch(); ++b)
        m_sequence->addItem(tr("sequence %1").arg(b));
    m_sequence->setCurrentIndex(m_trace->problem->batch() > 1 ? static_cast<int>(sequence) + 1 : 1);
    m_format->addItems({tr("CSV (text, with the tokens)"), tr(".npy (NumPy, one array)"),
                        tr(".npz (NumPy, this array)"),
                        tr(".npz (NumPy, everything that was computed)")});

    auto *form = new QFormLayout;
    form->addRow(tr("&Format"), m_format);
    form->addRow(tr("&Array"), m_array);
    form->addRow(tr("&Head"), m_head);
    form->addRow(tr("&Sequence"), m_sequence);
    auto *file = new QHBoxLayout;
    file->addWidget(m_file, 1);
    auto *browseButton = new QPushButton(tr("&Browse…"), this);
    file->addWidget(browseButton);
    form->addRow(tr("F&ile"), file);
    m_file->setMinimumWidth(320);
    m_file->setAccessibleName(tr("File"));
    m_told->setProperty("role", QStringLiteral("muted"));
    m_error->setProperty("role", QStringLiteral("error"));
    m_error->setWordWrap(true);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_export = buttons->addButton(tr("&Export"), QDialogButtonBox::AcceptRole);
    m_export->setDefault(true);
    auto *column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(m_told);
    column->addWidget(m_error);
    column->addWidget(buttons);

    connect(buttons, &QDialogButtonBox::accepted, this, &ArrayExportDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(browseButton, &QPushButton::clicked, this, &ArrayExportDialog::browse);
    for (QComboBox *box : {m_array, m_head, m_sequence, m_format})
        connect(box, &QComboBox::currentIndexChanged, this, &ArrayExportDialog::update);
    connect(m_file, &QLineEdit::textEdited, this, [this] { m_nameTyped = true; });
    update();
}

QString ArrayExportDialog::suffix() const {
    return QLatin1String(kSuffixes[m_format->currentIndex()]);
}
bool ArrayExportDialog::everything() const { return m_format->currentIndex() == 3; }

std::optional<std::size_t> ArrayExportDialog::head() const {
    const int at = m_head->currentIndex();
    return at > 0 && m_head->isEnabled() ? std::optional(static_cast<std::size_t>(at - 1))
                                         : std::nullopt;
}

std::optional<std::size_t> ArrayExportDialog::sequence() const {
    const int at = m_sequence->currentIndex();
    return at > 0 && m_sequence->isEnabled() ? std::optional(static_cast<std::size_t>(at - 1))
                                             : std::nullopt;
}

QString ArrayExportDialog::suggestedName() const {
    QString stem = everything() ? QStringLiteral("trace") : m_array->currentText();
    if (!everything() && head())
        stem += QStringLiteral("_head%1").arg(*head());
    if (!everything() && sequence() && m_trace->problem->batch() > 1)
        stem += QStringLiteral("_sequence%1").arg(*sequence());
    return QDir(m_folder).filePath(stem + u'.' + suffix());
}

void ArrayExportDialog::update() {
    const QString name = m_array->currentText();
    m_array->setEnabled(!everything());
    m_head->setEnabled(!everything() && dividedByHead(*m_trace, name));
    m_sequence->setEnabled(!everything() && dividedBySequence(*m_trace, name));
    if (!m_nameTyped)
        m_file->setText(QDir::toNativeSeparators(suggestedName()));
    else if (QFileInfo(m_file->text()).suffix() != suffix())
        m_file->setText(QFileInfo(m_file->text()).path() + u'/' +
                        QFileInfo(m_file->text()).completeBaseName() + u'.' + suffix());
    m_error->clear();
    m_error->hide();
    if (everything()) {
        m_told->setText(
            tr("%n array(s), float32", nullptr, static_cast<int>(arrayNames(*m_trace).size())));
        return;
    }
    const auto n = numbersOf(*m_trace, *m_session, name, head(), sequence());
    if (!n)
        return;
    QStringList extents;
    for (std::size_t a = 0; a < n->values.rank(); ++a)
        extents << QStringLiteral("%1 %2")
                       .arg(QString::fromStdString(n->axes[a]))
                       .arg(n->values.extent(a));
    m_told->setText(
        tr("%1: %2 numbers")
            .arg(extents.isEmpty() ? tr("one number") : extents.join(QStringLiteral(" × ")),
                 QLocale().toString(static_cast<qulonglong>(n->values.size()))));
}

void ArrayExportDialog::browse() {
    const QString chosen = QFileDialog::getSaveFileName(this, tr("Export numbers"), m_file->text(),
                                                        QStringLiteral("*.") + suffix(), nullptr,
                                                        QFileDialog::DontConfirmOverwrite);
    if (chosen.isEmpty())
        return;
    m_nameTyped = true;
    m_file->setText(QFileInfo(chosen).suffix().isEmpty() ? chosen + u'.' + suffix() : chosen);
}

void ArrayExportDialog::accept() {
    const QString file = m_file->text().trimmed();
    if (file.isEmpty()) {
        m_file->setFocus();
        return;
    }
    if (QFileInfo::exists(file)) {
        QMessageBox box(QMessageBox::Question, windowTitle(),
                        tr("%1 exists already.").arg(QFileInfo(file).fileName()),
                        QMessageBox::Cancel, this);
        const QAbstractButton *replace = box.addButton(tr("Replace"), QMessageBox::AcceptRole);
        box.exec();
        if (box.clickedButton() != replace)
            return;
    }
    QString problem;
    QGuiApplication::setOverrideCursor(Qt::WaitCursor);
    try {
        if (everything())
            core::writeNpz(toPath(file), allNumbers(*m_trace, *m_session));
        else if (const auto n =
                     numbersOf(*m_trace, *m_session, m_array->currentText(), head(), sequence()))
            writeNumbers(toPath(file), *n, static_cast<NumbersFormat>(m_format->currentIndex()));
    } catch (const core::FileError &e) {
        problem = fileErrorText(e);
    } catch (const std::exception &e) {
        problem = tr("Cannot write %1: %2").arg(file, QString::fromUtf8(e.what()));
    }
    QGuiApplication::restoreOverrideCursor();
    if (!problem.isEmpty()) {
        m_error->setText(problem);
        m_error->show();
        return;
    }
    m_written = file;
    QDialog::accept();
}

} // namespace attnscope::ui
