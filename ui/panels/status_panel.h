// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checklist.h"
#include "core/compute_service.h"
#include "core/trace.h"
#include "ui/plot/figure.h"

#include <QWidget>

#include <optional>

class QLabel;
class QToolButton;

namespace attnscope::ui {

class ComputeBridge;

/// What stands in the status bar: engine and device, times, agreement with the reference, flags.
class StatusPanel : public QWidget {
    Q_OBJECT
public:
    explicit StatusPanel(QWidget *parent = nullptr);
    void setColours(const Palette &palette);

    /// `chosen`: the user asked for the reference, so that it stands in for nothing.
    void showEngine(const ComputeBridge &bridge, bool chosen);
    void showTrace(const core::Trace &trace);
    void showFrame(double engineMilliseconds, double frameMilliseconds);
    /// Nothing = not yet compared.
    void showCheck(const std::optional<core::ComputeService::Check> &check);
    /// `passed` of all lines; `failed` are named in the tip.
    void showChecklist(std::size_t passed, const QStringList &failed, std::size_t notApplicable);
    [[nodiscard]] QString text() const;

signals:
    void checklistClicked();

protected:
    void changeEvent(QEvent *event) override;

private:
    void update();

    QLabel *m_engine, *m_fallback, *m_time, *m_check, *m_flags;
    QToolButton *m_checklist;
    Palette m_palette;
    QString m_device, m_reason;
    bool m_reference = false, m_preparing = false;
    double m_engineTime = -1, m_frameTime = -1;
    std::optional<core::ComputeService::Check> m_lastCheck;
    std::size_t m_emptyRows = 0, m_nan = 0, m_infinite = 0;
    QString m_emptyRowNames;
    std::optional<std::size_t> m_passed;
    QStringList m_failed;
    std::size_t m_notApplicable = 0;
};

} // namespace attnscope::ui
