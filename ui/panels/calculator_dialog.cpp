// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/calculator_dialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace attnscope::ui {

namespace {

struct Precision {
    const char *name;
    double bytes;
};
constexpr Precision kPrecisions[] = {
    {"fp32", 4}, {"fp16", 2}, {"bf16", 2}, {"int8", 1}, {"fp64", 8}};
constexpr int kMost = 1'000'000'000, kMostHeads = 1'000'000;
constexpr int kColumns = 6;

/// Fields whose 0 stands for another one: S for L, D′ for D, H_kv for H, d_k for D/H, d_v for d_k.
bool followsAnother(std::size_t f) {
    using D = CalculatorDialog;
    return f == D::Keys || f == D::Memory || f == D::KeyHeads || f == D::DK || f == D::DV;
}

QStringList cellsOf(const CalculatorLine &line, const std::optional<double> &memory) {
    const auto number = [](const std::optional<double> &value) {
        return value ? countText(*value) : QString();
    };
    return {line.name,
            line.formula,
            number(line.numbers),
            line.bytes ? bytesText(*line.bytes) : QString(),
            number(line.operations),
            line.bytes && memory ? shareText(*line.bytes, *memory) : QString()};
}

} // namespace

CalculatorDialog::CalculatorDialog(QWidget *parent)
    : QDialog(parent), m_precision(new QComboBox(this)), m_optimiser(new QComboBox(this)),
      m_precisionName(new QLabel(this)), m_optimiserName(new QLabel(this)),
      m_biasName(new QLabel(this)), m_verdict(new QLabel(this)), m_share(new QCheckBox(this)),
      m_norm(new QCheckBox(this)), m_table(new QTableWidget(0, kColumns, this)),
      m_present(new QPushButton(this)), m_copy(new QPushButton(this)),
      m_copyMarkdown(new QPushButton(this)) {
    build();
    for (QSpinBox *field : m_fields)
        connect(field, &QSpinBox::valueChanged, this, &CalculatorDialog::calculate);
    for (QComboBox *box : {m_precision, m_optimiser})
        connect(box, &QComboBox::currentIndexChanged, this, &CalculatorDialog::calculate);
    for (QCheckBox *box : {m_share, m_norm, m_biases[0], m_biases[1], m_biases[2], m_biases[3]})
        connect(box, &QCheckBox::toggled, this, &CalculatorDialog::calculate);
    connect(m_present, &QPushButton::clicked, this, &CalculatorDialog::usePresentSizes);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(text(false)); });
    connect(m_copyMarkdown, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(text(true)); });
    retranslate();
}

void CalculatorDialog::build() {
    auto *row = new QHBoxLayout(this);
    row->setSpacing(16);
    auto *left = new QVBoxLayout;
    auto *form = new QFormLayout;
    constexpr int kStart[kFields] = {1, 512, 0, 512, 0, 8, 0, 0, 0, 1};
    for (std::size_t i = 0; i < kFields; ++i) {
        m_names[i] = new QLabel(this);
        m_fields[i] = new QSpinBox(this);
        m_fields[i]->setRange(followsAnother(i) ? 0 : 1,
                              i == Heads || i == KeyHeads ? kMostHeads : kMost);
        m_fields[i]->setValue(kStart[i]);
        m_fields[i]->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
        m_fields[i]->setMinimumWidth(128);
        m_names[i]->setBuddy(m_fields[i]);
        form->addRow(m_names[i], m_fields[i]);
    }
    for (const Precision &p : kPrecisions)
        m_precision->addItem(QLatin1String(p.name));
    for (int i = 0; i < 4; ++i)
        m_optimiser->addItem(QString());
    m_optimiser->setCurrentIndex(static_cast<int>(core::Optimiser::Adam));
    form->addRow(m_precisionName, m_precision);
    form->addRow(m_optimiserName, m_optimiser);
    auto *biases = new QHBoxLayout;
    biases->setSpacing(6);
    const char *const kNames[] = {"Q", "K", "V", "O"};
    for (std::size_t i = 0; i < m_biases.size(); ++i) {
        m_biases[i] = new QCheckBox(QLatin1String(kNames[i]), this);
        biases->addWidget(m_biases[i]);
    }
    form->addRow(m_biasName, biases);
    form->addRow(m_share);
    form->addRow(m_norm);
    left->addLayout(form);
    left->addStretch(1);
    for (QPushButton *button : {m_present, m_copy, m_copyMarkdown}) {
        button->setAutoDefault(false);
        left->addWidget(button);
    }
    row->addLayout(left);
    auto *right = new QVBoxLayout;
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(22);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    QHeaderView *header = m_table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(1, QHeaderView::Stretch);
    header->setHighlightSections(false);
    right->addWidget(m_table, 1);
    m_verdict->setWordWrap(true);
    m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    right->addWidget(m_verdict);
    row->addLayout(right, 1);
    resize(1120, 740);
}

void CalculatorDialog::setColours(const Palette &palette) {
    m_palette = palette;
    calculate();
}

