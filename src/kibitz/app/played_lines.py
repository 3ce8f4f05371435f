"""Lines of play of either game: a start of Go says so, every other is Othello's."""

from typing import TypeAlias

from kibitz.app.go.lines import GoLine, describe_go_position, is_go_start, parse_go_line, vertices
from kibitz.app.othello.lines import Line, describe_position, move_names, parse_line
from kibitz.app.shapes.any_game import AnyPosition
from kibitz.app.shapes.base import GameName

PlayedLine: TypeAlias = Line | GoLine


def parse_played_line(start: str = "", moves: str = "") -> PlayedLine:
    """The line of a start and a path of either game; raises as kibitz.app.othello.lines.parse_line() and parse_go_line()."""
    return parse_go_line(start, moves) if is_go_start(start) else parse_line(start, moves)


def name_of_game(line: PlayedLine) -> GameName:
    return "go" if isinstance(line, GoLine) else "othello"


def describe_played_position(line: PlayedLine, dead: tuple[int, ...] = ()) -> AnyPosition:
    """The last position of a line; `dead` are stones that do not count, which only Go has."""
    return describe_go_position(line, dead) if isinstance(line, GoLine) else describe_position(line)


def names_of_moves(line: PlayedLine) -> list[str]:
    """The names of a line's moves, a pass written as `pass`."""
    return vertices(line.moves, line.start.size) if isinstance(line, GoLine) else move_names(line.moves)
