"""Matches that belong to a paper: played by its reproduction, kept with their games, shown on its page.

A match has a folder of its own under `matches/` in the paper's runs, with all its games; result.json has the figures of those
that were played so far.
"""

import math
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from kibitz.arena.match import Match, play_matches
from kibitz.arena.match_folder import MatchFolder, MatchSettings
from kibitz.arena.othello.match_game import OTHELLO_MATCH
from kibitz.cluster import open_workers
from kibitz.experiments.papers import MATCHES, Wanted
from kibitz.learn.runs.progress import Told
from kibitz.learn.runs.run_folder import RunFolder

NOT_PLAYED: Final = "not played"
_PAIRS_A_TURN: Final = 5
_DEFAULT_OPENINGS: Final = "xot"
_SEPARATORS: Final = re.compile(r"[^A-Za-z0-9.-]+")


@dataclass(frozen=True, slots=True)
class PaperMatch:
    """A match of so many pairs of games between two players, by their texts."""

    first: str
    second: str
    pairs: int
    openings: str = _DEFAULT_OPENINGS

    @property
    def command(self) -> str:
        """What plays the same match by itself."""
        openings = "" if self.openings == _DEFAULT_OPENINGS else f" --openings {self.openings}"
        return f"kibitz match {self.first} {self.second} --pairs {self.pairs}{openings}"

    @property
    def folder_name(self) -> str:
        return _SEPARATORS.sub("-", f"{self.first}-v-{self.second}")

    def folder(self, runs: Path) -> RunFolder:
        return RunFolder(runs / MATCHES / self.folder_name)


def play_missing(matches: Sequence[PaperMatch], wanted: Wanted) -> None:
    """Play the matches that are not finished, some pairs of each in turn, until all are or the minutes are over.

    What was played is kept whenever the turn passes on; a match goes on where it was stopped.
    """
    deadline = time.monotonic() + 60 * wanted.minutes if wanted.minutes else math.inf
    waiting = [match for match in matches if not _is_finished(match, wanted.runs)]
    while waiting and time.monotonic() < deadline:
        match = waiting.pop(0)
        match.folder(wanted.runs).save_result(_played(match, wanted))
        if not _is_finished(match, wanted.runs):
            waiting.append(match)


def _is_finished(match: PaperMatch, runs: Path) -> bool:
    return _pairs_done(match.folder(runs).result()) >= match.pairs


def _pairs_done(result: dict[str, Any] | None) -> int:
    """The pairs of games that were played, those included that a crash leaves out of the figures."""
    return 0 if result is None else int(result["pairs"]) + int(result["left_out"])


def _played(match: PaperMatch, wanted: Wanted) -> dict[str, Any]:
    """The figures after a turn more."""
    kept = match.folder(wanted.runs)
    pairs = min(match.pairs, _pairs_done(kept.result()) + _PAIRS_A_TURN)
    settings = MatchSettings(match.first, match.second, match.openings, game=OTHELLO_MATCH)
    with MatchFolder(kept.path, settings, match.pairs) as folder, open_workers(wanted.threads, wanted.cluster) as workers:
        playing = Match(folder, pairs)
        play_matches([playing], workers, lambda _match: wanted.tell(_told(match, playing)))
        return playing.tally().to_json()


def _told(match: PaperMatch, playing: Match) -> Told:
    return Told(match.folder_name, playing.games_played, 2 * match.pairs)


def match_rows(matches: Sequence[PaperMatch], runs: Path) -> list[tuple[str, str, str]]:
    """Rows of a table: the command, games won, drawn and lost, and the points of the first player with their interval."""
    return [(f"`{match.command}`", *_cells(match, match.folder(runs).result())) for match in matches]


def _cells(match: PaperMatch, result: dict[str, Any] | None) -> tuple[str, str]:
    games, points = outcome_of(result)
    done = _pairs_done(result)
    return (f"{games}, {2 * done} of {2 * match.pairs} games so far" if 0 < done < match.pairs else games), points


def outcome_of(result: dict[str, Any] | None) -> tuple[str, str]:
    """Games won, drawn and lost, and points in per cent with their interval."""
    if result is None:
        return NOT_PLAYED, NOT_PLAYED
    score, low, high = (100 * result[name] for name in ("score", "score_low", "score_high"))
    return f"{result['wins']}–{result['draws']}–{result['losses']}", f"{score:.1f} ({low:.1f} to {high:.1f})"
