"""Who will win, in the light install: a search by the engine's evaluation, exact near the end, read as a chance.

The chance is that of tournament players who go on from there, not of perfect play: a won endgame of twelve empty squares is lost
now and then. A logistic curve for each disc count, fitted to games, says how often. kibitz.learn.tables.othello.winner_kind
makes such models.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.othello.planes import Situations
from kibitz.models.card import ModelCard, card_beside, read_card
from kibitz.models.store import find_by_name
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards
from kibitz.search.othello.endgame import solve_children_many
from kibitz.search.othello.evaluation import DISC_COUNTS, Evaluation, WinChances, load_evaluation
from kibitz.search.othello.minimax import final_scores
from kibitz.search.othello.move_values import best_moves
from kibitz.tensor_files import read_tensors, write_tensors

DEPTHS: Final = range(1, 9)
EXACT_FROM: Final = range(1, 15)
_FORMAT: Final = "kibitz winner 1"
_CURVES: Final = ("win_slope", "win_offset")


@dataclass(frozen=True, slots=True)
class LookAhead:
    """What positions are worth to their movers in discs: by a search to a depth, and exactly from a number of empties on."""

    evaluation: Evaluation
    depth: int
    exact_from: int

    def values(self, boards: Boards) -> NDArray[np.float64]:
        """The values, [N]; the final score where the game is over."""
        values = np.empty(len(boards))
        can_move = bulk.legal_masks(boards) != 0
        passed = Boards(boards.opp, boards.own)
        must_pass = ~can_move & (bulk.legal_masks(passed) != 0)
        values[can_move] = self._values_of_moves(_selected(boards, can_move))
        values[must_pass] = -self._values_of_moves(_selected(passed, must_pass))
        over = ~can_move & ~must_pass
        values[over] = final_scores(_selected(boards, over))
        return values

    def _values_of_moves(self, boards: Boards) -> NDArray[np.float64]:
        """The values of positions with a legal move, [N]."""
        values = np.empty(len(boards))
        late = 64 - np.bitwise_count(boards.own | boards.opp) <= self.exact_from
        values[~late] = best_moves(self.evaluation, _selected(boards, ~late), self.depth)[1]
        solved = solve_children_many(_selected(boards, late))
        if len(solved.parent):
            values[late] = np.maximum.reduceat(solved.score, np.flatnonzero(np.diff(solved.parent, prepend=-1)))
        return values


class WinnerTables:
    """Chances to win; see WinnerModel in kibitz.models.othello.model."""

    def __init__(self, name: str, look_ahead: LookAhead, chances: WinChances) -> None:
        self.name = name
        self._look_ahead = look_ahead
        self._chances = chances

    def win_chances(self, situations: Situations) -> NDArray[np.float64]:
        """The mover's chance to win, [N], a draw counted as half a win; certain where the game is over."""
        boards = situations.boards
        values = self._look_ahead.values(boards)
        chances = self._chances.of(values, np.bitwise_count(boards.own | boards.opp))
        over = bulk.legal_masks(boards) | bulk.legal_masks(Boards(boards.opp, boards.own)) == 0
        return np.where(over, (np.sign(values) + 1) / 2, chances)


def save_winner(path: Path, chances: WinChances) -> None:
    """Write the curves; how far it looks ahead is in the card. Raises SetupError if that is not possible."""
    write_tensors(path, {"win_slope": chances.slope, "win_offset": chances.offset}, {"format": _FORMAT})


def load_winner(path: Path) -> WinnerTables:
    """The model in a file, whose card lies beside it; raises SetupError if either is damaged, foreign or of another version."""
    card = read_card(card_beside(path))
    return WinnerTables(card.name, _look_ahead(card, path), _read_curves(path))


def _read_curves(path: Path) -> WinChances:
    tensors, _ = read_tensors(path, "a model of winners", _FORMAT)
    shapes = [(name, str(tensor.dtype), tensor.shape) for name, tensor in sorted(tensors.items())]
    if shapes != [(name, "float32", (DISC_COUNTS,)) for name in sorted(_CURVES)]:
        raise SetupError(f"{path} is not a model of winners: it holds {shapes}")
    return WinChances(*(tensors[name] for name in _CURVES))


def _look_ahead(card: ModelCard, path: Path) -> LookAhead:
    name, depth, exact_from = (card.settings.get(key) for key in ("evaluation", "depth", "exact_from"))
    if not isinstance(name, str) or not _is_in(depth, DEPTHS) or not _is_in(exact_from, EXACT_FROM):
        raise SetupError(
            f"the card of {path} should name an evaluation, a depth from {DEPTHS[0]} to {DEPTHS[-1]}, and from how many empties "
            f"on it is exact, {EXACT_FROM[0]} to {EXACT_FROM[-1]}; it has {name!r}, {depth!r} and {exact_from!r}"
        )
    try:
        return LookAhead(load_evaluation(find_by_name(name).weights), int(depth or 0), int(exact_from or 0))
    except SetupError as error:
        raise SetupError(f"{path} needs the evaluation {name!r}: {error}") from None


def _is_in(number: Any, allowed: range) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and number in allowed


def _selected(boards: Boards, rows: NDArray[np.bool_]) -> Boards:
    return Boards(boards.own[rows], boards.opp[rows])
