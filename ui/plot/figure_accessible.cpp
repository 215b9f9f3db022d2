// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/figure_accessible.h"

#include "ui/plot/figure_view.h"
#include "ui/plot/plot_text.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QHash>

#include <algorithm>
#include <utility>

namespace attnscope::ui {

namespace {

struct Spoken {
    Q_DECLARE_TR_FUNCTIONS(Figure)
};

struct Extent {
    int rows = 0, columns = 0;
};

Extent extentOf(const Panel &panel) {
    if (const auto *map = std::get_if<MapPanel>(&panel.content))
        return {static_cast<int>(map->rows), static_cast<int>(map->columns)};
    if (const auto *table = std::get_if<TablePanel>(&panel.content))
        return {static_cast<int>(table->rows.size()), static_cast<int>(table->columns.size())};
    if (const auto *glyphs = std::get_if<GlyphPanel>(&panel.content))
        return {static_cast<int>(glyphs->glyphs.size()),
                static_cast<int>(glyphs->gaugeNames.size())};
    return {}; // curves are told in a sentence
}

QString joined(std::initializer_list<QString> parts) {
    QStringList said;
    for (const QString &part : parts)
        if (!part.isEmpty())
            said << part;
    return said.join(QStringLiteral(" · "));
}

QString titleOf(const Panel &panel) {
    return std::visit([](const auto &p) { return joined({p.title, p.badge}); }, panel.content);
}

/// Where a curve begins and ends, lowest and highest; a picture of it in words.
QString curvesInWords(const CurvePanel &panel) {
    QStringList lines;
    for (const Series &s : panel.series) {
        if (s.x.empty() || s.x.size() != s.y.size())
            continue;
        const auto [lo, hi] = std::minmax_element(s.y.begin(), s.y.end());
        lines << Spoken::tr("%1: from %2 at %3 to %4 at %5, lowest %6, highest %7")
                     .arg(s.name.isEmpty() ? panel.yTitle : s.name, cellNumber(s.y.front()),
                          cellNumber(s.x.front()), cellNumber(s.y.back()), cellNumber(s.x.back()),
                          cellNumber(*lo), cellNumber(*hi));
    }
    return joined({panel.subtitle, lines.join(QStringLiteral("; "))});
}

QString descriptionOf(const Panel &panel) {
    if (const auto *curves = std::get_if<CurvePanel>(&panel.content))
        return curvesInWords(*curves);
    if (const auto *map = std::get_if<MapPanel>(&panel.content))
        return joined({map->subtitle, map->rowTitle, map->columnTitle});
    return std::visit([](const auto &p) { return p.subtitle; }, panel.content);
}

QString gaugeText(const GlyphPanel::Glyph &glyph, std::size_t gauge) {
    if (gauge >= glyph.gauges.size() || !glyph.gauges[gauge].value)
        return Spoken::tr("does not exist");
    return cellNumber(*glyph.gauges[gauge].value);
}

/// Row and column titles as a reader announces them; `label` may be missing.
QString labelled(const QStringList &labels, int index) {
    const QString label = index < labels.size() ? visibleToken(labels[index]) : QString();
    return label.isEmpty() ? QString::number(index)
                           : QStringLiteral("%1 “%2”").arg(index).arg(label);
}

QString rowName(const Panel &panel, int row) {
    const auto at = static_cast<std::size_t>(row);
    if (const auto *map = std::get_if<MapPanel>(&panel.content))
        return labelled(map->rowLabels, row);
    if (const auto *glyphs = std::get_if<GlyphPanel>(&panel.content);
        glyphs && at < glyphs->glyphs.size())
        return glyphs->glyphs[at].name;
    if (const auto *table = std::get_if<TablePanel>(&panel.content);
        table && at < table->rows.size() && !table->rows[at].cells.empty())
        return table->rows[at].cells.front().text;
    return {};
}

QString columnName(const Panel &panel, int column) {
    const auto at = static_cast<std::size_t>(column);
    if (const auto *map = std::get_if<MapPanel>(&panel.content))
        return labelled(map->columnLabels, column);
    if (const auto *glyphs = std::get_if<GlyphPanel>(&panel.content))
        return column < glyphs->gaugeNames.size() ? glyphs->gaugeNames[column] : QString();
    if (const auto *table = std::get_if<TablePanel>(&panel.content);
        table && at < table->columns.size())
        return table->columns[at].title;
    return {};
}

/// What a cell says: the whole sentence (name), or its number alone (value).
QString cellText(const Figure &figure, const CellRef &ref, QAccessible::Text what) {
    const Panel &panel = figure.panels[static_cast<std::size_t>(ref.panel)];
    const bool whole = what == QAccessible::Name;
    if (const auto *map = std::get_if<MapPanel>(&panel.content))
        return whole ? describeCell(figure, ref)
                     : cellNumber(static_cast<double>(map->value(ref.row, ref.column)));
    QString text;
    if (const auto *glyphs = std::get_if<GlyphPanel>(&panel.content))
        text = gaugeText(glyphs->glyphs[ref.row], ref.column);
    if (const auto *table = std::get_if<TablePanel>(&panel.content)) {
        const auto &cells = table->rows[ref.row].cells;
        if (ref.column < cells.size())
            text = joined({cells[ref.column].text, cells[ref.column].muted});
    }
    if (!whole)
        return text;
    return joined({rowName(panel, static_cast<int>(ref.row)),
                   columnName(panel, static_cast<int>(ref.column)), text});
}

class PanelAccessible;

/// One cell of a panel. Everything is read from the figure when it is asked for, so a cell always
/// tells of the numbers on the screen.
class CellAccessible final : public QAccessibleInterface,
                             public QAccessibleTableCellInterface,
                             public QAccessibleActionInterface {
public:
    CellAccessible(FigureView &view, PanelAccessible &panel, CellRef ref)
        : m_view(&view), m_panel(&panel), m_ref(ref) {}

    bool isValid() const override;
    QObject *object() const override { return nullptr; }
    QAccessibleInterface *parent() const override;
    QAccessibleInterface *child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    QRect rect() const override {
        const QRect r = m_view->cellRect(m_ref).toAlignedRect();
        return {m_view->mapToGlobal(r.topLeft()), r.size()};
    }
    QAccessible::Role role() const override { return QAccessible::Cell; }
    QAccessible::State state() const override {
        QAccessible::State s;
        s.focusable = s.selectable = 1;
        s.selected = isSelected();
        s.focused = m_view->hasFocus() && m_view->focusCell() == m_ref;
        s.readOnly = 1;
        return s;
    }
    QString text(QAccessible::Text what) const override {
        if (!isValid() || (what != QAccessible::Name && what != QAccessible::Value))
            return {};
        return cellText(m_view->figure(), m_ref, what);
    }
    void setText(QAccessible::Text, const QString &) override {}
    void *interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::TableCellInterface)
            return static_cast<QAccessibleTableCellInterface *>(this);
        if (type == QAccessible::ActionInterface)
            return static_cast<QAccessibleActionInterface *>(this);
        return nullptr;
    }

