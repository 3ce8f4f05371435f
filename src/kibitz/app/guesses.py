"""Guessing the moves that were played in games. A game joins it with a GuessPart."""

from typing import NamedTuple, Protocol

from kibitz.app.played_line import PlayedLine


class GuessQuestion(NamedTuple):
    """A position of a game in which somebody moved; `token` finds it again, and `source` says where the game comes from."""

    token: str
    line: PlayedLine
    source: str
    black: str
    white: str
    year: int | None


class GuessVerdict(NamedTuple):
    """How good a guess is: 100 points for the move that was played, else its probability relative to the likeliest move's."""

    points: int
    right: bool
    guess: str
    played: str
    shares: dict[str, float]  # of all legal moves


class GuessPart(Protocol):
    """Guessing the moves of games."""

    def question(self, seed: int | None) -> GuessQuestion:
        """A position of some game; raises SetupError if there is none."""
        ...

    def verdict(self, token: str, move: str) -> GuessVerdict:
        """How good a guess is; raises SetupError for a token of no position, NotationError or IllegalMoveError."""
        ...