void CalculatorDialog::setEngine(const core::EngineInfo &engine) {
    if (engine.device == m_engine.device && engine.memory == m_engine.memory)
        return;
    m_engine = engine;
    calculate();
}

void CalculatorDialog::setProblem(std::shared_ptr<const core::Problem> problem) {
    m_problem = std::move(problem);
    m_present->setEnabled(m_problem != nullptr);
}

void CalculatorDialog::usePresentSizes() {
    if (!m_problem)
        return;
    const core::AccountSizes z = core::accountSizes(*m_problem);
    const double values[kFields] = {z.batch,
                                    z.queries,
                                    z.keys == z.queries ? 0 : z.keys,
                                    z.dModel,
                                    z.dMemory == z.dModel ? 0 : z.dMemory,
                                    z.heads,
                                    0,
                                    z.dK * z.heads == z.dModel ? 0 : z.dK,
                                    z.dV == z.dK ? 0 : z.dV,
                                    1};
    for (std::size_t i = 0; i < kFields; ++i) {
        const QSignalBlocker quiet(m_fields[i]);
        m_fields[i]->setValue(static_cast<int>(values[i]));
    }
    const bool biases[] = {z.biasQ, z.biasK, z.biasV, z.biasO};
    for (std::size_t i = 0; i < m_biases.size(); ++i) {
        const QSignalBlocker quiet(m_biases[i]);
        m_biases[i]->setChecked(biases[i]);
    }
    const QSignalBlocker quiet[] = {QSignalBlocker(m_share), QSignalBlocker(m_norm),
                                    QSignalBlocker(m_precision)};
    m_share->setChecked(z.shareKv);
    m_norm->setChecked(z.normParameters > 0);
    m_precision->setCurrentIndex(0); // the program computes in fp32
    calculate();
}

CalculatorInput CalculatorDialog::input() const {
    const auto value = [this](Field f) { return static_cast<double>(m_fields[f]->value()); };
    const auto orElse = [](double own, double other) { return own > 0 ? own : other; };
    CalculatorInput in;
    core::AccountSizes &z = in.sizes;
    z.batch = value(Batch);
    z.queries = value(Queries);
    z.keys = orElse(value(Keys), z.queries);
    z.dModel = value(Model);
    z.dMemory = orElse(value(Memory), z.dModel);
    z.heads = value(Heads);
    z.keyHeads = orElse(value(KeyHeads), z.heads);
    // As the window ties it: the whole part of D/H, at least 1.
    z.dK = orElse(value(DK), std::max(1, m_fields[Model]->value() / m_fields[Heads]->value()));
    z.dV = orElse(value(DV), z.dK);
    z.layers = value(Layers);
    z.shareKv = m_share->isChecked();
    z.biasQ = m_biases[0]->isChecked();
    z.biasK = m_biases[1]->isChecked();
    z.biasV = m_biases[2]->isChecked() && !z.shareKv;
    z.biasO = m_biases[3]->isChecked();
    z.normParameters = m_norm->isChecked() ? 2.0 * z.heads * z.dV : 0.0;
    z.bytesPerNumber = kPrecisions[std::max(m_precision->currentIndex(), 0)].bytes;
    in.optimiser = static_cast<core::Optimiser>(std::max(m_optimiser->currentIndex(), 0));
    in.device = QString::fromStdString(m_engine.device);
    if (m_engine.memory > 0)
        in.memory = static_cast<double>(m_engine.memory);
    return in;
}

void CalculatorDialog::calculate() {
    const CalculatorInput in = input();
    m_issue = calculatorIssue(in.sizes);
    m_lines = m_issue.isEmpty() ? calculatorLines(in) : QList<CalculatorLine>();
    // What follows another says what that makes it.
    const double followed[kFields] = {
        0, 0, in.sizes.queries, 0, in.sizes.dModel, 0, in.sizes.heads, in.sizes.dK, in.sizes.dK, 0};
    const char *const kSources[kFields] = {"", "", "L", "", "D", "", "H", "D/H", "d_k", ""};
    for (std::size_t i = 0; i < kFields; ++i)
        if (followsAnother(i))
            m_fields[i]->setSpecialValueText(QStringLiteral("%1 = %2").arg(
                QLatin1String(kSources[i]), QString::number(followed[i], 'f', 0)));
    if (isVisible())
        fillTable(m_lines);
    m_verdict->setText(m_issue.isEmpty() ? calculatorVerdict(in) : m_issue);
    const bool wrong = !m_issue.isEmpty() || (in.memory && inferenceBytes(in.sizes) > *in.memory);
    m_verdict->setStyleSheet(
        QStringLiteral("color: %1;").arg((wrong ? m_palette.amber : m_palette.text).name()));
    for (QPushButton *button : {m_copy, m_copyMarkdown})
        button->setEnabled(m_issue.isEmpty());
}

