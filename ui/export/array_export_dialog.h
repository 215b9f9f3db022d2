// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session.h"
#include "core/trace.h"

#include <QDialog>

#include <memory>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace attnscope::ui {

/// Writes one array of a pass, or all of them, as CSV, .npy or .npz.
class ArrayExportDialog final : public QDialog {
    Q_OBJECT
public:
    /// `name`, `head` and `sequence`: what is shown now and therefore suggested.
    ArrayExportDialog(core::TracePtr trace, std::shared_ptr<const core::Session> session,
                      const QString &name, std::optional<std::size_t> head, std::size_t sequence,
                      const QString &folder, QWidget *parent);

    /// Where it was written to; empty until then.
    [[nodiscard]] QString written() const { return m_written; }

    void accept() override;

private:
    void update();
    void browse();
    [[nodiscard]] QString suffix() const;
    [[nodiscard]] QString suggestedName() const;
    [[nodiscard]] bool everything() const;
    [[nodiscard]] std::optional<std::size_t> head() const;
    [[nodiscard]] std::optional<std::size_t> sequence() const;

    core::TracePtr m_trace;
    std::shared_ptr<const core::Session> m_session;
    QString m_folder, m_written;
    bool m_nameTyped = false;
    QComboBox *m_array, *m_head, *m_sequence, *m_format;
    QLineEdit *m_file;
    QLabel *m_told, *m_error;
    QPushButton *m_export;
};

} // namespace attnscope::ui
