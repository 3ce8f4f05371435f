"""Whether what the paper says of its figures is true of our networks, claim by claim."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.experiments.leouski1996 import analysis
from kibitz.experiments.leouski1996.analysis import CORNERS, MAPS_SHOWN, X_SQUARES, Coefficients
from kibitz.experiments.leouski1996.matches import STANDING_FOR_LOGISTELLO
from kibitz.experiments.leouski1996.opponent import OPPONENTS
from kibitz.experiments.leouski1996.runs import NETWORKS, finished, trained_network
from kibitz.nets.othello.sigma_network import SigmaNetwork
from kibitz.nets.othello.sigma_taylor import expand_output
from kibitz.rules.squares import parse_square

RULE: Final = (
    "A claim of the paper is true of a network or not. A figure *holds* where each of its claims is true of all networks, it "
    "*does not hold* where none is true of more than half of them, and else it *holds partly*."
)
_CENTRE: Final = tuple(parse_square(file + rank) for file in "cdef" for rank in "3456")
_EDGES: Final = tuple(parse_square(name) for file in "cdef" for name in (f"{file}1", f"{file}8")) + tuple(
    parse_square(name) for rank in "3456" for name in (f"a{rank}", f"h{rank}")
)
_C_SQUARES: Final = tuple(map(parse_square, ("b1", "g1", "a2", "h2", "a7", "h7", "b8", "g8")))
_A8, _B8, _C8, _B7 = map(parse_square, ("a8", "b8", "c8", "b7"))
_OTHER_X: Final = tuple(square for square in X_SQUARES if square != _B7)
_ALIKE: Final = 0.5  # the smallest of some effects as a share of the largest, if they are nearly the same
_DRAWN_PAIRS: Final = 50

NetworkTest = Callable[[SigmaNetwork], bool]


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that the paper says, and of which of our networks it is true."""

    words: str
    is_true: tuple[bool, ...]

    def __str__(self) -> str:
        return f"{self.words} ({sum(self.is_true)} of {len(self.is_true)})"


def verdict(claims: Sequence[Claim]) -> str:
    """A paragraph with the verdict on a figure and the claims it comes from."""
    if all(all(claim.is_true) for claim in claims):
        word = "Holds"
    elif not any(2 * sum(claim.is_true) > len(claim.is_true) for claim in claims):
        word = "Does not hold"
    else:
        word = "Holds partly"
    return f"**{word}.** True of so many networks: {'; '.join(map(str, claims))}.\n"


def learning_curves(runs: Path) -> str:
    """Figures 3 and 4; empty unless all three networks were run."""
    shares = [[(folder.result() or {})["end_share"] for folder in finished(runs, part)] for part in NETWORKS]
    if not all(shares):
        return ""
    first, second, third = shares
    return verdict(
        [
            Claim("network 1 loses more than 60 %", tuple(share < 0.4 for share in first)),
            Claim("network 2 is about even, 40 to 60 %", tuple(0.4 <= share <= 0.6 for share in second)),
            Claim("network 3 wins more than 75 %", tuple(share > 0.75 for share in third)),
            Claim("the order is 1, 2, 3, by seed", tuple(a < b < c for a, b, c in zip(first, second, third, strict=False))),
        ]
    )


def order_by_opponent(runs: Path) -> str:
    """What changes in the order of the networks if the opponent is made weaker or stronger; empty unless all three were run."""
    found = [[(folder.result() or {})["against"] for folder in finished(runs, part)] for part in NETWORKS]
    if not all(found):
        return ""
    means = {name: [float(np.mean([won[name] for won in part])) for part in found] for name in OPPONENTS}
    others = [name for name, won in means.items() if won != sorted(won)]
    changed = f"is another one against {' and '.join(f'`{name}`' for name in others)}" if others else "is the same against all"
    return f"The order of the three by their means {changed}.\n\n"


def of_networks(networks: Sequence[SigmaNetwork], *tests: tuple[str, NetworkTest]) -> str:
    """The verdict on claims that are tested network by network."""
    return verdict([Claim(words, tuple(test(network) for network in networks)) for words, test in tests])


def weighted_squares(networks: Sequence[SigmaNetwork]) -> str:
    """Figure 5."""
    return of_networks(
        networks,
        ("corners have the highest coefficient in all three parts", _corners_are_best),
        ("X squares have the lowest in all three parts", _x_squares_are_worst),
        ("an X square becomes less unfavourable from part to part", _x_squares_rise),
    )


def opening_maps(networks: Sequence[SigmaNetwork]) -> str:
    """Figure 6."""
    return of_networks(networks, ("at least two of the four maps prefer the sixteen central squares", _opens_in_the_centre))


