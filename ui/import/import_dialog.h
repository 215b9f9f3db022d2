// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import_plan.h"

#include <QDialog>

#include <memory>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QTableView;
class QToolButton;

namespace attnscope::ui {

class ArrayPreview;
class ImportModel;

/// What the arrays of a file become, shown before anything is replaced; what neither names nor
/// shapes tell is asked.
class ImportDialog final : public QDialog {
    Q_OBJECT
public:
    /// \throws core::FileError
    ImportDialog(core::ArraySource source, std::shared_ptr<const core::Session> session,
                 QWidget *parent);
    ~ImportDialog() override;

    [[nodiscard]] const core::ImportPlan &plan() const { return m_plan; }
    /// After it was accepted: the session with the arrays in it, the words of the step, and what
    /// was done to the numbers.
    [[nodiscard]] const core::Session &result() const { return m_result; }
    [[nodiscard]] QString stepText() const;
    [[nodiscard]] QStringList notes() const { return m_notes; }

    void accept() override;

private:
    void build();
    void planChanged();
    void showRow();
    void chooseAnswer(int index);
    void answerForAll();
    void answerRow(std::size_t row, int index);
    [[nodiscard]] int currentRow() const;

    core::ArraySource m_source;
    std::shared_ptr<const core::Session> m_session;
    core::ImportPlan m_plan;
    core::Session m_result;
    QStringList m_notes;

    ImportModel *m_model;
    ArrayPreview *m_preview;
    QTableView *m_table;
    QComboBox *m_layer, *m_target, *m_answer;
    QSpinBox *m_heads;
    QLabel *m_about, *m_layerLabel, *m_answerLabel, *m_note, *m_state;
    QToolButton *m_forAll;
    QPushButton *m_import;
};

} // namespace attnscope::ui
