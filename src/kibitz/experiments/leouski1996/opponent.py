"""How the paper's networks are measured: sixty games against a program that knows mobility, stability and the value of squares.

The paper's opponent, Wystan by J. Clouse, is not available. Ours stands in for it and is described in docs/papers/leouski1996.md.
"""

from functools import cache
from typing import Final

import numpy as np

from kibitz.learn.temporal.othello.lockstep import play_games
from kibitz.models.othello.foresight import Foresight, network_foresight, solving, wystan
from kibitz.nets.othello.sigma_network import SigmaNetwork
from kibitz.rules.othello.bulk import Boards, canonical, children
from kibitz.rules.othello.position import START

_OPENING_MOVES: Final = 4
GAMES: Final = 60
# The opponent as it is, and what it is when it looks less far ahead or plays the end perfectly.
OPPONENTS: Final[dict[str, dict[str, int]]] = {"wystan:depth=1": {"depth": 1}, "wystan": {}, "wystan:solved=10": {"solved": 10}}


@cache
def unique_starts() -> Boards:
    """The positions after four moves, one for all its images: sixty with Black to move."""
    boards = Boards.of([START])
    for _ in range(_OPENING_MOVES):
        boards = children(boards).boards
    found, _ = canonical(boards)
    unique = np.unique(np.stack([found.own, found.opp], axis=1), axis=0)
    return Boards(unique[:, 0].copy(), unique[:, 1].copy())


def trained_player(network: SigmaNetwork) -> Foresight:
    """A network as it plays when it does not learn."""
    return solving(network_foresight(network))


def games_against(player: Foresight, opponent: Foresight) -> dict[str, int]:
    """Games won, drawn and lost from the sixty starts, with Black in every second one."""
    starts = unique_starts()
    scores = np.concatenate([_scores(starts, first, player, opponent) for first in (0, 1)])
    return {"won": int((scores > 0).sum()), "drawn": int((scores == 0).sum()), "lost": int((scores < 0).sum())}


def _scores(starts: Boards, first: int, player: Foresight, opponent: Foresight) -> np.ndarray:
    """The player's scores in every second game, with Black if these begin with the first."""
    boards = Boards(starts.own[first::2].copy(), starts.opp[first::2].copy())
    black, white = (player, opponent) if first == 0 else (opponent, player)
    scores = play_games(boards, np.ones(len(boards), np.bool_), lambda given, _: black(given), lambda given, _: white(given))
    return scores if first == 0 else -scores


def measure(network: SigmaNetwork) -> dict[str, int]:
    """How a network does against the opponent."""
    return games_against(trained_player(network), wystan())


def won_against_all(player: Foresight) -> dict[str, int]:
    """Games won of sixty against each of the opponents."""
    return {name: games_against(player, wystan(**options))["won"] for name, options in OPPONENTS.items()}
