"""Positions of games of Go in the user's archive in which to guess the move that was played."""

import random
from dataclasses import dataclass
from itertools import islice
from typing import Final

from kibitz.archive.database import Archive, open_archive
from kibitz.archive.filters import GameFilter
from kibitz.archive.go.catalogue import go_game_records
from kibitz.errors import IllegalMoveError, SetupError
from kibitz.models.go.model import GoMoveModel
from kibitz.records.go.record import GoRecord
from kibitz.rules.go.points import format_go_move
from kibitz.rules.go.position import GoPosition
from kibitz.rules.squares import PASS

_GAMES_TRIED: Final = 200
_FIRST_PLY: Final = 4  # before it nearly every corner is right
_SOURCE: Final = "archive"


@dataclass(frozen=True, slots=True)
class GuessDrill:
    """A position of a game in which a stone was placed; `token` finds it again."""

    token: str
    record: GoRecord
    ply: int

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves before."""
        return tuple(move.point for move in self.record.moves[: self.ply])

    @property
    def played(self) -> int:
        return self.record.moves[self.ply].point

    @property
    def position(self) -> GoPosition:
        return next(islice(self.record.positions(), self.ply, None))


@dataclass(frozen=True, slots=True)
class GuessResult:
    """How good a guess is: 100 points for the move that was played, else its probability relative to the likeliest move's."""

    points: int
    right: bool
    shares: dict[int, float]  # of all legal points


def guess_drill(seed: int | None = None) -> GuessDrill:
    """A position of a game of the archive; raises SetupError if there is no archive or no such game in it."""
    chooser = random.Random(seed)
    with open_archive(game="go") as archive:
        last = archive.row("SELECT coalesce(max(id), -1) FROM games")[0]
        for _ in range(_GAMES_TRIED if last >= 0 else 0):
            number = chooser.randrange(last + 1)
            record = _game(archive, number)
            plies = [] if record is None else _plies(record)
            if record is not None and plies:
                ply = chooser.choice(plies)
                return GuessDrill(f"{_SOURCE}:{number}:{ply}", record, ply)
    raise SetupError("the archive has no game of Go to guess in")


def guess_of_token(token: str) -> GuessDrill:
    """The drill that a token names; raises SetupError if there is none."""
    source, _, rest = token.partition(":")
    number, _, ply = rest.partition(":")
    if source == _SOURCE and all(part.isascii() and part.isdecimal() and len(part) < 10 for part in (number, ply)):
        with open_archive(game="go") as archive:
            record = _game(archive, int(number))
        if record is not None and int(ply) in _plies(record):
            return GuessDrill(token, record, int(ply))
    raise SetupError(f"there is no position {token[:40]!r}; ask for another one")


def judge_guess(drill: GuessDrill, guess: int, model: GoMoveModel) -> GuessResult:
    """The points of a guess; raises IllegalMoveError for a point that is not legal."""
    position = drill.position
    legal = position.legal_points()
    if guess not in legal:
        raise IllegalMoveError(f"{format_go_move(guess, position.size)} is not legal here")
    found = model.position_probabilities(position)
    shares = {int(point): float(found[point]) for point in legal}
    right = guess == drill.played
    most = max(shares.values()) or 1.0
    return GuessResult(100 if right else round(100 * shares[guess] / most), right, shares)


def _game(archive: Archive, number: int) -> GoRecord | None:
    """The game of a number whose sides take turns, if there is one."""
    record = next(go_game_records(archive, GameFilter(number=number)), None)
    if record is None:
        return None
    sides = [record.first_to_move, record.first_to_move.other]
    takes_turns = all(move.color == sides[index % 2] for index, move in enumerate(record.moves))
    return record if takes_turns else None


def _plies(record: GoRecord) -> list[int]:
    """The moves that may be asked for."""
    return [ply for ply in range(_FIRST_PLY, len(record.moves)) if record.moves[ply].point != PASS]
