// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stage.h"
#include "ui/compute_bridge.h"
#include "ui/plot/figure_view.h"
#include "ui/view_settings.h"

#include <QWidget>

#include <functional>
#include <memory>

class QHBoxLayout;
class QScrollArea;

namespace attnscope::ui {

class SessionDocument;

/// One tab of the workspace: a bar of choices above a figure. It draws only while it is seen.
class WorkspaceView : public QWidget {
    Q_OBJECT
public:
    WorkspaceView(SessionDocument &document, QWidget *parent);

    void setResult(const ShownResult &result);
    virtual void setColours(const Palette &palette);
    [[nodiscard]] FigureView *figureView() const { return m_figureView; }
    /// Generation of the result that the figure shows.
    [[nodiscard]] std::uint64_t shownGeneration() const { return m_shownGeneration; }

    /// The picture as it is shown, under other settings when exported.
    [[nodiscard]] virtual Figure figure(const ViewSettings &settings,
                                        const Palette &palette) const = 0;
    /// Stages that have to be computed for it.
    [[nodiscard]] virtual core::StageSet neededStages() const = 0;
    /// Whether it shows the backward pass too.
    [[nodiscard]] virtual bool needsGradients() const { return false; }
    /// The locked cell in words.
    [[nodiscard]] virtual QString lockedText() const = 0;
    [[nodiscard]] bool ready() const { return m_result.trace != nullptr; }

signals:
    /// The cell under the pointer in words; empty when it left.
    void hovered(const QString &text);
    void painted();
    /// Something that lockedText() speaks of has arrived.
    void contentChanged();

protected:
    /// Draws again in the next turn of the event loop, once however often it is asked for.
    void scheduleRefresh();
    virtual void resultChanged() { scheduleRefresh(); }
    [[nodiscard]] virtual QString cellText(const CellRef &cell) const = 0;
    /// Which cell a click locks; nothing when that panel has none to lock.
    [[nodiscard]] virtual std::optional<LockedCell> lockedAt(const CellRef &cell) const = 0;
    /// The least room in which the figure can be read; it scrolls where there is less.
    void setLegibleSize(const QSize &size);
    virtual void clicked(const CellRef &cell, bool add);

    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;
    virtual void retranslate() = 0;
    [[nodiscard]] QHBoxLayout *bar() const { return m_bar; }
    /// What the figure scrolls in, to be put beside something else.
    [[nodiscard]] QWidget *figureArea() const;

    SessionDocument &m_document;
    ShownResult m_result;
    Palette m_palette;

private:
    void refresh();

    QHBoxLayout *m_bar;
    QScrollArea *m_area;
    FigureView *m_figureView;
    bool m_scheduled = false;
    std::uint64_t m_shownGeneration = 0;
};

} // namespace attnscope::ui
