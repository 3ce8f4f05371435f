"""The players of Go that have a name."""

from typing import Final

from kibitz.models.go.default import DEFAULT_GO_MODEL
from kibitz.players.kind import POSITIVE_NUMBER, SEED, TEXT, WHOLE_NUMBER, YES_OR_NO, Option, PlayerKind, temperature

KINDS: Final = (
    PlayerKind(
        "uct",
        "plays Go by random playouts through a tree",
        "kibitz.players.go.uct:UctPlayer",
        (
            Option("playouts", WHOLE_NUMBER, "how many it makes for a move; 10000 unless seconds is given"),
            Option("seconds", POSITIVE_NUMBER, "how long it thinks about a move"),
            Option("threads", WHOLE_NUMBER, "how many trees it grows at once", 1),
            Option("guided", YES_OR_NO, "playouts that answer the last move, instead of any move with equal chance", True),
            Option("resigns", YES_OR_NO, "resigns when almost no playout is won", True),
            Option("prior", TEXT, "the model of Go moves whose prior guides the search, its name or file"),
            SEED,
        ),
        has_main_option=True,
        only_game="go",
    ),
    PlayerKind(
        "goexpert",
        "plays Go as professionals do, without any search",
        "kibitz.players.go.expert:GoExpertPlayer",
        (
            Option("model", TEXT, "who it plays like; kibitz models lists them", DEFAULT_GO_MODEL),
            temperature(0.0),
            SEED,
        ),
        only_game="go",
    ),
)