    bool isSelected() const override {
        const auto &locked = m_view->figure().locked;
        return std::find(locked.begin(), locked.end(), m_ref) != locked.end();
    }
    QList<QAccessibleInterface *> columnHeaderCells() const override { return {}; }
    QList<QAccessibleInterface *> rowHeaderCells() const override { return {}; }
    int columnIndex() const override { return static_cast<int>(m_ref.column); }
    int rowIndex() const override { return static_cast<int>(m_ref.row); }
    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QAccessibleInterface *table() const override;

    QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString &name) override {
        if (name == pressAction() && isValid())
            emit m_view->cellClicked(m_ref, Qt::NoModifier);
    }
    QStringList keyBindingsForAction(const QString &) const override { return {}; }

private:
    FigureView *m_view;
    PanelAccessible *m_panel;
    CellRef m_ref;
};

/// One panel: a table of cells, or curves in words. Owned by its figure's interface.
class PanelAccessible final : public QAccessibleInterface, public QAccessibleTableInterface {
public:
    PanelAccessible(FigureView &view, int index) : m_view(&view), m_index(index) {}
    ~PanelAccessible() override {
        for (const QAccessible::Id id : std::as_const(m_cells))
            QAccessible::deleteAccessibleInterface(id);
    }
    PanelAccessible(const PanelAccessible &) = delete;
    PanelAccessible &operator=(const PanelAccessible &) = delete;

