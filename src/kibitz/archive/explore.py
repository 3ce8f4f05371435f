"""What was played in a position, by whom, and how it went: all games of an archive that reached it, however the board was turned.

Light on purpose: a look-up must not pay for numpy.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from kibitz.archive.database import Archive
from kibitz.archive.filing import Filing, MoveFamily
from kibitz.archive.filters import GameFilter
from kibitz.rules.game import Color
from kibitz.rules.squares import NO_MOVE

ALL_GAMES = GameFilter()
_TOP_PLAYERS = 3

# First by player, so that the second step has little to do: a row for each move and one, without a square, for all games
# together. Of players with equally many games the one with the smaller number comes first; the unknown one is never among them.
_TALLIES = """
WITH by_player AS (
    SELECT square, {side} AS player, count(*) AS games, max(year) AS last_year,
        count(*) FILTER (winner = 1) AS black_wins,
        count(*) FILTER (winner = -1) AS white_wins,
        count(*) FILTER (winner = 0) AS draws,
        sum({sign} * black_score) AS points, count(black_score) AS scored
    FROM {found} GROUP BY square, player
)
SELECT square, coalesce(sum(games), 0)::INTEGER, coalesce(sum(black_wins), 0)::INTEGER,
    coalesce(sum(white_wins), 0)::INTEGER, coalesce(sum(draws), 0)::INTEGER,
    (sum(points) / sum(scored))::DOUBLE, max(last_year),
    arg_max(player, games * 4294967296 - player, {top}) FILTER (player <> 0),
    max(games, {top}) FILTER (player <> 0)
FROM by_player GROUP BY GROUPING SETS ((square), ()) ORDER BY sum(games) DESC, square
"""


class BoardPosition(Protocol):
    """A position of the archive's game."""

    @property
    def to_move(self) -> Color: ...

    def board_text(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Tally:
    """How some games ended. The mean score is seen by the side to move; None if no score is known."""

    games: int
    black_wins: int
    white_wins: int
    draws: int
    mean_score: float | None


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A move and what became of it. `twins` are the moves that the position's own symmetries make the same, itself included."""

    move: int
    twins: tuple[int, ...]
    share: float  # of the games that went on from here
    tally: Tally
    last_year: int | None
    top_players: tuple[tuple[str, int], ...]  # who played it most, and how often


@dataclass(frozen=True, slots=True)
class Exploration:
    """What an archive knows about a position; the moves by how often they were played."""

    position: BoardPosition
    tally: Tally  # of all games that reached the position
    ended_here: int  # games whose record stops in the position
    moves: tuple[MovePlayed, ...]
    seconds: float
    filing: Filing

    def name_of(self, move: int) -> str:
        """The name of a move of the position."""
        return self.filing.name(self.position, move)


def explore(archive: Archive, position: BoardPosition, games: GameFilter = ALL_GAMES) -> Exploration:
    """Count the moves that were played in a position of the archive's game; moves its own symmetries make the same count as one.

    Raises NotationError for a board that is never filed.
    """
    begun = perf_counter()
    filing = archive.filing
    found = reached(archive, position, games)
    side, sign = ("black", 1) if position.to_move == Color.BLACK else ("white", -1)
    query = _TALLIES.format(found=found, side=side, sign=sign, top=_TOP_PLAYERS)
    counted = {square: _Counted(Tally(*rest[:5]), *rest[5:]) for square, *rest in archive.rows(query)}
    total = counted.pop(None, _NOTHING).tally
    ended_here = counted.pop(NO_MOVE, _NOTHING).tally.games
    names = _names(archive, counted.values())
    going_on = total.games - ended_here
    moves = tuple(_move_played(filing.family(position, square), count, going_on, names) for square, count in counted.items())
    return Exploration(position, total, ended_here, moves, perf_counter() - begun, filing)


def reached(archive: Archive, position: BoardPosition, games: GameFilter = ALL_GAMES) -> str:
    """A subquery for the games that reached a position: all columns of `games`, and the `square` they went on with."""
    key = archive.filing.key(position)
    condition = games.condition(archive)
    return (
        "(SELECT positions.square, games.* FROM positions JOIN games ON games.id = positions.game "
        f"WHERE positions.key = {key} AND {condition})"
    )


class _Counted(NamedTuple):
    """What the query says about a move: who played it most, and how often each of them."""

    tally: Tally
    last_year: int | None = None
    players: list[int] | None = None
    games: list[int] | None = None

    def top_players(self, names: dict[int, str]) -> tuple[tuple[str, int], ...]:
        return tuple((names[player], games) for player, games in zip(self.players or (), self.games or (), strict=True))


_NOTHING = _Counted(Tally(0, 0, 0, 0, None))


def _names(archive: Archive, counted: Iterable[_Counted]) -> dict[int, str]:
    players = {player for count in counted for player in count.players or ()}
    if not players:
        return {}
    return dict(archive.rows(f"SELECT id, name FROM players WHERE id IN ({', '.join(map(str, players))})"))


def _move_played(family: MoveFamily, count: _Counted, going_on: int, names: dict[int, str]) -> MovePlayed:
    share = count.tally.games / going_on
    return MovePlayed(family.move, family.twins, share, count.tally, count.last_year, count.top_players(names))


def describe(exploration: Exploration, limit: int | None = None) -> dict[str, Any]:
    """An exploration as one JSON document, with at most `limit` moves."""
    position = exploration.position
    return {
        "board": position.board_text(),
        "to_move": position.to_move.name.lower(),
        **_describe_tally(exploration.tally),
        "ended_here": exploration.ended_here,
        "moves": [_describe_move(exploration, move) for move in exploration.moves[:limit]],
        "seconds": exploration.seconds,
    }


def _describe_move(exploration: Exploration, played: MovePlayed) -> dict[str, Any]:
    return {
        "move": exploration.name_of(played.move),
        "twins": [exploration.name_of(move) for move in played.twins],
        "share": played.share,
        **_describe_tally(played.tally),
        "last_year": played.last_year,
        "top_players": [{"name": name, "games": games} for name, games in played.top_players],
    }


def _describe_tally(tally: Tally) -> dict[str, Any]:
    return {
        "games": tally.games,
        "black_wins": tally.black_wins,
        "white_wins": tally.white_wins,
        "draws": tally.draws,
        "mean_score": tally.mean_score,
    }
