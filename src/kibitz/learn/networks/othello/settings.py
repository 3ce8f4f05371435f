"""Settings of a supervised run, and the two recipes: the thesis's, and a better one for the same network."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, Literal

from kibitz.errors import SetupError
from kibitz.features.othello.samples import STAGES
from kibitz.nets.othello.spec import NetSpec
from kibitz.rules.symmetry import SYMMETRIES

# The symmetries of the start position: none, half a turn, and a mirror at either diagonal.
START_SYMMETRIES: Final = (0, 3, 4, 7)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that decides what a run computes. Two runs with equal settings on one machine end with equal weights."""

    net: NetSpec
    positions: int  # positions to train on, every image counted
    batch: int
    start: Literal["thesis", "fan-in"]
    loss: Literal["cells", "legal"]  # softmax in each cell, or one over the legal moves
    optimiser: Literal["adam", "adamw", "muon"]
    schedule: Literal["steps", "one-cycle"]
    order: Literal["sampled", "shuffled"]  # games in order with 5 % of the moves taken, or all moves shuffled
    targets: Literal["played", "counted", "owners"]  # the move played, the shares of all moves played there, or the final board
    learning_rate: float
    matrix_rate: float = 0.0  # Muon's, for the filters of the 3×3 layers
    weight_decay: float = 0.0
    warm_up: float = 0.05  # share of the run in which one-cycle rates rise
    symmetries: tuple[int, ...] = tuple(SYMMETRIES)
    all_images: bool = False  # every symmetry of a move in the batch, instead of one drawn at random
    soft_weight: float = 0.0  # share of the loss that follows soft targets where they are given
    stages: tuple[int, int] = (0, STAGES - 1)  # first and last stage of the game to learn and to be validated on
    train_years: tuple[int, int] = (1977, 2014)
    validation_years: tuple[int, int] = (2015, 2015)
    validation_sample: int = 10_000  # moves looked at during the run; all of them count at the end
    validate_every: int = 100_000  # positions
    checkpoint_every: int = 50_000  # positions
    seed: int = 1
    threads: int = 1

    @property
    def steps(self) -> int:
        """Batches of the whole run."""
        return -(-self.positions // self.batch)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> "Settings":
        """The settings written by to_json(); raises SetupError if they are not."""
        known = {field.name for field in fields(cls)}
        unknown = sorted(set(found) - known)
        if unknown or "net" not in found:
            raise SetupError(f"settings of a run: {', '.join(unknown) or 'net'} {'is not known' if unknown else 'is missing'}")
        values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}
        values["net"] = NetSpec.from_json(dict(found["net"]))
        return cls(**values)


def thesis_settings(planes: str, layers: int, positions: int, threads: int = 1, seed: int = 1) -> Settings:
    """The thesis's recipe: Adam from 1e-4 in four steps, batches of 256, 5 % of the moves, four symmetries, no normalisation."""
    return Settings(
        net=NetSpec(planes, layers=layers),
        positions=positions,
        batch=256,
        start="thesis",
        loss="cells",
        optimiser="adam",
        schedule="steps",
        order="sampled",
        targets="played",
        learning_rate=1e-4,
        symmetries=START_SYMMETRIES,
        all_images=True,
        threads=threads,
        seed=seed,
    )


def better_settings(planes: str, layers: int, positions: int, threads: int = 1, seed: int = 1) -> Settings:
    """A better recipe for the same exported network: what changed and what it gained is in docs/papers/hlynsson2017.md."""
    return Settings(
        net=NetSpec(planes, layers=layers, normalised=True, skips=True),
        positions=positions,
        batch=256,
        start="fan-in",
        loss="legal",
        optimiser="muon",
        schedule="one-cycle",
        order="shuffled",
        targets="counted",
        learning_rate=3e-3,
        matrix_rate=1e-2,
        weight_decay=0.01,
        threads=threads,
        seed=seed,
    )


RECIPES: Final = {"thesis": thesis_settings, "better": better_settings}
