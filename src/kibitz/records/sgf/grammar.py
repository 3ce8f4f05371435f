"""SGF as text and as trees of raw properties, before anybody asks what they mean. See https://www.red-bean.com/sgf/.

Trees may be as deep as they like: nothing here calls itself. A raw value is the text between its brackets, escapes and all; see
kibitz.records.sgf.properties for what it says.
"""

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from kibitz.errors import NotationError

Properties: TypeAlias = dict[str, list[str]]  # raw values by name

_SIGNS: Final = re.compile(r"\[[^\]\\]*(?:\\.[^\]\\]*)*\]?|[()]", re.DOTALL)
_BEGIN: Final = re.compile(r"\(\s*;")
_BEGIN_OF_FILE: Final = re.compile(r"\(\s*;\s*(?:FF|GM)\s*\[")
_BARE_TREE: Final = re.compile(r"^\s*[(;]?\s*(?=[A-Za-z]{1,20}\s*\[)")
_IDENTIFIER: Final = re.compile(r"[A-Z]{1,64}")
_SMALL_LETTERS: Final = re.compile(r"[a-z]+")
_VALUE: Final = r"\[([^\]\\]*(?:\\.[^\]\\]*)*)\]\s*"
_TOKEN: Final = re.compile(rf"([A-Za-z]{{1,64}})\s*(?:{_VALUE})?|{_VALUE}|([;()])\s*", re.DOTALL)
_LINE_LENGTH: Final = 79  # in bytes of UTF-8
_END: Final = "unexpected end of SGF data"


class RawTree:
    """Nodes in a row, and the trees that go on behind the last of them."""

    __slots__ = ("children", "nodes")

    def __init__(self) -> None:
        self.nodes: list[Properties] = []
        self.children: list[RawTree] = []

    def main_nodes(self) -> Iterator[Properties]:
        """The nodes of the main line: where trees go on, the first of them does."""
        tree = self
        while True:
            yield from tree.nodes
            if not tree.children:
                return
            tree = tree.children[0]


def is_identifier(name: str) -> bool:
    """Whether a property may have this name."""
    return _IDENTIFIER.fullmatch(name) is not None


def split_games(text: str) -> Iterator[str]:
    """The text of each game tree; one that is never closed ends where the next begins with FF or GM.

    Text around and between games is skipped.
    """
    place = 0
    while begin := _BEGIN.search(text, place):
        place = _end_of_game(text, begin.start())
        yield text[begin.start() : place]


def _end_of_game(text: str, begin: int) -> int:
    depth = 0
    for found in _SIGNS.finditer(text, begin):
        sign = text[found.start()]
        if sign == "(":
            if depth and _BEGIN_OF_FILE.match(text, found.start()):
                return found.start()
            depth += 1
        elif sign == ")":
            depth -= 1
            if not depth:
                return found.end()
    return len(text)


def with_begin(text: str) -> str:
    """The text, if a game begins in it, else with the brackets that a lone game without them lacks in front."""
    return text if _BEGIN.search(text) else _BARE_TREE.sub("(;", text, count=1)


def parse_tree(text: str, may_be_cut: bool = False) -> RawTree:
    """The first tree of a text; the text around it is not looked at.

    Small letters in names of properties are left out, as FF[3] wants it, and a property that a node has twice is one with all the
    values. `may_be_cut` closes the trees of a text that ends too early. Raises NotationError.
    """
    begin = _BEGIN.search(text)
    if begin is None:
        raise _broken("no SGF data found")
    return _Parser(may_be_cut).parse(text, begin.start())


class _Parser:
    """Reads one tree. The open trees stand in a row, the outermost first."""

    def __init__(self, may_be_cut: bool) -> None:
        self._may_be_cut = may_be_cut
        self._trees: list[RawTree] = []
        self._takes_nodes = False  # whether the innermost tree does: until a tree in it is closed
        self._node: Properties | None = None
        self._values: list[str] | None = None  # of the last property

    def parse(self, text: str, begin: int) -> RawTree:
        end = begin
        for token in iter(_TOKEN.scanner(text, begin).match, None):  # type: ignore[attr-defined]  # typeshed does not know it
            end = token.end()
            name, first, further, sign = token.groups()
            if first is not None:
                self._add_property(name, first)
            elif sign == ";":
                self._begin_node()
            elif sign is not None:
                if sign == "(":
                    self._open()
                elif (whole := self._close()) is not None:
                    return whole
            elif further is not None:
                self._add_value(further)
            else:
                raise _broken(_END if text[end : end + 1] in ("", "[") else "property with no values")
        return self._cut(is_at_end=end == len(text))

    def _add_property(self, name: str, value: str) -> None:
        if self._node is None:
            raise _broken("property value outside a node")
        name = name if name.isupper() else _SMALL_LETTERS.sub("", name)
        self._values = self._node.setdefault(name, [])
        self._values.append(value)

    def _add_value(self, value: str) -> None:
        if self._values is None:
            raise _broken("unexpected value")
        self._values.append(value)

    def _begin_node(self) -> None:
        if not self._takes_nodes:
            raise _broken("unexpected node")
        self._node, self._values = {}, None
        self._trees[-1].nodes.append(self._node)

    def _open(self) -> None:
        self._end_nodes()
        self._trees.append(RawTree())
        self._takes_nodes = True

    def _close(self) -> RawTree | None:
        """Close the innermost tree, and return it if it was the whole."""
        self._end_nodes()
        self._takes_nodes = False
        tree = self._trees.pop()
        if not self._trees:
            return tree
        self._trees[-1].children.append(tree)
        return None

    def _end_nodes(self) -> None:
        if self._takes_nodes and not self._trees[-1].nodes:
            raise _broken("empty sequence")
        self._node = self._values = None

    def _cut(self, is_at_end: bool) -> RawTree:
        """The whole tree of a text that ended before it was closed."""
        if not (self._may_be_cut and is_at_end):
            raise _broken(_END)
        whole = None
        while whole is None:
            whole = self._close()
        return whole


def _broken(problem: str) -> NotationError:
    return NotationError(f"its tree is broken: {problem}")


def format_tree(tree: RawTree, in_one_line: bool = False) -> str:
    """The text that parse_tree() reads back, with its line end: FF first in every node, then properties by name.

    Lines are broken between properties near 79 bytes, or only where values break them if `in_one_line`.
    """
    pieces = list(_pieces(tree))
    return "".join(pieces if in_one_line else _broken_into_lines(pieces)) + "\n"


def _pieces(tree: RawTree) -> Iterator[str]:
    waiting: list[RawTree | None] = [tree]
    while waiting:
        part = waiting.pop()
        if part is None:
            yield ")"
            continue
        yield "("
        for node in part.nodes:
            yield ";"
            for name in sorted(node, key=lambda name: (name != "FF", name)):
                yield f"{name}{''.join(f'[{value}]' for value in node[name])}"
        waiting += [None, *reversed(part.children)]


def _broken_into_lines(pieces: list[str]) -> Iterator[str]:
    length = 0
    for piece in pieces:
        size = len(piece.encode("utf-8", "replace"))
        if length and length + size > _LINE_LENGTH:
            yield "\n"
            length = 0
        yield piece
        length += size
