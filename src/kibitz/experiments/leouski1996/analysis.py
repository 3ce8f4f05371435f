"""What the networks have learnt, looked into by Taylor's expansion: figures 5 to 10 in numbers."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.experiments.leouski1996.paper import C1_TAKEN, MOVE_AT_C1, ONE_BOARD, OTHER_BOARD
from kibitz.nets.sigma_network import SigmaNetwork
from kibitz.nets.taylor import expand, map_function, output_function
from kibitz.rules.bulk import Boards
from kibitz.rules.othello import parse_board
from kibitz.rules.squares import parse_square

CORNERS: Final = tuple(map(parse_square, ("a1", "h1", "a8", "h8")))
X_SQUARES: Final = tuple(map(parse_square, ("b2", "g2", "b7", "g7")))
EDGE_OF_FIGURE_8: Final = ("a8", "b8", "c8", "d8")
MAPS_SHOWN: Final = 4

Coefficients = NDArray[np.float64]


def first_order(network: SigmaNetwork) -> list[Coefficients]:
    """The coefficients of each output, [64]: figure 5."""
    return [expand(output_function(network, output)).first for output in range(network.shape.outputs)]


def most_valuable_maps(network: SigmaNetwork, output: int) -> list[Coefficients]:
    """The coefficients of the maps with the highest absolute values, [64] each: figures 6 and 7."""
    maps = [expand(map_function(network, output, number)).first for number in range(network.shape.maps)]
    return sorted(maps, key=lambda coefficients: -float(np.abs(coefficients).max()))[:MAPS_SHOWN]


def interactions(network: SigmaNetwork, output: int) -> list[Coefficients]:
    """What squares of an edge add together with each other square, the corners left out as in figure 8, [64] each."""
    second = expand(output_function(network, output)).second
    found = []
    for name in EDGE_OF_FIGURE_8:
        row = second[parse_square(name)].copy()
        row[list(CORNERS)] = 0
        found.append(row)
    return found


@dataclass(frozen=True, slots=True)
class Mobility:
    """Figure 9: the value of a board with a move at c1, that with c1 taken, and what taking it costs where it is no move."""

    with_move: float
    without_move: float
    cost_elsewhere: float

    @property
    def cost(self) -> float:
        return self.with_move - self.without_move


def immediate_mobility(network: SigmaNetwork) -> Mobility:
    """What it costs Black if White takes c1, where Black has a move there and where c2 and c3 have changed colours.

    The second tells how much of the first is the disc at c1 alone.
    """
    boards = [parse_board(text) for text in (MOVE_AT_C1, C1_TAKEN)]
    swapped = [parse_board(_with_colours_changed(text)) for text in (MOVE_AT_C1, C1_TAKEN)]
    values = network.values(Boards.of([*boards, *swapped]))
    return Mobility(float(values[0]), float(values[1]), float(values[2] - values[3]))


def same_response(network: SigmaNetwork) -> tuple[float, float]:
    """The values of the two boards of figure 10."""
    first, second = network.values(Boards.of([parse_board(ONE_BOARD), parse_board(OTHER_BOARD)]))
    return float(first), float(second)


def _with_colours_changed(text: str) -> str:
    """A board with the discs on c2 and c3 turned."""
    rows = [list(row) for row in text.strip("\n").splitlines()]
    first = len(rows[0]) - len("".join(rows[0]).lstrip())
    for row in (1, 2):
        place = first + 2 * 2
        rows[row][place] = {"X": "O", "O": "X"}[rows[row][place]]
    return "\n".join("".join(row) for row in rows)
