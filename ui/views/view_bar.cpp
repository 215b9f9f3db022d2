// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/view_bar.h"

#include "core/problem.h"
#include "ui/session_document.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QPainter>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace attnscope::ui {

namespace {

/// A chip in the head's colour, the same as beside its panel's title.
QIcon chip(std::size_t head) {
    QPixmap pixmap(12, 12);
    pixmap.fill(headColour(head, false));
    return QIcon(pixmap);
}

void setTexts(QComboBox &box, const QStringList &texts) {
    const QSignalBlocker quiet(&box);
    for (int i = 0; i < texts.size(); ++i)
        if (i < box.count())
            box.setItemText(i, texts[i]);
        else
            box.addItem(texts[i]);
}

} // namespace

ViewBar::ViewBar(SessionDocument &document, int parts, bool allHeads, QWidget *parent)
    : QWidget(parent), m_document(document), m_allHeads(allHeads), m_head(new QComboBox(this)),
      m_sequence(new QComboBox(this)), m_colours(new QComboBox(this)), m_range(new QComboBox(this)),
      m_scale(new QComboBox(this)), m_unfold(new QToolButton(this)), m_margins(new QCheckBox(this)),
      m_numbers(new QCheckBox(this)), m_lo(new QDoubleSpinBox(this)),
      m_hi(new QDoubleSpinBox(this)) {
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    m_unfold->setCheckable(true);
    for (QComboBox *box : {m_head, m_sequence, m_colours, m_range, m_scale})
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    for (QDoubleSpinBox *spin : {m_lo, m_hi}) {
        spin->setRange(-1e9, 1e9);
        spin->setDecimals(3);
        spin->setSingleStep(0.1);
        spin->setMaximumWidth(80);
        spin->setKeyboardTracking(false);
    }
    const std::pair<QWidget *, int> all[] = {
        {m_head, Head},       {m_sequence, Head},   {m_unfold, Unfold}, {m_margins, Margins},
        {m_numbers, Numbers}, {m_colours, Colours}, {m_range, Range},   {m_lo, Range},
        {m_hi, Range},        {m_scale, Range}};
    for (const auto &[widget, part] : all) {
        row->addWidget(widget);
        widget->setVisible((parts & part) != 0);
        widget->setProperty("offered", (parts & part) != 0);
    }
    row->addStretch(1);
    retranslate();
    sync();

    SessionDocument &d = document;
    connect(&d, &SessionDocument::viewChanged, this, &ViewBar::sync);
    connect(m_head, &QComboBox::activated, this, [this, &d](int i) {
        d.changeView([&](ViewSettings &v) {
            if (m_allHeads && i == 0)
                v.head.reset();
            else
                v.head = static_cast<std::size_t>(m_allHeads ? i - 1 : i);
        });
    });
    connect(m_sequence, &QComboBox::activated, this, [&d](int i) {
        d.changeView([&](ViewSettings &v) { v.batch = static_cast<std::size_t>(i); });
    });
    connect(m_unfold, &QToolButton::toggled, this,
            [&d](bool on) { d.changeView([&](ViewSettings &v) { v.unfold = on; }); });
    connect(m_margins, &QCheckBox::toggled, this,
            [&d](bool on) { d.changeView([&](ViewSettings &v) { v.margins = on; }); });
    connect(m_numbers, &QCheckBox::toggled, this,
            [&d](bool on) { d.changeView([&](ViewSettings &v) { v.numbers = on; }); });
    connect(m_colours, &QComboBox::activated, this, [&d](int i) {
        d.changeView([&](ViewSettings &v) {
            if (i == 0)
                v.colourMap.reset();
            else
                v.colourMap = static_cast<ColourMap>(i - 1);
        });
    });
    connect(m_range, &QComboBox::activated, this, [&d](int i) {
        d.changeView([&](ViewSettings &v) { v.rangeMode = static_cast<RangeMode>(i); });
    });
    connect(m_scale, &QComboBox::activated, this, [&d](int i) {
        d.changeView([&](ViewSettings &v) { v.scaleMode = static_cast<ColourScaleMode>(i); });
    });
    // The other end is taken as it is, not as its box rounds it.
    connect(m_lo, &QDoubleSpinBox::valueChanged, this, [&d](double lo) {
        if (lo < d.view().fixedRange.hi)
            d.changeView([&](ViewSettings &v) { v.fixedRange.lo = lo; });
    });
    connect(m_hi, &QDoubleSpinBox::valueChanged, this, [&d](double hi) {
        if (hi > d.view().fixedRange.lo)
            d.changeView([&](ViewSettings &v) { v.fixedRange.hi = hi; });
    });
}

