// SPDX-License-Identifier: GPL-3.0-or-later
// Builds and names the widgets of the controls panel.
#include "ui/panels/controls_widgets.h"
#include "ui/panels/text_box.h"
#include "ui/panels/token_editor.h"
#include "ui/stage_text.h"

#include <QFontMetrics>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace attnscope::ui {

namespace {

using Spec = NumberControl::Spec;

void setItems(QComboBox &box, const QStringList &texts) {
    const QSignalBlocker quiet(&box);
    if (box.count() == 0)
        box.addItems(texts);
    for (int i = 0; i < box.count() && i < texts.size(); ++i)
        box.setItemText(i, texts[i]);
}

QComboBox *comboBox(QWidget *parent) {
    auto *box = new QComboBox(parent);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(6);
    box->setFocusPolicy(Qt::StrongFocus);
    return box;
}

} // namespace

void ControlsPanel::build() {
    auto *body = new QWidget(this);
    auto *column = new QVBoxLayout(body);
    column->setContentsMargins(12, 4, 10, 12);
    column->setSpacing(6);
    const auto heading = [&](const char *text) {
        auto *label = new QLabel(body);
        QFont font = label->font();
        font.setBold(true);
        label->setFont(font);
        label->setContentsMargins(0, 8, 0, 0);
        column->addWidget(label);
        m->headings.push_back({label, text});
    };
    const auto number = [&](const char *name, const Spec &spec) {
        auto *c = new NumberControl(spec, body);
        column->addWidget(c);
        m->numbers[QLatin1String(name)] = c;
    };
    const auto labelled = [&](QLabel *&label, QWidget *field, QWidget *second = nullptr) {
        label = new QLabel(body);
        auto *row = new QHBoxLayout;
        row->setSpacing(6);
        label->setFixedWidth(80);
        label->setBuddy(field);
        row->addWidget(label);
        row->addWidget(field, 1);
        if (second)
            row->addWidget(second);
        column->addLayout(row);
    };

    // Below the scrolled part: shown among the controls it would push the slider that is being
    // dragged away from under the pointer.
    m->banner = new RefusalBanner(this);

    heading(QT_TR_NOOP("Text"));
    m->text = new TextBox(body);
    m->text->setTabChangesFocus(true);
    m->text->setMinimumWidth(60);
    m->text->setFixedHeight(QFontMetrics(m->text->font()).lineSpacing() * 3 + 14);
    column->addWidget(m->text);
    column->addWidget(new TokenEditor(m_document, core::TokenSide::Text, body));
    m->cross = new QCheckBox(body);
    column->addWidget(m->cross);
    m->memory = new TextBox(body);
    m->memory->setTabChangesFocus(true);
    m->memory->setMinimumWidth(60);
    m->memory->setFixedHeight(QFontMetrics(m->memory->font()).lineSpacing() * 2 + 14);
    column->addWidget(m->memory);
    column->addWidget(new TokenEditor(m_document, core::TokenSide::Memory, body));

    heading(QT_TR_NOOP("Sizes"));
    number("d_model", {1, 65536, 1, 1024, true, 0, 32, {}});
    number("heads", {1, 1024, 1, 16, false, 0, 4, {}});
    m->tie = new QToolButton(body);
    m->tie->setCheckable(true);
    column->addWidget(m->tie);
    number("d_k", {1, 65536, 1, 1024, true, 0, 8, {}});
    number("d_v", {1, 65536, 1, 1024, true, 0, 8, {}});
    m->share = new QCheckBox(body);
    column->addWidget(m->share);

    heading(QT_TR_NOOP("Scaling"));
    m->scaling = comboBox(body);
    m->scalingValue = new QDoubleSpinBox(body);
    m->scalingValue->setRange(-1e6, 1e6);
    m->scalingValue->setDecimals(5);
    m->scalingValue->setSingleStep(0.05);
    m->scalingValue->setKeyboardTracking(false);
    column->addWidget(m->scaling);
    column->addWidget(m->scalingValue);

    heading(QT_TR_NOOP("Positions"));
    m->positional = new QCheckBox(body);
    column->addWidget(m->positional);
    number("base", {1e-3, 1e12, 10, 1e6, true, 0, 10000, 10000.0});

    heading(QT_TR_NOOP("Mask"));
    auto *causalRow = new QHBoxLayout;
    m->causal = new QCheckBox(body);
    m->alignment = comboBox(body);
    causalRow->addWidget(m->causal);
    causalRow->addWidget(m->alignment, 1);
    column->addLayout(causalRow);
    m->padding = new QCheckBox(body);
    column->addWidget(m->padding);
    m->custom = new QCheckBox(body);
    column->addWidget(m->custom);
    m->application = comboBox(body);
    labelled(m->applicationLabel, m->application);
    m->fill = comboBox(body);
    m->fill->setMinimumContentsLength(5);
    m->fillValue = new QDoubleSpinBox(body);
    m->fillValue->setRange(-1e38, 1e38);
    m->fillValue->setDecimals(2);
    m->fillValue->setValue(-100);
    m->fillValue->setMaximumWidth(90);
    m->fillValue->setKeyboardTracking(false);
    labelled(m->fillLabel, m->fill, m->fillValue);
    m->empty = comboBox(body);
    labelled(m->emptyLabel, m->empty);

    heading(QT_TR_NOOP("After the weights"));
    number("dropout", {0, 0.99, 0, 0.9, false, 2, 0, {}});
    m->dropoutSeed = new QSpinBox(body);
    m->dropoutSeed->setRange(0, 0x7fffffff);
    m->dropoutSeed->setKeyboardTracking(false);
    labelled(m->dropoutSeedLabel, m->dropoutSeed);
    m->norm = comboBox(body);
    labelled(m->normLabel, m->norm);

    heading(QT_TR_NOOP("Start values"));
    using enum core::Input;
    const std::pair<core::Input, const char *> arrays[] = {
        {XEmbed, "X_embed"}, {WQ, "W_Q"}, {WK, "W_K"}, {WV, "W_V"}, {WO, "W_O"}};
    for (const auto &[input, name] : arrays) {
        Widgets::InitRow row{input, nullptr, comboBox(body), new QDoubleSpinBox(body)};
        row.value->setRange(-1e6, 1e6);
        row.value->setDecimals(3);
        row.value->setSingleStep(0.1);
        row.value->setMaximumWidth(76);
        row.value->setKeyboardTracking(false);
        labelled(row.label, row.method, row.value);
        row.label->setText(QLatin1String(name));
        m->inits.push_back(row);
    }
    column->addStretch(1);
    setWidget(body);
}

