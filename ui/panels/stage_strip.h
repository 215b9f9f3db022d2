// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace.h"
#include "ui/plot/figure.h"
#include "ui/view_settings.h"

#include <QAbstractButton>
#include <QImage>
#include <QPixmap>
#include <QStaticText>
#include <QWidget>

#include <vector>

class QButtonGroup;
class QHBoxLayout;

namespace attnscope::ui {

/// At most 48×48 cells of one head's (or sequence's) part of a stage, in the colours that the large
/// picture has. Null when the stage is not in the trace or is no map.
[[nodiscard]] QImage stageThumbnail(const core::Trace &trace, core::Stage stage, std::size_t batch,
                                    std::size_t head, bool dark);

/// One stage of the strip: a live thumbnail with symbol, formula and shape.
class StageButton : public QAbstractButton {
    Q_OBJECT
public:
    StageButton(core::Stage stage, QWidget *parent);

    [[nodiscard]] core::Stage stage() const { return m_stage; }
    void setColours(const Palette &palette);
    /// Redraws from a trace; a stage that does not occur in it hides.
    void show(const core::Trace &trace, std::size_t batch, std::size_t head);
    [[nodiscard]] const QString &badge() const { return m_badge; }
    [[nodiscard]] const QImage &thumbnail() const { return m_thumbnail; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void drawLabels();
    void setTexts(const core::Problem &problem);

    core::Stage m_stage;
    Palette m_palette;
    QImage m_thumbnail;
    QPixmap m_labels; ///< the texts, drawn once
    QStaticText m_symbol, m_formula;
    QString m_formulaText, m_shape, m_badge;
    double m_number = 0.0; ///< for the scale, which is no map
};

/// The stages from input to output; the open one is marked. Arrow keys walk through them.
class StageStrip : public QWidget {
    Q_OBJECT
public:
    explicit StageStrip(QWidget *parent = nullptr);

    void setColours(const Palette &palette);
    void setTrace(const core::TracePtr &trace, const ViewSettings &view);
    void setCurrent(core::Stage stage);
    [[nodiscard]] StageButton *button(core::Stage stage) const;

signals:
    void stageChosen(attnscope::core::Stage stage);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Palette m_palette;
    std::vector<StageButton *> m_buttons;
    QButtonGroup *m_group;
};

} // namespace attnscope::ui
