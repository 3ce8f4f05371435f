"""What Othello adds to the help of `kibitz engines`."""

from typing import Final

from kibitz.cli.game_help import GameHelp

HELP: Final = {
    "engines": GameHelp("", ("kibitz engines add rhino --game othello -- gtp-rhino",)),
    "add": GameHelp(
        "Edax, Egaroucid, NTest and Zebra give values over nboard; over gtp a program only names its move.",
        ("kibitz engines add edax --game othello --protocol nboard -- mEdax -nboard",),
    ),
}
