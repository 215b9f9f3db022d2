// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/export_dialog.h"

#include "core/io/session_file.h"

#include <QApplication>
#include <QButtonGroup>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QRadioButton>
#include <QSet>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <cmath>

namespace attnscope::ui {
namespace {

constexpr double kUnitsPerInch = 96.0;

struct Job {
    QString file;
    std::optional<QString> stage;
    std::optional<int> head;
};

void write(const QString &path, const QByteArray &bytes) {
    core::writeFileAtomically(QFile::encodeName(path).toStdString(),
                              {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

} // namespace

struct ExportDialog::Impl {
    Provider provider;
    Choice choice;
    QRadioButton *thisView = nullptr, *allHeads = nullptr, *allStages = nullptr;
    QComboBox *format = nullptr, *background = nullptr;
    QSpinBox *width = nullptr, *height = nullptr, *dpi = nullptr;
    QDoubleSpinBox *fontScale = nullptr;
    QLineEdit *title = nullptr, *folder = nullptr, *pattern = nullptr;
    QLabel *told = nullptr, *problem = nullptr;
    QPushButton *save = nullptr;
    bool patternTouched = false;

    [[nodiscard]] QString suffix() const { return format->currentData().toString(); }
    [[nodiscard]] QString suggestedPattern() const {
        const QString stem = allHeads->isChecked()    ? QStringLiteral("{stage}_head{head}")
                             : allStages->isChecked() ? QStringLiteral("{stage}")
                                                      : choice.stage;
        return (stem.isEmpty() ? QStringLiteral("figure") : stem) + u'.' + suffix();
    }
    [[nodiscard]] std::vector<Job> jobs() const {
        std::vector<Job> out;
        const QDir dir(folder->text());
        QString name = pattern->text().trimmed();
        if (name.isEmpty())
            name = suggestedPattern();
        if (!pictureFormatForFile(name))
            name += u'.' + suffix();
        const auto add = [&](std::optional<QString> stage, std::optional<int> head) {
            const QString file =
                expandPattern(name, head.value_or(0), stage.value_or(choice.stage), choice.batch);
            out.push_back({QDir::cleanPath(dir.absoluteFilePath(file)), stage, head});
        };
        if (allHeads->isChecked())
            for (int h = 0; h < choice.heads; ++h)
                add(std::nullopt, h);
        else if (allStages->isChecked())
            for (const QString &stage : choice.stages)
                add(stage, std::nullopt);
        else
            add(std::nullopt, std::nullopt);
        return out;
    }
    [[nodiscard]] Figure figure(const Job &job) const {
        Figure f = provider(job.stage, job.head);
        const QString chosen = background->currentData().toString();
        if (chosen == QLatin1String("white"))
            f.palette = Palette::light();
        else if (chosen == QLatin1String("dark"))
            f.palette = Palette::darkPalette();
        f.transparentBackground = chosen == QLatin1String("transparent");
        f.fontScale = fontScale->value();
        if (!title->text().trimmed().isEmpty())
            f.title = expandPattern(title->text().trimmed(), job.head.value_or(0),
                                    job.stage.value_or(choice.stage), choice.batch);
        return f;
    }
};

ExportDialog::ExportDialog(Provider provider, Choice choice, QWidget *parent)
    : QDialog(parent), m_impl(std::make_unique<Impl>()) {
    Impl &d = *m_impl;
    d.provider = std::move(provider);
    d.choice = std::move(choice);
    setWindowTitle(tr("Export pictures"));

    d.thisView = new QRadioButton(tr("&This view"));
    d.allHeads = new QRadioButton(tr("All &heads (%n)", nullptr, d.choice.heads));
    d.allStages =
        new QRadioButton(tr("All &stages (%n)", nullptr, static_cast<int>(d.choice.stages.size())));
    d.thisView->setChecked(true);
    d.allHeads->setEnabled(d.choice.heads > 0);
    d.allStages->setEnabled(!d.choice.stages.isEmpty());
    auto *what = new QHBoxLayout;
    what->addWidget(d.thisView);
    what->addWidget(d.allHeads);
    what->addWidget(d.allStages);
    what->addStretch();

    d.format = new QComboBox;
    d.format->addItem(tr("PNG (pixels)"), QStringLiteral("png"));
    d.format->addItem(tr("SVG (vector)"), QStringLiteral("svg"));
    d.format->addItem(tr("PDF (vector)"), QStringLiteral("pdf"));

    const auto sizeBox = [](int value) {
        auto *box = new QSpinBox;
        box->setRange(64, 8192);
        box->setValue(value);
        box->setGroupSeparatorShown(true);
        return box;
    };
    d.width = sizeBox(d.choice.viewSize.width());
    d.height = sizeBox(d.choice.viewSize.height());
    d.width->setAccessibleName(tr("Width"));
    d.height->setAccessibleName(tr("Height"));
    d.dpi = new QSpinBox;
    d.dpi->setRange(48, 1200);
    d.dpi->setValue(192);
    d.dpi->setSuffix(tr(" dpi"));
    auto *size = new QHBoxLayout;
    size->addWidget(d.width);
    size->addWidget(new QLabel(QStringLiteral("×")));
    size->addWidget(d.height);
    size->addWidget(new QLabel(tr("units of 1/96 inch, at")));
    size->addWidget(d.dpi);
    size->addStretch();
    d.told = new QLabel;
    d.told->setProperty("role", QStringLiteral("muted"));

    d.background = new QComboBox;
    d.background->addItem(tr("as in the window"), QString());
    d.background->addItem(tr("white"), QStringLiteral("white"));
    d.background->addItem(tr("dark"), QStringLiteral("dark"));
    d.background->addItem(tr("transparent"), QStringLiteral("transparent"));
    d.fontScale = new QDoubleSpinBox;
    d.fontScale->setRange(0.5, 4.0);
    d.fontScale->setSingleStep(0.1);
    d.fontScale->setValue(1.0);
    d.fontScale->setPrefix(QStringLiteral("× "));
    d.title = new QLineEdit;
    d.title->setPlaceholderText(tr("as in the window"));

    d.folder = new QLineEdit(d.choice.folder.isEmpty() ? QDir::homePath() : d.choice.folder);
    auto *browse = new QPushButton(tr("Choose…"));
    auto *where = new QHBoxLayout;
    where->addWidget(d.folder);
    where->addWidget(browse);
    d.pattern = new QLineEdit;
    d.pattern->setToolTip(tr("{head}, {stage} and {batch} are replaced"));

    d.problem = new QLabel;
    d.problem->setProperty("role", QStringLiteral("error"));
    d.problem->setWordWrap(true);
    d.problem->hide();

    auto *form = new QFormLayout;
    form->addRow(tr("Export"), what);
    form->addRow(tr("&Format"), d.format);
    form->addRow(tr("Size"), size);
    form->addRow(QString(), d.told);
    form->addRow(tr("&Background"), d.background);
    form->addRow(tr("Font si&ze"), d.fontScale);
    form->addRow(tr("T&itle"), d.title);
    auto *folderLabel = new QLabel(tr("F&older"));
    folderLabel->setBuddy(d.folder);
    form->addRow(folderLabel, where);
    form->addRow(tr("File &name"), d.pattern);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    d.save = buttons->addButton(tr("&Export"), QDialogButtonBox::AcceptRole);
    auto *copy = buttons->addButton(tr("&Copy image"), QDialogButtonBox::ActionRole);
    auto *all = new QVBoxLayout(this);
    all->addLayout(form);
    all->addWidget(d.problem);
    all->addWidget(buttons);

    const auto refresh = [this] {
        Impl &now = *m_impl;
        if (!now.patternTouched) {
            const QSignalBlocker quiet(now.pattern);
            now.pattern->setText(now.suggestedPattern());
        }
        const QStringList names = files();
        now.told->setText(names.size() > 1 ? tr("%1, %2 files: %3 …")
                                                 .arg(sizeText(), QString::number(names.size()),
                                                      QFileInfo(names.front()).fileName())
                                           : sizeText());
        // One name for many pictures would leave only the last of them.
        const bool clash = QSet<QString>(names.begin(), names.end()).size() != names.size();
        now.problem->setVisible(clash);
        if (clash)
            now.problem->setText(
                tr("Several pictures would get the same name; put {head} or {stage} into it."));
        now.save->setEnabled(!clash);
    };
    for (QRadioButton *button : {d.thisView, d.allHeads, d.allStages})
        connect(button, &QRadioButton::toggled, this, refresh);
    for (QSpinBox *box : {d.width, d.height, d.dpi})
        connect(box, &QSpinBox::valueChanged, this, refresh);
    connect(d.folder, &QLineEdit::textChanged, this, refresh);
    connect(d.format, &QComboBox::currentIndexChanged, this, [this, refresh] {
        Impl &now = *m_impl;
        const QString name = now.pattern->text();
        if (now.patternTouched && pictureFormatForFile(name)) {
            const QSignalBlocker quiet(now.pattern);
            now.pattern->setText(name.left(name.lastIndexOf(u'.') + 1) + now.suffix());
        }
        refresh();
    });
    connect(d.pattern, &QLineEdit::textEdited, this, [this, refresh](const QString &text) {
        m_impl->patternTouched = !text.trimmed().isEmpty();
        // A typed suffix chooses the format.
        if (const auto format = pictureFormatForFile(text)) {
            const QSignalBlocker quiet(m_impl->format);
            m_impl->format->setCurrentIndex(static_cast<int>(*format));
        }
        if (m_impl->patternTouched)
            refresh();
    });
    connect(browse, &QPushButton::clicked, this, [this] {
        const QString chosen = QFileDialog::getExistingDirectory(
            this, tr("Folder for the pictures"), m_impl->folder->text());
        if (!chosen.isEmpty())
            m_impl->folder->setText(chosen);
    });
    connect(copy, &QPushButton::clicked, this, [this] {
        copyImage(m_impl->figure({{}, std::nullopt, std::nullopt}), options());
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(d.save, &QPushButton::clicked, this, &ExportDialog::exportNow);
    refresh();
}

ExportDialog::~ExportDialog() = default;

QStringList ExportDialog::files() const {
    QStringList out;
    for (const Job &job : m_impl->jobs())
        out << job.file;
    return out;
}

ExportOptions ExportDialog::options() const {
    ExportOptions options;
    options.size = {m_impl->width->value(), m_impl->height->value()};
    options.dpi = m_impl->dpi->value();
    options.scale = m_impl->dpi->value() / kUnitsPerInch;
    return options;
}

QString ExportDialog::sizeText() const {
    const ExportOptions o = options();
    const QString inches = tr("%1 × %2 cm")
                               .arg(o.size.width() / kUnitsPerInch * 2.54, 0, 'f', 1)
                               .arg(o.size.height() / kUnitsPerInch * 2.54, 0, 'f', 1);
    if (m_impl->suffix() != QLatin1String("png"))
        return inches;
    const QSize pixels = pixelSize(o);
    return tr("%1 × %2 pixels, %3").arg(pixels.width()).arg(pixels.height()).arg(inches);
}

void ExportDialog::copyImage(const Figure &figure, const ExportOptions &options) {
    QApplication::clipboard()->setImage(renderImage(figure, options));
}

void ExportDialog::exportNow() {
    const std::vector<Job> jobs = m_impl->jobs();
    QStringList existing, written;
    for (const Job &job : jobs)
        if (QFileInfo::exists(job.file))
            existing << QFileInfo(job.file).fileName();
    if (!existing.isEmpty()) {
        const QString names = existing.mid(0, 6).join(QStringLiteral(", ")) +
                              (existing.size() > 6 ? QStringLiteral(", …") : QString());
        const auto answer = QMessageBox::question(
            this, tr("Replace files?"),
            tr("%n file(s) already exist: %1", nullptr, static_cast<int>(existing.size()))
                .arg(names),
            QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
        if (answer != QMessageBox::Yes)
            return;
    }
    try {
        for (const Job &job : jobs) {
            const auto format = pictureFormatForFile(job.file).value_or(PictureFormat::Png);
            write(job.file, renderPicture(m_impl->figure(job), format, options()));
            written << job.file;
        }
    } catch (const std::exception &error) {
        // What was written stays and is named; the dialog stays open to try another place.
        m_impl->problem->setText(QString::fromUtf8(error.what()));
        m_impl->problem->show();
        if (!written.isEmpty())
            emit exported(written);
        return;
    }
    emit exported(written);
    accept();
}

} // namespace attnscope::ui
