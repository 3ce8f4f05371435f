"""The games of the study app, found by the names of their folders. The first is the default: what no other knows is its own."""

from functools import cache
from importlib import import_module
from pathlib import Path

from kibitz.app.game_names import DEFAULT_GAME, GAME_NAMES
from kibitz.app.played_line import PlayedLine
from kibitz.app.study_game import StudyGame
from kibitz.records.disk import head_of_one_file, opened, read_head


@cache
def study_game(name: str) -> StudyGame:
    """The game of a name, which must be one of GAME_NAMES."""
    game: StudyGame = import_module(f"kibitz.app.{name}.study_game").STUDY_GAME
    return game


def study_games() -> tuple[StudyGame, ...]:
    return tuple(study_game(name) for name in GAME_NAMES)


def game_of(line: PlayedLine) -> StudyGame:
    return study_game(line.game_name)


def parse_played_line(start: str = "", moves: str = "") -> PlayedLine:
    """The line of a start and a path of any game; raises NotationError, IllegalMoveError or SetupError."""
    owner = next((game for game in _others() if game.owns_start(start)), study_game(DEFAULT_GAME))
    return owner.parse_line(start, moves)


def game_of_file(data: bytes, source: str) -> StudyGame:
    """The game whose file this is, packed by gzip or not; raises NotationError for archives, which hold several files."""
    head = head_of_one_file(data, source)
    return next((game for game in _others() if game.records and game.records.reads(head)), study_game(DEFAULT_GAME))


def game_of_path(path: Path) -> StudyGame:
    """The game of a file on the disk, as game_of_file() finds it; raises SetupError if it cannot be opened."""
    with opened(path) as stream:
        return game_of_file(read_head(stream, str(path)), str(path))


def _others() -> tuple[StudyGame, ...]:
    return tuple(study_game(name) for name in GAME_NAMES[1:])
