"""What an archive holds: its size, its players, and lists of its games. The games themselves are for each game to read."""

from dataclasses import dataclass
from typing import Any

from kibitz.archive.database import Archive
from kibitz.archive.explore import ALL_GAMES, BoardPosition, reached
from kibitz.archive.filing import STORED_PASS, Filing
from kibitz.archive.filters import GameFilter
from kibitz.rules.game import Color
from kibitz.rules.squares import NO_MOVE


@dataclass(frozen=True, slots=True)
class Summary:
    """How much an archive holds. `positions` counts the moves that are filed, without passes."""

    games: int
    players: int
    programs: int
    tournaments: int
    games_by_year: dict[int, int]
    games_without_year: int
    positions: int
    bytes: int


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A line of a list of games. `move` is what was played in the position the list is about, in its orientation.

    It is None if the record stops there, or if the list is about no position.
    """

    number: int
    black: str
    white: str
    tournament: str
    date: str
    round: str
    black_score: float | None
    winner: Color | None
    is_draw: bool
    move: int | None
    transcript: str


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A player and what the archive knows of him, her or it."""

    name: str
    is_program: bool
    games: int
    first_year: int | None
    last_year: int | None
    rating: float | None  # the latest
    deviation: float | None


def summarise(archive: Archive) -> Summary:
    """The size of an archive and its games by year."""
    by_year = dict(archive.rows("SELECT year, count(*) FROM games GROUP BY year ORDER BY year NULLS FIRST"))
    without_year = by_year.pop(None, 0)
    players, programs = archive.row("SELECT count(*), count(*) FILTER (is_program) FROM players")
    return Summary(
        games=sum(by_year.values()) + without_year,
        players=players,
        programs=programs,
        tournaments=archive.row("SELECT count(*) FROM tournaments")[0],
        games_by_year=by_year,
        games_without_year=without_year,
        positions=archive.row("SELECT count(*) FROM positions WHERE square >= 0")[0],
        bytes=archive.path.stat().st_size,
    )


def list_games(
    archive: Archive, position: BoardPosition | None = None, games: GameFilter = ALL_GAMES, limit: int = 20
) -> tuple[int, list[ListedGame]]:
    """How many games reached a position, or are there at all, and the latest of them."""
    found = found_games(archive, position, games)
    (total,) = archive.row(f"SELECT count(*) FROM {found}")
    rows = archive.rows(
        "SELECT found.id, coalesce(black.name, ''), coalesce(white.name, ''), coalesce(tournaments.name, ''), date, round, "
        f"black_score, winner, moves, square FROM {found} AS found {WITH_NAMES} "
        f"ORDER BY year DESC NULLS LAST, date DESC, found.id LIMIT {limit:d}"
    )
    return total, [_listed(archive.filing, position, *row) for row in rows]


def found_games(archive: Archive, position: BoardPosition | None, games: GameFilter) -> str:
    """A subquery for the games that reached a position, or for all; then nothing is said about the move."""
    if position is not None:
        return reached(archive, position, games)
    return f"(SELECT NULL AS square, * FROM games WHERE {games.condition(archive)})"


def find_players(archive: Archive, part: str, limit: int = 20) -> list[KnownPlayer]:
    """The players with a text in their names, those with most games first; letter case and accents do not matter."""
    rows = archive.rows(_PLAYERS, [part, limit])
    return [KnownPlayer(*row) for row in rows]


# What gives the games that `found` has the names of their players and tournaments.
WITH_NAMES = """
    LEFT JOIN players AS black ON black.id = found.black
    LEFT JOIN players AS white ON white.id = found.white
    LEFT JOIN tournaments ON tournaments.id = found.tournament
"""
_PLAYERS = """
    WITH sides AS (SELECT black AS player, year FROM games UNION ALL SELECT white, year FROM games),
    latest AS (SELECT player, arg_max(rating, year) AS rating, arg_max(deviation, year) AS deviation FROM ratings GROUP BY player)
    SELECT name, is_program, count(*), min(year), max(year), any_value(rating), any_value(deviation)
    FROM players JOIN sides ON sides.player = players.id LEFT JOIN latest ON latest.player = players.id
    WHERE contains(strip_accents(lower(name)), strip_accents(lower(?)))
    GROUP BY name, is_program ORDER BY count(*) DESC, name LIMIT ?
"""


def _listed(filing: Filing, position: BoardPosition | None, *row: Any) -> ListedGame:
    number, black, white, tournament, date, round_, black_score, winner, moves, square = row
    return ListedGame(
        number=number,
        black=black,
        white=white,
        tournament=tournament,
        date=date,
        round=round_,
        black_score=black_score,
        winner=color_of(winner),
        is_draw=winner == 0,
        move=None if position is None or square == NO_MOVE else filing.family(position, square).move,
        transcript=moves.replace(STORED_PASS, ""),
    )


def color_of(winner: int | None) -> Color | None:
    """Who won, as the table of games says it; None for a draw or if nobody knows."""
    return {1: Color.BLACK, -1: Color.WHITE}.get(winner or 0)
