// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session.h"

#include <QScrollArea>

#include <memory>

namespace attnscope::ui {

class NumberControl;
class RefusalBanner;
class SessionDocument;

/// Everything that is set: text, sizes, scaling, positions, mask, output, start values.
class ControlsPanel : public QScrollArea {
    Q_OBJECT
public:
    explicit ControlsPanel(SessionDocument &document, QWidget *parent = nullptr);
    ~ControlsPanel() override;

    /// For tests and for driving: the control of "d_model", "heads", "d_k", "d_v", "base", …
    [[nodiscard]] NumberControl *number(const QString &name) const;
    [[nodiscard]] RefusalBanner *banner() const;

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void placeBanner();

    struct Widgets;
    void build();
    void connectAll();
    void sync();
    void retranslate();

    SessionDocument &m_document;
    std::unique_ptr<Widgets> m;
};

} // namespace attnscope::ui
