"""Lines of play between what requests say and what answers show."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from kibitz.app.othello.shapes import BySide, Discs, LineShape, Opening, Overlays, PositionShape
from kibitz.app.played_line import PlayedLine
from kibitz.app.shapes.positions import shared_facts
from kibitz.errors import SetupError
from kibitz.review.othello.measures import SideMeasures, measure_all, squares_in
from kibitz.review.othello.opening_names import NamedOpening, opening_of, openings_along
from kibitz.rules.game import Outcome
from kibitz.rules.othello.position import OTHELLO, START, OthelloGame, Position, parse_board, play_all, with_passes
from kibitz.rules.squares import PASS, format_move, format_square, format_transcript, parse_move, parse_transcript
from kibitz.terminal.othello.words import describe

# Looked up thousands of times for a game, so they are built once.
_SQUARES: Final = tuple(format_square(square) for square in range(64))


@dataclass(frozen=True, slots=True)
class Line(PlayedLine):
    """A start and legal moves from it; the path is the transcript without passes."""

    start: Position = START
    moves: tuple[int, ...] = ()

    game_name: ClassVar[str] = "othello"

    @property
    def game(self) -> OthelloGame:
        return OTHELLO

    @property
    def position(self) -> Position:
        return _last_position(self.start, self.moves)

    @property
    def path(self) -> str:
        return path_of(self.moves)

    @property
    def start_text(self) -> str:
        return str(self.start)

    @property
    def played_share(self) -> float:
        return 1 - self.position.empty_count / 60

    @property
    def must_pass(self) -> bool:
        return self.position.must_pass

    def with_path(self, path: str) -> "Line":
        return Line(self.start, with_passes(parse_transcript(path), self.start))

    def parse_move(self, text: str) -> int:
        return parse_move(text)

    def format_move(self, move: int) -> str:
        return format_move(move)

    def format_moves(self, moves: Iterable[int]) -> list[str]:
        return move_names(moves)

    def outcome(self, _dead: Sequence[int] = ()) -> Outcome | None:
        return self.position.outcome()

    def describe(self, _dead: Sequence[int] = ()) -> PositionShape:
        return describe_position(self)


@lru_cache(maxsize=1024)
def _last_position(start: Position, moves: tuple[int, ...]) -> Position:
    """Kept, because a request asks for it many times."""
    return play_all(moves, start)


def parse_line(start: str = "", moves: str = "") -> Line:
    """The line of a start text and a transcript; empty texts are the standard start and no moves.

    Raises NotationError or IllegalMoveError, and SetupError for boards other than 8×8.
    """
    return Line(parse_start(start)).with_path(moves)


def parse_start(text: str) -> Position:
    """The position of a board with its side to move; the standard start if the text is empty. Raises as parse_line()."""
    if not text.strip():
        return START
    position = parse_board(text)
    if position.size != 8:
        raise SetupError(f"the study app has the board of 8×8 squares, not {position.size}×{position.size}")
    return position


def path_of(moves: Iterable[int]) -> str:
    """The transcript of some moves, passes left out."""
    return format_transcript([move for move in moves if move != PASS])


def move_names(moves: Iterable[int]) -> list[str]:
    """The names of some moves, a pass written as `pass`."""
    return ["pass" if move == PASS else _SQUARES[move] for move in moves]


def describe_position(line: Line) -> PositionShape:
    """The last position of a line."""
    position = line.position
    return _describe(position, line.moves, opening_of(line.moves, line.start), measure_all([position])[0])


def describe_line(line: Line) -> LineShape:
    """Every position of a line."""
    openings = openings_along(line.moves, line.start)
    boards = [line.start]
    for move in line.moves:
        boards.append(boards[-1].play(move))
    measured = measure_all(boards)
    positions = [_describe(board, line.moves[:count], openings[count], measured[count]) for count, board in enumerate(boards)]
    return LineShape(start=str(line.start), path=line.path, moves=move_names(line.moves), positions=positions)


def _describe(
    position: Position, moves: tuple[int, ...], opening: NamedOpening | None, measured: tuple[SideMeasures, SideMeasures]
) -> PositionShape:
    return PositionShape(
        **shared_facts(describe(position)),
        start=str(position),
        moves=move_names(moves),
        path=path_of(moves),
        flips={_SQUARES[square]: _names(position.flip_mask(square)) for square in position.legal_squares()},
        must_pass=position.must_pass,
        last_move=format_move(moves[-1]) if moves else None,
        discs=Discs(black=position.black.bit_count(), white=position.white.bit_count(), empty=position.empty_count),
        opening=None if opening is None else Opening(name=opening.name, moves=path_of(opening.moves)),
        overlays=_overlays(*measured),
    )


def _overlays(black: SideMeasures, white: SideMeasures) -> Overlays:
    return Overlays(
        stable=BySide(black=_names(black.stable), white=_names(white.stable)),
        frontier=BySide(black=_names(black.frontier), white=_names(white.frontier)),
        mobility=BySide(black=_names(black.mobility), white=_names(white.mobility)),
    )


def _names(mask: int) -> list[str]:
    return [_SQUARES[square] for square in squares_in(mask)]
