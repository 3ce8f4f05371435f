"""`kibitz players`: the players that other commands can name."""

from typing import Any

import click

from kibitz.cli.output import json_option, print_entry, print_json
from kibitz.players.registry import PLAYER_KINDS, Option, PlayerKind


@click.command()
@json_option
def players(as_json: bool) -> None:
    """List all players.

    Write a player as its name, or with options as name:key=value,key=value. Put a value that has a comma in double quotes.

    \b
    Example: kibitz players
             kibitz play --black random:seed=7 --white 'gtp:"gnugo --mode gtp",timeout=5'
    """
    if as_json:
        print_json({"players": [_describe(kind) for kind in PLAYER_KINDS]})
        return
    for kind in PLAYER_KINDS:
        print_entry(f"{kind.name:10} {kind.description}", 11)
        for option in kind.options:
            print_entry(f"{'':12} {option.name}: {option.description}; {option.kind.meaning}{_default(option)}", 15)


def _default(option: Option) -> str:
    if option.is_required:
        return ", must be given"
    return "" if option.default is None else f", {option.default} unless given"


def _describe(kind: PlayerKind) -> dict[str, Any]:
    return {
        "name": kind.name,
        "description": kind.description,
        "options": [
            {
                "name": option.name,
                "value": option.kind.meaning,
                "description": option.description,
                "default": option.default,
                "required": option.is_required,
            }
            for option in kind.options
        ],
    }
