"""The raw network on boards of other sizes: it has learned on 8×8 alone, and a fully convolutional network takes any.

Games from random openings, each with both colours, against a random mover and one that turns as many discs as it can.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.experiments.hlynsson2017.comparisons import RAW_RUN
from kibitz.experiments.hlynsson2017.sizes_page import OPENING_MOVES, OTHERS, PAIRS, SIZES_MEASURED, sizes_folder
from kibitz.experiments.papers import Wanted
from kibitz.learn.networks.othello.supervised import load_net
from kibitz.learn.runs.progress import Told
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.nets.othello.convolutional import ExpertNet
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import board_shape

_SEED: Final = 2017

Chooser = Callable[[Sequence[Position]], list[int]]


def measure_sizes(wanted: Wanted) -> None:
    """Write what the trained raw network wins on each board, if that has not been measured; raises SetupError without it."""
    folder, trained = sizes_folder(wanted.runs), RunFolder(wanted.runs / RAW_RUN)
    if folder.result() is not None:
        return
    if not trained.has_checkpoint():
        raise SetupError(f"{trained.path} has no trained network, which sizes needs")
    torch.set_num_threads(wanted.threads)
    net, found = load_net(trained), {}
    for size in SIZES_MEASURED:
        wanted.tell(Told(f"{size}×{size}", 0, len(OTHERS)))
        chooser = np.random.default_rng([_SEED, size])
        movers: dict[str, Chooser] = {"random": random_mover(chooser), "greedy": greedy_mover(chooser)}
        found[str(size)] = {other: games(network_mover(net), movers[other], size, PAIRS, chooser) for other in OTHERS}
    folder.start({"run": RAW_RUN, "pairs": PAIRS, "opening_moves": OPENING_MOVES, "seed": _SEED})
    folder.save_result({"positions": int(trained.metrics()[-1]["positions"]), "sizes": found})


def network_mover(net: ExpertNet) -> Chooser:
    """The network's first choice among the legal squares."""

    @torch.no_grad()
    def choose(positions: Sequence[Position]) -> list[int]:
        cells = net(torch.from_numpy(np.stack([raw_planes(position) for position in positions])))
        scores = (cells[:, 1] - cells[:, 0]).flatten(1).numpy()
        return [_best(position, row) for position, row in zip(positions, scores, strict=True)]

    return choose


def raw_planes(position: Position) -> NDArray[np.float32]:
    """The mover's discs, the opponent's and the empty squares, [3, size, size]."""
    squares = board_shape(position.size).squares
    own, opp = (np.array([mask >> square & 1 for square in squares], np.float32) for mask in (position.own, position.opp))
    return np.stack([own, opp, 1 - own - opp]).reshape(3, position.size, position.size)


def _best(position: Position, scores: NDArray[np.float32]) -> int:
    """The legal square with the highest score; scores are in reading order."""
    place = {square: number for number, square in enumerate(board_shape(position.size).squares)}
    return max(position.legal_squares(), key=lambda square: float(scores[place[square]]))


def random_mover(chooser: np.random.Generator) -> Chooser:
    """Any legal move with equal chance."""
    return lambda positions: [int(chooser.choice(position.legal_squares())) for position in positions]


def greedy_mover(chooser: np.random.Generator) -> Chooser:
    """The move that turns most discs, ties at random."""

    def most(position: Position) -> int:
        turned = {square: position.flip_mask(square).bit_count() for square in position.legal_squares()}
        return int(chooser.choice([square for square, count in turned.items() if count == max(turned.values())]))

    return lambda positions: [most(position) for position in positions]


def games(player: Chooser, other: Chooser, size: int, pairs: int, chooser: np.random.Generator) -> dict[str, Any]:
    """Games won, drawn and lost by the first player, from as many openings as pairs, each with both colours."""
    openings = [_opening(size, chooser) for _ in range(pairs)]
    scores = np.array(_ends(openings, player, other) + [-score for score in _ends(openings, other, player)])
    return {"won": int((scores > 0).sum()), "drawn": int((scores == 0).sum()), "lost": int((scores < 0).sum())}


def _opening(size: int, chooser: np.random.Generator) -> Position:
    position = Position.start(size)
    for _ in range(OPENING_MOVES):
        position = position.play(int(chooser.choice(position.legal_moves())))
    return position


def _ends(positions: Sequence[Position], black: Chooser, white: Chooser) -> list[int]:
    """Black's scores at the ends of games that are played side by side."""
    now = list(positions)
    while not all(position.is_over for position in now):
        now = [position.play(position.legal_moves()[0]) if position.must_pass else position for position in now]
        for color, player in ((Color.BLACK, black), (Color.WHITE, white)):
            rows = [row for row, position in enumerate(now) if position.to_move == color and position.legal_mask()]
            if rows:
                for row, square in zip(rows, player([now[row] for row in rows]), strict=True):
                    now[row] = now[row].play(square)
    return [position.black_score() for position in now]
