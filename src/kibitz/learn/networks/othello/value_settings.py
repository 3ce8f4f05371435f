"""Settings of a run that teaches a value network, and three recipes: Ng's as printed, and two that learn in far fewer steps."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final, Literal

from kibitz.errors import SetupError
from kibitz.nets.othello.value_spec import ValueSpec

_PRINTED_BATCH: Final = 5
_PRINTED_RATE: Final = 0.001
_MAX_EPOCHS: Final = 500


@dataclass(frozen=True, slots=True)
class ValueSettings:
    """Everything that decides what a run computes. Two runs with equal settings on one machine end with equal weights."""

    net: ValueSpec
    epochs: int  # at most so many; the run ends before when it no longer gets better
    batch: int
    learning_rate: float
    decay: float  # the rate of step n is learning_rate / (1 + decay · n)
    cool_down: float = 0.0  # share of the epochs, the last ones, in which the rate also falls to nothing
    begins: Literal["f5", "anywhere"] = "f5"  # each game's first move: WTHOR's, or one of all four by lot
    turned: bool = False  # whether a position is shown as one of its eight images, another one every time
    average: float = 1.0  # share by which the network that is judged and kept moves towards the one that learns, every step
    narrow: bool = False  # bfloat16 while learning, where the machine has instructions for it
    optimiser: Literal["sgd", "adam"] = "sgd"  # with momentum, or Adam
    momentum: float = 0.9
    patience: int = 5  # epochs in a row that may bring nothing
    held_back: float = 0.2  # share of the positions that is only looked at, to know when to stop; 0 for all epochs
    apart: Literal["positions", "games"] = "positions"  # what is held back as a whole
    sets: tuple[int, ...] = (1,)  # seeds of the sets that are learned from, one position of every game each
    teacher: str = ""  # a model whose chances to win are learned beside the results; none if empty
    teacher_share: float = 0.0
    years: tuple[int, int] = (1977, 2014)
    checkpoint_every: int = 500  # steps
    seed: int = 1
    threads: int = 1

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> "ValueSettings":
        """The settings written by to_json(); raises SetupError if they are not."""
        unknown = sorted(set(found) - {field.name for field in fields(cls)})
        if unknown or "net" not in found:
            raise SetupError(f"settings of a run: {', '.join(unknown) or 'net'} {'is not known' if unknown else 'is missing'}")
        values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}
        values["net"] = ValueSpec.from_json(dict(found["net"]))
        return cls(**values)


def rate_at(settings: ValueSettings, step: int, steps_per_epoch: int) -> float:
    """The learning rate of a step as a share of the highest."""
    left = 1 - step / (settings.epochs * steps_per_epoch)
    cooled = min(1.0, left / settings.cool_down) if settings.cool_down else 1.0
    return cooled / (1 + settings.decay * step)


def printed_settings(net: ValueSpec, epochs: int = _MAX_EPOCHS) -> ValueSettings:
    """Ng's recipe as his notes print it: batches of 5, rate 0.001 that decays by rate / 500 with every step, momentum 0.9."""
    return ValueSettings(net, epochs, _PRINTED_BATCH, _PRINTED_RATE, _PRINTED_RATE / _MAX_EPOCHS)


def better_settings(net: ValueSpec, epochs: int = _MAX_EPOCHS) -> ValueSettings:
    """The same network, data, dropout and limits with Adam in larger batches, boards turned, and a running mean of the weights.

    The rate falls to nothing over all of the run: a network that learns for fewer epochs cools down sooner. In bfloat16 a step
    takes half the time.
    """
    settings = ValueSettings(net, epochs, 128, 7e-4, 1e-4, cool_down=1.0, optimiser="adam")
    return replace(settings, turned=True, average=0.001, narrow=True)


def taught_settings(net: ValueSpec, epochs: int = _MAX_EPOCHS) -> ValueSettings:
    """The better recipe with a teacher: what pattern tables expect is far less a matter of luck than how one game ended."""
    return replace(better_settings(net, epochs), teacher="evaluation-2014", teacher_share=0.8)


RECIPES: Final = {"thesis": printed_settings, "better": better_settings, "taught": taught_settings}
