"""The evolutions of the paper and beyond it: what each changes, in the order in which they are run and shown."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from kibitz.errors import SetupError
from kibitz.learn.evolution.othello.population import EvolutionSettings

PAPER: Final = "paper"
# The paper's recipe again with other random numbers, for the mean and the spread of its curve.
_MORE_SEEDS: Final = range(2, 11)
REPEATS: Final = tuple(f"{PAPER}-seed{seed}" for seed in _MORE_SEEDS)
# What the extensions share: games enough for a curve, and generations enough to see which way it goes.
_EXTENSION: Final = EvolutionSettings(generations=150, benchmark_games=200)
_SMALL: Final = replace(_EXTENSION, first_spread=0.1)
_AGAINST_ONE: Final = replace(_EXTENSION, games=20, opening_moves=4)
_POOL: Final = replace(_AGAINST_ONE, opponents="pool", generations=300)
_CMA_RANDOM: Final = replace(_SMALL, breeding="cma", networks=96, opponents="random", games=20, generations=300)


@dataclass(frozen=True, slots=True)
class Variant:
    """One evolution: what is different from the paper's, in words, and its settings.

    With `needs_opponent` the best network of the paper's run is the opponent that searches.
    """

    says: str
    settings: EvolutionSettings
    needs_opponent: bool = False


VARIANTS: Final[Mapping[str, Variant]] = MappingProxyType(
    {
        PAPER: Variant("as described", EvolutionSettings()),
        "small-start": Variant("first weights into the hidden nodes a tenth as large", EvolutionSettings(first_spread=0.1)),
        "crossover": Variant("half of the children have two parents", replace(_EXTENSION, crossover=0.5)),
        "larger": Variant("48 networks", replace(_EXTENSION, networks=48)),
        "searcher": Variant(
            "20 games each against the paper run's best network looking two discs ahead, after four random moves",
            replace(_AGAINST_ONE, opponents="searcher"),
            needs_opponent=True,
        ),
        "pool": Variant(
            "20 games each against past champions looking two discs ahead, after four random moves; every tenth joins them",
            _POOL,
        ),
        **{f"pool-seed{seed}": Variant("the same with other random numbers", replace(_POOL, seed=seed)) for seed in range(2, 6)},
        "cma": Variant("CMA-ES on the paper's tournament, small start", replace(_SMALL, breeding="cma")),
        "cma-random": Variant("CMA-ES on 20 games each against a random mover, 96 networks, small start", _CMA_RANDOM),
        "cma-random-seed2": Variant("the same with other random numbers", replace(_CMA_RANDOM, seed=2)),
        "cma-random-seed3": Variant("the same with others again", replace(_CMA_RANDOM, seed=3)),
        "cma-few": Variant(
            "as many games against a random mover shared by 32 networks, 50 each",
            replace(_SMALL, breeding="cma", networks=32, opponents="random", games=50),
        ),
        "cma-pool": Variant(
            "CMA-ES on the games against past champions, small start", replace(_POOL, first_spread=0.1, breeding="cma")
        ),
        "cma-searcher": Variant(
            "CMA-ES on 20 games each against the paper run's best network looking two discs ahead, small start",
            replace(_AGAINST_ONE, first_spread=0.1, breeding="cma", opponents="searcher"),
            needs_opponent=True,
        ),
    }
)


def parse_parts(text: str) -> list[str]:
    """The evolutions of a text such as `paper,cma`, of `seeds` (the paper's, repeated) or of `all`; raises SetupError."""
    known = (PAPER, *REPEATS, *(name for name in VARIANTS if name != PAPER))
    groups = {"all": known, "seeds": (PAPER, *REPEATS)}
    names = {name for part in text.split(",") if part for name in groups.get(part, (part,))}
    for name in sorted(names):
        if name not in known:
            raise SetupError(f"there is no evolution {name!r}; known are {', '.join(VARIANTS)}, {REPEATS[0]} …, seeds and all")
    return sorted(names, key=known.index)


def needs_opponent(name: str) -> bool:
    """Whether an evolution meets the best network of the paper's."""
    return name in VARIANTS and VARIANTS[name].needs_opponent


def settings_of(name: str, opponent: Path) -> EvolutionSettings:
    """The settings of an evolution; `opponent` is the file of the network that searches, where there is such an opponent."""
    if name in REPEATS:
        return replace(VARIANTS[PAPER].settings, seed=_MORE_SEEDS[REPEATS.index(name)])
    variant = VARIANTS[name]
    return replace(variant.settings, searcher=str(opponent)) if variant.needs_opponent else variant.settings
