// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/matrix_fill_dialog.h"

#include "core/number_text.h"
#include "ui/matrix_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace attnscope::ui {

using core::InitMethod;

namespace {

bool hasValue(InitMethod m) {
    return m == InitMethod::Normal || m == InitMethod::Uniform || m == InitMethod::Constant ||
           m == InitMethod::Identity;
}

} // namespace

QString initialiserTitle(InitMethod method) {
    // The words of the controls, in the order of the enumeration.
    static constexpr const char *kTitles[] = {
        "Xavier uniform", "Xavier normal", "Kaiming uniform", "Kaiming normal", "He by d_k",
        "normal",         "uniform",       "PyTorch Linear",  "PyTorch MHA",    "identity",
        "orthogonal",     "zeros",         "constant"};
    return QCoreApplication::translate("attnscope::ui::ControlsPanel",
                                       kTitles[static_cast<int>(method)]);
}

MatrixFillDialog::MatrixFillDialog(Kind kind, const QString &target, QWidget *parent)
    : QDialog(parent), m_kind(kind), m_method(new QComboBox(this)), m_number(new QLineEdit(this)),
      m_perHead(new QCheckBox(tr("Fan of one &head's block"), this)), m_whole(new QSpinBox(this)),
      m_numberLabel(new QLabel(this)), m_sentence(new QLabel(this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this)) {
    const QString titles[] = {tr("Draw %1"), tr("Set %1"), tr("Scale %1"), tr("Round %1")};
    setWindowTitle(titles[static_cast<int>(kind)].arg(target));
    auto *column = new QVBoxLayout(this);
    auto *form = new QFormLayout;
    for (int i = 0; i <= static_cast<int>(InitMethod::Constant); ++i)
        m_method->addItem(initialiserTitle(static_cast<InitMethod>(i)));
    const bool draws = kind == Kind::Initialiser;
    m_whole->setRange(0, draws ? std::numeric_limits<int>::max() : 9);
    m_whole->setValue(draws ? 42 : 2);
    m_number->setText(kind == Kind::Scale ? QStringLiteral("2") : QStringLiteral("0"));
    m_numberLabel->setBuddy(m_number);
    if (draws)
        form->addRow(tr("&Initialiser"), m_method);
    if (kind != Kind::Round)
        form->addRow(m_numberLabel, m_number);
    if (draws)
        form->addRow(QString(), m_perHead);
    if (draws || kind == Kind::Round)
        form->addRow(draws ? tr("&Seed") : tr("&Decimals"), m_whole);
    m_method->setVisible(draws);
    m_perHead->setVisible(draws);
    m_whole->setVisible(draws || kind == Kind::Round);
    m_number->setVisible(kind != Kind::Round);
    m_numberLabel->setVisible(kind != Kind::Round);
    column->addLayout(form);
    m_sentence->setWordWrap(true);
    m_sentence->setProperty("role", QStringLiteral("error"));
    column->addWidget(m_sentence);
    column->addWidget(m_buttons);
    connect(m_number, &QLineEdit::textChanged, this, &MatrixFillDialog::check);
    connect(m_method, &QComboBox::currentIndexChanged, this, &MatrixFillDialog::check);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    check();
    if (m_number->isVisibleTo(this) && !draws) {
        m_number->setFocus();
        m_number->selectAll();
    }
}

void MatrixFillDialog::setInitialiser(const core::Initialiser &init, std::uint64_t seed) {
    m_method->setCurrentIndex(static_cast<int>(init.method));
    m_number->setText(QString::number(init.value, 'g', 17));
    m_perHead->setChecked(init.perHead);
    m_whole->setValue(static_cast<int>(seed & 0x7fffffff));
}

core::Initialiser MatrixFillDialog::initialiser() const {
    return {static_cast<InitMethod>(m_method->currentIndex()), number(), m_perHead->isChecked()};
}

std::uint64_t MatrixFillDialog::seed() const {
    return static_cast<std::uint64_t>(m_whole->value());
}

double MatrixFillDialog::number() const {
    return core::parseTypedNumber(m_number->text().toStdString()).value_or(1.0);
}

int MatrixFillDialog::places() const { return m_whole->value(); }

void MatrixFillDialog::check() {
    const auto method = static_cast<InitMethod>(m_method->currentIndex());
    const bool needed = m_kind == Kind::Constant || m_kind == Kind::Scale ||
                        (m_kind == Kind::Initialiser && hasValue(method));
    m_numberLabel->setText(m_kind == Kind::Scale           ? tr("&Factor")
                           : m_kind == Kind::Constant      ? tr("&Value")
                           : method == InitMethod::Normal  ? tr("&Deviation σ")
                           : method == InitMethod::Uniform ? tr("&Half-width")
                                                           : tr("&Value"));
    m_number->setEnabled(needed);
    const TypedValue typed = needed ? typedValue(m_number->text(), false) : TypedValue{1.0F, {}};
    m_sentence->setText(typed.why.section(QLatin1Char(';'), 0, 0));
    m_sentence->setVisible(!typed.why.isEmpty());
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(typed.value.has_value());
}

} // namespace attnscope::ui
