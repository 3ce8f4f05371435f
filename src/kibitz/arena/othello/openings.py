"""Where the games of a match begin: lists of even openings, random moves, the archive, or a file of transcripts.

An opening is a line of moves from the standard start, so that every program can set it up. No two openings of a set lead to
positions that are images of one another. The list called `xot` comes with Kibitz; see kibitz.arena.othello.even_openings for its
making.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

from kibitz.arena.opening import Opening as Opening
from kibitz.errors import NotationError, SetupError
from kibitz.records.othello.files import parse_games, read_games
from kibitz.records.othello.record import GameRecord, SkippedGame
from kibitz.rules.game import Game, GamePosition
from kibitz.rules.othello.position import OTHELLO, START, Position, play_all, with_passes
from kibitz.rules.squares import PASS, parse_transcript

SHIPPED_LIST: Final = "xot.txt"
_MOST_PLIES: Final = 40
# After so many random lines in a row that lead nowhere new, all openings of that length have very probably been seen.
_MOST_MISSES: Final = 5_000


def choose_openings(source: str, count: int, seed: int = 0, kept: Iterable[Opening] = ()) -> list[Opening]:
    """So many different openings of a source: `kept` ones first, then further ones in the order of the seed.

    A source is `xot`, `random:PLIES`, `archive:PLIES` or the name of a file. Raises SetupError if it is none of these or has too
    few openings.
    """
    return take_openings(distinct_openings(chain(kept, opening_source(source, seed))), count, source)


def take_openings(openings: Iterable[Opening], count: int, source: str) -> list[Opening]:
    """The first so many openings; raises SetupError if there are fewer."""
    found = list(islice(openings, count))
    if len(found) < count:
        raise SetupError(f"{source} has {len(found)} different openings, and {count} pairs need as many; play fewer pairs")
    return found


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


def random_openings(plies: int, seed: int, game: Game[Any] = OTHELLO) -> Iterator[Opening]:
    """Different lines of so many random moves, all but a pass equally likely; ends when no new one is found."""
    chooser = random.Random(f"random openings {seed}")
    seen: set[GamePosition] = set()
    misses = 0
    while misses < _MOST_MISSES:
        opening = _random_line(plies, chooser, game)
        position = _canonical_end(opening, game)
        misses += 1
        if position not in seen and position.outcome() is None:
            misses = 0
            seen.add(position)
            yield opening


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


_BY_PLIES: Final[dict[str, Callable[[int, int], Iterator[Opening]]]] = {"random": random_openings, "archive": archive_openings}


def parse_plies(source: str, number: str) -> int:
    """The number of moves of a source such as random:8; raises SetupError."""
    if not number.isdecimal() or not 1 <= int(number) <= _MOST_PLIES:
        kind = source.partition(":")[0]
        raise SetupError(f"the opening set is {source!r}; write {kind}:8 for example, with 1 to {_MOST_PLIES} moves")
    return int(number)


def _random_line(plies: int, chooser: random.Random, game: Game[Any]) -> Opening:
    moves: list[int] = []
    position: GamePosition = game.start()
    while len(moves) < plies and (legal := position.legal_moves()):
        moves.append(chooser.choice([move for move in legal if move != PASS] or legal))
        position = position.play(moves[-1])
    return tuple(moves)


def _canonical_end(opening: Opening, game: Game[Any]) -> GamePosition:
    position: GamePosition = game.start()
    for move in opening:
        position = position.play(move)
    canonical: GamePosition = game.canonical(position)
    return canonical


def shuffled_openings(openings: list[Opening], seed: int) -> Iterator[Opening]:
    """The openings in an order drawn by the seed."""
    shuffled = list(openings)
    random.Random(f"openings {seed}").shuffle(shuffled)
    return iter(shuffled)


def distinct_openings(openings: Iterable[Opening], game: Game[Any] = OTHELLO) -> Iterator[Opening]:
    """The openings without those whose position, or an image of it, came before; forced passes must be written out."""
    seen: set[GamePosition] = set()
    for opening in openings:
        position = _canonical_end(opening, game)
        if position not in seen:
            seen.add(position)
            yield opening


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
