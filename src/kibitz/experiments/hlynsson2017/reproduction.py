"""The thesis's networks trained and measured where some are wanted, and the page written from all that are finished."""

from pathlib import Path

from kibitz.errors import SetupError
from kibitz.experiments.hlynsson2017.page import write_page
from kibitz.experiments.hlynsson2017.policy_page import POLICY
from kibitz.experiments.hlynsson2017.sizes_page import SIZES
from kibitz.experiments.hlynsson2017.variants import parse_networks
from kibitz.experiments.papers import Wanted, split_parts
from kibitz.learn.networks.othello.settings import RECIPES


def reproduce(wanted: Wanted) -> Path:
    """Train the networks for a share of the budget each, measure them, and return the page written.

    A run that was interrupted goes on with the settings it began with, whatever the budget; a finished one is not run again.
    `sizes` stands for games of the trained raw network on other boards, `policy-gradient` for networks that go on from the
    shipped one by games against past versions. Without networks the page is written from what is there, and torch is not needed.
    """
    if wanted.recipe not in RECIPES:
        raise SetupError(f"recipe {wanted.recipe!r} is not known; known are {', '.join(RECIPES)}")
    parts = split_parts(wanted.parts)
    if SIZES in parts:
        from kibitz.experiments.hlynsson2017.sizes import measure_sizes

        measure_sizes(wanted)
    if POLICY in parts:
        from kibitz.experiments.hlynsson2017.policy_gradient import learn_by_policy_gradient

        learn_by_policy_gradient(wanted)
    networks = parse_networks(",".join(part for part in parts if part not in (SIZES, POLICY)))
    if networks:
        from kibitz.experiments.hlynsson2017.training import train_all

        train_all(networks, wanted)
    return write_page(wanted.runs, wanted.out)
