"""Training the report's value networks within a budget, and measuring them."""

from typing import Final

from kibitz.errors import SetupError
from kibitz.experiments.ng2017.exporting import export
from kibitz.experiments.ng2017.measuring import measure
from kibitz.experiments.ng2017.networks import Named, settings_of
from kibitz.experiments.papers import Wanted
from kibitz.learn.networks.othello.value_settings import ValueSettings
from kibitz.learn.networks.othello.value_training import ValueData, is_finished, load_value_data, measured_rate, train_value
from kibitz.learn.runs.run_folder import RunFolder

_LONGEST_TRIAL: Final = 20.0  # seconds in which the machine's speed is measured


def train_all(networks: list[Named], wanted: Wanted) -> None:
    """Train and measure those that are not finished, for a share of the budget each."""
    for named in networks:
        folder = RunFolder(wanted.runs / f"{wanted.recipe}-{named.name}")
        if folder.result() is None:
            _run(named, folder, wanted, len(networks))


def _run(named: Named, folder: RunFolder, wanted: Wanted, shares: int) -> None:
    """Train one network to its end and measure it."""
    settings = _begun_settings(folder) or _new_settings(named, wanted, shares)
    if not is_finished(folder):
        train_value(settings, load_value_data(wanted.data, settings), folder, wanted.tell)
    export(folder, measure(folder, wanted.data, wanted.tell))


def _begun_settings(folder: RunFolder) -> ValueSettings | None:
    return ValueSettings.from_json(folder.settings()) if folder.has_checkpoint() else None


def _new_settings(named: Named, wanted: Wanted, shares: int) -> ValueSettings:
    """The settings for as many epochs as the positions or the minutes allow on this machine; a run may stop before."""
    if not wanted.positions and not wanted.minutes:
        raise SetupError(f"{named.name} has not been run; --budget or --positions says how long it may learn")
    settings = settings_of(named, wanted.recipe, 1, wanted.threads)
    data = load_value_data(wanted.data, settings)
    positions = wanted.positions or _positions_in(60 * (wanted.minutes or 0) / shares, settings, data)
    return settings_of(named, wanted.recipe, max(1, round(positions / len(data.train))), wanted.threads)


def _positions_in(seconds: float, settings: ValueSettings, data: ValueData) -> int:
    trial = min(_LONGEST_TRIAL, seconds / 10)
    return int(measured_rate(settings, data, trial) * (seconds - trial))
