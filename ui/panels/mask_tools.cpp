// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/mask_tools.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace attnscope::ui {

using core::MaskPreset;

namespace {

constexpr int kPresets = static_cast<int>(MaskPreset::Random) + 1;

/// A raster of cells, those that the tool paints filled.
QIcon toolIcon(MaskTools::Tool tool, const QPalette &palette, double ratio) {
    constexpr int kCells = 4, kSide = 4;
    QPixmap pixmap(QSize(18, 18) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    QColor faint = palette.color(QPalette::ButtonText);
    faint.setAlphaF(0.25F);
    for (int r = 0; r < kCells; ++r)
        for (int c = 0; c < kCells; ++c) {
            const bool on = tool == MaskTools::Row         ? r == 1
                            : tool == MaskTools::Column    ? c == 1
                            : tool == MaskTools::Rectangle ? r >= 1 && c >= 1 && r < 4 && c < 3
                                                           : r == c || r == c + 1;
            painter.fillRect(
                QRectF(c * (kSide + 0.5), r * (kSide + 0.5), kSide, kSide).translated(0.25, 0.25),
                on ? palette.color(QPalette::ButtonText) : faint);
        }
    return QIcon(pixmap);
}

void setTexts(QComboBox &box, const QStringList &texts) {
    const QSignalBlocker quiet(&box);
    const int at = std::max(box.currentIndex(), 0);
    box.clear();
    box.addItems(texts);
    box.setCurrentIndex(std::min(at, box.count() - 1));
}

} // namespace

MaskTools::MaskTools(QWidget *parent)
    : QWidget(parent), m_group(new QButtonGroup(this)), m_scope(new QComboBox(this)),
      m_preset(new QComboBox(this)), m_combine(new QComboBox(this)), m_number(new QSpinBox(this)),
      m_density(new QDoubleSpinBox(this)), m_seed(new QSpinBox(this)),
      m_apply(new QPushButton(this)), m_invert(new QToolButton(this)) {
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    auto *first = new QHBoxLayout, *second = new QHBoxLayout;
    first->setSpacing(4);
    second->setSpacing(4);
    rows->addLayout(first);
    rows->addLayout(second);
    for (int i = 0; i < 4; ++i) {
        auto *button = new QToolButton(this);
        button->setCheckable(true);
        button->setIconSize({18, 18});
        button->setFocusPolicy(Qt::StrongFocus);
        m_group->addButton(button, i);
        m_buttons[static_cast<std::size_t>(i)] = button;
        first->addWidget(button);
    }
    m_buttons[0]->setChecked(true);
    for (QComboBox *box : {m_scope, m_preset, m_combine}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(5);
    }
    first->addSpacing(4);
    first->addWidget(m_scope, 1);
    first->addWidget(m_invert);
    second->addWidget(m_preset, 3);
    second->addWidget(m_number);
    second->addWidget(m_density);
    second->addWidget(m_seed);
    second->addWidget(m_combine, 2);
    second->addWidget(m_apply);
    m_number->setRange(0, 1 << 20);
    m_seed->setRange(0, 0x7fffffff);
    m_seed->setValue(1);
    m_density->setRange(0.0, 1.0);
    m_density->setSingleStep(0.05);
    m_density->setValue(0.5);
    for (QAbstractSpinBox *spin :
         {static_cast<QAbstractSpinBox *>(m_number), static_cast<QAbstractSpinBox *>(m_seed),
          static_cast<QAbstractSpinBox *>(m_density)})
        spin->setMaximumWidth(64);
    m_numbers.fill(1);
    m_numbers[static_cast<std::size_t>(MaskPreset::Blocks)] = 3;
    m_numbers[static_cast<std::size_t>(MaskPreset::Strided)] = 2;

    connect(m_preset, &QComboBox::currentIndexChanged, this, &MaskTools::showOptions);
    connect(m_number, &QSpinBox::valueChanged, this,
            [this](int value) { m_numbers[static_cast<std::size_t>(preset())] = value; });
    connect(m_apply, &QPushButton::clicked, this, &MaskTools::applyClicked);
    connect(m_invert, &QToolButton::clicked, this, &MaskTools::invertClicked);
    retranslate();
    // What is wanted most often comes first.
    m_preset->setCurrentIndex(static_cast<int>(MaskPreset::Causal));
    drawIcons();
}

MaskTools::Tool MaskTools::tool() const { return static_cast<Tool>(m_group->checkedId()); }
void MaskTools::setTool(Tool tool) { m_group->button(tool)->setChecked(true); }

void MaskTools::setShown(std::size_t head, std::size_t heads, std::size_t batch,
                         std::size_t batches) {
    if (head == m_head && heads == m_heads && batch == m_batch && batches == m_batches)
        return;
    m_head = head;
    m_heads = heads;
    m_batch = batch;
    m_batches = batches;
    fillScopes();
}

void MaskTools::fillScopes() {
    QStringList texts{tr("all heads"), tr("head %1 alone").arg(m_head)};
    if (m_batches > 1)
        texts << tr("all heads, sequence %1").arg(m_batch)
              << tr("head %1, sequence %2").arg(m_head).arg(m_batch);
    setTexts(*m_scope, texts);
}

core::MaskScope MaskTools::scope() const {
    const int at = m_scope->currentIndex();
    core::MaskScope scope;
    if (at == 1 || at == 3)
        scope.head = m_head;
    if (at >= 2)
        scope.batch = m_batch;
    return scope;
}

QString MaskTools::scopeText() const {
    const core::MaskScope s = scope();
    QString text = s.head ? tr("head %1").arg(*s.head) : tr("all heads");
    if (s.batch)
        text += QStringLiteral(", ") + tr("sequence %1").arg(*s.batch);
    return text;
}

MaskPreset MaskTools::preset() const { return static_cast<MaskPreset>(m_preset->currentIndex()); }

QString MaskTools::presetText() const {
    if (preset() == MaskPreset::Random)
        return QStringLiteral("%1 %2").arg(m_preset->currentText()).arg(m_density->value());
    return m_number->isHidden()
               ? m_preset->currentText()
               : QStringLiteral("%1 %2").arg(m_preset->currentText()).arg(m_number->value());
}

core::MaskPresetOptions MaskTools::options() const {
    core::MaskPresetOptions o;
    o.number = static_cast<std::size_t>(m_number->value());
    o.density = m_density->value();
    o.seed = static_cast<std::uint64_t>(m_seed->value());
    return o;
}

core::MaskCombine MaskTools::combine() const {
    return static_cast<core::MaskCombine>(m_combine->currentIndex());
}
QString MaskTools::combineText() const { return m_combine->currentText(); }

void MaskTools::showOptions() {
    const MaskPreset p = preset();
    const bool numbered = p == MaskPreset::Window || p == MaskPreset::Prefix ||
                          p == MaskPreset::PrefixLm || p == MaskPreset::Blocks ||
                          p == MaskPreset::Strided;
    m_number->setVisible(numbered);
    m_density->setVisible(p == MaskPreset::Random);
    m_seed->setVisible(p == MaskPreset::Random);
    const QSignalBlocker quiet(m_number);
    m_number->setMinimum(p == MaskPreset::Blocks || p == MaskPreset::Strided ? 1 : 0);
    m_number->setValue(m_numbers[static_cast<std::size_t>(p)]);
    const QString name = p == MaskPreset::Window    ? tr("Keys to each side")
                         : p == MaskPreset::Blocks  ? tr("Tokens in a block")
                         : p == MaskPreset::Strided ? tr("Every how many keys")
                                                    : tr("Length of the prefix");
    m_number->setAccessibleName(name);
    m_number->setToolTip(name);
}

void MaskTools::retranslate() {
    const std::pair<QString, QString> names[] = {
        {tr("Brush"), tr("Brush: drag over cells. The first cell decides between hiding and "
                         "showing; the right button does the opposite.")},
        {tr("Rectangle"), tr("Rectangle: drag from corner to corner")},
        {tr("Row"), tr("Row: all keys of a query (R at the keyboard, or its label)")},
        {tr("Column"), tr("Column: a key for all queries (C at the keyboard, or its label)")}};
    for (std::size_t i = 0; i < 4; ++i) {
        m_buttons[i]->setAccessibleName(names[i].first);
        m_buttons[i]->setToolTip(names[i].second);
    }
    m_scope->setAccessibleName(tr("Paint for"));
    m_scope->setToolTip(tr("Whose mask a stroke or a preset changes"));
    m_invert->setText(tr("Invert"));
    m_invert->setToolTip(tr("Visible becomes hidden and the other way round"));
    setTexts(*m_preset, {tr("all visible"), tr("nothing visible"), tr("causal"), tr("padding"),
                         tr("window"), tr("prefix"), tr("prefix-LM"), tr("blocks"), tr("sentences"),
                         tr("strided"), tr("random")});
    static_assert(kPresets == 11);
    m_preset->setAccessibleName(tr("Preset"));
    m_preset->setToolTip(tr("A pattern to draw into the mask"));
    setTexts(*m_combine, {tr("replace"), tr("AND"), tr("OR")});
    m_combine->setAccessibleName(tr("Combine with the mask"));
    m_combine->setToolTip(tr("replace: the pattern alone · AND: visible in both · OR: visible in "
                             "either"));
    m_density->setAccessibleName(tr("Share of visible cells"));
    m_density->setToolTip(m_density->accessibleName());
    m_seed->setAccessibleName(tr("Seed of the random mask"));
    m_seed->setToolTip(m_seed->accessibleName());
    m_apply->setText(tr("Apply"));
    m_apply->setToolTip(tr("Draw the pattern into the mask"));
    fillScopes();
    showOptions();
}

void MaskTools::changeEvent(QEvent *event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        drawIcons();
    QWidget::changeEvent(event);
}

void MaskTools::drawIcons() {
    for (int i = 0; i < 4; ++i)
        m_buttons[static_cast<std::size_t>(i)]->setIcon(
            toolIcon(static_cast<Tool>(i), palette(), devicePixelRatioF()));
}

} // namespace attnscope::ui
