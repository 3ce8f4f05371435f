"""The players of noughts and crosses that have a name."""

from typing import Final

from kibitz.models.noughts.kinds import SHIPPED
from kibitz.players.kind import SEED, TEXT, Option, PlayerKind

KINDS: Final = (
    PlayerKind(
        "perfect",
        "plays noughts and crosses from its whole game tree and never loses",
        "kibitz.players.noughts.one_ply:PerfectPlayer",
        (SEED,),
        only_game="noughts",
    ),
    PlayerKind(
        "evolved",
        "plays noughts and crosses with an evolved network",
        "kibitz.players.noughts.one_ply:EvolvedPlayer",
        (Option("model", TEXT, "its name or file; kibitz models lists them", SHIPPED), SEED),
        has_main_option=True,
        only_game="noughts",
    ),
)
