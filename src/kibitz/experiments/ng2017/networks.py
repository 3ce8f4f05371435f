"""The networks that can be run by name: the report's, by their numbers, and variants of them.

`13` is network 13 as it is listed, `13-board` the same with the first layer's answer read on the board, `13-seed2` a second
training. `final1` learns from all of set 1: nothing is left to know by when to stop, so it takes all epochs that it is given.
`final2` learns from all sets, and `final3` has other planes; `final2-games` holds back whole games instead of positions.
`13-discs`, `13-rate-0.01` and so on are network 13 with something else in the place of what the report chose.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from kibitz.errors import SetupError
from kibitz.experiments.ng2017.paper import BEST, FINALS, NETWORKS, SETS
from kibitz.learn.networks.othello.value_settings import RECIPES, ValueSettings

TEST_YEAR: Final = 2016  # no network learns from it
Change = Callable[[ValueSettings], ValueSettings]


@dataclass(frozen=True, slots=True)
class Variant:
    """What a variant has instead, and what the report says of it."""

    says: str
    printed: str
    change: Change
    recipe: str = "thesis"


def _rate(rate: float) -> Variant:
    """Another rate; its decay follows it, as the report has it."""

    def change(settings: ValueSettings) -> ValueSettings:
        return replace(settings, learning_rate=rate, decay=settings.decay * rate / settings.learning_rate)

    return Variant(f"learning rate {rate:g}", "devastating", change)


def _momentum(momentum: float) -> Variant:
    return Variant(f"momentum {momentum:g}", "devastating", lambda settings: replace(settings, momentum=momentum))


def _planes(name: str, **changes: Any) -> Change:
    return lambda settings: replace(settings, net=replace(settings.net, planes=name), **changes)


VARIANTS: Final[Mapping[str, Variant]] = {
    "discs": Variant(
        "the raw board without further planes",
        "about 0.82",
        _planes("ng-discs"),
        recipe="better",
    ),
    "any-first-move": Variant(
        "the border alone, games that begin with any of the four first moves, no other turning",
        "about 0.79",
        _planes("ng-border", turned=False, begins="anywhere"),
        recipe="better",
    ),
    "one-first-move": Variant(
        "the border alone, every game turned to begin with f5, no other turning",
        "0.75",
        _planes("ng-border", turned=False),
        recipe="better",
    ),
    "stable": Variant("two planes of stable discs", "proposed", _planes("ng-stable"), recipe="better"),
    "gaps": Variant("two planes of gaps in the border", "proposed", _planes("ng-gaps"), recipe="better"),
    **{f"rate-{rate:g}": _rate(rate) for rate in (0.01, 0.0001)},
    **{f"momentum-{momentum:g}": _momentum(momentum) for momentum in (0.5, 0.99)},
}
_NAME: Final = re.compile(rf"(\d+|final\d)(-board)?(-games)?(?:-({'|'.join(map(re.escape, VARIANTS))}))?(?:-seed([2-9]))?")
GROUPS: Final = {"all": tuple(NETWORKS), "variants": tuple(f"{BEST}-{name}" for name in VARIANTS)}


@dataclass(frozen=True, slots=True)
class Named:
    """A network that can be run: one of the report's, or a variant of it."""

    network: str
    on_board: bool = False
    by_game: bool = False
    variant: str = ""
    seed: int = 1

    @property
    def name(self) -> str:
        variant = ("-board" if self.on_board else "") + ("-games" if self.by_game else "")
        variant += f"-{self.variant}" if self.variant else ""
        return self.network + variant + (f"-seed{self.seed}" if self.seed > 1 else "")


def parse_networks(text: str) -> list[Named]:
    """The networks of names with commas between; `all` stands for all of the report's, `variants` for those of its network 13."""
    names = [name for part in text.split(",") if part.strip() for name in GROUPS.get(part.strip(), (part.strip(),))]
    return [parse_network(name) for name in names]


def parse_network(name: str) -> Named:
    """The network of a name such as `13`; raises SetupError for others than the report's and their variants."""
    match = _NAME.fullmatch(name)
    if match is None or match[1] not in NETWORKS:
        raise SetupError(f"network {name!r} is not one of the report's; those are 0 to 31 and final1 to 3, with -board behind")
    return Named(match[1], bool(match[2]), bool(match[3]), match[4] or "", int(match[5] or 1))


def settings_of(named: Named, recipe: str, epochs: int, threads: int) -> ValueSettings:
    """A recipe's settings for a network; raises SetupError for an unknown recipe."""
    if recipe not in RECIPES:
        raise SetupError(f"recipe {recipe!r} is not known; known are {', '.join(RECIPES)}")
    spec = NETWORKS[named.network][0]
    settings = RECIPES[recipe](replace(spec, axes="board") if named.on_board else spec, epochs)
    sets = SETS if named.network == "final2" else (1,)
    apart: Literal["games", "positions"] = "games" if named.by_game else "positions"
    held_back = 0.0 if named.network == "final1" else settings.held_back
    settings = replace(settings, sets=sets, apart=apart, held_back=held_back, seed=named.seed, threads=threads)
    return VARIANTS[named.variant].change(settings) if named.variant else settings


def is_final(named: Named) -> bool:
    """Whether a network is one of those trained last, on other sets or planes."""
    return named.network in FINALS