void ViewBar::setProblem(const core::Problem &p) {
    const int heads = static_cast<int>(p.heads()), batch = static_cast<int>(p.batch());
    if (heads == m_heads && batch == m_batch)
        return;
    m_heads = heads;
    m_batch = batch;
    {
        const QSignalBlocker quietHead(m_head), quietSequence(m_sequence);
        m_head->clear();
        m_sequence->clear();
        if (m_allHeads)
            m_head->addItem(tr("all heads"));
        for (int h = 0; h < heads; ++h)
            m_head->addItem(chip(static_cast<std::size_t>(h)), tr("head %1").arg(h));
        for (int b = 0; b < batch; ++b)
            m_sequence->addItem(tr("sequence %1").arg(b));
    }
    sync();
}

void ViewBar::sync() {
    const ViewSettings &v = m_document.view();
    const QSignalBlocker blocked[] = {QSignalBlocker(m_head),    QSignalBlocker(m_sequence),
                                      QSignalBlocker(m_unfold),  QSignalBlocker(m_margins),
                                      QSignalBlocker(m_numbers), QSignalBlocker(m_colours),
                                      QSignalBlocker(m_range),   QSignalBlocker(m_scale),
                                      QSignalBlocker(m_lo),      QSignalBlocker(m_hi)};
    const int first = m_allHeads ? 1 : 0;
    const int head = v.head     ? static_cast<int>(*v.head)
                     : v.locked ? static_cast<int>(v.locked->head)
                                : 0;
    m_head->setCurrentIndex(m_allHeads && !v.head ? 0
                                                  : std::min(head + first, m_head->count() - 1));
    m_sequence->setVisible(m_sequence->property("offered").toBool() && m_batch > 1);
    m_sequence->setCurrentIndex(std::min(static_cast<int>(v.batch), m_batch - 1));
    m_unfold->setChecked(v.unfold);
    m_margins->setChecked(v.margins);
    m_numbers->setChecked(v.numbers);
    m_colours->setCurrentIndex(v.colourMap ? static_cast<int>(*v.colourMap) + 1 : 0);
    m_range->setCurrentIndex(static_cast<int>(v.rangeMode));
    m_scale->setCurrentIndex(static_cast<int>(v.scaleMode));
    const bool fixed = v.rangeMode == RangeMode::Fixed && m_range->property("offered").toBool();
    m_lo->setVisible(fixed);
    m_hi->setVisible(fixed);
    m_lo->setValue(v.fixedRange.lo);
    m_hi->setValue(v.fixedRange.hi);
}

void ViewBar::retranslate() {
    m_unfold->setText(tr("Unfold"));
    m_unfold->setToolTip(
        tr("Raw scores, scores, masked scores and weights of one head side by side"));
    m_margins->setText(tr("Margins"));
    m_margins->setToolTip(tr("Entropy of each row at the right, mean of each key below, where one "
                             "or two heads are shown"));
    m_numbers->setText(tr("Numbers"));
    m_numbers->setToolTip(tr("Values in the cells where there is room"));
    setTexts(*m_colours, {tr("colours by stage"), tr("viridis"), tr("cividis"), tr("grey"),
                          tr("blue–red"), tr("purple–green")});
    m_colours->setAccessibleName(tr("Colour map"));
    setTexts(*m_range, {tr("one range"), tr("range per head"), tr("fixed range")});
    m_range->setAccessibleName(tr("Colour range"));
    setTexts(*m_scale, {tr("linear"), tr("logarithmic"), tr("per row")});
    m_scale->setAccessibleName(tr("Colour scale"));
    m_head->setAccessibleName(tr("Head"));
    m_sequence->setAccessibleName(tr("Sequence"));
    m_lo->setAccessibleName(tr("Lower end"));
    m_hi->setAccessibleName(tr("Upper end"));
    if (m_heads) {
        if (m_allHeads)
            m_head->setItemText(0, tr("all heads"));
        for (int h = 0; h < m_heads; ++h)
            m_head->setItemText(h + (m_allHeads ? 1 : 0), tr("head %1").arg(h));
        for (int b = 0; b < m_batch; ++b)
            m_sequence->setItemText(b, tr("sequence %1").arg(b));
    }
}

} // namespace attnscope::ui
