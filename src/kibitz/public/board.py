"""Board, a position of any game together with the moves that led to it, as `import kibitz` offers it."""

from collections.abc import Iterator
from typing import Any, Final

from kibitz import svg
from kibitz.errors import NotationError, SetupError
from kibitz.games.catalogue import GAMES, find_kit
from kibitz.games.kit import Kit, LibraryPart, PlayedLine
from kibitz.rules.game import Color, Outcome
from kibitz.rules.perft import slow_perft
from kibitz.svg import Layout

_OPTIONED: Final = ("positions", "terminal")  # the parts whose options say what board is meant


class Board:
    """A position of a game and the moves that led to it. Boards do not change: play() returns the next one.

    Moves and squares are named as people of the game name them. Boards are equal if their game, position and moves are.
    """

    __slots__ = ("_kit", "_line", "_options")

    def __init__(self, game: str = GAMES[0].name, position: str = "", **options: Any) -> None:
        """The start of a game, or the position of a text: moves, or a board with its side to move.

        `options` are the game's own, such as `size`. Raises NotationError or IllegalMoveError for a text that is no position,
        and SetupError for a game or an option that is not known.
        """
        self._kit = find_kit(game)
        _check_options(self._kit, options)
        self._options = options
        self._line = PlayedLine.of(self._kit.positions.parse(position, **options))

    @classmethod
    def of(cls, kit: Kit, line: PlayedLine, options: dict[str, Any] | None = None) -> "Board":
        """The board at the end of a line of play."""
        made = cls.__new__(cls)
        made._kit, made._line, made._options = kit, line, options or {}
        return made

    @property
    def kit(self) -> Kit:
        """The game with all its parts."""
        return self._kit

    @property
    def line(self) -> PlayedLine:
        """The line of play that led here, with moves as numbers: what the rooms below work with."""
        return self._line

    @property
    def game(self) -> str:
        """The game's name."""
        return self._kit.name

    @property
    def position(self) -> Any:
        """The position as the game's rules know it."""
        return self._line.position

    @property
    def size(self) -> int:
        """Squares or points along an edge."""
        return self._line.game.size

    @property
    def to_move(self) -> Color:
        """The side to move."""
        color: Color = self.position.to_move
        return color

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that led here, passes included."""
        return self.names(self._line.moves)

    @property
    def last_move(self) -> str | None:
        """The move that led here, None at the start."""
        return self.name(self._line.moves[-1]) if self._line.moves else None

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The legal moves, `pass` among them where it is one; none if the game is over."""
        return self.names(self.position.legal_moves())

    @property
    def outcome(self) -> Outcome | None:
        """Who won by how much and why, None while the game goes on."""
        outcome: Outcome | None = self.position.outcome()
        return outcome

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def text(self) -> str:
        """The position as a text that Board() reads."""
        return self._line.game.format_position(self.position)

    def play(self, *moves: str) -> "Board":
        """The board after some moves; raises NotationError or IllegalMoveError that says what would be legal."""
        line = self._line
        for move in moves:
            line = line.play(self.parse(move))
        return Board.of(self._kit, line, self._options)

    def undo(self, count: int = 1) -> "Board":
        """The board before the last moves; raises SetupError if there were fewer."""
        if not 0 <= count <= len(self._line.moves):
            raise SetupError(f"{count} moves cannot be taken back: {len(self._line.moves)} were played")
        return Board.of(self._kit, self._line.up_to(len(self._line.moves) - count), self._options)

    def is_legal(self, move: str) -> bool:
        """Whether a move is legal; raises NotationError for a text that names none."""
        return self.parse(move) in self.position.legal_moves()

    def images(self) -> "tuple[Board, ...]":
        """The position under each symmetry of the board, without its moves."""
        return tuple(self._set_up(image) for image in self._line.game.images(self.position))

    def canonical(self) -> "Board":
        """The one image that stands for all, without its moves."""
        return self._set_up(self._line.game.canonical(self.position))

    def perft(self, depth: int) -> int:
        """The leaves of the tree of moves to a depth."""
        leaves = self._kit.positions.leaves(self.position, depth) if depth else iter([(slow_perft(self.position, 0), 1.0)])
        return sum(count for count, _ in leaves)

    def parse(self, move: str) -> int:
        """The number of a move; raises NotationError."""
        return self._line.game.parse_move(move)

    def name(self, move: int) -> str:
        """The name of a move by its number."""
        return self._line.game.format_move(move)

    def names(self, moves: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(map(self.name, moves))

    def __getitem__(self, square: str) -> Color | None:
        """Whose stone is on a square, None if it is empty; raises NotationError."""
        number = self.parse(square)
        if number < 0:
            raise NotationError(f"{square!r} is a move and not a square")
        return library(self._kit).stone(self.position, number)

    def __iter__(self) -> "Iterator[Board]":
        """The boards from the start to this one."""
        line = self._line.up_to(0)
        yield Board.of(self._kit, line, self._options)
        for move in self._line.moves:
            line = line.play(move)
            yield Board.of(self._kit, line, self._options)

    @property
    def layout(self) -> Layout:
        """How the position is laid out in pictures."""
        return library(self._kit).layout(self.position)

    def _repr_svg_(self) -> str:
        return svg.board(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __str__(self) -> str:
        drawn: str = self.position.drawing()
        return drawn

    def __repr__(self) -> str:
        moves = " ".join(self.moves)
        start = self._line.start
        if start == self._plain_start():
            return f"Board({self._arguments(moves)})"
        played = f".play({', '.join(map(repr, self.moves))})" if moves else ""
        return f"Board({self._arguments(self._line.game.format_position(start))}){played}"

    @property
    def _key(self) -> tuple[Any, ...]:
        return self.game, self._line.start, self._line.moves, self.position

    def _plain_start(self) -> Any:
        return self._kit.positions.parse("", **self._options).position

    def _arguments(self, text: str) -> str:
        options = [f"{name}={value!r}" for name, value in self._options.items()]
        return ", ".join([repr(self.game), *([repr(text)] if text else []), *options])

    def _set_up(self, position: Any) -> "Board":
        return Board.of(self._kit, PlayedLine(self._line.game, position, (), position), self._options)


def library(kit: Kit) -> LibraryPart:
    """What Python asks of a game; raises SetupError for a game that offers nothing."""
    if kit.library is None:
        raise SetupError(f"{kit.title} answers no questions from Python")
    return kit.library


def _check_options(kit: Kit, options: dict[str, Any]) -> None:
    known = list(dict.fromkeys(name for part in _OPTIONED for name in kit.option_names(part)))
    for name in options:
        if name not in known:
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise SetupError(f"a board of {kit.title} has no option {name!r}; {has}")
