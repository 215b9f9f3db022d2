// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mask_edit.h"

#include <QWidget>

#include <array>

class QButtonGroup;
class QComboBox;
class QDoubleSpinBox;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace attnscope::ui {

/// What the mask is painted with: brush, rectangle, row or column; for whom; and the presets.
class MaskTools final : public QWidget {
    Q_OBJECT
public:
    enum Tool { Brush, Rectangle, Row, Column };
    explicit MaskTools(QWidget *parent);

    [[nodiscard]] Tool tool() const;
    void setTool(Tool tool);
    /// The head and sequence that are shown, of how many there are.
    void setShown(std::size_t head, std::size_t heads, std::size_t batch, std::size_t batches);
    /// Whose mask a stroke or a preset changes.
    [[nodiscard]] core::MaskScope scope() const;
    /// "all heads", "head 2", "head 2, sequence 0": for the words of an undo step.
    [[nodiscard]] QString scopeText() const;

    [[nodiscard]] core::MaskPreset preset() const;
    [[nodiscard]] QString presetText() const; ///< "window 2"
    /// Number, density and seed as they are set; the alignment is the session's business.
    [[nodiscard]] core::MaskPresetOptions options() const;
    [[nodiscard]] core::MaskCombine combine() const;
    [[nodiscard]] QString combineText() const;

    void retranslate();

signals:
    void applyClicked();
    void invertClicked();

protected:
    void changeEvent(QEvent *event) override;

private:
    void drawIcons();
    void fillScopes();
    void showOptions();

    QButtonGroup *m_group;
    std::array<QToolButton *, 4> m_buttons{};
    QComboBox *m_scope, *m_preset, *m_combine;
    QSpinBox *m_number;
    QDoubleSpinBox *m_density;
    QSpinBox *m_seed;
    QPushButton *m_apply;
    QToolButton *m_invert;
    std::array<int, 11> m_numbers{}; ///< remembered for each preset
    std::size_t m_head = 0, m_heads = 1, m_batch = 0, m_batches = 1;
};

} // namespace attnscope::ui