    bool isValid() const override {
        return m_index < static_cast<int>(m_view->figure().panels.size());
    }
    QObject *object() const override { return nullptr; }
    QAccessibleInterface *parent() const override {
        return QAccessible::queryAccessibleInterface(m_view);
    }
    int childCount() const override { return rowCount() * columnCount(); }
    QAccessibleInterface *child(int index) const override {
        const int columns = columnCount();
        return columns > 0 && index >= 0 ? cellAt(index / columns, index % columns) : nullptr;
    }
    int indexOfChild(const QAccessibleInterface *child) const override {
        auto *cell =
            child ? const_cast<QAccessibleInterface *>(child)->tableCellInterface() : nullptr;
        return cell && cell->table() == this
                   ? cell->rowIndex() * columnCount() + cell->columnIndex()
                   : -1;
    }
    QAccessibleInterface *childAt(int x, int y) const override {
        const auto ref = m_view->cellAt(m_view->mapFromGlobal(QPoint(x, y)));
        return ref && ref->panel == m_index
                   ? cellAt(static_cast<int>(ref->row), static_cast<int>(ref->column))
                   : nullptr;
    }
    QRect rect() const override {
        const QRect r = m_view->panelRect(m_index).toAlignedRect();
        return {m_view->mapToGlobal(r.topLeft()), r.size()};
    }
    QAccessible::Role role() const override {
        return isValid() && std::holds_alternative<CurvePanel>(panel().content)
                   ? QAccessible::Chart
                   : QAccessible::Table;
    }
    QAccessible::State state() const override {
        QAccessible::State s;
        s.readOnly = 1;
        s.invalid = !isValid();
        return s;
    }
    QString text(QAccessible::Text what) const override {
        if (!isValid())
            return {};
        if (what == QAccessible::Name)
            return titleOf(panel());
        return what == QAccessible::Description ? descriptionOf(panel()) : QString();
    }
    void setText(QAccessible::Text, const QString &) override {}
    void *interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::TableInterface && rowCount() > 0
                   ? static_cast<QAccessibleTableInterface *>(this)
                   : nullptr;
    }

    QAccessibleInterface *caption() const override { return nullptr; }
    QAccessibleInterface *summary() const override { return nullptr; }
    QAccessibleInterface *cellAt(int row, int column) const override {
        if (row < 0 || column < 0 || row >= rowCount() || column >= columnCount())
            return nullptr;
        const std::pair<int, int> key(row, column);
        if (const auto known = m_cells.constFind(key); known != m_cells.constEnd())
            return QAccessible::accessibleInterface(*known);
        auto *cell = new CellAccessible(
            *m_view, const_cast<PanelAccessible &>(*this),
            {m_index, static_cast<std::size_t>(row), static_cast<std::size_t>(column)});
        m_cells.insert(key, QAccessible::registerAccessibleInterface(cell)); // which owns it
        return cell;
    }
    int rowCount() const override { return isValid() ? extentOf(panel()).rows : 0; }
    int columnCount() const override { return isValid() ? extentOf(panel()).columns : 0; }
    QString columnDescription(int column) const override {
        return isValid() ? columnName(panel(), column) : QString();
    }
    QString rowDescription(int row) const override {
        return isValid() ? rowName(panel(), row) : QString();
    }

    int selectedCellCount() const override { return static_cast<int>(selectedCells().size()); }
    QList<QAccessibleInterface *> selectedCells() const override {
        QList<QAccessibleInterface *> cells;
        for (const CellRef &ref : m_view->figure().locked)
            if (ref.panel == m_index)
                if (auto *cell = cellAt(static_cast<int>(ref.row), static_cast<int>(ref.column)))
                    cells << cell;
        return cells;
    }
    int selectedColumnCount() const override { return 0; }
    int selectedRowCount() const override { return 0; }
    QList<int> selectedColumns() const override { return {}; }
    QList<int> selectedRows() const override { return {}; }
    bool isColumnSelected(int) const override { return false; }
    bool isRowSelected(int) const override { return false; }
    bool selectRow(int) override { return false; }
    bool selectColumn(int) override { return false; }
    bool unselectRow(int) override { return false; }
    bool unselectColumn(int) override { return false; }
    void modelChange(QAccessibleTableModelChangeEvent *) override {}

