"""Go: what a position is and what a move does, on boards from 5×5 to 25×25.

The rules are cut as KataGo cuts them: a rule set says what is allowed and how is counted, the core's board knows stones and
captures, and a position carries as much of the past as the ko rule asks about. See kibitz.rules.go.points for the numbering.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.errors import IllegalMoveError, NotationError
from kibitz.rules.game import Color, Outcome, Reason
from kibitz.rules.go.board_text import SIGNS, BoardText, format_board, format_stones, read_board
from kibitz.rules.go.eyes import uncounted_points
from kibitz.rules.go.points import (
    COLUMN_LETTERS,
    fixed_handicap,
    format_go_move,
    format_vertex,
    parse_go_move,
    require_go_size,
    transform_point,
)
from kibitz.rules.go.rule_sets import CHINESE as CHINESE
from kibitz.rules.go.rule_sets import RULE_SETS as RULE_SETS
from kibitz.rules.go.rule_sets import GoRules, Scoring
from kibitz.rules.squares import PASS
from kibitz.rules.symmetry import SYMMETRIES

# A game that goes on so long is counted as it stands: a triple ko under the simple rule would never end.
MOVES_PER_POINT: Final = 4

Owners: TypeAlias = NDArray[np.int8]

_REMEMBERED_MOVES: Final = 8  # as many as models of moves ask about


@dataclass(frozen=True, slots=True)
class _Setting:
    """What stays the same through a game."""

    size: int
    rules: GoRules
    komi: float
    handicap: int


class GoPosition:
    """A Go position with what the ko rule needs to know of its past.

    Two positions are equal if their stones, the side to move, the points forbidden by ko, the passes and moves made, the
    prisoners and the rules are: the longer past is carried, not compared. `recent_moves` are the last eight, the latest first,
    PASS among them; fewer where no more are known.
    """

    def __init__(
        self,
        setting: _Setting,
        state: _native.go.State,
        to_move: Color,
        passes: int = 0,
        move_count: int = 0,
        recent_moves: tuple[int, ...] = (),
    ) -> None:
        self._setting = setting
        self._state = state
        self.to_move = to_move
        self.passes = passes
        self.move_count = move_count
        self.recent_moves = recent_moves

    @property
    def size(self) -> int:
        return self._setting.size

    @property
    def rules(self) -> GoRules:
        return self._setting.rules

    @property
    def komi(self) -> float:
        return self._setting.komi

    @property
    def handicap(self) -> int:
        """How many stones Black was given."""
        return self._setting.handicap

    @property
    def state(self) -> _native.go.State:
        """The core's view of the position, for bulk work and search."""
        return self._state

    @cached_property
    def stones(self) -> Owners:
        """What is on each point in reading order, [size²]: 0 nothing, 1 a black stone, 2 a white one."""
        return self._state.stones()

    @cached_property
    def forbidden(self) -> tuple[int, ...]:
        """The points where only the ko rule forbids the side to move to play."""
        return tuple(self._state.forbidden_points().tolist())

    @property
    def prisoners(self) -> tuple[int, int]:
        """The stones Black and White have taken."""
        return self._state.prisoners()

    @property
    def is_over(self) -> bool:
        """Whether both sides passed, or the longest game was reached."""
        return self.passes >= 2 or self.move_count >= longest_game(self.size)

    def stone_at(self, point: int) -> Color | None:
        """The colour of the stone on a point."""
        stone = int(self.stones[point])
        return None if stone == 0 else Color(stone - 1)

    def legal_points(self) -> tuple[int, ...]:
        """The points where the side to move may play, in ascending order, whether or not the game is over."""
        return tuple(self._state.legal_points().tolist())

    def legal_moves(self) -> tuple[int, ...]:
        """PASS and the legal points, or () if the game is over."""
        return () if self.is_over else (PASS, *self.legal_points())

    def is_legal(self, move: int) -> bool:
        """Whether the side to move may play on a point, or pass."""
        return not self.is_over and (move == PASS or self._state.is_legal(move))

    def play(self, move: int) -> "GoPosition":
        """The position after a point or PASS; raises IllegalMoveError."""
        if not self.is_legal(move):
            raise IllegalMoveError(self._complaint(move))
        passes = self.passes + 1 if move == PASS else 0
        recent = (move, *self.recent_moves[: _REMEMBERED_MOVES - 1])
        return GoPosition(self._setting, self._state.after(move), self.to_move.other, passes, self.move_count + 1, recent)

    def with_turn_of(self, color: Color) -> "GoPosition":
        """The position with one side to move, as if the other had let it: no pass is counted and no ko forbids anything."""
        if color == self.to_move:
            return self
        state = _state_of(self._setting, self.stones, color, (), self.prisoners)
        return GoPosition(self._setting, state, color, self.passes, self.move_count, self.recent_moves)

    def without(self, dead: Iterable[int]) -> "GoPosition":
        """The position with all chains taken off that have a stone on one of the `dead` points; no ko forbids anything."""
        gone = sorted({stone for point in dead for stone in self.chain(point)})
        stones = self.stones.copy()
        stones[gone] = 0
        state = _state_of(self._setting, stones, self.to_move, (), self.prisoners)
        return GoPosition(self._setting, state, self.to_move, self.passes, self.move_count, self.recent_moves)

    def with_komi(self, komi: float) -> "GoPosition":
        """The position with another komi."""
        setting = replace(self._setting, komi=komi)
        return GoPosition(setting, self._state, self.to_move, self.passes, self.move_count, self.recent_moves)

    def resumed(self) -> "GoPosition":
        """The position as if nobody had passed, for players who do not agree on what is dead."""
        return GoPosition(self._setting, self._state, self.to_move, 0, self.move_count, self.recent_moves)

    def liberties(self) -> NDArray[np.int16]:
        """The liberties of the chain on each point, [size²]; 0 where there is none."""
        return self._state.liberties()

    def chain(self, point: int) -> tuple[int, ...]:
        """The points of the chain that a stone belongs to, in ascending order; empty for an empty point."""
        chains = self._chains
        return tuple(np.flatnonzero(chains == chains[point]).tolist()) if self.stones[point] else ()

    def ladder_captures(self) -> tuple[int, ...]:
        """Legal moves that begin a ladder in which a chain of two liberties is caught."""
        return tuple(self._state.ladder_captures().tolist())

    def ladder_escapes(self) -> tuple[int, ...]:
        """Legal moves that save a chain in atari from a ladder."""
        return tuple(self._state.ladder_escapes().tolist())

    def owners(self, dead: Iterable[int] = ()) -> Owners:
        """Who owns each point as the board stands, [size²]: 1 Black, −1 White, 0 nobody.

        Chains with a stone on one of the `dead` points are taken off first. An empty region belongs to the side whose stones
        alone touch it, eyes in a seki among them: only territory scoring leaves those out.
        """
        return self._state.owners(np.fromiter(dead, dtype=np.int16))

    def black_score(self, dead: Iterable[int] = ()) -> float:
        """Black's points minus White's with komi, as the rules count them; `dead` as in owners()."""
        gone = tuple(dead)
        owners = self.owners(gone)
        points = self._territory(owners, gone) if self.rules.scoring == Scoring.TERRITORY else int(owners.sum())
        return points - self.komi - self.rules.points_for(self.handicap)

    def outcome(self) -> Outcome | None:
        """Who won and why, every stone counted as alive, or None while the game goes on."""
        if not self.is_over:
            return None
        return Outcome(self.black_score(), Reason.TWO_PASSES if self.passes >= 2 else Reason.TOO_LONG)

    def image(self, symmetry: int) -> "GoPosition":
        """The position under one of the 8 symmetries. Its longer past is forgotten, only the next move knows of a ko."""
        stones = np.zeros_like(self.stones)
        stones[[transform_point(point, symmetry, self.size) for point in range(self.size**2)]] = self.stones
        forbidden = tuple(transform_point(point, symmetry, self.size) for point in self.forbidden)
        state = _state_of(self._setting, stones, self.to_move, forbidden, self.prisoners)
        recent = tuple(transform_point(move, symmetry, self.size) for move in self.recent_moves)
        return GoPosition(self._setting, state, self.to_move, self.passes, self.move_count, recent)

    def canonical(self) -> "GoPosition":
        """The one of the 8 images that stands for all: the first by its stones in reading order, then by forbidden points."""
        return min(map(self.image, SYMMETRIES), key=lambda image: (image.stones.tobytes(), sorted(image.forbidden)))

    def drawing(self, mark_legal: bool = False) -> str:
        """The board with its coordinates, for people. With `mark_legal`, points that are not legal are marked `!`."""
        letters = "   " + " ".join(COLUMN_LETTERS[: self.size])
        legal = set(self.legal_points()) if mark_legal else set(range(self.size**2))
        rows = [letters]
        for row in range(self.size):
            points = range(row * self.size, (row + 1) * self.size)
            signs = [".!"[point not in legal] if not self.stones[point] else SIGNS[self.stones[point]] for point in points]
            rows.append(f"{self.size - row:2} {' '.join(signs)}")
        return "\n".join(rows)

    def board_text(self) -> str:
        """The points in reading order, `X` black, `O` white, `-` empty."""
        return format_stones(self.stones)

    def __str__(self) -> str:
        return format_board(
            BoardText(self.stones, self.to_move, self.forbidden, self.prisoners, self.passes, self.move_count), self.size
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GoPosition) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"<{self.size}×{self.size} Go position, {self.to_move} to make move {self.move_count + 1}>"

    @cached_property
    def _key(self) -> tuple[object, ...]:
        stones = self.stones.tobytes()
        return stones, self.to_move, self.forbidden, self.passes, self.move_count, self.prisoners, self._setting

    @cached_property
    def _chains(self) -> NDArray[np.int16]:
        return self._state.chains()

    def _territory(self, owners: Owners, dead: tuple[int, ...]) -> int:
        """Surrounded points and prisoners, dead stones being both; eyes in a seki and points that must be filled are none."""
        taken_by_black, taken_by_white = self.prisoners
        gone = sorted({stone for point in dead for stone in self.chain(point)})
        dead_white = int((self.stones[gone] == 2).sum())
        alive = self.stones.copy()
        alive[gone] = 0
        is_counted = alive == 0
        is_counted[list(uncounted_points(self, dead))] = False
        surrounded = int(owners[is_counted].sum())
        return surrounded + taken_by_black - taken_by_white + dead_white - (len(gone) - dead_white)

    def _complaint(self, move: int) -> str:
        if self.is_over:
            return f"{format_go_move(move, self.size)} cannot be played: the game is over"
        if not 0 <= move < self.size**2:
            return f"{move} is not a point of the {self.size}×{self.size} board"
        name = format_vertex(move, self.size)
        if self.stones[move]:
            return f"{name} is not empty"
        reason = "it repeats a position (ko)" if move in self.forbidden else "it is suicide"
        return f"{name} is not legal for {self.to_move}: {reason}"


