"""Training the thesis's networks within a budget, measuring them, and writing the page."""

from pathlib import Path

from kibitz.errors import SetupError
from kibitz.experiments.hlynsson2017.measuring import compare_all, measure
from kibitz.experiments.hlynsson2017.page import write_page
from kibitz.experiments.hlynsson2017.variants import Named, parse_networks, settings_of
from kibitz.experiments.papers import Wanted
from kibitz.features.samples import TEST_YEARS, VALIDATION_YEARS
from kibitz.learn.batches import load_data
from kibitz.learn.network_kind import teller
from kibitz.learn.plots import plot_run
from kibitz.learn.run_folder import RunFolder
from kibitz.learn.settings import RECIPES, Settings
from kibitz.learn.supervised import measured_rate, train

_LONGEST_TRIAL = 20.0  # seconds in which the machine's speed is measured


def reproduce(wanted: Wanted) -> Path:
    """Train the networks for a share of the budget each, measure them, and return the page written.

    A run that was interrupted goes on with the settings it began with, whatever the budget; a finished one is not run again.
    """
    if wanted.recipe not in RECIPES:
        raise SetupError(f"recipe {wanted.recipe!r} is not known; known are {', '.join(RECIPES)}")
    networks = parse_networks(wanted.parts)
    for named in networks:
        folder = RunFolder(wanted.runs / f"{wanted.recipe}-{named.name}")
        if folder.result() is None:
            _run(named, folder, wanted, len(networks))
    if networks:
        compare_all(wanted.runs, wanted.data, wanted.tell)
    return write_page(wanted.runs, wanted.out)


def _run(named: Named, folder: RunFolder, wanted: Wanted, shares: int) -> None:
    """Train one network to its end and measure it; the variants, among which nothing is chosen, on the test year alone."""
    settings = _begun_settings(folder) or _new_settings(named, wanted, shares)
    train(settings, load_data(wanted.data, settings), folder, teller(wanted.tell, folder.path.name))
    measure(folder, wanted.data, wanted.tell, tuple(TEST_YEARS if named.variant else (*VALIDATION_YEARS, *TEST_YEARS)))
    plot_run(folder)


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
