"""What `kibitz match` and `kibitz ladder` share: options, the clock, the folder and the bar with the score so far."""

import math
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.game_options import required
from kibitz.cli.progress import PlainLines, is_watched
from kibitz.errors import PeerError, SetupError
from kibitz.games.kit import Kit, MatchesPart

if TYPE_CHECKING:
    from kibitz.arena.elo import Estimate
    from kibitz.arena.match import Match, Watcher
    from kibitz.arena.match_folder import MatchSettings
    from kibitz.players.referee import TimeControl

_MINUTES_AND_INCREMENT = re.compile(r"([0-9]+(?:\.[0-9]+)?)\+([0-9]+(?:\.[0-9]+)?)")
_SECONDS = re.compile(r"([0-9]+(?:\.[0-9]+)?)s?")

pairs_option = click.option("--pairs", type=click.IntRange(min=1), default=50, show_default=True, help="How many pairs of games.")
openings_option = click.option(
    "--openings",
    help="The opening set: a set of the game by its name, random:PLIES, archive:PLIES, or a file.",
)
workers_option = click.option(
    "--workers",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="How many processes work at the same time, one game each.",
)
cluster_option = click.option(
    "--cluster", metavar="ADDRESS", help="Work on a Ray cluster: auto, or HOST:PORT of its head; docs/cluster.md explains how."
)
clock_option = click.option(
    "--clock",
    metavar="TIME",
    help="Time for each side: 5+3 is 5 minutes plus 3 seconds a move, 30 is 30 seconds for the whole game.",
)
seed_option = click.option("--seed", type=int, default=0, show_default=True, help="Seed of openings and random choices.")

crashes_option = click.option(
    "--count-crashes", is_flag=True, help="Count games that a player lost by crashing; without it their pairs are left out."
)


def parse_clock(text: str | None) -> "TimeControl | None":
    """The time control of `5+3` (minutes, seconds a move) or `30` (seconds); raises SetupError for anything else."""
    from kibitz.players.referee import TimeControl

    if text is None:
        return None
    if found := _MINUTES_AND_INCREMENT.fullmatch(text.strip()):
        control = TimeControl(60 * float(found[1]), float(found[2]))
    elif found := _SECONDS.fullmatch(text.strip()):
        control = TimeControl(float(found[1]))
    else:
        raise SetupError(f"--clock is {text!r}; write 5+3 for 5 minutes plus 3 seconds a move, or 30 for 30 seconds")
    if not 0 < control.seconds < math.inf:
        raise SetupError(f"--clock is {text!r}; each side needs some time")
    return control


def match_settings(
    first: str, second: str, kit: Kit, options: dict[str, Any], openings: str | None, seed: int, clock: str | None
) -> "MatchSettings":
    """The settings of a match; raises SetupError or NotationError for options that do not fit together."""
    from kibitz.arena.match_folder import MatchSettings

    matches: MatchesPart = required(kit, "matches")
    game = matches.match(**options)
    return MatchSettings(first, second, openings or matches.default_openings, seed, parse_clock(clock), game=game)


def new_folder(kind: str) -> Path:
    """A new folder in the user's data folder, named after the time."""
    from kibitz.files import data_folder

    parent = data_folder() / "matches"
    name = f"{kind}-{datetime.now():%Y-%m-%d-%H%M%S}"
    candidates = (parent / (name if number == 1 else f"{name}-{number}") for number in range(1, 1000))
    return next(path for path in candidates if not path.exists())


@contextmanager
def resumable(folder: Path) -> Iterator[None]:
    """Say how to go on when the work inside is interrupted."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo(f"Interrupted. The same command with --out {shlex.quote(str(folder))} goes on from here.", err=True)
        raise


def format_elo(estimate: "Estimate") -> str:
    """A difference with its interval, the ends marked where they are only limits."""
    value, low, high = (_limited(elo) for elo in estimate)
    return f"{value} ({low} to {high})"


def _limited(elo: float) -> str:
    from kibitz.arena.elo import GREATEST_ELO

    sign = "" if abs(elo) < GREATEST_ELO else ">" if elo > 0 else "<"
    return f"{sign}{elo:+.0f}"


def fail_if_most_crashed(matches: "Sequence[Match]") -> None:
    """Raise PeerError if players crashed in most games: the figures then say little of how they play."""
    from kibitz.arena.match import most_crashed

    if problem := most_crashed(matches):
        raise PeerError(problem)


@contextmanager
def score_bar(matches: "Sequence[Match]", is_quiet: bool) -> "Iterator[Watcher | None]":
    """A function to call after every game: a bar with score and time left in a terminal, plain lines elsewhere, None if quiet."""
    if is_quiet or not is_watched():
        yield None if is_quiet or not sys.stderr else _score_lines(matches)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    total = sum(match.total_games for match in matches)
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=total, completed=sum(match.games_played for match in matches))

        def watch(match: "Match") -> None:
            bar.update(task, advance=1, description=_score_so_far(match))

        yield watch


def _score_lines(matches: "Sequence[Match]") -> "Watcher":
    lines = PlainLines("games", sum(match.total_games for match in matches))

    def watch(match: "Match") -> None:
        lines(sum(other.games_played for other in matches), title=_score_so_far(match))

    return watch


def _score_so_far(match: "Match") -> str:
    tally = match.tally()
    settings = match.folder.settings
    return f"{settings.first} against {settings.second}: +{tally.wins} ={tally.draws} -{tally.losses}"
