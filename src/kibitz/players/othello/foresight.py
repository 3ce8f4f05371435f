"""Players that compare what evaluations know: all look a few moves ahead, and may play the end perfectly.

`network` plays by a file of weights, a network or pattern tables; `wystan` by what was thought good before programs learned.
"""

from kibitz.errors import SetupError
from kibitz.models.othello.foresight import DEFAULT_DEPTH, DEFAULT_SOLVED, Foresight, find_foresight, solving, wystan
from kibitz.players.othello.standard_board import StandardBoardPlayer
from kibitz.players.player import Turn
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import Position

_MOST_SOLVED = 14  # more would take seconds a move


class ForesightPlayer(StandardBoardPlayer):
    """Plays what it is handed."""

    def __init__(self, foresight: Foresight, name: str) -> None:
        self.name = name
        self._foresight = foresight

    @property
    def is_repeatable(self) -> bool:
        return True

    def choose_square(self, turn: Turn, position: Position) -> int:  # noqa: ARG002
        return int(self._foresight(Boards.of([position]))[0])


class NetworkPlayer(ForesightPlayer):
    """Plays by the values of a network or of pattern tables, and perfectly from a few empty squares on."""

    def __init__(self, model: str, depth: int = DEFAULT_DEPTH, solved: int = DEFAULT_SOLVED, name: str = "network") -> None:
        """Raises SetupError if there is no such model, or if depth or solved is out of its range."""
        super().__init__(solving(find_foresight(model, depth), checked_solved(solved)), name)


class WystanPlayer(ForesightPlayer):
    """Plays for mobility, stability and good squares; see kibitz.models.othello.foresight.wystan()."""

    def __init__(self, depth: int = DEFAULT_DEPTH, solved: int = 0, name: str = "wystan") -> None:
        """Raises SetupError if depth or solved is out of its range."""
        super().__init__(wystan(depth, checked_solved(solved)), name)


def checked_solved(solved: int) -> int:
    """From how many empty squares on to play perfectly; raises SetupError if there are too many for every move."""
    if not 0 <= solved <= _MOST_SOLVED:
        raise SetupError(f"solved is {solved}; from 0 to {_MOST_SOLVED} empty squares can be played perfectly at every move")
    return solved
