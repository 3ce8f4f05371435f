"""Which games of an archive are meant: by year, player, colour, tournament, and without programs."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kibitz.archive.database import Archive
from kibitz.errors import NotationError, SetupError
from kibitz.rules.game import Color

_PROGRAMS = "(SELECT id FROM players WHERE is_program)"


@dataclass(frozen=True, slots=True)
class GameFilter:
    """What games must have in common; None leaves it open.

    A name stands for the player or tournament called so, else for all whose names contain it; letter case and accents do not
    matter. `color` is that of the player. `human` leaves out games in which a program took part.
    """

    from_year: int | None = None
    to_year: int | None = None
    player: str | None = None
    color: Color | None = None
    tournament: str | None = None
    human: bool = False
    number: int | None = None  # of a single game, as lists of games name it

    def condition(self, archive: Archive) -> str:
        """The filter in SQL over a table `games`; raises SetupError for a name that is not there, NotationError for nonsense."""
        return " AND ".join(["true", *self._conditions(archive)])

    def as_dict(self) -> dict[str, Any]:
        """What is filtered by, without what is left open."""
        color = None if self.color is None else self.color.name.lower()
        said = {
            "from_year": self.from_year,
            "to_year": self.to_year,
            "player": self.player,
            "color": color,
            "tournament": self.tournament,
            "human": self.human or None,
            "number": self.number,
        }
        return {name: value for name, value in said.items() if value is not None}

    def _conditions(self, archive: Archive) -> Iterable[str]:
        if self.from_year is not None:
            yield f"games.year >= {self.from_year:d}"
        if self.to_year is not None:
            yield f"games.year <= {self.to_year:d}"
        if self.player is not None:
            yield self._player_condition(_numbers(find_names(archive, "players", self.player)))
        elif self.color is not None:
            raise NotationError(f"the colour {self.color.name.lower()} is that of a player; name the player too")
        if self.tournament is not None:
            yield f"games.tournament IN {_numbers(find_names(archive, 'tournaments', self.tournament))}"
        if self.number is not None:
            yield f"games.id = {self.number:d}"
        if self.human:
            yield f"games.black NOT IN {_PROGRAMS} AND games.white NOT IN {_PROGRAMS}"

    def _player_condition(self, players: str) -> str:
        if self.color is not None:
            return f"games.{self.color.name.lower()} IN {players}"
        return f"(games.black IN {players} OR games.white IN {players})"


def find_names(archive: Archive, table: str, part: str) -> dict[int, str]:
    """The players or tournaments a name stands for, by number; raises SetupError if there are none."""
    plain = "strip_accents(lower({}))"
    wanted = plain.format("?")
    name = plain.format("name")
    exact = archive.rows(f"SELECT id, name FROM {table} WHERE {name} = {wanted}", [part])
    found = exact or archive.rows(f"SELECT id, name FROM {table} WHERE contains({name}, {wanted}) ORDER BY name", [part])
    if not found:
        raise SetupError(f"no {table[:-1]} in the archive {archive.path} has {part!r} in the name")
    return dict(found)


def _numbers(names: dict[int, str]) -> str:
    return f"({', '.join(map(str, names))})"
