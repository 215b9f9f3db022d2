// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/import/import_dialog.h"

#include "ui/error_text.h"
#include "ui/import/array_preview.h"
#include "ui/import/import_model.h"
#include "ui/session_document.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace attnscope::ui {

namespace {

QString sentences(const std::vector<std::string> &lines) {
    QStringList out;
    for (const std::string &line : lines)
        out << QString::fromStdString(line);
    return out.join(QLatin1Char('\n'));
}

} // namespace

ImportDialog::ImportDialog(core::ArraySource source, std::shared_ptr<const core::Session> session,
                           QWidget *parent)
    : QDialog(parent), m_source(std::move(source)), m_session(std::move(session)),
      m_plan(core::planImport(m_source, *m_session, true)), m_model(new ImportModel(this)),
      m_preview(new ArrayPreview(toPath(QString::fromStdString(m_source.file())), this)),
      m_table(new QTableView(this)), m_layer(new QComboBox(this)), m_target(new QComboBox(this)),
      m_answer(new QComboBox(this)), m_heads(new QSpinBox(this)), m_about(new QLabel(this)),
      m_layerLabel(new QLabel(tr("&Layer"), this)),
      m_answerLabel(new QLabel(tr("&How it lies"), this)), m_note(new QLabel(this)),
      m_state(new QLabel(this)), m_forAll(new QToolButton(this)) {
    build();
    planChanged();
    // What is asked for first is looked at first.
    int first = 0;
    for (int i = m_model->rowCount(); i-- > 0;)
        if (m_model->row(i).open() ||
            (!m_model->row(first).open() && m_model->row(i).target != core::ImportTarget::Nothing))
            first = i;
    m_table->selectRow(first);
    m_table->setFocus();
}

ImportDialog::~ImportDialog() = default;

