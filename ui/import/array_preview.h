// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/array_source.h"
#include "core/latest_only_worker.h"
#include "ui/thread_wake.h"

#include <QWidget>

#include <filesystem>
#include <memory>
#include <optional>

namespace attnscope::ui {

/// Range, NaN count and histogram of one array of a file, read on a thread of its own when it is
/// asked for: the arrays of a large file are looked at one by one, never all.
class ArrayPreview final : public QWidget {
    Q_OBJECT
public:
    ArrayPreview(std::filesystem::path file, QWidget *parent);
    ~ArrayPreview() override;

    void show(const core::ArrayEntry &entry, std::size_t index);
    /// What is written beside the histogram; tells that it is being read until it is known.
    [[nodiscard]] QString text() const { return m_text; }
    [[nodiscard]] const std::optional<core::ArraySummary> &summary() const { return m_summary; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void shown();

protected:
    void paintEvent(QPaintEvent *) override;

private:
    struct Result {
        std::size_t index;
        std::optional<core::ArraySummary> summary;
        QString problem;
    };
    void take();

    std::filesystem::path m_file;
    std::optional<std::size_t> m_asked;
    std::optional<core::ArraySummary> m_summary;
    QString m_text;
    std::optional<core::ArraySource> m_source; ///< the worker's own; opened by it
    core::Mailbox<Result> m_results;
    ThreadWake m_wake;
    std::unique_ptr<core::LatestOnlyWorker<std::size_t>> m_worker; ///< last: joined first
};

/// "1,024 numbers from −0.93 to 1.02 (mean 0.0003) · 2 NaN · …"
[[nodiscard]] QString summaryText(const core::ArraySummary &summary);

} // namespace attnscope::ui
