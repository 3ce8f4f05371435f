"""Training the thesis's networks within a budget, and measuring them."""

from kibitz.errors import SetupError
from kibitz.experiments.hlynsson2017.measuring import compare_all, measure, measure_variant
from kibitz.experiments.hlynsson2017.variants import Named, settings_of
from kibitz.experiments.papers import Wanted
from kibitz.learn.networks.othello.batches import load_data
from kibitz.learn.networks.othello.network_kind import teller
from kibitz.learn.networks.othello.settings import Settings
from kibitz.learn.networks.othello.supervised import measured_rate, train
from kibitz.learn.runs.plots import plot_run
from kibitz.learn.runs.run_folder import RunFolder

_LONGEST_TRIAL = 20.0  # seconds in which the machine's speed is measured


def train_all(networks: list[Named], wanted: Wanted) -> None:
    """Train and measure those that are not finished, for a share of the budget each, and compare all that are."""
    for named in networks:
        folder = RunFolder(wanted.runs / f"{wanted.recipe}-{named.name}")
        if folder.result() is None:
            _run(named, folder, wanted, len(networks))
    compare_all(wanted.runs, wanted.data, wanted.tell)


def _run(named: Named, folder: RunFolder, wanted: Wanted, shares: int) -> None:
    """Train one network to its end and measure it."""
    settings = _begun_settings(folder) or _new_settings(named, wanted, shares)
    if not _is_trained(settings, folder):
        train(settings, load_data(wanted.data, settings), folder, teller(wanted.tell, folder.path.name))
    (measure_variant if named.variant else measure)(folder, wanted.data, wanted.tell)
    plot_run(folder)


def _is_trained(settings: Settings, folder: RunFolder) -> bool:
    return folder.has_checkpoint() and int(folder.load_checkpoint().facts["step"]) >= settings.steps


def _begun_settings(folder: RunFolder) -> Settings | None:
    return Settings.from_json(folder.settings()) if folder.has_checkpoint() else None


def _new_settings(named: Named, wanted: Wanted, shares: int) -> Settings:
    """The settings for as many positions as are wanted, or as the minutes allow on this machine."""
    if wanted.positions:
        return settings_of(named, wanted.recipe, wanted.positions, wanted.threads)
    if not wanted.minutes:
        raise SetupError(f"{named.name} has not been run; --budget or --positions says how long it may learn")
    minutes = wanted.minutes / shares
    trial = settings_of(named, wanted.recipe, 1_000_000, wanted.threads)
    seconds = min(_LONGEST_TRIAL, 6 * minutes)
    positions = int(measured_rate(trial, load_data(wanted.data, trial), seconds) * (60 * minutes - seconds))
    return settings_of(named, wanted.recipe, max(positions, trial.batch), wanted.threads)
