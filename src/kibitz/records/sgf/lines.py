"""The moves of SGF trees as lines of a record, and lines of a record as SGF trees; what a move is, each game says itself.

A game that wants SGF writes two functions, one that makes a move of a raw value and one that makes a value of a move, and fills
its own fields from the first node; see kibitz.records.sgf.properties for what all games have in it.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Generic, TypeAlias, TypeVar

from kibitz.errors import NotationError
from kibitz.records.record import GameRecord, MoveNote, Variation
from kibitz.records.sgf.grammar import Properties, RawTree
from kibitz.records.sgf.properties import LETTERS, MARKUP, note_properties, read_note, sets_up
from kibitz.rules.game import Color

Move = TypeVar("Move")
Start = TypeVar("Start")

ParseMove: TypeAlias = Callable[[Color, str], Move]  # of a raw value; raises NotationError
FormatMove: TypeAlias = Callable[[Move, int], tuple[Color, str]]  # of a move and how many moves come before it


_REMARKS: Final = MARKUP | {"C", "V", "ET"}


@dataclass(slots=True)
class ReadLines(Generic[Move]):
    """What a tree says of the play, as the fields of a record have it."""

    moves: Sequence[Move]
    notes: dict[int, MoveNote]
    comment: str
    marks: Mapping[str, tuple[str, ...]]
    variations: list[Variation[Move]] = field(default_factory=list)
    left_out: int = 0


class _Line(Generic[Move]):
    """A line while it is read: its moves, and the trees that leave it after so many of them."""

    __slots__ = ("comment", "is_main", "leaving", "marks", "moves", "notes")

    def __init__(self, is_main: bool) -> None:
        self.is_main = is_main
        self.moves: list[Move] = []
        self.notes: dict[int, MoveNote] = {}
        self.comment = ""  # before the first move
        self.marks: Mapping[str, tuple[str, ...]] = {}  # the same
        self.leaving: list[tuple[int, RawTree]] = []

    def follow(self, tree: RawTree, parse_move: ParseMove[Move]) -> "_Line[Move]":
        """The line itself, after it has read a tree on along the first children; raises NotationError."""
        moves = self.moves
        while True:
            for node in tree.nodes:
                count = len(moves)
                if "B" in node:
                    moves.append(_parsed(parse_move, Color.BLACK, node["B"][0], count))
                if "W" in node:
                    moves.append(_parsed(parse_move, Color.WHITE, node["W"][0], len(moves)))
                if len(node) > 1 or len(moves) == count:
                    self._add_remarks(node, count)
            if not tree.children:
                return self
            self.leaving += [(len(moves), child) for child in tree.children[1:]]
            tree = tree.children[0]

    def _add_remarks(self, node: Properties, count: int) -> None:
        """Keep what a node says beyond its move, which has so many moves before it."""
        if (count or not self.is_main) and sets_up(node):
            raise NotationError(f"stones are set up after move {count}")
        if _REMARKS.isdisjoint(node):
            return
        note = read_note(node)
        if self.moves:
            _add_note(self.notes, len(self.moves) - 1, note)
        else:
            self.comment = _joined(self.comment, note.comment)
            self.marks = {**self.marks, **note.marks}

    def as_variation(self, line: int, after: int) -> Variation[Move]:
        """The variation it makes; what is said before its first move is said of that move."""
        if self.comment or self.marks:
            first = self.notes.get(0, MoveNote())
            marks = {**self.marks, **first.marks}
            self.notes[0] = replace(first, comment=_joined(self.comment, first.comment), marks=marks)
        return Variation(line, after, tuple(self.moves), self.notes)


def read_lines(tree: RawTree, parse_move: ParseMove[Move]) -> ReadLines[Move]:
    """The main line and all variations of a tree.

    Variations that cannot be followed are left out and counted: a move in them is none, stones are set up in them, or there is no
    move in them. Raises NotationError, with the number of the move, if the main line cannot be followed.
    """
    main = _Line[Move](is_main=True).follow(tree, parse_move)
    read = ReadLines(main.moves, main.notes, main.comment, main.marks)
    waiting = deque((0, after, child) for after, child in main.leaving)
    while waiting:
        number, after, child = waiting.popleft()
        try:
            line = _Line[Move](is_main=False).follow(child, parse_move)
        except NotationError:
            read.left_out += 1
            continue
        if line.moves:
            read.variations.append(line.as_variation(number, after))
            waiting.extend((len(read.variations), count, other) for count, other in line.leaving)
        else:
            read.left_out += 1
            waiting.extendleft(reversed([(number, after, other) for _, other in line.leaving]))
    return read


def _parsed(parse_move: ParseMove[Move], color: Color, raw: str, count: int) -> Move:
    try:
        return parse_move(color, raw)
    except NotationError as error:
        raise NotationError(f"move {count + 1}: {error}") from None


def _add_note(notes: dict[int, MoveNote], index: int, note: MoveNote) -> None:
    """Add what is said of a move to what was said of it before."""
    before = notes.get(index)
    if before is not None:
        note = MoveNote(
            note.evaluation if before.evaluation is None else before.evaluation,
            note.seconds if before.seconds is None else before.seconds,
            _joined(before.comment, note.comment),
            {**before.marks, **note.marks},
        )
    if note != MoveNote():
        notes[index] = note


def _joined(before: str, comment: str) -> str:
    return f"{before}\n{comment}" if before and comment else before or comment


def lines_tree(record: GameRecord[Move, Start], root: Properties, format_move: FormatMove[Move]) -> RawTree:
    """The tree of a record whose first node has the given properties, its comment aside."""
    first = root | note_properties(MoveNote(comment=record.comment, marks=record.marks), Color.BLACK)
    cuts: dict[int, set[int]] = defaultdict(set)
    for variation in record.variations:
        cuts[variation.line].add(variation.after)
    tops: list[RawTree] = []
    joints: dict[tuple[int, int], RawTree] = {}
    begins = [0]  # how many moves come before each line
    for number, line in enumerate(record.lines):
        if number:
            begins.append(begins[line.line] + line.after)
        nodes = list(_move_nodes(line, begins[number], format_move))
        tops.append(_cut(nodes if number else [first, *nodes], number, sorted(cuts[number]), joints))
    for variation, top in zip(record.variations, tops[1:], strict=True):
        joints[variation.line, variation.after].children.append(top)
    return tops[0]


def _cut(nodes: list[Properties], number: int, cuts: list[int], joints: dict[tuple[int, int], RawTree]) -> RawTree:
    """The nodes of a line as trees, one behind the other, so that variations can leave between them: at the joints."""
    extra = int(number == 0)  # the main line has a node before that of its first move
    top = tree = RawTree()
    begin = 0
    for count in cuts:
        tree.nodes, begin = nodes[begin : count + extra], count + extra
        following = RawTree()
        tree.children.append(following)
        joints[number, count] = tree
        tree = following
    tree.nodes = nodes[begin:] or [{}]  # an empty node, so that no variation goes on where the line ends
    return top


def _move_nodes(line: Variation[Move], begin: int, format_move: FormatMove[Move]) -> Iterator[Properties]:
    for index, move in enumerate(line.moves):
        color, value = format_move(move, begin + index)
        node = {LETTERS[color]: [value]}
        if index in line.notes:
            node |= note_properties(line.notes[index], color)
        yield node