private:
    [[nodiscard]] const Panel &panel() const {
        return m_view->figure().panels[static_cast<std::size_t>(m_index)];
    }
    FigureView *m_view;
    int m_index;
    mutable QHash<std::pair<int, int>, QAccessible::Id> m_cells;
};

bool CellAccessible::isValid() const {
    const auto &panels = m_view->figure().panels;
    if (m_ref.panel >= static_cast<int>(panels.size()))
        return false;
    const Extent e = extentOf(panels[static_cast<std::size_t>(m_ref.panel)]);
    return static_cast<int>(m_ref.row) < e.rows && static_cast<int>(m_ref.column) < e.columns;
}

QAccessibleInterface *CellAccessible::parent() const { return m_panel; }
QAccessibleInterface *CellAccessible::table() const { return m_panel; }

/// The figure: a group of its panels.
class FigureAccessible final : public QAccessibleWidget {
public:
    explicit FigureAccessible(FigureView *view)
        : QAccessibleWidget(view, QAccessible::Grouping), m_view(view) {}
    ~FigureAccessible() override {
        for (const QAccessible::Id id : std::as_const(m_panels))
            QAccessible::deleteAccessibleInterface(id);
    }
    FigureAccessible(const FigureAccessible &) = delete;
    FigureAccessible &operator=(const FigureAccessible &) = delete;

    int childCount() const override { return static_cast<int>(m_view->figure().panels.size()); }
    QAccessibleInterface *child(int index) const override {
        if (index < 0 || index >= childCount())
            return nullptr;
        while (m_panels.size() <= index)
            m_panels << QAccessible::registerAccessibleInterface(
                new PanelAccessible(*m_view, static_cast<int>(m_panels.size())));
        return QAccessible::accessibleInterface(m_panels[index]);
    }
    int indexOfChild(const QAccessibleInterface *child) const override {
        for (int i = 0; i < childCount() && i < m_panels.size(); ++i)
            if (QAccessible::accessibleInterface(m_panels[i]) == child)
                return i;
        return -1;
    }
    QAccessibleInterface *childAt(int x, int y) const override {
        const QPointF at = m_view->mapFromGlobal(QPoint(x, y));
        for (int i = 0; i < childCount(); ++i)
            if (m_view->panelRect(i).contains(at))
                return child(i);
        return nullptr;
    }
    QAccessibleInterface *focusChild() const override {
        const auto cell = m_view->focusCell();
        return m_view->hasFocus() && cell ? at(*cell) : nullptr;
    }
    [[nodiscard]] QAccessibleInterface *at(const CellRef &cell) const {
        auto *panel = child(cell.panel);
        auto *table = panel ? panel->tableInterface() : nullptr;
        return table ? table->cellAt(static_cast<int>(cell.row), static_cast<int>(cell.column))
                     : nullptr;
    }

private:
    FigureView *m_view;
    mutable QList<QAccessible::Id> m_panels;
};

QAccessibleInterface *make(const QString &name, QObject *object) {
    auto *view = name == QLatin1String("attnscope::ui::FigureView")
                     ? qobject_cast<FigureView *>(object)
                     : nullptr;
    return view ? new FigureAccessible(view) : nullptr;
}

} // namespace

void installFigureAccessibility() {
    static const bool once = (QAccessible::installFactory(make), true);
    static_cast<void>(once);
}

void announceFocus(FigureView &view, const CellRef &cell) {
    if (!QAccessible::isActive())
        return;
    auto *figure = dynamic_cast<FigureAccessible *>(QAccessible::queryAccessibleInterface(&view));
    if (auto *at = figure ? figure->at(cell) : nullptr) {
        QAccessibleEvent event(at, QAccessible::Focus);
        QAccessible::updateAccessibility(&event);
    }
}

} // namespace attnscope::ui
