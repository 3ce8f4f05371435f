"""The networks that can be run by name: the thesis's eight, and variants that answer its open questions.

A name is `PLANES-LAYERS` or `PLANES-LAYERS-VARIANT`, such as `raw-9` or `hlynsson42-8-without-history`, with `-seed2` behind it
for a second training. Whoever changes what a variant does gives it a new version, which then is part of its name.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from kibitz.errors import SetupError
from kibitz.experiments.hlynsson2017.paper import NETWORKS, PAPER, Network
from kibitz.learn.networks.othello.settings import RECIPES, Settings
from kibitz.nets.othello.plane_variants import PLANE_GROUPS

Change = Callable[[Settings], Settings]

# Variants are compared with each other in networks of 8 layers, the thesis's smallest, so that there can be many of them.
BASE: Final = Network("hlynsson42", 8)
REFERENCE: Final = "reference"
# The thesis tried other numbers of filters than 64, and of layers before it settled on 8 to 11.
_FILTERS: Final = (32, 48, 80, 96)
_DEPTHS: Final = (4, 6, 13)
# The parts of a game that have networks of their own: first and last stage, and their moves.
PARTS: Final = {"opening": ((0, 2), "1–20"), "midgame": ((3, 7), "21–40"), "endgame": ((8, 12), "41–60")}


@dataclass(frozen=True, slots=True)
class Variant:
    """What a variant changes of a recipe's settings, and what share of the positions it gets."""

    says: str
    change: Change
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Named:
    """A network that can be run: one of the thesis's, or a variant of it."""

    network: Network
    variant: str = ""
    seed: int = 1

    @property
    def name(self) -> str:
        variant = f"-{self.variant}" if self.variant else ""
        return self.network.name + variant + (f"-seed{self.seed}" if self.seed > 1 else "")


def _planes(name: str) -> Change:
    return lambda settings: replace(settings, net=replace(settings.net, planes=name))


def _net(**changes: Any) -> Change:
    return lambda settings: replace(settings, net=replace(settings.net, **changes))


def _stages(stages: tuple[int, int]) -> Change:
    return lambda settings: replace(settings, stages=stages)


VARIANTS: Final[Mapping[str, Variant]] = {
    REFERENCE: Variant("all 42 planes", lambda settings: settings),
    "discs-only": Variant("the discs alone (3 planes)", _planes("raw")),
    **{f"without-{group}": Variant(f"{group} left out", _planes(f"hlynsson42-without-{group}")) for group in PLANE_GROUPS},
    "stage-plane": Variant("13 planes more, one for each stage of the game", _planes("hlynsson42-with-stage")),
    "residual": Variant("residual: three blocks of two layers", _net(skips=False, blocks=True)),
    "plain": Variant("no skips while training", _net(skips=False)),
    "pooling": Variant("2×2 max pooling behind the first layer, enlarged before the last of 3×3", _net(pools=True)),
    **{f"filters-{count}": Variant(f"{count} filters in each layer instead of 64", _net(filters=count)) for count in _FILTERS},
    **{f"depth-{layers}": Variant(f"{layers} layers instead of 8", _net(layers=layers)) for layers in _DEPTHS},
    **{part: Variant(f"moves {moves} alone", _stages(stages), 1 / len(PARTS)) for part, (stages, moves) in PARTS.items()},
}
SEEDS: Final = (1, 2, 3)
VARIANT_NAMES: Final = tuple(
    Named(BASE, variant, seed).name for seed in SEEDS for variant in VARIANTS if seed == 1 or variant not in PARTS
)
GROUPS: Final = {"all": tuple(network.name for network in NETWORKS), "variants": VARIANT_NAMES}


def parse_networks(text: str) -> list[Named]:
    """The networks of names with commas between; `all` stands for the thesis's eight, `variants` for the open questions'."""
    names = [name for part in text.split(",") if part.strip() for name in GROUPS.get(part.strip(), (part.strip(),))]
    return [parse_network(name) for name in names]


def parse_network(name: str) -> Named:
    """The network of a name such as `raw-9`; raises SetupError for others than the thesis's eight and their variants."""
    match = re.fullmatch(r"([a-z0-9]+)-(\d+)(?:-([a-z0-9-]+?))??(?:-seed([1-9]))?", name)
    network = Network(match[1], int(match[2])) if match else None
    if match is None or network not in PAPER:
        known = ", ".join(network.name for network in NETWORKS)
        raise SetupError(f"network {name!r} is not one of the thesis's; those are {known}")
    variant = match[3] or ""
    if variant and (variant not in VARIANTS or network.planes != BASE.planes):
        raise SetupError(f"network {name!r} is not known; variants are {BASE.name}- and one of {', '.join(VARIANTS)}")
    return Named(network, variant, int(match[4] or 1))


def settings_of(named: Named, recipe: str, positions: int, threads: int) -> Settings:
    """A recipe's settings for a network; raises SetupError for an unknown recipe."""
    if recipe not in RECIPES:
        raise SetupError(f"recipe {recipe!r} is not known; known are {', '.join(RECIPES)}")
    variant = VARIANTS.get(named.variant or REFERENCE, VARIANTS[REFERENCE])
    settings = RECIPES[recipe](named.network.planes, named.network.layers, max(1, int(positions * variant.share)), threads)
    # Ten rows of metrics, however short the run is.
    every = max(settings.batch, settings.positions // 10)
    settings = replace(settings, validate_every=every, checkpoint_every=every, validation_sample=5000, seed=named.seed)
    return variant.change(settings)
