"""The report's experiments, the recipes for them, and what their run folders tell; nothing is taught here."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from kibitz.errors import SetupError
from kibitz.experiments.paisarnsrisomsuk2015.paper import BATCH
from kibitz.features.go.planes import GO_PLANE_GROUPS, PAPER_GROUPS
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
    is_shared: bool = True  # weights that the symmetries of the board make images of each other are one
    is_soft: bool = False  # softplus in the hidden layer instead of the rectifier
    even_dan: int = 0  # the printed recipe alone: the rank whose rate all moves have; 0 if each has its player's
    groups: tuple[str, ...] = PAPER_GROUPS  # planes of the board that are seen
    is_of_all_ranks: bool = False  # games with a player below 6 dan, handicap or not


@dataclass(frozen=True, slots=True)
class Variant:
    """A choice of the report made the other way, in a network that sees no final board, and what the report says of it.

    Its networks are compared with those of the experiment `base`; None if nothing is to be compared.
    """

    says: str
    printed: str
    changes: Mapping[str, Any]
    recipes: tuple[str, ...] = ("thesis", "better")
    base: str | None = "none"


RECIPES: Final = {
    "thesis": Recipe(True, 1, BATCH, networks=10),
    "better": Recipe(False, 4, 100, networks=5, rate=1e-2),
}
# What the report tried and gives no numbers for, or left out; these are fewer networks than the recipes' own.
_VARIANT_NETWORKS: Final = 5
_EVEN_DAN: Final = 5  # about the mean of the movers in games with a player below 6 dan
VARIANTS: Final = {
    "unshared": Variant("a weight of its own for each place of a kernel", "worse", {"is_shared": False}),
    "softplus": Variant("softplus in the hidden layer", "no better", {"is_soft": True}),
    "batch-1": Variant("mini-batches of 1", "worse", {"batch": 1}, ("thesis",)),
    "more-features": Variant(
        "liberties and captures after a move, turns since, and ladders seen too", "proposed", {"groups": tuple(GO_PLANE_GROUPS)}
    ),
    "all-ranks": Variant(
        "games with a player below 6 dan, handicap or not", "varying ranks", {"is_of_all_ranks": True}, ("thesis",), base=None
    ),
    "all-ranks-even": Variant(
        f"the same games, every move at the rate of {_EVEN_DAN} dan",
        "rates by rank",
        {"is_of_all_ranks": True, "even_dan": _EVEN_DAN},
        ("thesis",),
        base="none-all-ranks",
    ),
}
_BASE: Final = "none"
_GROUPS: Final = {"all": EXPERIMENTS, "variants": tuple(f"{_BASE}-{name}" for name in VARIANTS)}


def parse_experiments(text: str) -> list[str]:
    """The experiments of a text with commas between, of `all` or of `variants`; raises SetupError."""
    names = [name for part in text.split(",") if part.strip() for name in _GROUPS.get(part.strip(), (part.strip(),))]
    for name in names:
        if name not in (*EXPERIMENTS, *_GROUPS["variants"]):
            raise SetupError(f"{name!r} is not an experiment of the report; known are all, variants, {', '.join(EXPERIMENTS)}")
    return names


def variant_of(name: str) -> Variant | None:
    """The choice that an experiment makes the other way, if it is such a one."""
    return VARIANTS.get(name.removeprefix(f"{_BASE}-"))


def recipe_of(name: str, recipe: str) -> Recipe | None:
    """How an experiment's networks learn; None where the recipe has not got what a variant changes."""
    variant = variant_of(name)
    if variant is None:
        return RECIPES[recipe]
    changed = replace(RECIPES[recipe], networks=_VARIANT_NETWORKS, **variant.changes)
    return changed if recipe in variant.recipes else None


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
