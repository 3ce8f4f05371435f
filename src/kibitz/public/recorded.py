"""Recorded games of any game and any file format, as `import kibitz` reads and writes them."""

import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from kibitz.games.catalogue import GAMES, find_kit
from kibitz.games.kit import Kit, PlayedLine
from kibitz.public.board import Board, library
from kibitz.records.record import GameRecord
from kibitz.records.reports import GameWarning, SkippedGame
from kibitz.rules.game import Color

Report: TypeAlias = Callable[[SkippedGame | GameWarning], None]


@dataclass(frozen=True, slots=True)
class Game:
    """A recorded game. `record` holds all that its file said: comments, variations, times, tags."""

    kit: Kit
    record: GameRecord[Any, Any]

    @property
    def black(self) -> str:
        return self.record.black

    @property
    def white(self) -> str:
        return self.record.white

    @property
    def date(self) -> str:
        """As much as is known of YYYY-MM-DD."""
        return self.record.date

    @property
    def event(self) -> str:
        return self.record.event

    @property
    def black_score(self) -> float | None:
        """Black's points minus White's as the file states them, None if it does not."""
        return self.record.black_score

    @property
    def winner(self) -> Color | None:
        """Who won as the file states it; None for a draw or if it does not say."""
        if self.record.winner is not None or not self.black_score:
            return self.record.winner
        return Color.BLACK if self.black_score > 0 else Color.WHITE

    @property
    def moves(self) -> tuple[str, ...]:
        """The main line, passes included."""
        return self.board().moves

    def board(self, after: int | None = None) -> Board:
        """The board after so many moves, after all of them if none is given.

        Raises NotationError if the sides do not move in turn.
        """
        line = PlayedLine.of(library(self.kit).line(self.record))
        return Board.of(self.kit, line if after is None else line.up_to(after))

    def _repr_svg_(self) -> str:
        return self.board()._repr_svg_()

    def __repr__(self) -> str:
        players = f"{self.black or 'Black'} – {self.white or 'White'}"
        score = "" if self.black_score is None else f" {self.black_score:+g}"
        return f"<{self.kit.title}: {players}{score}, {len(self.record.moves)} moves>"


def read_games(path: str | Path, game: str = GAMES[0].name, on_report: Report | None = None) -> Iterator[Game]:
    """The games of a file or a folder, whose format is found out from its content.

    Games that cannot be used, and used ones that are doubtful, go to `on_report`; without it each is a warning of Python's.
    Raises NotationError or SetupError if the file as a whole cannot be read.
    """
    kit, report = find_kit(game), on_report or _warn
    for record in library(kit).read(Path(path), report, report):
        yield Game(kit, record)


def write_games(path: str | Path, games: Iterable[Game | Board]) -> int:
    """Write games, or the lines of boards, to a file whose name says the format, and return their number.

    All are of one game. An existing file is replaced only when the new one is complete. Raises NotationError or SetupError.
    """
    found = [as_game(game) for game in games]
    kit = found[0].kit if found else GAMES[0]
    return library(kit).write(Path(path), [game.record for game in found])


def as_game(game: Game | Board) -> Game:
    """The game itself, or that of a board's moves."""
    if isinstance(game, Game):
        return game
    return Game(game.kit, library(game.kit).record(game.line))


def _warn(report: SkippedGame | GameWarning) -> None:
    warnings.warn(str(report), stacklevel=3)
