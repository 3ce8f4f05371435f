"""Where drills come from: games of the user's archive, or games that Kibitz's own players have played if there is none.

The shipped games are made by

    python -m kibitz.review.othello.game_sources --out src/kibitz/review/othello/own_games.txt
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import click

from kibitz.archive.database import Archive, open_archive
from kibitz.archive.filters import GameFilter
from kibitz.archive.location import archive_path
from kibitz.archive.othello.catalogue import game_records
from kibitz.errors import NotationError, SetupError
from kibitz.files import write_whole
from kibitz.players.referee import play_game
from kibitz.players.registry import make_player
from kibitz.records.othello.files import parse_games
from kibitz.records.othello.record import GameRecord, SkippedGame
from kibitz.rules.othello.position import OTHELLO, START
from kibitz.rules.squares import format_transcript

OWN_GAMES: Final = "own_games.txt"
_MOST_MISSES: Final = 200
_PLIES_AT_LEAST: Final = 50


@dataclass(frozen=True, slots=True)
class SourcedGame:
    """A game for drills, with what finds it again: `archive:217` or `own:12`."""

    key: str
    record: GameRecord

    @property
    def source(self) -> str:
        return "archive" if self.key.startswith("archive:") else "kibitz"


def random_games(chooser: random.Random) -> Iterator[SourcedGame]:
    """Games without end in a random order: people's of the archive if there is one, else Kibitz's own."""
    if archive_path().exists():
        yield from _archived(chooser)
    while True:
        number = chooser.randrange(len(own_games()))
        yield SourcedGame(f"own:{number}", own_games()[number])


def game_of_key(key: str) -> GameRecord:
    """The game of a SourcedGame's key; raises SetupError if there is none."""
    source, _, number = key.partition(":")
    if number.isdecimal() and len(number) < 10:
        if source == "own" and int(number) < len(own_games()):
            return own_games()[int(number)]
        if source == "archive":
            with open_archive(game="othello") as archive:
                for record in game_records(archive, GameFilter(number=int(number))):
                    return record
    raise SetupError(f"there is no game {key[:40]!r}; ask for another one")


@cache
def own_games() -> tuple[GameRecord, ...]:
    """The games that come with Kibitz, played by its own players."""
    data = files("kibitz.review.othello").joinpath(OWN_GAMES).read_bytes()
    return tuple(parse_games(data, OWN_GAMES, on_skip=_refuse))


def _archived(chooser: random.Random) -> Iterator[SourcedGame]:
    """People's games of the archive as long as they are found quickly; none if it is in use elsewhere or nearly empty."""
    try:
        with open_archive(game="othello") as archive:
            last = archive.row("SELECT coalesce(max(id), -1) FROM games")[0]
            misses = 0
            while last >= 0 and misses < _MOST_MISSES:
                number = chooser.randrange(last + 1)
                record = _playable(archive, number)
                misses = misses + 1 if record is None else 0
                if record is not None:
                    yield SourcedGame(f"archive:{number}", record)
    except SetupError:
        return


def _playable(archive: Archive, number: int) -> GameRecord | None:
    for record in game_records(archive, GameFilter(number=number, human=True)):
        if record.start == START and len(record.moves) >= _PLIES_AT_LEAST:
            return record
    return None


def _refuse(skipped: SkippedGame) -> None:
    raise NotationError(str(skipped))


@click.command(help=__doc__)
@click.option("--count", default=200, show_default=True, help="How many games.")
@click.option("--rating", default=1900.0, show_default=True, help="How strong the players are.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="File to write.")
def main(count: int, rating: float, out: Path) -> None:
    """Play the games and write them as transcripts, one a line."""
    lines = set()
    with click.progressbar(range(count)) as numbers:
        for number in numbers:
            black, white = (make_player(f"expert:rating={rating}", seed=2 * number + side) for side in (0, 1))
            lines.add(format_transcript(play_game(OTHELLO, black, white).moves))
    write_whole(out, "".join(line + "\n" for line in sorted(lines)))


if __name__ == "__main__":
    main()
