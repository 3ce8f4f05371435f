"""What the report prints, and where it leaves room.

Sarun Paisarnsrisomsuk and Pitchaya Wiratchotisatian, "UCT-enhanced deep convolutional neural network for move recommendation in
Go", Worcester Polytechnic Institute, 2015.
"""

from dataclasses import dataclass
from typing import Final

TRAINING_MOVES: Final = 100_000  # and 10,000 for tests

KERNELS: Final = 10
BATCH: Final = 1000
MOMENTUM: Final = 0.999
RATE_OF_A_DAN: Final = 1e-5  # a move of an n-dan player is learnt at n times this rate
FIRST_BIAS: Final = 1.0
FIRST_WEIGHTS: Final = 0.5  # drawn evenly from minus this to this


@dataclass(frozen=True, slots=True)
class Printed:
    """Accuracies of figures 11 and 12 that the text names, in per cent."""

    top_1: float
    top_10: float


PRINTED: Final = {"none": Printed(6, 29), "record": Printed(18, 63), "simulated-1000": Printed(9, 37)}

READINGS: Final = (
    (
        "games",
        "170,000 games from KGS, players of varying ranks",
        "games of 6-dan players and stronger from KGS, 19×19, no handicap",
    ),
    (
        "ranks",
        "the rate grows with the rank",
        "the files name 53,255 players of 6 dan and more, 11,439 of 1 to 5 dan and 1,855 of kyu, each once a game; 32 %, 92 % "
        "and 85 % of them in games with handicap. Weaker players are seen in other games than strong ones, so a rank there also "
        "stands for handicap: `none-all-ranks` and `none-all-ranks-even` say no more than that",
    ),
    (
        "moves",
        "100,000 for training, 10,000 for tests; how they were drawn is not said",
        "50 moves of each game, those for tests of other games",
    ),
    (
        "final board",
        "the record's last board; GNU Go's `initial_influence` fills its empty points",
        "the same, where GNU Go is installed",
    ),
    (
        "simulated final board",
        "mean of the last boards of Pachi's UCT",
        "mean of the last boards of our UCT with RAVE, in the same nine steps",
    ),
    (
        "predicted final board",
        "none",
        "owners that our network `go-network`, which has learned from other games, expects, in the same nine steps",
    ),
    (
        "rate",
        "α = 0.0001 in its list of parameters; 0.00001 to 0.00009 by rank; an example says 0.08 for 8 dan",
        "0.00001 for each dan, so that α = 0.0001 would be the rate of 10 dan",
    ),
    ("mini-batch", "1,000 trainings, applied once", "the sum of their gradients"),
    (
        "momentum",
        "0.999 of the previous weight update",
        "fades with every training, so that a batch keeps 0.37 of the one before; from batch to batch nothing is learnt",
    ),
    (
        "how long",
        "not said; figure 11 counts trainings up to 100,000",
        "one pass; four with Adam, whose rate falls evenly to nothing",
    ),
    ("moves that are not legal", "not said", "stay in the softmax; legality is one of the planes"),
)
