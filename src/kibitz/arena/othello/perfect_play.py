"""How a player does against perfect play, where the solver knows every score: on small boards and in endgames.

A player that is to be perfect must answer every best line of its opponent, not only the one a solver happens to choose. Here all
of them are played, and every position is solved once.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.errors import SetupError
from kibitz.files import parse_json, write_whole
from kibitz.players.player import Player, Turn
from kibitz.rules.game import Color
from kibitz.rules.othello.position import OthelloGame, Position
from kibitz.rules.squares import PASS
from kibitz.rules.symmetry import inverse, transform_square
from kibitz.search.othello.endgame import solve, solve_moves


class SolvedMoves:
    """The exact scores of moves. What was solved once is remembered, in a file too if one is given.

    With more than `every_move_from` empty squares only the best move that the solver finds first is known, for the scores of all
    moves take many times as long.
    """

    def __init__(self, file: Path | None = None, every_move_from: int = 24, hash_mb: int = 64) -> None:
        """Raises SetupError if the file is there and cannot be read."""
        self._file = file
        self._every_move_from = every_move_from
        self._hash_mb = hash_mb
        self._known: dict[str, dict[str, int]] = _read(file) if file is not None and file.is_file() else {}

    def scores(self, position: Position) -> dict[int, int]:
        """Exact scores of legal squares for the side that plays them, the best among them; empty if there is no such square."""
        symmetry = position.canonical_symmetry()
        canonical = position.image(symmetry)
        if _key(canonical) not in self._known:
            if position.empty_count > self._every_move_from:
                self._solve_line(canonical)
            else:
                found = solve_moves(canonical, hash_mb=self._hash_mb)
                self._known[_key(canonical)] = {str(row.move): row.score for row in found}
        back = inverse(symmetry)
        return {transform_square(int(square), back): score for square, score in self._known[_key(canonical)].items()}

    def save(self) -> None:
        """Write what is known into the file, if there is one."""
        if self._file is not None:
            write_whole(self._file, json.dumps(self._known, separators=(",", ":"), sort_keys=True) + "\n")

    def _solve_line(self, position: Position) -> None:
        """Remember the best move of a position, and of those on its best line while they would be as slow to solve."""
        solution = solve(position, hash_mb=self._hash_mb)
        score = solution.score
        for move in solution.line:
            if position.empty_count <= self._every_move_from:
                break
            if move != PASS:
                symmetry = position.canonical_symmetry()
                square = transform_square(move, symmetry)
                self._known.setdefault(_key(position.image(symmetry)), {str(square): score})
            position, score = position.play(move), -score


def _key(position: Position) -> str:
    """A name for a position in which colours make no difference."""
    return f"{position.own:x} {position.opp:x} {position.size}"


def _read(file: Path) -> dict[str, dict[str, int]]:
    try:
        found: Any = parse_json(file.read_text())
        return {str(key): {str(square): int(score) for square, score in scores.items()} for key, scores in found.items()}
    except (OSError, ValueError, TypeError, AttributeError, OverflowError) as error:
        raise SetupError(f"{file} holds no solved moves: {error}") from None


@dataclass(frozen=True, slots=True)
class Slip:
    """A move that cost discs."""

    position: Position
    move: int
    discs: int


@dataclass(frozen=True, slots=True)
class Lines:
    """What came of all best lines: the player's lowest score, the moves that lost discs, and the positions it was asked about."""

    lowest_score: int
    slips: tuple[Slip, ...]
    positions: int


def against_best_lines(
    player: Player, color: Color, solved: SolvedMoves, size: int = 6, watch: Callable[[int], None] = lambda _asked: None
) -> Lines:
    """Let a player answer every best line of its opponent from the start; the player's answers must depend on the position alone.

    An opponent that could choose between several best moves plays all that are known as such. `watch` hears how many positions
    were answered. Raises SetupError if the player does not play on such a board.
    """
    walk = _Walk(player, OthelloGame(size), color, solved, watch)
    lowest = walk.lowest_score(Position.start(size), None)
    return Lines(lowest, tuple(walk.slips), walk.answered)


class _Walk:
    """A walk through the positions that a player and a perfect opponent can reach."""

    def __init__(
        self, player: Player, game: OthelloGame, color: Color, solved: SolvedMoves, watch: Callable[[int], None]
    ) -> None:
        self._player, self._game, self._color, self._solved, self._watch = player, game, color, solved, watch
        self._lowest: dict[Position, int] = {}
        self.answered = 0
        self.slips: list[Slip] = []
        player.new_game(game)

    def lowest_score(self, position: Position, expected: int | None) -> int:
        """The player's lowest final score from a position on, where it could have `expected` if that is known yet."""
        if position not in self._lowest:
            if position.is_over:
                self._lowest[position] = self._final_score(position)
            elif position.to_move == self._color:
                self._lowest[position] = self._after_answer(position, expected)
            else:
                self._lowest[position] = self._after_best_moves(position, expected)
        return self._lowest[position]

    def _after_answer(self, position: Position, expected: int | None) -> int:
        answer = _answer(self._player, self._game, position)
        self.answered += 1
        self._watch(self.answered)
        after = position.play(answer)
        left = self._worth(after)
        if expected is not None and left is not None and left < expected:
            self.slips.append(Slip(position, answer, expected - left))
        return self.lowest_score(after, expected if left is None else left)

    def _worth(self, position: Position) -> int | None:
        """What the player can have where its opponent is to move; None if that opponent must pass."""
        if position.is_over:
            return self._final_score(position)
        scores = self._solved.scores(position)
        return -max(scores.values()) if scores else None

    def _after_best_moves(self, position: Position, expected: int | None) -> int:
        scores = self._solved.scores(position)
        best = [square for square, score in scores.items() if score == max(scores.values())] or list(position.legal_moves())
        return min(self.lowest_score(position.play(move), expected) for move in best)

    def _final_score(self, position: Position) -> int:
        score = position.black_score()
        return score if self._color == Color.BLACK else -score


def discs_lost(player: Player, positions: Iterable[Position], solved: SolvedMoves) -> list[int]:
    """How many discs the player's move loses in each of the positions that leave a choice."""
    lost: list[int] = []
    for position in positions:
        if len(position.legal_squares()) > 1:
            scores = solved.scores(position)
            lost.append(max(scores.values()) - scores[_answer(player, OthelloGame(position.size), position)])
    return lost


def _answer(player: Player, game: OthelloGame, position: Position) -> int:
    answer = player.choose(Turn(game, position, (), position))
    if not isinstance(answer, int):
        raise SetupError(f"{player.name} answered {answer}, where a move is needed")
    return answer