void ControlsPanel::retranslate() {
    for (const Widgets::Heading &h : m->headings)
        h.label->setText(tr(h.text));
    m->text->setPlaceholderText(tr("Type a sentence. Each line is a sequence of the batch."));
    m->text->setToolTip(tr("The words that attend to each other. Each line is one sequence of the "
                           "batch; shorter ones are padded."));
    m->text->setAccessibleName(tr("Text"));
    m->cross->setText(tr("Attend to another text (cross-attention)"));
    m->cross->setToolTip(tr("Keys and values come from the other text, queries from the first."));
    m->memory->setPlaceholderText(tr("The other text, one line for each line above."));
    m->memory->setAccessibleName(tr("Other text"));

    const auto number = [this](const char *name, const QString &title, const QString &symbol,
                               const QString &unit, const QString &what) {
        m->numbers.at(QLatin1String(name))->setTexts(title, symbol, unit, what);
    };
    number("d_model", tr("Model width"), QStringLiteral("<i>D</i>"), tr("columns of X"),
           tr("How many numbers stand for one token. Changes every array."));
    number("heads", tr("Heads"), QStringLiteral("<i>H</i>"), tr("heads"),
           tr("How many attention maps are computed side by side."));
    number("d_k", tr("Width of queries and keys"), QStringLiteral("<i>d<sub>k</sub></i>"),
           tr("columns a head"),
           tr("How long the vectors are whose dot products are the scores. Scores spread as "
              "√d_k."));
    number("d_v", tr("Width of values"), QStringLiteral("<i>d<sub>v</sub></i>"),
           tr("columns a head"), tr("How much each head hands on. Changes V, context and concat."));
    number("base", tr("Base of the positional encoding"), QStringLiteral("base"),
           tr("no unit, 10000 is usual"),
           tr("A larger base stretches the slow waves: wavelengths run from 2π to 2π·base."));
    number("dropout", tr("Dropout"), QStringLiteral("<i>p</i>"), tr("probability"),
           tr("Share of the weights that are set to 0; the rest is divided by 1 − p."));
    m->tie->setToolTip(
        tr("Locked: d_k and d_v follow d_model / H. Moving d_k or d_v by hand unlocks them."));
    m->tie->setAccessibleName(tr("d_k follows d_model / H"));
    m->share->setText(tr("Values from W_K too (share K and V)"));
    m->share->setToolTip(tr("V is made by W_K and b_K. Needs d_k = d_v."));

    QStringList items;
    for (int i = 0; i <= static_cast<int>(core::ScalingMode::Standardise); ++i)
        items << scalingTitle(static_cast<core::ScalingMode>(i));
    setItems(*m->scaling, items);
    m->scaling->setToolTip(tr("What raw scores are multiplied by before the softmax."));
    m->scaling->setAccessibleName(tr("Scaling"));
    m->scalingValue->setAccessibleName(tr("Scale"));
    m->positional->setText(tr("Add the positional encoding"));

    m->causal->setText(tr("Causal"));
    m->causal->setToolTip(tr("A query sees no key that comes after it."));
    setItems(*m->alignment, {tr("from the bottom right"), tr("from the top left")});
    m->alignment->setToolTip(tr("Where the diagonal ends when queries and keys differ in number."));
    m->alignment->setAccessibleName(tr("Alignment of the causal mask"));
    m->padding->setText(tr("Padding"));
    m->padding->setToolTip(tr("Hides the places that fill up shorter sequences."));
    m->custom->setText(tr("The session's own mask"));
    m->applicationLabel->setText(tr("applied"));
    items.clear();
    for (int i = 0; i <= static_cast<int>(core::MaskApplication::MultiplyWeightsRenormalise); ++i)
        items << maskApplicationTitle(static_cast<core::MaskApplication>(i));
    setItems(*m->application, items);
    m->application->setToolTip(
        tr("The first way is right, the others are the mistakes people make."));
    m->fillLabel->setText(tr("fill"));
    setItems(*m->fill, {QStringLiteral("−∞"), QStringLiteral("−1e9"), QStringLiteral("−1e4"),
                        tr("a number")});
    m->fill->setToolTip(tr("What hidden scores become before the softmax."));
    m->fillValue->setAccessibleName(tr("Fill"));
    m->emptyLabel->setText(tr("empty rows"));
    setItems(*m->empty, {tr("zero"), tr("NaN")});
    m->empty->setToolTip(tr("What a row without a visible key becomes."));

    m->dropoutSeedLabel->setText(tr("dropout seed"));
    m->normLabel->setText(tr("normalise"));
    setItems(*m->norm, {tr("no"), tr("the whole row"), tr("each head")});
    m->norm->setToolTip(tr("LayerNorm of the concatenated heads, before W_O."));

    const QStringList methods = {tr("Xavier uniform"), tr("Xavier normal"),  tr("Kaiming uniform"),
                                 tr("Kaiming normal"), tr("He by d_k"),      tr("normal"),
                                 tr("uniform"),        tr("PyTorch Linear"), tr("PyTorch MHA"),
                                 tr("identity"),       tr("orthogonal"),     tr("zeros"),
                                 tr("constant")};
    for (const Widgets::InitRow &row : m->inits) {
        setItems(*row.method, methods);
        row.method->setPlaceholderText(tr("not drawn"));
        row.method->setToolTip(tr("How this array is drawn from the seed."));
        row.method->setAccessibleName(row.label->text());
        row.value->setAccessibleName(
            tr("%1: deviation, half-width or constant").arg(row.label->text()));
        row.value->setToolTip(tr("Deviation, half-width or constant."));
    }
}

} // namespace attnscope::ui
