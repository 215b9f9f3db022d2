// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/number_control.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QSlider>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace attnscope::ui {

namespace {

constexpr int kLogSteps = 240; // positions of a logarithmic slider

/// A slider whose groove marks one value (10000 for the base of the encoding).
class MarkedSlider final : public QSlider {
public:
    explicit MarkedSlider(std::optional<int> mark, QWidget *parent)
        : QSlider(Qt::Horizontal, parent), m_mark(mark) {
        setFocusPolicy(Qt::StrongFocus);
    }

protected:
    void paintEvent(QPaintEvent *event) override {
        QSlider::paintEvent(event);
        if (!m_mark)
            return;
        QStyleOptionSlider option;
        initStyleOption(&option);
        const int handle = style()->pixelMetric(QStyle::PM_SliderLength, &option, this);
        const int x = handle / 2 + QStyle::sliderPositionFromValue(minimum(), maximum(), *m_mark,
                                                                   width() - handle);
        QPainter painter(this);
        painter.setPen(QPen(palette().color(QPalette::WindowText), 1.5));
        painter.drawLine(x, height() - 4, x, height() - 1);
    }
    void wheelEvent(QWheelEvent *event) override {
        // The wheel scrolls the panel unless the slider was chosen first.
        if (hasFocus())
            QSlider::wheelEvent(event);
        else
            event->ignore();
    }

private:
    std::optional<int> m_mark;
};

} // namespace

NumberControl::NumberControl(const Spec &spec, QWidget *parent) : QWidget(parent), m_spec(spec) {
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    m_symbol = new QLabel(this);
    m_symbol->setTextFormat(Qt::RichText);
    m_symbol->setFixedWidth(38);
    m_slider = new MarkedSlider(
        spec.mark ? std::optional<int>(positionOf(*spec.mark)) : std::nullopt, this);
    if (spec.logarithmic) {
        m_slider->setRange(0, kLogSteps);
        m_slider->setPageStep(kLogSteps / 10);
    } else {
        m_slider->setRange(positionOf(spec.sliderLeast), positionOf(spec.sliderMost));
        m_slider->setPageStep(std::max(1, (m_slider->maximum() - m_slider->minimum()) / 8));
    }
    m_spin = new QDoubleSpinBox(this);
    m_spin->setRange(spec.least, spec.most);
    m_spin->setDecimals(spec.decimals);
    m_spin->setSingleStep(spec.decimals ? std::pow(10.0, -std::min(spec.decimals, 2)) : 1.0);
    if (spec.logarithmic)
        m_spin->setStepType(spec.decimals ? QAbstractSpinBox::AdaptiveDecimalStepType
                                          : QAbstractSpinBox::DefaultStepType);
    m_spin->setKeyboardTracking(false);
    m_spin->setGroupSeparatorShown(false);
    m_spin->setFixedWidth(84);
    m_slider->setMinimumWidth(60);
    m_spin->setFocusPolicy(Qt::StrongFocus);
    m_reset = new QToolButton(this);
    m_reset->setText(QStringLiteral("↺"));
    m_reset->setAutoRaise(true);
    m_reset->setFixedWidth(24);
    row->addWidget(m_symbol);
    row->addWidget(m_slider, 1);
    row->addWidget(m_spin);
    row->addWidget(m_reset);
    m_symbol->setBuddy(m_spin);

    connect(m_slider, &QSlider::valueChanged, this, [this](int position) {
        const QSignalBlocker quiet(m_spin);
        const double v = valueAt(position);
        if (v == m_spin->value())
            return; // two positions of a log slider may round to one whole number
        m_spin->setValue(v);
        emit edited(m_spin->value());
    });
    connect(m_slider, &QSlider::sliderPressed, this, &NumberControl::dragStarted);
    connect(m_slider, &QSlider::sliderReleased, this, &NumberControl::dragEnded);
    connect(m_spin, &QDoubleSpinBox::valueChanged, this, [this](double v) {
        const QSignalBlocker quiet(m_slider);
        m_slider->setValue(positionOf(v));
        emit edited(v);
    });
    connect(m_reset, &QToolButton::clicked, this, [this] { m_spin->setValue(m_spec.reset); });
    setValue(spec.reset);
}

void NumberControl::setTexts(const QString &name, const QString &symbol, const QString &unit,
                             const QString &what) {
    m_symbol->setText(symbol);
    const QString tip = QStringLiteral("<p><b>%1</b> (%2)<br>%3</p>").arg(name, unit, what);
    for (QWidget *w : {static_cast<QWidget *>(m_symbol), static_cast<QWidget *>(m_slider),
                       static_cast<QWidget *>(m_spin)})
        w->setToolTip(tip);
    m_slider->setAccessibleName(name);
    m_spin->setAccessibleName(name);
    m_spin->setAccessibleDescription(what);
    m_reset->setToolTip(tr("Back to %1").arg(m_spec.reset));
    m_reset->setAccessibleName(tr("Reset %1").arg(name));
}

double NumberControl::value() const { return m_spin->value(); }

void NumberControl::setValue(double value) {
    const QSignalBlocker quietSpin(m_spin), quietSlider(m_slider);
    if (m_spin->value() != value)
        m_spin->setValue(value);
    // Not while it is dragged: the handle belongs to the hand.
    if (!m_slider->isSliderDown())
        m_slider->setValue(positionOf(value));
}

void NumberControl::setResetValue(double value) {
    m_spec.reset = value;
    m_reset->setToolTip(tr("Back to %1").arg(value));
}

int NumberControl::positionOf(double value) const {
    if (!m_spec.logarithmic)
        return static_cast<int>(std::lround(value * std::pow(10.0, m_spec.decimals)));
    const double v = std::clamp(value, m_spec.sliderLeast, m_spec.sliderMost);
    const double share =
        std::log(v / m_spec.sliderLeast) / std::log(m_spec.sliderMost / m_spec.sliderLeast);
    return static_cast<int>(std::lround(share * kLogSteps));
}

double NumberControl::valueAt(int position) const {
    if (!m_spec.logarithmic)
        return position / std::pow(10.0, m_spec.decimals);
    const double share = static_cast<double>(position) / kLogSteps;
    const double v = m_spec.sliderLeast * std::pow(m_spec.sliderMost / m_spec.sliderLeast, share);
    const double step = std::pow(10.0, m_spec.decimals);
    return std::round(v * step) / step;
}

} // namespace attnscope::ui
