"""What Kibitz answers to `import kibitz`: moves by their names, values seen by the side to move."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz import svg
from kibitz.public.board import Board

if TYPE_CHECKING:
    from kibitz.public.recorded import Game
    from kibitz.voices.insight import Insight
    from kibitz.voices.rows import Sources


@dataclass(frozen=True, slots=True)
class Prediction:
    """How likely people are to play each legal move, the likeliest first; passes are not predicted.

    Where the model knows them: the side to move's chance to win, and the chance that Black owns each square at the end.
    """

    board: Board
    moves: Mapping[str, float]
    model: str
    win_chance: float | None = None
    ownership: tuple[float, ...] | None = None

    @property
    def best(self) -> str | None:
        """The likeliest move, None where there is none."""
        return next(iter(self.moves), None)

    def __getitem__(self, move: str) -> float:
        """The probability of a move, 0 for one that is not legal; raises NotationError for a text that names none."""
        return self.moves.get(self.board.name(self.board.parse(move)), 0.0)

    def _repr_svg_(self) -> str:
        return svg.board(self.board, probabilities=self.moves)

    def __str__(self) -> str:
        return ", ".join(f"{move} {probability:.1%}" for move, probability in self.moves.items())


@dataclass(frozen=True, slots=True)
class AnalysedMove:
    """A move and what each voice says of it; None where a voice is silent.

    `human` is a probability. `score` is in discs or points. `games` is how often the archive has the move, `mean_score` how
    those games ended for the side to move. `line` is what the engine expects, beginning with the move.
    """

    move: str
    human: float | None = None
    score: float | None = None
    win_chance: float | None = None
    depth: int | None = None
    exact: bool = False
    visits: int | None = None
    line: tuple[str, ...] = ()
    games: int | None = None
    mean_score: float | None = None


@dataclass(frozen=True, slots=True)
class Analysis:
    """What people, the engine and the archive say of each legal move: the engine's best first, then the likeliest."""

    board: Board
    moves: tuple[AnalysedMove, ...]
    sources: "Sources"
    insight: "Insight | None" = None

    @property
    def best(self) -> str | None:
        """The engine's best move, None where there is none."""
        return next((found.move for found in self.moves if found.win_chance is not None), None)

    def __getitem__(self, move: str) -> AnalysedMove:
        """What is said of a move, nothing of one that is not legal; raises NotationError for a text that names none."""
        name = self.board.name(self.board.parse(move))
        return next((found for found in self.moves if found.move == name), AnalysedMove(name))

    def __iter__(self) -> Iterator[AnalysedMove]:
        return iter(self.moves)

    def _repr_svg_(self) -> str:
        """The engine's scores, or its chances to win where it knows no scores."""
        scores = {row.move: row.score for row in self.moves if row.score is not None}
        chances = {row.move: row.win_chance for row in self.moves if row.win_chance is not None}
        return svg.board(self.board, values=scores, probabilities=None if scores else chances)

    def __str__(self) -> str:
        return "\n".join(map(_said, self.moves))


def _said(found: AnalysedMove) -> str:
    score = "" if found.score is None else f"{found.score:+.{0 if found.exact else 1}f}"
    wins = "" if found.win_chance is None else f"wins {found.win_chance:.0%}"
    human = "" if found.human is None else f"human {found.human:.1%}"
    return f"{found.move:5}{score:>7}  {wins:10}{human}".rstrip()


@dataclass(frozen=True, slots=True)
class Solution:
    """What a position is worth to the side to move when both play perfectly, and how they play."""

    board: Board
    score: float
    line: tuple[str, ...]
    exact: bool = True
    nodes: int = 0

    @property
    def best(self) -> str | None:
        """The best move, None if the game is over."""
        return self.line[0] if self.line else None

    def _repr_svg_(self) -> str:
        """Perfect play, its moves numbered."""
        numbers = {move: str(number) for number, move in reversed(list(enumerate(self.line, 1)))}
        return svg.board(self.board, marks=numbers)

    def __str__(self) -> str:
        return f"{self.score:+g}  {' '.join(self.line)}".rstrip()


@dataclass(frozen=True, slots=True)
class ExploredMove:
    """A move that was played, and how those games ended; `mean_score` is seen by the side to move."""

    move: str
    games: int
    share: float
    black_wins: int
    draws: int
    white_wins: int
    mean_score: float | None
    last_year: int | None
    players: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Exploration:
    """What an archive knows of a position; the moves by how often they were played."""

    board: Board
    games: int
    ended_here: int
    moves: tuple[ExploredMove, ...]

    def __getitem__(self, move: str) -> ExploredMove | None:
        """How a move fared, None if nobody played it; raises NotationError for a text that names none."""
        name = self.board.name(self.board.parse(move))
        return next((found for found in self.moves if found.move == name), None)

    def _repr_svg_(self) -> str:
        return svg.board(self.board, probabilities={played.move: played.share for played in self.moves})

    def __iter__(self) -> Iterator[ExploredMove]:
        return iter(self.moves)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match went for the first player. `score` lies between 0 and 1; `elo` is None of a match without a complete pair.

    `left_out` counts the pairs in which a player crashed.
    """

    players: tuple[str, str]
    wins: int
    draws: int
    losses: int
    score: float | None
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    left_out: int
    games: "tuple[Game, ...]"

    def _repr_svg_(self) -> str:
        return svg.bar(str(self), {"won": self.wins, "drawn": self.draws, "lost": self.losses})

    def __str__(self) -> str:
        return f"{self.players[0]} – {self.players[1]}: +{self.wins} ={self.draws} -{self.losses}"
