"""What the networks have learnt, looked into by Taylor's expansion: figures 5 to 10 in numbers."""

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.experiments.leouski1996.paper import C1_TAKEN, MOVE_AT_C1, ONE_BOARD, OTHER_BOARD
from kibitz.nets.othello.sigma_network import SigmaNetwork
from kibitz.nets.othello.sigma_taylor import expand_maps, expand_output
from kibitz.rules.othello.bulk import Boards, legal_masks, random_games, replay
from kibitz.rules.othello.position import mask_of, parse_board
from kibitz.rules.squares import parse_square

CORNERS: Final = tuple(map(parse_square, ("a1", "h1", "a8", "h8")))
X_SQUARES: Final = tuple(map(parse_square, ("b2", "g2", "b7", "g7")))
EDGE_OF_FIGURE_8: Final = ("a8", "b8", "c8", "d8")
MAPS_SHOWN: Final = 4
_C_FILE: Final = tuple(map(parse_square, ("c1", "c2", "c3")))
_RANDOM_GAMES: Final = 400
_DRAWN_DISCS: Final = range(10, 40)
_WHOLE_BOARD: Final = (1 << 64) - 1

Coefficients = NDArray[np.float64]


def first_order(network: SigmaNetwork) -> list[Coefficients]:
    """The coefficients of each output, [64]: figure 5."""
    return [expand_output(network, output).first for output in range(network.shape.outputs)]


def most_valuable_maps(network: SigmaNetwork, output: int) -> list[Coefficients]:
    """The coefficients of the maps with the highest absolute values, [64] each: figures 6 and 7."""
    maps = [found.first for found in expand_maps(network, output)]
    return sorted(maps, key=lambda coefficients: -float(np.abs(coefficients).max()))[:MAPS_SHOWN]


def interactions(network: SigmaNetwork, output: int) -> list[Coefficients]:
    """What squares of an edge add together with each other square, the corners left out as in figure 8, [64] each."""
    second = expand_output(network, output).second
    found = []
    for name in EDGE_OF_FIGURE_8:
        row = second[parse_square(name)].copy()
        row[list(CORNERS)] = 0
        found.append(row)
    return found


def figure_9_values(network: SigmaNetwork) -> tuple[float, float]:
    """The values of the two boards of figure 9: with a move at c1, and with c1 taken."""
    first, second = network.values(Boards.of([parse_board(MOVE_AT_C1), parse_board(C1_TAKEN)]))
    return float(first), float(second)


@dataclass(frozen=True, slots=True)
class Mobility:
    """What it costs the mover, as a mean over boards, if the opponent takes c1: where that takes a move away, and elsewhere."""

    where_it_is_a_move: float
    elsewhere: float

    @property
    def of_the_move(self) -> float:
        """What the lost move costs in addition to the disc on c1."""
        return self.where_it_is_a_move - self.elsewhere


def immediate_mobility(network: SigmaNetwork, discs: range) -> Mobility:
    """How a network judges c1 being taken on boards of so many discs, from random games.

    Where the opponent is on c2 and the mover on c3, c1 is a move of the mover's; where they have changed places it is not.
    """
    boards = _boards_of(discs)
    costs = [_value_on(network, boards, "-" + below) - _value_on(network, boards, "O" + below) for below in ("OX", "XO")]
    return Mobility(*costs)


@cache
def _boards_of(discs: range) -> Boards:
    played = replay(random_games(_RANDOM_GAMES, seed=1)[0]).boards
    counts = np.bitwise_count(played.own | played.opp)
    rows = (counts >= discs.start) & (counts < discs.stop)
    return Boards(played.own[rows], played.opp[rows])


def _value_on(network: SigmaNetwork, boards: Boards, contents: str) -> float:
    """The mean value of boards with c1, c2 and c3 as given: X the mover's, O the opponent's, - empty."""
    masks = {sign: sum(1 << square for square, held in zip(_C_FILE, contents, strict=True) if held == sign) for sign in "XO"}
    others = np.uint64(~mask_of(_C_FILE) & _WHOLE_BOARD)
    own, opp = (kept & others | np.uint64(masks[sign]) for kept, sign in ((boards.own, "X"), (boards.opp, "O")))
    return float(network.values(Boards(own, opp)).mean())


def drawn_pairs(count: int) -> tuple[Boards, Boards]:
    """Boards of random games on which c1 is a legal move of the mover, and the same with the opponent's disc on c1."""
    boards = _boards_of(_DRAWN_DISCS)
    c1 = np.uint64(1 << _C_FILE[0])
    rows = np.flatnonzero(legal_masks(boards) & c1)
    chosen = np.random.default_rng(1).choice(rows, count, replace=False)
    own, opp = boards.own[chosen], boards.opp[chosen]
    return Boards(own, opp), Boards(own, opp | c1)


def same_response(network: SigmaNetwork) -> tuple[float, float]:
    """The values of the two boards of figure 10."""
    first, second = network.values(Boards.of([parse_board(ONE_BOARD), parse_board(OTHER_BOARD)]))
    return float(first), float(second)
