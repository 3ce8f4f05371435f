"""A player's portrait as a model: what a model expects of somebody so strong, and the player's own openings from some games.

Any player will do, also one whom no model has met: the games come from an archive or from a file.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.archive.database import Archive, open_archive
from kibitz.archive.filters import GameFilter, find_names
from kibitz.archive.othello.catalogue import game_records
from kibitz.archive.ratings import player_ratings
from kibitz.errors import SetupError
from kibitz.features.othello.candidates import keys_after
from kibitz.features.othello.openings import opening_keys
from kibitz.features.othello.own_openings import MOST_DISCS, OwnOpenings, mixed_with_own
from kibitz.features.othello.planes import Situations
from kibitz.features.othello.recorded_moves import UNKNOWN_YEAR, RecordedMoves, moves_of_records
from kibitz.models.othello.model import MoveModel, RatedModel, Ratings
from kibitz.models.othello.shares import shares_of_weights
from kibitz.records.othello.record import GameRecord
from kibitz.rules.othello.bulk import Boards, Squares, children, play

TRUSTS: Final = (0.0, 0.1, 0.25, 0.5, 1.0, 2.0)
_FIFTH: Final = 5
_FEWEST_TRIED: Final = 4  # games
_MOST_TRIED: Final = 60
_LEAST: Final = 1e-9
_NAMES_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class PlayerGames:
    """The games of one player on the standard board, in the order of their dates; `rating` is None if nobody knows it."""

    name: str
    records: tuple[GameRecord, ...]
    rating: float | None = None

    @classmethod
    def of(cls, name: str, records: Iterable[GameRecord], rating: float | None = None) -> "PlayerGames":
        """Those of the records that the player took part in; raises SetupError if there is none."""
        own = [record for record in records if record.start.size == 8 and record.moves and _plays(name, record)]
        if not own:
            raise SetupError(f"there is no game of {name!r}; names are compared whole, their case does not matter")
        return cls(name, tuple(sorted(own, key=lambda record: record.date)), rating)

    def between(self, first: int, last: int) -> "PlayerGames":
        """The games of some years, perhaps none; games without a year are left out."""
        return replace(self, records=tuple(record for record in self.records if record.year and first <= record.year <= last))

    def is_black(self, record: GameRecord) -> bool:
        return record.black.casefold() == self.name.casefold()

    def own_moves(self) -> RecordedMoves:
        """The discs the player placed; `game` is the place of the game in `records`."""
        moves = moves_of_records(self.records)
        names = np.char.lower(moves.player.astype(np.str_))
        return moves.take(names == self.name.casefold())


def _plays(name: str, record: GameRecord) -> bool:
    return name.casefold() in (record.black.casefold(), record.white.casefold())


def archived_games(name: str, path: Path | None = None, rated_before: int = 9999) -> PlayerGames:
    """The games of a player of an archive, with the latest rating of the years before one.

    Raises SetupError if the name stands for nobody or for several players.
    """
    with open_archive(path, game="othello") as archive:
        found = list(find_names(archive, "players", name).values())
        if len(found) > 1:
            more = f" and {len(found) - _NAMES_SHOWN} more" if len(found) > _NAMES_SHOWN else ""
            raise SetupError(f"{name!r} may be {', '.join(found[:_NAMES_SHOWN])}{more}; name one of them")
        return PlayerGames.of(
            found[0], game_records(archive, GameFilter(player=found[0])), _rating(archive, found[0], rated_before)
        )


def _rating(archive: Archive, name: str, before: int) -> float | None:
    rated = [rating for rating in player_ratings(archive, name) if rating.year < before]
    return rated[-1].rating if rated else None


class PortraitModel:
    """A model of moves that plays a player's openings as often as the player did, and goes on as another model expects.

    How much the player's own games count is found from the latest fifth of them, predicted by the others: some keep to their
    openings, others change them.
    """

    def __init__(self, model: MoveModel, games: PlayerGames) -> None:
        self.name = model.name
        self._model = model
        self._rating = games.rating if isinstance(model, RatedModel) else None
        self._own = own_openings_of(games)
        self.trust = _found_trust(model, games, self._rating)

    def probabilities(self, situations: Situations, rating: Ratings = None) -> NDArray[np.float64]:
        """As MoveModel.probabilities(); the player's own rating stands where none is given."""
        shares = self._model.probabilities(situations, self._rating if rating is None else rating)
        return _Mixing(situations, self._own, shares).with_trust(self.trust)


class _Mixing:
    """A model's probabilities [N, 64] and a player's own weights of the same moves, to be mixed."""

    def __init__(self, situations: Situations, own: OwnOpenings, shares: NDArray[np.float64]) -> None:
        self._boards = situations.boards
        self._moves = children(situations.boards)
        keys = keys_after(situations.boards, situations.black_to_move)
        self._own = own.weights_of(np.zeros(len(keys), np.int64), keys)
        self._shares = shares

    def with_trust(self, trust: float) -> NDArray[np.float64]:
        """The probabilities, [N, 64], where each of the player's games counts so many times."""
        parent, square = self._moves.parent, self._moves.square
        given = self._shares[parent, square].astype(np.float32)
        mixed = np.zeros_like(self._shares)
        own = self._own * np.float32(trust)
        mixed[parent, square] = mixed_with_own(given, own, parent, len(self._boards))
        return shares_of_weights(mixed, self._boards)


def _found_trust(model: MoveModel, games: PlayerGames, rating: float | None) -> float:
    """Of TRUSTS the one that predicts the latest fifth of the games best from the others; 1 where there are too few."""
    count = min(len(games.records) // _FIFTH, _MOST_TRIED)
    if count < _FEWEST_TRIED:
        return 1.0
    earlier = replace(games, records=games.records[:-count])
    later = replace(games, records=games.records[-count:]).own_moves().moves
    boards = later.situations.boards
    early = later.take(np.bitwise_count(boards.own | boards.opp) <= MOST_DISCS)
    mixing = _Mixing(early.situations, own_openings_of(earlier), model.probabilities(early.situations, rating))
    return min(TRUSTS, key=lambda trust: _nll(mixing.with_trust(trust), early.square))


def _nll(shares: NDArray[np.float64], squares: Squares) -> float:
    played = np.take_along_axis(shares, squares[:, None].astype(np.int64), axis=1)
    return float(-np.log(np.maximum(played, _LEAST)).mean())


def own_openings_of(games: PlayerGames) -> OwnOpenings:
    """What the player played in openings, as player 0; games without a year count like the latest."""
    if not games.records:
        return OwnOpenings.none()
    moves = games.own_moves()
    boards = moves.moves.situations.boards
    early = np.bitwise_count(boards.own | boards.opp) <= MOST_DISCS
    after = play(Boards(boards.own[early], boards.opp[early]), moves.moves.square[early])
    keys = opening_keys(after, ~moves.moves.situations.black_to_move[early])
    last = int(moves.year.max(initial=0))
    years = np.where(moves.year == UNKNOWN_YEAR, last, moves.year)[early]
    return OwnOpenings.of_moves(np.zeros(len(keys), np.int64), keys, years, last)
