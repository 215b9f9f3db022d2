// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>

class QDoubleSpinBox;
class QLabel;
class QSlider;
class QToolButton;

namespace attnscope::ui {

/// One number of the controls: symbol, slider, spin box, unit, and a button that puts it back.
class NumberControl : public QWidget {
    Q_OBJECT
public:
    struct Spec {
        double least = 1, most = 1e6;            ///< what may be typed
        double sliderLeast = 1, sliderMost = 64; ///< what the slider spans
        bool logarithmic = false;
        int decimals = 0;
        double reset = 1;
        std::optional<double> mark; ///< a value that the slider's groove marks
    };
    explicit NumberControl(const Spec &spec, QWidget *parent = nullptr);

    /// `symbol` is rich text; `what` says what the number changes.
    void setTexts(const QString &name, const QString &symbol, const QString &unit,
                  const QString &what);
    [[nodiscard]] double value() const;
    /// Shows a value without saying that the user chose it.
    void setValue(double value);
    void setResetValue(double value);

    [[nodiscard]] QSlider *slider() const { return m_slider; }
    [[nodiscard]] QDoubleSpinBox *spinBox() const { return m_spin; }
    /// Between a value and the slider's position, for tests and for driving the slider.
    [[nodiscard]] int positionOf(double value) const;
    [[nodiscard]] double valueAt(int position) const;

signals:
    void edited(double value);
    void dragStarted();
    void dragEnded();

private:
    Spec m_spec;
    QLabel *m_symbol;
    QSlider *m_slider;
    QDoubleSpinBox *m_spin;
    QToolButton *m_reset;
};

} // namespace attnscope::ui
