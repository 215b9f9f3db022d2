// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine.h"
#include "core/problem.h"
#include "ui/panels/calculator_table.h"
#include "ui/plot/figure.h"

#include <QDialog>

#include <array>
#include <memory>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QTableWidget;

namespace attnscope::ui {

/// What attention of any size costs: parameters, bytes and operations of each stage, KV cache and
/// training, beside the memory of the device. Nothing of it is loaded or computed.
class CalculatorDialog : public QDialog {
    Q_OBJECT
public:
    enum Field { Batch, Queries, Keys, Model, Memory, Heads, KeyHeads, DK, DV, Layers };
    static constexpr std::size_t kFields = 10;

    explicit CalculatorDialog(QWidget *parent);

    void setColours(const Palette &palette);
    /// Whose memory the sizes stand beside.
    void setEngine(const core::EngineInfo &engine);
    /// What the button for the present sizes takes.
    void setProblem(std::shared_ptr<const core::Problem> problem);
    void usePresentSizes();

    [[nodiscard]] CalculatorInput input() const;
    [[nodiscard]] QSpinBox &field(Field f) const { return *m_fields[f]; }
    /// All that is shown: tab-separated lines, or tables in Markdown.
    [[nodiscard]] QString text(bool markdown) const;

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void build();
    void retranslate();
    void calculate();
    void fillTable(const QList<CalculatorLine> &lines);

    std::array<QSpinBox *, kFields> m_fields{};
    std::array<QLabel *, kFields> m_names{};
    QComboBox *m_precision, *m_optimiser;
    QLabel *m_precisionName, *m_optimiserName, *m_biasName, *m_verdict;
    QCheckBox *m_share, *m_norm;
    std::array<QCheckBox *, 4> m_biases{};
    QTableWidget *m_table;
    QPushButton *m_present, *m_copy, *m_copyMarkdown;
    core::EngineInfo m_engine;
    std::shared_ptr<const core::Problem> m_problem;
    Palette m_palette = Palette::light();
    QString m_issue;
    QList<CalculatorLine> m_lines;
};

} // namespace attnscope::ui
