"""The ratings of an archive's players: computed from its games, stored in it, and looked up.

Rated are games with a year, a result and two known players, as far as the game's filing says that they count; programs are rated
among the humans and marked.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from kibitz.archive.database import Archive
from kibitz.archive.filters import find_names
from kibitz.archive.schema import note, noted_number, set_note

_COMPUTED_AT = "ratings_computed_at"
_GAMES_SEEN = "ratings_games"
_RATED_GAMES = """
    SELECT black::BIGINT AS black, white::BIGINT AS white, year::BIGINT AS year, (winner + 1) / 2.0::DOUBLE AS black_points
    FROM games WHERE black <> 0 AND white <> 0 AND black <> white AND year IS NOT NULL AND winner IS NOT NULL
"""


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A player's rating in one year. `deviation` is its standard deviation, `games` the rated games of the year."""

    name: str
    is_program: bool
    year: int
    rating: float
    deviation: float
    games: int


@dataclass(frozen=True, slots=True)
class RatingsState:
    """When the stored ratings were computed, and how many games came in since. None if they never were."""

    computed_at: str | None
    newer_games: int


def update_ratings(archive: Archive) -> None:
    """Compute all ratings again and store them, in one transaction."""
    from kibitz.archive.whole_history import Results, rate

    columns = archive.columns(f"{_RATED_GAMES} AND ({archive.filing.rated})")
    results = Results(columns["black"], columns["white"], columns["year"], columns["black_points"])
    history = rate(results)
    with archive.transaction():
        archive.run("DELETE FROM ratings")
        stored = ("player", "year", "rating", "deviation", "games")
        archive.insert("ratings", {name: getattr(history, name) for name in stored})
        set_note(archive, _COMPUTED_AT, datetime.now(UTC).isoformat(timespec="seconds"))
        set_note(archive, _GAMES_SEEN, str(_games(archive)))


def ratings_state(archive: Archive) -> RatingsState:
    """How old the stored ratings are."""
    return RatingsState(note(archive, _COMPUTED_AT), _games(archive) - noted_number(archive, _GAMES_SEEN))


def top_ratings(archive: Archive, count: int, year: int | None = None, human: bool = False) -> list[PlayerRating]:
    """The strongest players of a year, of the last one that has ratings if none is given; `human` leaves out programs."""
    chosen = "(SELECT max(year) FROM ratings)" if year is None else f"{year:d}"
    without_programs = "AND NOT is_program" if human else ""
    return _ratings(archive, f"WHERE year = {chosen} {without_programs} ORDER BY rating DESC, name LIMIT {count:d}")


def player_ratings(archive: Archive, name: str) -> list[PlayerRating]:
    """The ratings of the players a name stands for, year by year; raises SetupError if there is no such player."""
    numbers = ", ".join(map(str, find_names(archive, "players", name)))
    return _ratings(archive, f"WHERE id IN ({numbers}) ORDER BY name, year")


def _ratings(archive: Archive, rest: str) -> list[PlayerRating]:
    rows = archive.rows(
        "SELECT name, is_program, year, rating, deviation, games FROM ratings JOIN players ON players.id = ratings.player " + rest
    )
    return [PlayerRating(*row) for row in rows]


def _games(archive: Archive) -> int:
    games: Any = archive.row("SELECT count(*) FROM games")[0]
    return int(games)