void CalculatorDialog::fillTable(const QList<CalculatorLine> &lines) {
    m_table->clearSpans();
    m_table->setRowCount(static_cast<int>(lines.size()));
    const std::optional<double> memory = input().memory;
    for (int r = 0; r < m_table->rowCount(); ++r) {
        const CalculatorLine &line = lines[r];
        const QStringList cells = cellsOf(line, memory);
        for (int c = 0; c < kColumns; ++c) {
            auto *item = new QTableWidgetItem(cells[c]);
            const bool words = c < 2;
            item->setTextAlignment(words ? Qt::AlignLeft | Qt::AlignVCenter
                                         : Qt::AlignRight | Qt::AlignVCenter);
            QFont font = item->font();
            font.setBold(line.heading || (line.sum && c != 1));
            item->setFont(font);
            if (c == 1)
                item->setForeground(m_palette.muted);
            const bool tooMuch = c == 5 && line.bytes && memory && *line.bytes > *memory;
            if (tooMuch)
                item->setForeground(m_palette.amber);
            if (c == 3 && line.bytes)
                item->setToolTip(tr("%1 bytes").arg(countText(*line.bytes)));
            m_table->setItem(r, c, item);
        }
        if (line.heading)
            m_table->setSpan(r, 0, 1, kColumns);
    }
}

QString CalculatorDialog::text(bool markdown) const {
    const CalculatorInput in = input();
    QList<QStringList> rows;
    QStringList titles;
    for (int c = 0; c < kColumns; ++c)
        titles << m_table->horizontalHeaderItem(c)->text();
    const QString before = markdown ? QStringLiteral("| ") : QString();
    const QString between = markdown ? QStringLiteral(" | ") : QStringLiteral("\t");
    const QString after = markdown ? QStringLiteral(" |") : QString();
    QStringList sizes;
    for (std::size_t i = 0; i < kFields; ++i)
        sizes << QStringLiteral("%1 %2").arg(m_names[i]->text(),
                                             followsAnother(i) && m_fields[i]->value() == 0
                                                 ? m_fields[i]->specialValueText()
                                                 : QString::number(m_fields[i]->value()));
    sizes << m_precision->currentText() << m_optimiser->currentText();
    QStringList out{sizes.join(QStringLiteral(" · ")), QString()};
    out << before + titles.join(between) + after;
    if (markdown)
        out << QStringLiteral("|---|---|---:|---:|---:|---:|");
    for (const CalculatorLine &line : m_lines) {
        QStringList cells = cellsOf(line, in.memory);
        if (markdown && (line.heading || line.sum))
            cells[0] = QStringLiteral("**%1**").arg(cells[0]);
        out << before + cells.join(between) + after;
    }
    out << QString() << m_verdict->text();
    return out.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void CalculatorDialog::showEvent(QShowEvent *event) {
    QDialog::showEvent(event);
    calculate(); // the table is filled while it is seen
}

void CalculatorDialog::changeEvent(QEvent *event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QDialog::changeEvent(event);
}

void CalculatorDialog::retranslate() {
    setWindowTitle(tr("Calculator: What Attention Costs"));
    const QString names[kFields] = {tr("sequences B"),
                                    tr("queries L"),
                                    tr("keys S"),
                                    tr("model width D"),
                                    tr("source of the keys D′"),
                                    tr("heads H"),
                                    tr("heads of K and V, H_kv"),
                                    tr("width of keys d_k"),
                                    tr("width of values d_v"),
                                    tr("layers N")};
    for (std::size_t i = 0; i < kFields; ++i) {
        m_names[i]->setText(names[i]);
        m_fields[i]->setAccessibleName(names[i]);
    }
    m_precisionName->setText(tr("precision"));
    m_optimiserName->setText(tr("optimiser"));
    m_precision->setAccessibleName(tr("precision"));
    m_optimiser->setAccessibleName(tr("optimiser"));
    m_optimiser->setToolTip(tr("Its state is fp32; below fp32 a master copy of the parameters is "
                               "kept too."));
    const QString optimisers[] = {tr("none (inference)"), tr("SGD"), tr("SGD with momentum"),
                                  tr("Adam")};
    {
        const QSignalBlocker quiet(m_optimiser);
        for (int i = 0; i < 4; ++i)
            m_optimiser->setItemText(i, optimisers[i]);
    }
    m_biasName->setText(tr("biases"));
    for (QCheckBox *box : m_biases)
        box->setAccessibleName(tr("bias of %1").arg(box->text()));
    m_share->setText(tr("K and V shared"));
    m_norm->setText(tr("norm after the heads are joined"));
    m_table->setHorizontalHeaderLabels({tr("what"), tr("formula"), tr("numbers"), tr("bytes"),
                                        tr("operations"), tr("of the memory")});
    m_table->setAccessibleName(tr("What attention of these sizes costs"));
    m_present->setText(tr("Use the Present Sizes"));
    m_present->setEnabled(m_problem != nullptr);
    m_copy->setText(tr("Copy as Text"));
    m_copyMarkdown->setText(tr("Copy as Markdown"));
    calculate();
}

} // namespace attnscope::ui
