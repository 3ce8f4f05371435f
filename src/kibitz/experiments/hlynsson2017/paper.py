"""What the thesis printed: its networks, tables 4.2 to 4.5, and the endgame of figure 4.5."""

from dataclasses import dataclass
from typing import Final

from kibitz.nets.othello.spec import NetSpec


@dataclass(frozen=True, slots=True)
class Network:
    """One of the thesis's eight networks, named like `hlynsson42-11`: plane set and layers."""

    planes: str
    layers: int

    @property
    def name(self) -> str:
        return f"{self.planes}-{self.layers}"

    @property
    def plane_count(self) -> int:
        return len(NetSpec(self.planes).plane_set())


@dataclass(frozen=True, slots=True)
class PaperResult:
    """A row of table 4.4 with its column of table 4.5; accuracies in per cent."""

    validation: float
    test: float
    forward_ms: float
    thousand_weights: int
    by_stage: tuple[float, ...]


NETWORKS: Final = tuple(Network(planes, layers) for planes in ("hlynsson42", "raw") for layers in (8, 9, 10, 11))

# Table 4.2.
ARCHITECTURE: Final = (
    ("0", "input", "8×8", "42", "none"),
    ("1–10", "convolution, ReLU", "8×8", "64", "3×3"),
    ("11", "convolution, softmax", "8×8", "2", "1×1"),
)

# Table 4.3 beside the better recipe.
DESIGN_CHOICES: Final = (
    ("layers", "8–11", "8–11"),
    ("hidden layers", "64 filters of 3×3, ReLU", "the same once exported; normalisation and skips while training"),
    ("output", "2 filters of 1×1", "the same"),
    ("output activation", "softmax in each cell", "softmax over the legal moves, of the difference of the two planes"),
    ("start", "truncated normal 0.1, biases 0.1", "He's for the filters, zero for the output"),
    ("regularisation, pooling", "none", "weight decay 0.01, no pooling"),
    ("learning rate", "1e-4, stepwise to 1e-5", "one cycle, linear to zero"),
    ("batch", "256", "256"),
    ("optimiser", "Adam", "Muon for the filters, AdamW for the rest"),
    ("images", "4 symmetries, all in the batch", "8 symmetries, one drawn for each move"),
    ("moves", "in the files' order, 5 % taken", "shuffled, forced moves left out"),
    ("target", "the move played", "the shares of all moves played in that position up to symmetry"),
)

# Tables 4.4 and 4.5.
PAPER: Final = {
    Network("hlynsson42", 8): PaperResult(
        57.8, 57.8, 34.5, 246, (74.6, 40.7, 49.3, 46.8, 45.7, 46.9, 49.0, 49.1, 52.7, 55.1, 59.1, 65.5, 83.3)
    ),
    Network("hlynsson42", 9): PaperResult(
        58.3, 58.1, 37.2, 283, (74.9, 40.6, 50.0, 47.4, 46.6, 47.3, 48.6, 50.0, 52.3, 54.6, 59.8, 65.7, 83.4)
    ),
    Network("hlynsson42", 10): PaperResult(
        57.8, 58.0, 40.1, 320, (74.5, 40.5, 50.0, 46.5, 46.1, 47.2, 48.5, 49.5, 52.8, 55.3, 59.9, 65.6, 83.7)
    ),
    Network("hlynsson42", 11): PaperResult(
        58.2, 58.3, 43.3, 357, (74.9, 41.2, 50.0, 47.4, 46.1, 48.1, 48.9, 49.8, 53.3, 55.4, 60.0, 65.6, 83.5)
    ),
    Network("raw", 8): PaperResult(
        57.0, 56.8, 17.6, 223, (74.8, 41.4, 50.1, 47.7, 45.4, 46.4, 47.2, 48.1, 50.7, 53.1, 56.1, 61.5, 79.1)
    ),
    Network("raw", 9): PaperResult(
        57.0, 57.3, 21.0, 260, (75.0, 41.9, 50.2, 48.7, 46.5, 46.3, 48.1, 49.6, 50.8, 53.2, 56.7, 62.2, 79.6)
    ),
    Network("raw", 10): PaperResult(
        57.2, 57.4, 24.7, 297, (75.2, 41.2, 50.7, 48.1, 46.4, 47.6, 48.2, 49.0, 51.2, 53.2, 56.6, 62.3, 79.8)
    ),
    Network("raw", 11): PaperResult(
        57.2, 57.4, 27.6, 334, (74.9, 42.1, 50.9, 47.2, 46.9, 47.4, 48.1, 49.3, 51.5, 53.2, 57.0, 62.1, 79.8)
    ),
}
BRANCHING: Final = (7.1, 11.0, 11.5, 11.9, 11.7, 11.3, 10.6, 9.6, 8.4, 7.1, 5.5, 4.0, 2.5)

# Figure 4.5: position 43 of the FFO endgame suite, perfect play from it, and the choices of the thesis's best network.
FFO_43: Final = "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O"
FFO_43_BEST: Final = "c7h4h5b8"
FFO_43_THESIS: Final = "c7h4h5h6"
