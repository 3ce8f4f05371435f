"""A ladder: many players, matches between them in one folder, and ratings fitted to all games together."""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from kibitz.arena.bradley_terry import Fit, PairedGames, fit_ratings
from kibitz.arena.match import Match
from kibitz.arena.match_folder import SETTINGS_FILE, MatchFolder, MatchSettings, read_players
from kibitz.arena.tally import points_in_halves
from kibitz.errors import SetupError
from kibitz.files import make_folder, parse_json, write_whole

PLAYERS_FILE: Final = "ladder.json"
_LONGEST_NAME: Final = 40


@dataclass(frozen=True, slots=True)
class LadderSettings:
    """What all matches of a ladder share. `apart` are the distances in the list of players at which two meet; empty for any."""

    pairs: int
    terms: MatchSettings  # whose players are left aside
    apart: tuple[int, ...] = ()
    counts_crashes: bool = False

    def meets(self, first: int, second: int) -> bool:
        """Whether the players at two places of the list play one another."""
        return not self.apart or abs(first - second) in self.apart


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's place on the ladder, in Elo above the mean of all, with its 95 % interval."""

    player: str
    elo: float
    low: float
    high: float
    games: int
    score: float  # share of the points

    def to_json(self) -> dict[str, Any]:
        return {
            "player": self.player,
            "elo": self.elo,
            "elo_low": self.low,
            "elo_high": self.high,
            "games": self.games,
            "score": self.score,
        }


class Ladder:
    """The matches of a ladder, open until closed by the stack it was given."""

    def __init__(self, folder: Path, players: Sequence[str], settings: LadderSettings, stack: ExitStack) -> None:
        """Open a folder, or make it; players that are in it already come first. Raises SetupError for fewer than two players."""
        self.folder = folder
        self.players = _all_players(folder, players)
        folders = [stack.enter_context(opened) for opened in self._match_folders(settings)]
        self.matches = [
            Match(opened, settings.pairs, number, counts_crashes=settings.counts_crashes) for number, opened in enumerate(folders)
        ]

    def ratings(self) -> tuple[list[Rating], Fit]:
        """The rating of every player, the best first, and the fit they come from."""
        pairs = self._paired_games()
        fit = fit_ratings(len(self.players), pairs)
        rows = [self._rating(index, fit, pairs) for index in range(len(self.players))]
        return sorted(rows, key=lambda row: -row.elo), fit

    def groups(self) -> int:
        """How many groups of players have played no game against each other; ratings compare only within a group."""
        group = list(range(len(self.players)))
        for pair in self._paired_games():
            old, new = group[pair.first], group[pair.second]
            group = [new if number == old else number for number in group]
        return len(set(group))

    def _match_folders(self, settings: LadderSettings) -> Iterator[MatchFolder]:
        """The folders of all matches; one that is there keeps its order of the two players."""
        known = dict(_known_matches(self.folder))
        for names in self._pairings(settings):
            path = known.get(frozenset(names))
            first, second = read_players(path) if path else names
            terms = replace(settings.terms, first=first, second=second)
            yield MatchFolder(path or _free_path(self.folder, first, second), terms, settings.pairs)

    def _pairings(self, settings: LadderSettings) -> Iterator[tuple[str, str]]:
        places = range(len(self.players))
        return ((self.players[i], self.players[j]) for i, j in combinations(places, 2) if settings.meets(i, j))

    def _paired_games(self) -> list[PairedGames]:
        found = []
        for match in self.matches:
            terms = match.folder.settings
            first, second = self.players.index(terms.first), self.players.index(terms.second)
            for pair in match.tally().pairs:
                points = (points_in_halves(pair.scores[0]), points_in_halves(pair.scores[1]))
                found.append(PairedGames(first, second, points))
        return found

    def _rating(self, index: int, fit: Fit, pairs: Sequence[PairedGames]) -> Rating:
        won = [sum(pair.points) / 2 for pair in pairs if pair.first == index]
        won += [2 - sum(pair.points) / 2 for pair in pairs if pair.second == index]
        games = 2 * len(won)
        elo, margin = float(fit.elo[index]), float(fit.margin[index])
        return Rating(self.players[index], elo, elo - margin, elo + margin, games, sum(won) / max(games, 1))


def _all_players(folder: Path, players: Sequence[str]) -> list[str]:
    """The players of the folder, then new ones, in the order in which they came; kept in the folder."""
    file = folder / PLAYERS_FILE
    together = list(dict.fromkeys([*_listed_players(file), *players]))
    if len(together) < 2:
        raise SetupError("a ladder needs at least two different players; `kibitz players` lists them")
    make_folder(folder)
    write_whole(file, json.dumps({"players": together}, indent=2) + "\n")
    return together


def _listed_players(file: Path) -> list[str]:
    if not file.exists():
        return []
    try:
        listed = parse_json(file.read_text(encoding="utf-8"))["players"]
        return [str(player) for player in listed]
    except (ValueError, KeyError, TypeError):
        raise SetupError(f"{file} does not list the players of a ladder; name another folder") from None


def _known_matches(folder: Path) -> Iterator[tuple[frozenset[str], Path]]:
    """The matches of a folder, by who plays in them."""
    for file in sorted(folder.glob(f"*/{SETTINGS_FILE}")):
        yield frozenset(read_players(file.parent)), file.parent


def _free_path(folder: Path, first: str, second: str) -> Path:
    """A folder for a match, called after the players as far as names of folders allow."""
    name = f"{_plain(first)}--{_plain(second)}"
    candidates = (folder / (name if number == 1 else f"{name}-{number}") for number in range(1, 10_000))
    return next(path for path in candidates if not path.exists())


def _plain(player: str) -> str:
    return re.sub(r"[^A-Za-z0-9.=]+", "-", player).strip("-.")[:_LONGEST_NAME]
