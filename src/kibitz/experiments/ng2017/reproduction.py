"""The report's value networks trained and measured where some are wanted, and the page written from all that are finished."""

from pathlib import Path

from kibitz.errors import SetupError
from kibitz.experiments.ng2017.networks import parse_networks
from kibitz.experiments.ng2017.own_models import OWN_MODELS, measure_models
from kibitz.experiments.ng2017.page import write_page
from kibitz.experiments.papers import Wanted
from kibitz.learn.networks.othello.value_settings import RECIPES


def reproduce(wanted: Wanted) -> Path:
    """Train the networks for a share of the budget each, measure them, and return the page written.

    A run that was interrupted goes on with the settings it began with, whatever the budget; a finished one is not run again.
    Among the networks the names of Kibitz's own models may stand: they are measured on the report's sets. Without networks the
    page is written from what is there, and torch is not needed.
    """
    if wanted.recipe not in RECIPES:
        raise SetupError(f"recipe {wanted.recipe!r} is not known; known are {', '.join(RECIPES)}")
    names = [name.strip() for name in wanted.parts.split(",")]
    measure_models([name for name in names if name in OWN_MODELS], wanted)
    networks = parse_networks(",".join(name for name in names if name not in OWN_MODELS))
    if networks:
        from kibitz.experiments.ng2017.training import train_all

        train_all(networks, wanted)
    return write_page(wanted.runs, wanted.out)
