// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mask_edit.h"
#include "ui/plot/figure_view.h"
#include "ui/view_settings.h"

#include <QPointer>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace attnscope::ui {

class MaskTools;
class SessionDocument;

/// The mask of one head of one sequence as a map: which keys each query sees, and which part of the
/// mask hides the others.
[[nodiscard]] Figure maskFigure(const core::Session &, const ViewSettings &, const Palette &);

/// The mask, to be painted on: by strokes, by keys (arrows, Space, R, C) and by presets. What is
/// painted is the session's own mask; a stroke from press to release is one step of undo.
class MaskPainter final : public QWidget {
    Q_OBJECT
public:
    MaskPainter(SessionDocument &document, QWidget *parent);
    ~MaskPainter() override;

    void setColours(const Palette &palette);
    void retranslate();
    [[nodiscard]] FigureView *figureView() const { return m_view; }
    [[nodiscard]] MaskTools *tools() const { return m_tools; }

signals:
    /// The cell under the pointer in words; empty when it left.
    void hovered(const QString &text);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    enum class Shape { Brush, Rectangle, Row, Column };
    struct Stroke {
        Shape shape;
        core::MaskScope scope;
        bool visible;            ///< what its cells become
        core::BoolTensor before; ///< the session's mask when it began, and whether it was on
        bool wasOn;
        CellRef first, last;
        std::vector<core::MaskCell> cells; ///< of a brush
    };

    void begin(const CellRef &cell, Shape shape, bool opposite);
    void extend(const CellRef &cell);
    void end();
    void cancel();
    void paint();
    void toggleAtFocus(Shape shape);
    void lock(const CellRef &cell);
    void applyPreset();
    void invert();
    void scheduleRefresh();
    void refresh();
    [[nodiscard]] QString cellText(const CellRef &cell) const;

    SessionDocument &m_document;
    QPointer<SessionDocument> m_alive; ///< the window may go away in the middle of a stroke
    MaskTools *m_tools;
    FigureView *m_view;
    Palette m_palette;
    std::optional<Stroke> m_stroke;
    bool m_scheduled = false;
};

} // namespace attnscope::ui
