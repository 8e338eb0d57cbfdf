"""The fixtures at the left: a tree of fixtures, facets and anchors with their state."""

from collections.abc import Iterator
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.color import Color, ColorParseError
from textual.message import Message
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from fixturetool.reporting.terminal import visible
from fixturetool.tui.rows import CATEGORY, HEADING, Place, Row, fitted, row_of
from fixturetool.tui.views import FixtureView, Mark, Outline

_COLOURS = {
    Mark.GOOD: "text-success",
    Mark.UNKNOWN: "text-muted",
    Mark.WEAK: "text-warning",
    Mark.BARE: "text-error",
    Mark.WRONG: "text-error",
}
_LEAST_NAME = 8


class OutlineTree(Tree[Place]):
    """Fixtures, facets and anchors; Enter asks to look for anchors of what is selected."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "find", "Find"),
        Binding("right", "open", "Open", show=False),
        Binding("left", "close", "Close", show=False),
        Binding("n", "app.new_fixture", "New"),
        Binding("f", "app.new_facet", "Facet"),
        Binding("e", "app.edit", "Edit"),
        Binding("x,delete", "app.remove", "Remove", key_display="x"),
    ]
    DEFAULT_CSS = """
    OutlineTree { scrollbar-size-horizontal: 0; overflow-x: hidden; }
    """

    class Find(Message):
        """Somebody wants anchors for what is selected."""

    def __init__(self) -> None:
        super().__init__(Text(""), CATEGORY, id="tree")
        self.auto_expand = False
        self.guide_depth = 2
        self._rows: dict[Place, Row] = {}
        self._shut: set[Place] = set()
        self._opened: set[Place] = set()

    @property
    def place(self) -> Place:
        """What is selected."""
        node = self.cursor_node
        return CATEGORY if node is None or node.data is None else node.data

    def show_outline(self, outline: Outline, wanted: Place | None = None) -> None:
        """Show a category, keeping what is open and selected.

        Args:
            outline: What to show.
            wanted: What to select; None to keep the selection.
        """
        place = wanted or self.place
        if wanted is not None:
            self._reveal(wanted)
        self._rows = {CATEGORY: Row(None, outline.category, HEADING)}
        self.clear()
        self.root.expand()
        for fixture in outline.fixtures:
            self._add_fixture(fixture)
        self._select(place)

    def _add_fixture(self, fixture: FixtureView) -> None:
        place = Place(fixture.key)
        node = self._add(self.root, place, row_of(fixture), is_open=place not in self._shut)
        for facet in fixture.facets:
            inner = Place(fixture.key, facet.name)
            branch = self._add(node, inner, row_of(facet), is_open=inner in self._opened)
            for anchor in facet.anchors:
                leaf = Place(fixture.key, facet.name, anchor.passage.passage)
                self._rows[leaf] = row_of(anchor)
                branch.add_leaf(Text(visible(leaf.passage)), leaf)

    def _add(
        self, parent: TreeNode[Place], place: Place, row: Row, *, is_open: bool
    ) -> TreeNode[Place]:
        self._rows[place] = row
        return parent.add(Text(visible(row.name)), place, expand=is_open)

    def _reveal(self, place: Place) -> None:
        if place.key is not None:
            self._shut.discard(Place(place.key))
            if place.passage:
                self._opened.add(Place(place.key, place.facet))

    def _select(self, place: Place) -> None:
        """Select a place, or the nearest one around it that there is."""
        if place.key is None:
            wanted = [CATEGORY]
        else:
            wanted = [place, Place(place.key, place.facet), Place(place.key), CATEGORY]
        nodes = {node.data: node for node in self._every(self.root) if node.data is not None}
        for one in wanted:
            if one in nodes:
                assert self.last_line >= 0  # noqa: S101 - asking for it places the nodes on lines
                self.move_cursor(nodes[one])
                return

    def _every(self, node: TreeNode[Place]) -> Iterator[TreeNode[Place]]:
        yield node
        for child in node.children:
            yield from self._every(child)

    def render_label(
        self,
        node: TreeNode[Place],
        base_style: Style,  # noqa: ARG002 - Textual dictates the signature
        style: Style,
    ) -> Text:
        """Return a line: mark, name cut to what there is room for, columns at the right."""
        place = node.data or CATEGORY
        row = self._rows.get(place)
        if row is None:
            return Text("")
        depth = 0
        parent = node.parent
        while parent is not None:
            depth, parent = depth + 1, parent.parent
        mark = f"{row.mark.value} " if row.mark else ""
        room = (
            self.scrollable_content_region.width
            - depth * self.guide_depth
            - len(mark)
            - len(row.columns)
        )
        text = Text()
        text.append(mark, style + self._colour(row.mark) if row.mark else style)
        text.append(fitted(visible(row.name), max(room, _LEAST_NAME)), style)
        text.append(row.columns, style + Style(dim=place == CATEGORY))
        return text

    def _colour(self, mark: Mark) -> Style:
        """Return the theme's colour for a mark; a theme may leave it to the terminal."""
        value = self.app.theme_variables.get(_COLOURS[mark], "")
        try:
            return Style(color=Color.parse(value).rich_color, bold=True)
        except ColorParseError:
            return Style(bold=True)

    def on_resize(self) -> None:
        """Cut the lines anew."""
        self._invalidate()
        self.refresh()

    def on_tree_node_expanded(self, event: Tree.NodeExpanded[Place]) -> None:
        """Remember what is open."""
        if event.node.data is not None:
            self._shut.discard(event.node.data)
            self._opened.add(event.node.data)

    def on_tree_node_collapsed(self, event: Tree.NodeCollapsed[Place]) -> None:
        """Remember what is closed."""
        if event.node.data is not None:
            self._shut.add(event.node.data)
            self._opened.discard(event.node.data)

    def action_find(self) -> None:
        """Ask to look for anchors."""
        self.post_message(self.Find())

    def action_open(self) -> None:
        """Open what is selected."""
        if self.cursor_node is not None:
            self.cursor_node.expand()

    def action_close(self) -> None:
        """Close what is selected, or go to what it is in."""
        node = self.cursor_node
        if node is None:
            return
        if node.is_expanded and node.children and node.parent is not None:
            node.collapse()
        elif node.parent is not None:
            self.move_cursor(node.parent)
