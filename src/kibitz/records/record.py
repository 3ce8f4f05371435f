"""GameRecord, the one form in which the games of all record formats meet: who played, a main line, and what leaves it.

A reader makes records from a file, a writer makes a file from them; nothing else in Kibitz knows a format. What only one game
has is added by a small subclass beside its readers. A tree is kept as a list of lines, not as nested objects: it may be as deep
as a file says, and a game without variations costs nothing more. `root` shows the same tree as nodes.
"""

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Final, Generic, TypeVar

from kibitz.rules.game import Color

Move = TypeVar("Move")
Start = TypeVar("Start")

_YEAR: Final = re.compile(r"[0-9]{4}")


@dataclass(frozen=True, slots=True)
class MoveNote:
    """What a file says about one move beyond the move itself, all of it optional."""

    evaluation: float | None = None  # discs or points, seen by the side that moves
    seconds: float | None = None
    comment: str = ""
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # raw values of SGF's markup, by the property's name


NO_NOTE: Final = MoveNote()


@dataclass(frozen=True, slots=True)
class Variation(Generic[Move]):
    """One move or more that leave another line.

    `line` is the line they leave: 0 is the main line, n the record's n-th variation. `after` is how many of that line's moves
    come first; whatever leaves another variation leaves it after one move at least. `notes` go by index in `moves`.
    """

    line: int
    after: int
    moves: tuple[Move, ...]
    notes: Mapping[int, MoveNote] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameRecord(Generic[Move, Start]):
    """A game, or the part of it that was recorded, as a file tells it.

    `moves` are the main line and legal; the moves of `variations` are not checked. These stand in the order of the lines they
    leave, then of the places where they leave them, then of the file. `black_score` and `winner` are the result as it is stated,
    which may differ from what the moves give; None where nobody says.
    """

    moves: tuple[Move, ...]
    _: KW_ONLY
    notes: Mapping[int, MoveNote] = field(default_factory=dict)  # by index in moves
    comment: str = ""  # on the game, or on the position before the first move
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # on the position before the first move
    variations: tuple[Variation[Move], ...] = ()
    variations_left_out: int = field(default=0, compare=False)  # those of the file that could not be followed
    black: str = ""
    white: str = ""
    event: str = ""
    place: str = ""
    round: str = ""
    date: str = ""  # as much as is known of YYYY-MM-DD
    black_score: float | None = None
    winner: Color | None = None
    ending: str = ""  # how it ended where that was no ordinary end: "resignation", "time", "forfeit", "mutual"
    tags: Mapping[str, str] = field(default_factory=dict)  # what the format has and Kibitz has no field for

    @property
    def start(self) -> Start:
        """The position before the first move."""
        raise NotImplementedError

    @property
    def year(self) -> int | None:
        found = _YEAR.match(self.date)
        return int(found[0]) if found else None

    @property
    def has_remarks(self) -> bool:
        """Whether there is more than a main line: comments, evaluations, times or variations."""
        return bool(self.notes or self.comment or self.marks or self.variations)

    @property
    def lines(self) -> tuple[Variation[Move], ...]:
        """The main line, as if it left itself before its first move, and behind it the variations: each at its number."""
        return (Variation(0, 0, self.moves, self.notes), *self.variations)

    @property
    def root(self) -> "Node[Move]":
        """The first node of the tree, before any move."""
        return Node(_Tree(self), 0, 0)


class _Tree(Generic[Move]):
    """The lines of a record, and which of them leave at which place."""

    def __init__(self, record: GameRecord[Move, Start]) -> None:
        self.comment, self.marks = record.comment, record.marks
        self.lines = record.lines
        self.leaving: dict[tuple[int, int], list[int]] = defaultdict(list)
        for number, variation in enumerate(record.variations, 1):
            self.leaving[variation.line, variation.after].append(number)


@dataclass(frozen=True, slots=True)
class Node(Generic[Move]):
    """A place in the tree of a record: after a move of one of its lines, or before the first."""

    tree: _Tree[Move] = field(repr=False)
    line: int
    count: int  # how many moves of the line are played

    @property
    def move(self) -> Move | None:
        """The move that leads here; None for the root."""
        return self.tree.lines[self.line].moves[self.count - 1] if self.count else None

    @property
    def note(self) -> MoveNote:
        """What is said of the move, and of the position after it."""
        if not self.count:
            return MoveNote(comment=self.tree.comment, marks=self.tree.marks)
        return self.tree.lines[self.line].notes.get(self.count - 1, NO_NOTE)

    @property
    def children(self) -> "tuple[Node[Move], ...]":
        """The nodes one move on: first the one the line goes on with, if it does, then the variations."""
        goes_on = self.count < len(self.tree.lines[self.line].moves)
        following = [Node(self.tree, self.line, self.count + 1)] if goes_on else []
        leaving = self.tree.leaving.get((self.line, self.count), ())
        return (*following, *(Node(self.tree, number, 1) for number in leaving))

    def walk(self) -> "Iterator[Node[Move]]":
        """This node and all behind it, each before its children."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


def whole_lines(main: tuple[Move, ...], variations: Iterable[Variation[Move]]) -> list[tuple[Move, ...]]:
    """The moves from the start to the end of each line, the main line first."""
    wholes = [main]
    begins = [0]
    for variation in variations:
        begins.append(begins[variation.line] + variation.after)
        wholes.append((*wholes[variation.line][: begins[-1]], *variation.moves))
    return wholes


def variations_along(main: Sequence[Move], paths: Iterable[Sequence[Move]]) -> tuple[Variation[Move], ...]:
    """The variations of the tree that holds a main line and some paths, all from the start.

    What several paths share is one line, which goes on as the first of them does.
    """
    lines: list[Sequence[Move]] = [main]
    leaving: dict[tuple[int, int], list[int]] = defaultdict(list)
    for path in paths:
        line, count, used = _end_of_the_known(lines, leaving, path)
        if used < len(path):
            leaving[line, count].append(len(lines))
            lines.append(path[used:])
    return _in_order(lines, leaving)


def _end_of_the_known(
    lines: list[Sequence[Move]], leaving: Mapping[tuple[int, int], list[int]], path: Sequence[Move]
) -> tuple[int, int, int]:
    """The line and the count in it where a path leaves all that is there, and how many of its moves come before that."""
    line = count = 0
    for used, move in enumerate(path):
        if count < len(lines[line]) and lines[line][count] == move:
            count += 1
            continue
        taken = next((other for other in leaving.get((line, count), ()) if lines[other][0] == move), None)
        if taken is None:
            return line, count, used
        line, count = taken, 1
    return line, count, len(path)


def _in_order(lines: Sequence[Sequence[Move]], leaving: Mapping[tuple[int, int], Iterable[int]]) -> tuple[Variation[Move], ...]:
    """The variations in the order records have, numbered anew."""
    by_line: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for line, count in sorted(leaving):
        by_line[line].extend((count, number) for number in leaving[line, count])
    found: list[Variation[Move]] = []
    waiting = deque([(0, 0)])  # the number a line has here, and the one it gets
    while waiting:
        line, number = waiting.popleft()
        for count, other in by_line[line]:
            found.append(Variation(number, count, tuple(lines[other])))
            waiting.append((other, len(found)))
    return tuple(found)


def loss_of_variations(record: GameRecord[Move, Start]) -> str:
    """What to say of the variations of a file that its record does not have; nothing if it has all."""
    count = record.variations_left_out
    return f"{count} {'variation is' if count == 1 else 'variations are'} left out" if count else ""
