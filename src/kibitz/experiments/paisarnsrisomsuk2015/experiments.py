"""The report's experiments, the recipes for them, and what their run folders tell; nothing is taught here."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kibitz.errors import SetupError
from kibitz.experiments.paisarnsrisomsuk2015.paper import BATCH
from kibitz.learn.runs.run_folder import RunFolder

PREDICTED: Final = "predicted"
SIMULATIONS: Final = (1, 5, 10, 50, 100, 200, 500, 1000)  # for each final board; the report names a thousand
EXPERIMENTS: Final = ("none", "record", *(f"simulated-{count}" for count in SIMULATIONS), PREDICTED)
MOST_GUESSES: Final = 10


@dataclass(frozen=True, slots=True)
class Recipe:
    """How networks learn, and how many of them: each starts from other weights and sees the moves in another order.

    The printed one has momentum and rates by rank; otherwise Adam learns from every move alike, at a rate that falls evenly to
    nothing.
    """

    is_printed: bool
    passes: int
    batch: int
    networks: int
    rate: float = 0.0


RECIPES: Final = {
    "thesis": Recipe(True, 1, BATCH, networks=10),
    "better": Recipe(False, 4, 100, networks=5, rate=1e-2),
}


def parse_experiments(text: str) -> list[str]:
    """The experiments of a text with commas between, or of `all`; raises SetupError."""
    names = list(EXPERIMENTS) if text == "all" else [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in EXPERIMENTS:
            raise SetupError(f"{name!r} is not an experiment of the report; known are all, {', '.join(EXPERIMENTS)}")
    return names


def is_finished(folder: RunFolder, recipe: Recipe) -> bool:
    """Whether a run has a result from as many networks as the recipe wants."""
    return folder.result() is not None and int(folder.settings()["networks"]) >= recipe.networks


def run_folder(runs: Path, recipe: str, name: str) -> RunFolder:
    """Where an experiment's run by a recipe is kept."""
    return RunFolder(runs / f"{recipe}-{name}")


def last_first_guesses(folder: RunFolder) -> list[float]:
    """The share of first guesses that were right in the end, for each of a run's networks."""
    return [float(row["top_1"]) for row in last_rows(folder)]


def last_rows(folder: RunFolder) -> list[dict[str, str]]:
    """What was measured of each network when it had learned all it was to."""
    rows = folder.metrics()
    return [row for row in rows if row["step"] == rows[-1]["step"]]