def middle_game_maps(networks: Sequence[SigmaNetwork]) -> str:
    """Figure 7."""
    return of_networks(networks, ("at least two of the four maps want the edges but not the C squares", _wants_edges))


def edge_interactions(networks: Sequence[SigmaNetwork]) -> str:
    """Figure 8."""
    return of_networks(
        networks,
        ("discs of one colour on a8 and b8 are unprofitable", lambda network: _second(network)[_A8, _B8] < 0),
        ("the corner affects all X squares nearly alike", _corner_reaches_all_x),
        ("b8 and c8 affect the nearest X square most", _edge_is_local),
    )


def immediate_mobility(networks: Sequence[SigmaNetwork]) -> str:
    """Figure 9."""
    return of_networks(
        networks,
        ("the board with a move at c1 is worth more", _prefers_the_move),
        (
            f"it is worth more in most of {_DRAWN_PAIRS} pairs drawn from random games",
            lambda network: 2 * drawn_pairs_won(network) > _DRAWN_PAIRS,
        ),
    )


def lost_sensitivity(runs: Path) -> str:
    """Figure 10; empty unless all three networks were run."""
    networks = [[trained_network(folder) for folder in finished(runs, part)] for part in NETWORKS]
    if not all(networks):
        return ""
    is_same = [tuple(_cannot_tell(network) for network in part) for part in networks]
    return verdict(
        [
            Claim("networks 2 and 3 give both boards one value", is_same[1] + is_same[2]),
            Claim("network 1 tells them apart", tuple(not same for same in is_same[0])),
        ]
    )


def logistello(runs: Path) -> str:
    """The informal matches of section 4.2; empty unless both were played."""
    results = [match.folder(runs).result() for match in STANDING_FOR_LOGISTELLO]
    if None in results:
        return ""
    one_ahead, two_ahead = (result["score"] for result in results if result is not None)
    return verdict(
        [
            Claim("network 3 beats the champion's evaluation one move ahead", (one_ahead > 0.5,)),
            Claim("it loses to it two moves ahead", (two_ahead < 0.5,)),
        ]
    )


def drawn_pairs_won(network: SigmaNetwork) -> int:
    """In how many drawn pairs the board where c1 is a move is worth more than the one where the opponent has taken it."""
    with_move, taken = analysis.drawn_pairs(_DRAWN_PAIRS)
    return int((network.values(with_move) > network.values(taken)).sum())


def _corners_are_best(network: SigmaNetwork) -> bool:
    return all(part.argmax() in CORNERS for part in analysis.first_order(network))


def _x_squares_are_worst(network: SigmaNetwork) -> bool:
    return all(part.argmin() in X_SQUARES for part in analysis.first_order(network))


def _x_squares_rise(network: SigmaNetwork) -> bool:
    opening, middle, end = (part[X_SQUARES[0]] for part in analysis.first_order(network))
    return bool(opening < middle < end)


def _opens_in_the_centre(network: SigmaNetwork) -> bool:
    maps = analysis.most_valuable_maps(network, 0)
    return 2 * sum(_mean(found, _CENTRE) > _mean(found, _others(_CENTRE)) for found in maps) >= MAPS_SHOWN


def _wants_edges(network: SigmaNetwork) -> bool:
    maps = analysis.most_valuable_maps(network, 1)
    return 2 * sum(_mean(found, _EDGES) > max(0.0, _mean(found, _C_SQUARES)) for found in maps) >= MAPS_SHOWN


def _corner_reaches_all_x(network: SigmaNetwork) -> bool:
    effects = _second(network)[_A8, list(X_SQUARES)]
    sizes = np.abs(effects)
    return bool(len(set(np.sign(effects))) == 1 and sizes.min() >= _ALIKE * sizes.max())


def _edge_is_local(network: SigmaNetwork) -> bool:
    second = np.abs(_second(network))
    return all(bool(second[square, _B7] > second[square, list(_OTHER_X)].max()) for square in (_B8, _C8))


def _prefers_the_move(network: SigmaNetwork) -> bool:
    with_move, taken = analysis.figure_9_values(network)
    return with_move > taken


def _cannot_tell(network: SigmaNetwork) -> bool:
    return bool(np.isclose(*analysis.same_response(network), rtol=0, atol=1e-6))


def _second(network: SigmaNetwork) -> NDArray[np.float64]:
    """The second-order coefficients of the endgame's part, [64, 64]."""
    found: NDArray[np.float64] = expand_output(network, 2).second
    return found


def _mean(coefficients: Coefficients, squares: Sequence[int]) -> float:
    return float(coefficients[list(squares)].mean())


def _others(squares: Sequence[int]) -> tuple[int, ...]:
    return tuple(square for square in range(64) if square not in squares)
