"""The report's value networks trained and measured where some are wanted, and the page written from all that are finished."""

from pathlib import Path

from kibitz.errors import SetupError
from kibitz.experiments.matches import play_missing
from kibitz.experiments.ng2017.after_games_page import AFTER_GAMES
from kibitz.experiments.ng2017.matches import PLAYED
from kibitz.experiments.ng2017.networks import parse_networks
from kibitz.experiments.ng2017.own_models import measure_models
from kibitz.experiments.ng2017.page import write_page
from kibitz.experiments.ng2017.styles import measure_styles
from kibitz.experiments.papers import MATCHES, MODELS, STYLES, Wanted, split_parts
from kibitz.learn.networks.othello.value_settings import RECIPES


def reproduce(wanted: Wanted) -> Path:
    """Train the networks for a share of the budget each, measure them, and return the page written.

    A run that was interrupted goes on with the settings it began with, whatever the budget; a finished one is not run again.
    `models` stands for Kibitz's own models, which are measured on the report's sets, and `matches` for those of the player.
    `styles` lets networks with different features play, and `after-games` lets one learn from each game it has played.
    Without networks the page is written from what is there, and torch is not needed.
    """
    if wanted.recipe not in RECIPES:
        raise SetupError(f"recipe {wanted.recipe!r} is not known; known are {', '.join(RECIPES)}")
    names = split_parts(wanted.parts)
    if MODELS in names:
        measure_models(wanted)
    if MATCHES in names:
        play_missing(PLAYED, wanted)
    if STYLES in names:
        measure_styles(wanted)
    networks = parse_networks(",".join(name for name in names if name not in (MATCHES, MODELS, STYLES, AFTER_GAMES)))
    if networks:
        from kibitz.experiments.ng2017.training import train_all

        train_all(networks, wanted)
    if AFTER_GAMES in names:
        from kibitz.experiments.ng2017.after_games import learn_after_games

        learn_after_games(wanted)
    return write_page(wanted.runs, wanted.out)
