// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/matrix_text.h"
#include "ui/plot/figure.h"

#include <QFrame>

#include <utility>
#include <vector>

class QHBoxLayout;
class QLabel;
class QLineEdit;

namespace attnscope::ui {

/// Opens over a cell of a picture: edits it in full precision, or says what makes it and leads
/// there. Enter takes the entry, and so does leaving it; Esc puts it away.
class CellEditor : public QFrame {
    Q_OBJECT
public:
    explicit CellEditor(QWidget *parent);
    void setColours(const Palette &palette);

    /// An entry for a cell of an array. `cell` is where it is drawn, in the parent's coordinates.
    void edit(const MatrixPlace &place, const QString &name, float value, const QRect &cell);
    /// A computed cell: the sentence, and a button for each array that has a part in it.
    using Link = std::pair<QString, MatrixPlace>;
    void explain(const QString &sentence, const std::vector<Link> &links, const QRect &cell);

    [[nodiscard]] QLineEdit *line() const { return m_line; }
    [[nodiscard]] QString sentence() const;

signals:
    void entered(const attnscope::ui::MatrixPlace &place, float value);
    void linkChosen(const attnscope::ui::MatrixPlace &place);
    void closed();

protected:
    bool eventFilter(QObject *object, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void open(const QRect &cell);
    void leave();
    /// False: the text cannot be read, and that was said.
    bool commit();

    MatrixPlace m_place;
    Palette m_palette;
    QRect m_cell;
    QLabel *m_name, *m_sentence;
    QLineEdit *m_line;
    QWidget *m_links = nullptr;
};

} // namespace attnscope::ui
