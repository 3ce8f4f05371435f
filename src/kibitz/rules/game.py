"""The contract that every game of Kibitz meets, and the test of it.

A position is immutable and knows whose turn it is; a move is a number, PASS included. Tools that play, record and search need
nothing else. `check_game()` plays random games and tells what breaks the contract; run it on any game you add.
"""

import random
from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, Protocol, Self, TypeVar

from kibitz.errors import IllegalMoveError


class Color(IntEnum):
    """The side of a player; Black begins."""

    BLACK = 0
    WHITE = 1

    @property
    def other(self) -> "Color":
        return Color(1 - self)

    def __str__(self) -> str:
        return self.name.capitalize()


class Reason(Enum):
    """Why a game is over."""

    BOARD_FULL = "the board is full"
    NO_MOVES = "neither side can move"
    WIPED_OUT = "one side has no stone left"
    LINE = "a line is complete"
    TWO_PASSES = "both sides passed"
    TOO_LONG = "the longest game that is allowed"
    RESIGNATION = "resignation"
    TIME = "out of time"
    ILLEGAL_MOVE = "illegal move"
    CRASH = "the player stopped answering"
    STATED = "as the record says, without a reason"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `black_score` is Black's points minus White's as the game's rules count them."""

    black_score: float
    reason: Reason

    @property
    def winner(self) -> Color | None:
        if self.black_score == 0:
            return None
        return Color.BLACK if self.black_score > 0 else Color.WHITE

    def score_for(self, color: Color) -> float:
        """The score seen from one side."""
        return self.black_score if color == Color.BLACK else -self.black_score

    def __str__(self) -> str:
        if self.winner is None:
            return f"Draw ({self.reason.value})"
        return f"{self.winner} wins by {abs(self.black_score):g} ({self.reason.value})"


class GamePosition(Hashable, Protocol):
    """A position of any game."""

    @property
    def to_move(self) -> Color: ...

    def legal_moves(self) -> tuple[int, ...]:
        """All moves of the side to move in ascending order, (PASS,) if it must pass, () if the game is over."""
        ...

    def play(self, move: int) -> Self:
        """The position after a move; raises IllegalMoveError."""
        ...

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ...

    def drawing(self) -> str:
        """The board as text, for people."""
        ...


P = TypeVar("P", bound=GamePosition)


class Game(Protocol[P]):
    """A game: its start and its notation."""

    @property
    def name(self) -> str: ...

    @property
    def size(self) -> int: ...

    @property
    def longest_game(self) -> int:
        """No game has more moves than this, passes included."""
        ...

    def start(self) -> P: ...

    def parse_move(self, text: str) -> int: ...

    def format_move(self, move: int) -> str: ...

    def parse_position(self, text: str) -> P: ...

    def format_position(self, position: P) -> str: ...

    def images(self, position: P) -> tuple[P, ...]:
        """The position under each symmetry of the board."""
        ...

    def canonical(self, position: P) -> P:
        """The one image that stands for all of them."""
        ...


class BrokenContractError(AssertionError):
    """A game does not keep its contract; the message says where."""


def check_game(game: Game[Any], games: int = 20, seed: int = 0) -> None:
    """Play random games and raise BrokenContractError at the first thing that is not as the contract says."""
    chooser = random.Random(seed)
    for number in range(games):
        position = game.start()
        for ply in range(game.longest_game + 1):
            where = f"{game.name}, random game {number}, ply {ply}"
            _check_position(game, position, where)
            if position.outcome() is not None:
                break
            move = chooser.choice(position.legal_moves())
            _check_move(game, position, move, where)
            position = position.play(move)
        else:
            raise BrokenContractError(f"{game.name}, random game {number}: longer than {game.longest_game} moves")


def _require(condition: bool, where: str, what: str) -> None:
    if not condition:
        raise BrokenContractError(f"{where}: {what}")


def _check_position(game: Game[Any], position: GamePosition, where: str) -> None:
    moves = position.legal_moves()
    _require((len(moves) == 0) == (position.outcome() is not None), where, "a game is over just when nobody can move")
    _require(list(moves) == sorted(set(moves)), where, "legal moves are in ascending order, none twice")
    reread = game.parse_position(game.format_position(position))
    _require(reread == position and hash(reread) == hash(position), where, "parse(format(position)) is the position")
    canonical = {game.canonical(image) for image in game.images(position)}
    _require(canonical == {game.canonical(position)}, where, "all images share one canonical form")
    _require(bool(position.drawing().strip()), where, "a position can be drawn")
    illegal = max(moves, default=0) + 1
    try:
        position.play(illegal)
    except IllegalMoveError:
        return
    raise BrokenContractError(f"{where}: move {illegal} is not legal and was played")


def _check_move(game: Game[Any], position: GamePosition, move: int, where: str) -> None:
    before = hash(position)
    following = position.play(move)
    _require(following == position.play(move), where, "the same move leads to the same position")
    _require(following != position and hash(position) == before, where, "playing leaves the position as it was")
    _require(game.parse_move(game.format_move(move)) == move, where, "parse(format(move)) is the move")