void ImportDialog::build() {
    setWindowTitle(tr("Import numbers"));
    resize(900, 560);
    const QString file = QFileInfo(QString::fromStdString(m_source.file())).fileName();
    QString about = tr("<b>%1</b> holds %n array(s)", nullptr, static_cast<int>(m_plan.rows.size()))
                        .arg(file.toHtmlEscaped());
    if (!m_plan.family.empty())
        about +=
            tr(", with the names of %1").arg(QString::fromStdString(m_plan.family).toHtmlEscaped());
    m_about->setText(about + u'.');
    m_about->setTextFormat(Qt::RichText);

    for (const std::string &layer : m_plan.layers)
        m_layer->addItem(layer.empty() ? tr("(top)") : QString::fromStdString(layer));
    m_layer->setPlaceholderText(tr("choose a layer"));
    m_layerLabel->setBuddy(m_layer);
    const bool layered = m_plan.layers.size() > 1;
    m_layer->setVisible(layered);
    m_layerLabel->setVisible(layered);
    m_heads->setRange(0, 1024);
    m_heads->setSpecialValueText(tr("not said"));
    m_heads->setKeyboardTracking(false);
    auto *headsLabel = new QLabel(tr("H&eads"), this);
    headsLabel->setBuddy(m_heads);

    m_table->setModel(m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 10);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->setAccessibleName(tr("What each array becomes"));

    for (std::size_t i = 0; i < core::kImportTargetCount; ++i)
        m_target->addItem(importTargetText(static_cast<core::ImportTarget>(i)));
    m_answer->setPlaceholderText(tr("choose"));
    m_answerLabel->setBuddy(m_answer);
    m_forAll->setText(tr("for all that are asked"));
    m_forAll->setToolTip(tr("Gives the same answer to every array of which the same is asked"));
    m_note->setWordWrap(true);
    m_note->setProperty("role", QStringLiteral("muted"));
    m_note->setTextFormat(Qt::PlainText);
    m_state->setWordWrap(true);
    m_state->setTextFormat(Qt::PlainText);

    auto *top = new QHBoxLayout;
    top->addWidget(m_about, 1);
    top->addWidget(m_layerLabel);
    top->addWidget(m_layer);
    top->addWidget(headsLabel);
    top->addWidget(m_heads);
    auto *form = new QFormLayout;
    form->addRow(tr("&Becomes"), m_target);
    auto *answers = new QHBoxLayout;
    answers->addWidget(m_answer, 1);
    answers->addWidget(m_forAll);
    form->addRow(m_answerLabel, answers);
    form->addRow(m_note);
    auto *below = new QHBoxLayout;
    below->setSpacing(24);
    below->addLayout(form, 1);
    below->addWidget(m_preview, 1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_import = buttons->addButton(tr("&Import"), QDialogButtonBox::AcceptRole);
    m_import->setDefault(true);
    auto *column = new QVBoxLayout(this);
    column->addLayout(top);
    column->addWidget(m_table, 1);
    column->addLayout(below);
    column->addWidget(m_state);
    column->addWidget(buttons);

    connect(buttons, &QDialogButtonBox::accepted, this, &ImportDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &ImportDialog::showRow);
    connect(m_layer, &QComboBox::activated, this, [this](int i) {
        core::chooseLayer(m_plan, m_plan.layers[static_cast<std::size_t>(i)]);
        planChanged();
    });
    connect(m_heads, &QSpinBox::valueChanged, this, [this](int heads) {
        core::setHeads(m_plan, heads > 0 ? std::optional(heads) : std::nullopt);
        planChanged();
    });
    connect(m_target, &QComboBox::activated, this, [this](int i) {
        try {
            core::retarget(m_plan, m_source, static_cast<std::size_t>(currentRow()),
                           static_cast<core::ImportTarget>(i));
        } catch (const core::FileError &e) {
            m_state->setText(fileErrorText(e));
            return;
        }
        planChanged();
    });
    connect(m_answer, &QComboBox::activated, this, &ImportDialog::chooseAnswer);
    connect(m_forAll, &QToolButton::clicked, this, &ImportDialog::answerForAll);
}

int ImportDialog::currentRow() const { return std::max(m_table->currentIndex().row(), 0); }

void ImportDialog::planChanged() {
    m_model->setPlan(m_plan);
    {
        const QSignalBlocker quiet(m_heads);
        m_heads->setValue(m_plan.heads.value_or(0));
        const auto at = std::find(m_plan.layers.begin(), m_plan.layers.end(), m_plan.layer);
        m_layer->setCurrentIndex(at == m_plan.layers.end() ||
                                         (m_plan.layer.empty() && m_plan.layers.size() > 1)
                                     ? -1
                                     : static_cast<int>(at - m_plan.layers.begin()));
    }
    for (int column :
         {ImportModel::Name, ImportModel::Array, ImportModel::Becomes, ImportModel::Lies}) {
        m_table->resizeColumnToContents(column);
        m_table->setColumnWidth(column, std::min(m_table->columnWidth(column) + 12,
                                                 column == ImportModel::Name ? 280 : 230));
    }
    showRow();

    const auto open = core::openQuestions(m_plan);
    const bool any = std::any_of(m_plan.rows.begin(), m_plan.rows.end(), [](const auto &r) {
        return r.target != core::ImportTarget::Nothing;
    });
    m_import->setEnabled(open.empty() && any);
    QString state;
    if (!any && m_plan.layers.size() > 1)
        state = tr("The file has %n attention layer(s): choose one above.", nullptr,
                   static_cast<int>(m_plan.layers.size()));
    else if (!any)
        state = tr("Nothing is brought in yet: say what an array becomes.");
    else if (!open.empty())
        state = tr("%n thing(s) to be said first, for instance how the rows marked ⚠ lie.", nullptr,
                   static_cast<int>(open.size()));
    else
        state = sentences(m_plan.notes);
    m_state->setText(state);
    m_state->setToolTip(sentences(open));
    m_state->setProperty("role", any && open.empty() ? "muted" : "badge");
    m_state->setStyleSheet(QString()); // asks for the role's look again
}

void ImportDialog::showRow() {
    if (m_model->rowCount() == 0)
        return;
    const core::ImportRow &r = m_model->row(currentRow());
    m_target->setCurrentIndex(static_cast<int>(r.target));
    const core::ImportQuestion kind =
        r.target == core::ImportTarget::Nothing ? core::ImportQuestion::None : choiceOf(r);
    m_answer->clear();
    m_answer->addItems(choiceTexts(kind));
    m_answer->setCurrentIndex(r.open() ? -1 : choiceIndex(r));
    const bool offered = kind != core::ImportQuestion::None;
    m_answer->setEnabled(offered);
    m_answerLabel->setText(kind == core::ImportQuestion::MaskMeaning ? tr("It &means")
                                                                     : tr("&How it lies"));
    const auto alike = std::count_if(m_plan.rows.begin(), m_plan.rows.end(), [&](const auto &o) {
        return o.target != core::ImportTarget::Nothing && o.question == r.question;
    });
    m_forAll->setVisible(r.question != core::ImportQuestion::None && alike > 1);
    m_forAll->setEnabled(!r.open());
    m_note->setText(QString::fromStdString(r.note));
    m_preview->show(r.entry, r.index);
}

void ImportDialog::answerRow(std::size_t row, int index) {
    switch (choiceOf(m_plan.rows[row])) {
    case core::ImportQuestion::Orientation:
        core::answer(m_plan, row, static_cast<core::Orientation>(index));
        break;
    case core::ImportQuestion::HeadAxes:
        core::answer(m_plan, row, static_cast<core::HeadAxes>(index));
        break;
    case core::ImportQuestion::MaskMeaning:
        core::answer(m_plan, row, static_cast<core::MaskMeaning>(index));
        break;
    case core::ImportQuestion::None:
        break;
    }
}

void ImportDialog::chooseAnswer(int index) {
    answerRow(static_cast<std::size_t>(currentRow()), index);
    planChanged();
}

void ImportDialog::answerForAll() {
    const core::ImportRow now = m_model->row(currentRow());
    for (std::size_t i = 0; i < m_plan.rows.size(); ++i)
        if (m_plan.rows[i].target != core::ImportTarget::Nothing &&
            m_plan.rows[i].question == now.question)
            answerRow(i, choiceIndex(now));
    planChanged();
}

QString ImportDialog::stepText() const {
    const auto count = std::count_if(m_plan.rows.begin(), m_plan.rows.end(), [](const auto &r) {
        return r.target != core::ImportTarget::Nothing;
    });
    return tr("Import %n array(s) from %1", nullptr, static_cast<int>(count))
        .arg(QFileInfo(QString::fromStdString(m_source.file())).fileName());
}

void ImportDialog::accept() {
    if (!m_import->isEnabled())
        return;
    QString problem;
    QGuiApplication::setOverrideCursor(Qt::WaitCursor);
    try {
        core::Session after = *m_session;
        m_notes.clear();
        for (const std::string &note : core::applyImport(after, m_plan, m_source))
            m_notes << QString::fromStdString(note);
        (void)core::makeProblem(after);
        m_result = std::move(after);
    } catch (const core::InputError &e) {
        problem = issuesText(e.issues);
    } catch (const core::FileError &e) {
        problem = fileErrorText(e);
    } catch (const std::exception &e) {
        problem = QString::fromUtf8(e.what());
    }
    QGuiApplication::restoreOverrideCursor();
    if (!problem.isEmpty()) {
        m_state->setText(problem);
        m_state->setProperty("role", "error");
        m_state->setStyleSheet(QString());
        return;
    }
    QDialog::accept();
}

} // namespace attnscope::ui
