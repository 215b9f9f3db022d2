// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/figure_export.h"

#include <QDialog>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>

namespace attnscope::ui {

/// Asks what to export, how large and where, and writes it.
class ExportDialog : public QDialog {
    Q_OBJECT
public:
    /// The figure of the window as it is (nothing given), of another stage, or of one head.
    using Provider = std::function<Figure(std::optional<QString> stage, std::optional<int> head)>;

    /// What there is to choose from.
    struct Choice {
        QStringList stages; ///< names as in files ("weights"), in order
        QString stage;      ///< the one in view
        int heads = 1;
        int batch = 0;
        QSize viewSize{960, 640}; ///< of the view, in device-independent pixels
        QString folder;           ///< where the file dialog starts
    };

    ExportDialog(Provider provider, Choice choice, QWidget *parent = nullptr);
    ~ExportDialog() override;

    /// The files that pressing Export would write, in order.
    [[nodiscard]] QStringList files() const;
    [[nodiscard]] ExportOptions options() const;
    /// "1920 × 1280 pixels", told before anything is written.
    [[nodiscard]] QString sizeText() const;

    /// Puts a figure on the clipboard as an image.
    static void copyImage(const Figure &figure, const ExportOptions &options);

public slots:
    /// Writes all files; asks once about existing ones. Leaves the dialog open when one fails.
    void exportNow();

signals:
    void exported(const QStringList &files);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace attnscope::ui
