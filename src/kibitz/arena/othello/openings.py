"""Where the games of a match begin: lists of even openings, random moves, the archive, or a file of transcripts.

An opening is a line of moves from the standard start, so that every program can set it up. No two openings of a set lead to
positions that are images of one another. The list called `xot` comes with Kibitz; see kibitz.arena.othello.even_openings for its
making.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import Final

from kibitz.arena.opening import Opening, distinct_openings, parse_plies, random_openings, shuffled_openings, take_openings
from kibitz.errors import NotationError, SetupError
from kibitz.records.othello.files import parse_games, read_games
from kibitz.records.othello.record import GameRecord, SkippedGame
from kibitz.rules.othello.position import OTHELLO, START, Position, play_all, with_passes
from kibitz.rules.squares import parse_transcript

SHIPPED_LIST: Final = "xot.txt"


def choose_openings(source: str, count: int, seed: int = 0, kept: Iterable[Opening] = ()) -> list[Opening]:
    """So many different openings of a source: `kept` ones first, then further ones in the order of the seed.

    A source is `xot`, `random:PLIES`, `archive:PLIES` or the name of a file. Raises SetupError if it is none of these or has too
    few openings.
    """
    return take_openings(distinct_openings(chain(kept, opening_source(source, seed)), OTHELLO), count, source)


def opening_source(source: str, seed: int) -> Iterator[Opening]:
    """All openings of a source; those of a list come in an order drawn by the seed, those of the archive the commonest first."""
    kind, _, number = source.partition(":")
    if source == "xot":
        return shuffled_openings(shipped_openings(), seed)
    if kind in _BY_PLIES and not Path(source).exists():
        return _BY_PLIES[kind](parse_plies(source, number), seed)
    return shuffled_openings(read_openings(Path(source)), seed)


def shipped_openings() -> list[Opening]:
    """The list of even openings that comes with Kibitz."""
    file = files("kibitz.arena.othello").joinpath(SHIPPED_LIST)
    return _openings(parse_games(file.read_bytes(), SHIPPED_LIST, on_skip=_refuse), SHIPPED_LIST)


def read_openings(path: Path) -> list[Opening]:
    """The openings of a file in any record format, most often a transcript a line.

    Raises SetupError if there is no such file, NotationError for a line that is none, or that ends or begins a game elsewhere.
    """
    if not path.is_file():
        raise SetupError(f"there is no opening set {str(path)!r}; write xot, random:8, archive:8 or the name of a file")
    return _openings(read_games(path, on_skip=_refuse), str(path))


def archive_openings(plies: int, _seed: int) -> Iterator[Opening]:
    """The positions after so many moves that most games of the user's archive reached, the commonest first."""
    from kibitz.archive.beginnings import common_beginnings
    from kibitz.archive.database import open_archive

    with open_archive(game="othello") as archive:
        beginnings = common_beginnings(archive, plies)
    games: Counter[Position] = Counter()
    first_line: dict[Position, Opening] = {}
    for transcript, count in beginnings.items():
        opening = with_passes(parse_transcript(transcript))
        position = play_all(opening).canonical()
        games[position] += count
        first_line.setdefault(position, opening)
    return (first_line[position] for position, _ in games.most_common() if not position.is_over)


_BY_PLIES: Final[dict[str, Callable[[int, int], Iterator[Opening]]]] = {
    "random": lambda plies, seed: random_openings(plies, seed, OTHELLO),
    "archive": archive_openings,
}


def _openings(records: Iterable[GameRecord], source: str) -> list[Opening]:
    found = []
    for number, record in enumerate(records, 1):
        if record.start != START:
            raise NotationError(f"{source}, opening {number}: it does not begin at the standard start of the 8×8 board")
        if record.final_position().is_over:
            raise NotationError(f"{source}, opening {number}: the game is over after it")
        found.append(record.moves)
    return found


def _refuse(skipped: SkippedGame) -> None:
    raise NotationError(str(skipped))
