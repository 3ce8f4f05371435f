"""Where games of Go in a match begin: the empty board, random moves, the archive, or a file of games."""

from collections.abc import Iterable, Iterator
from itertools import chain, repeat
from pathlib import Path
from typing import Final

from kibitz.arena.opening import (
    Opening,
    distinct_openings,
    parse_plies,
    random_openings,
    shuffled_openings,
    take_openings,
)
from kibitz.errors import NotationError, SetupError
from kibitz.records.go.files import is_go_file, read_go_games
from kibitz.records.go.record import GoRecord
from kibitz.records.reports import SkippedGame
from kibitz.rules.go.points import format_go_move, parse_sgf_vertex
from kibitz.rules.go.position import GoGame, play_go_moves

EMPTY_BOARD: Final = "start"


def choose_go_openings(game: GoGame, source: str, count: int, seed: int = 0, kept: Iterable[Opening] = ()) -> list[Opening]:
    """So many openings of a source: `kept` ones first, then further ones in the order of the seed.

    A source is `start`, which is the empty board for every pair, `random:PLIES`, `archive:PLIES` or the name of a file. All but
    the first give different openings. Raises SetupError if it is none of these or has too few openings.
    """
    if source == EMPTY_BOARD:
        return list(repeat((), count))
    return take_openings(distinct_openings(chain(kept, _source(game, source, seed)), game), count, source)


def read_go_openings(game: GoGame, path: Path) -> list[Opening]:
    """The openings of a file: all moves of each game in SGF, or moves such as `Q16 D4` in each line of a text.

    Raises SetupError if there is no such file, NotationError for an opening that is not legal on this board or ends the game.
    """
    if not path.is_file():
        raise SetupError(f"there is no opening set {str(path)!r}; write start, random:4, archive:8 or the name of a file")
    lines = _moves_of_games(game, path) if is_go_file(path.name) else _moves_of_lines(game, path)
    return [_checked(game, opening, f"{path}, opening {number}") for number, opening in enumerate(lines, 1)]


def format_go_opening(opening: Opening, size: int) -> str:
    """The moves of an opening as a line of text; the empty board is called `start`."""
    return " ".join(format_go_move(move, size) for move in opening) or EMPTY_BOARD


def archive_go_openings(game: GoGame, plies: int) -> Iterator[Opening]:
    """The first moves that most games of the user's archive on this board begin with, the commonest first."""
    from kibitz.archive.database import open_archive
    from kibitz.archive.go.beginnings import common_go_beginnings

    with open_archive(game="go") as archive:
        lines = common_go_beginnings(archive, plies, game.size)
    return (tuple(parse_sgf_vertex(line[place : place + 2], game.size) for place in range(0, len(line), 2)) for line in lines)


def _source(game: GoGame, source: str, seed: int) -> Iterator[Opening]:
    kind, _, number = source.partition(":")
    if kind == "random" and not Path(source).exists():
        return random_openings(parse_plies(source, number), seed, game)
    if kind == "archive" and not Path(source).exists():
        return archive_go_openings(game, parse_plies(source, number))
    return shuffled_openings(read_go_openings(game, Path(source)), seed)


def _moves_of_lines(game: GoGame, path: Path) -> Iterator[Opening]:
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        words = line.split()
        if words:
            yield () if words == [EMPTY_BOARD] else tuple(game.parse_move(word) for word in words)


def _moves_of_games(game: GoGame, path: Path) -> Iterator[Opening]:
    for number, record in enumerate(read_go_games(path, _refuse), 1):
        if not _begins_as_usual(record) or record.size != game.size:
            raise NotationError(f"{path}, opening {number}: it does not begin on the empty board of {game.size}×{game.size}")
        yield tuple(move.point for move in record.moves)


def _begins_as_usual(record: GoRecord) -> bool:
    """Whether it is played from the empty board, Black first and both sides in turn."""
    colors = [int(move.color) for move in record.moves]
    return not record.black_stones + record.white_stones and colors == [number % 2 for number in range(len(colors))]


def _checked(game: GoGame, opening: Opening, where: str) -> Opening:
    try:
        position = play_go_moves(opening, game.start())
    except ValueError as error:
        raise NotationError(f"{where}: {error}") from None
    if position.is_over:
        raise NotationError(f"{where}: the game is over after it")
    return opening


def _refuse(skipped: SkippedGame) -> None:
    raise NotationError(str(skipped))
