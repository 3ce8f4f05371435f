"""The settings of a run of kind `go-nested`, and which of them may change between two sittings."""

from dataclasses import asdict, dataclass
from typing import Any, Final

from kibitz.errors import SetupError
from kibitz.learn.networks.go.nested_training import NestedSettings
from kibitz.learn.runs.configuration import Configuration, changed, require_positive, require_years
from kibitz.learn.tables.go.expert_kind import Measuring, require_measured_years

_ABOVE_ZERO: Final = (
    "held_out", "recent_visits", "width", "inner", "blocks", "steps", "batch", "rate", "matrix_rate", "watch_every", "save_every",
    "threads",
)  # fmt: skip
# How long a run is, how often it is looked at and what measures it may change between two sittings; all else makes another run.
_MAY_CHANGE: Final = (
    "steps", "decay", "watch_every", "save_every", "validation_moves", "threads", "narrow", "test_years", "test_every",
)  # fmt: skip
_WATCHING: Final = Measuring(validation_moves=1500, test_every=43)


@dataclass(frozen=True, slots=True)
class NestedPlan:
    """All settings of a run."""

    recipe: NestedSettings
    watching: Measuring

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self.recipe), **asdict(self.watching)}

    def is_begun_as(self, found: dict[str, Any]) -> bool:
        """Whether a run begun with the settings found may go on with these."""
        ours = {key: list(value) if isinstance(value, tuple) else value for key, value in self.to_json().items()}
        return all(found.get(key) == value for key, value in ours.items() if key not in _MAY_CHANGE)


def parse(configuration: Configuration) -> NestedPlan:
    """The settings of a configuration; raises SetupError for whatever is wrong with them."""
    configuration.allow_tables(["settings"])
    path = configuration.path
    given = dict(configuration.table("settings"))
    watching = {key: given.pop(key) for key in Measuring.__dataclass_fields__ if key in given}
    plan = NestedPlan(changed(NestedSettings(), given, path), changed(_WATCHING, watching, path))
    recipe = plan.recipe
    require_positive(recipe, _ABOVE_ZERO, path)
    require_years((recipe.first_year, recipe.last_year), "first_year and last_year", path)
    if len(recipe.sizes) != len(recipe.shares) or min(recipe.shares, default=0) <= 0:
        raise SetupError(f"{path}: sizes are {list(recipe.sizes)}, and shares should have a number above zero for each")
    require_positive(plan.watching, ["validation_moves", "test_every"], path)
    require_measured_years(plan.watching, path)
    return plan
