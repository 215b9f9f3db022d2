// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config.h"

#include <QDialog>

#include <cstdint>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace attnscope::ui {

/// Asks for what a fill needs: an initialiser and its seed, or one number.
class MatrixFillDialog : public QDialog {
    Q_OBJECT
public:
    enum class Kind { Initialiser, Constant, Scale, Round };
    /// \param target what is filled, in words: "3×4 cells of W_Q".
    MatrixFillDialog(Kind kind, const QString &target, QWidget *parent);

    void setInitialiser(const core::Initialiser &init, std::uint64_t seed);
    [[nodiscard]] core::Initialiser initialiser() const;
    [[nodiscard]] std::uint64_t seed() const;
    /// The value of a constant, or the factor.
    [[nodiscard]] double number() const;
    [[nodiscard]] int places() const;

private:
    void check();

    Kind m_kind;
    QComboBox *m_method;
    QLineEdit *m_number;
    QCheckBox *m_perHead;
    QSpinBox *m_whole; ///< seed, or decimals
    QLabel *m_numberLabel, *m_sentence;
    QDialogButtonBox *m_buttons;
};

/// "Xavier uniform": an initialiser's name for people.
[[nodiscard]] QString initialiserTitle(core::InitMethod method);

} // namespace attnscope::ui