def longest_game(size: int) -> int:
    """The moves, passes included, after which a game is counted as it stands."""
    return MOVES_PER_POINT * size * size


@dataclass(frozen=True, slots=True)
class GoGame:
    """Go on a board of one size by one rule set, by the contract of kibitz.rules.game.

    `handicap` stones are put on their fixed points, or on `free_handicap` where that is given; then White begins.
    """

    size: int = 19
    rules: GoRules = CHINESE
    komi: float = 7.5
    handicap: int = 0
    free_handicap: tuple[int, ...] = field(default=())

    def __post_init__(self) -> None:
        require_go_size(self.size)

    @property
    def name(self) -> str:
        return "go"

    @property
    def rules_name(self) -> str:
        """The name of the rule set in one word, as programs write it; empty for rules that have none."""
        return next((name.replace(" ", "-") for name, rules in RULE_SETS.items() if rules == self.rules), "")

    @property
    def longest_game(self) -> int:
        return longest_game(self.size)

    def start(self) -> GoPosition:
        placed = self.free_handicap or (fixed_handicap(self.handicap, self.size) if self.handicap else ())
        return self.set_up(black=placed, to_move=Color.WHITE if placed else Color.BLACK)

    def set_up(self, black: Sequence[int] = (), white: Sequence[int] = (), to_move: Color = Color.BLACK) -> GoPosition:
        """The position with stones on some points; raises NotationError if a chain has no liberty or stones share a point."""
        stones = np.zeros(self.size**2, dtype=np.int8)
        stones[list(black)] = 1
        stones[list(white)] = 2
        if len(set(black) | set(white)) < len(black) + len(white):
            raise NotationError("two stones are set up on one point")
        return GoPosition(self._setting, _state_of(self._setting, stones, to_move, (), (0, 0)), to_move)

    def parse_move(self, text: str) -> int:
        return parse_go_move(text, self.size)

    def format_move(self, move: int) -> str:
        return format_go_move(move, self.size)

    def parse_position(self, text: str) -> GoPosition:
        """The position of a text as str(position) writes it; see kibitz.rules.go.board_text. Raises NotationError."""
        read = read_board(text, self.size)
        state = _state_of(self._setting, read.stones, read.to_move, read.forbidden, read.prisoners)
        return GoPosition(self._setting, state, read.to_move, read.passes, read.move_count)

    def format_position(self, position: GoPosition) -> str:
        return str(position)

    def images(self, position: GoPosition) -> tuple[GoPosition, ...]:
        return tuple(position.image(symmetry) for symmetry in SYMMETRIES)

    def canonical(self, position: GoPosition) -> GoPosition:
        return position.canonical()

    @property
    def _setting(self) -> _Setting:
        return _Setting(self.size, self.rules, self.komi, len(self.free_handicap) or self.handicap)


GO: Final = GoGame()


def play_go_moves(moves: Iterable[int], start: GoPosition) -> GoPosition:
    """The position after some moves; raises IllegalMoveError that says which one is wrong."""
    position = start
    for number, move in enumerate(moves, 1):
        try:
            position = position.play(move)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {number}: {error}") from None
    return position


def _state_of(
    setting: _Setting, stones: Owners, to_move: Color, forbidden: Sequence[int], prisoners: tuple[int, int]
) -> _native.go.State:
    try:
        return _native.go.State.of_stones(
            setting.size,
            int(setting.rules.ko),
            setting.rules.suicide,
            stones,
            to_move == Color.WHITE,
            np.array(forbidden, dtype=np.int16),
            prisoners,
        )
    except ValueError as error:
        raise NotationError(f"the board cannot be set up: {error}") from None
