// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/latest_only_worker.h"
#include "ui/compute_bridge.h"
#include "ui/thread_wake.h"
#include "ui/views/faults_figure.h"

#include <QDialog>

#include <memory>

class QComboBox;
class QLabel;

namespace attnscope::ui {

class FigureView;
class SessionDocument;

/// Bugs × tests, live on the session's own Q, K and V: pick a bug, see its weights and which test
/// catches it. Stays open beside the window.
class FaultDialog : public QDialog {
    Q_OBJECT
public:
    FaultDialog(SessionDocument &document, QWidget *parent);
    ~FaultDialog() override;

    void setResult(const ShownResult &result);
    void setColours(const Palette &palette);
    [[nodiscard]] const FaultAnalysis &analysis() const { return m_shown; }
    [[nodiscard]] QComboBox &bugs() { return *m_bug; }

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    struct Job {
        ShownResult result;
        std::size_t head = 0;
        core::AttentionFault fault{};
    };
    void retranslate();
    void submit();
    void refresh();

    SessionDocument &m_document;
    QLabel *m_label;
    QComboBox *m_bug;
    FigureView *m_figure;
    Palette m_palette = Palette::light();
    ShownResult m_result;
    FaultAnalysis m_shown;
    core::Mailbox<FaultAnalysis> m_results;
    ThreadWake m_wake;
    std::unique_ptr<core::LatestOnlyWorker<Job>> m_worker; ///< last: joined first
};

} // namespace attnscope::ui
