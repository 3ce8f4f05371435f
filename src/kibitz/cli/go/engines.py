"""What Go adds to the help of `kibitz engines`."""

from typing import Final

from kibitz.cli.game_help import GameHelp

HELP: Final = {
    "engines": GameHelp("", ("kibitz engines", "kibitz engines add gnugo --game go -- gnugo --mode gtp")),
    "add": GameHelp(
        "KataGo, Leela Zero and Pachi give values, GNU Go only its move. KataGo tunes itself when it is first started on a "
        "machine, which takes minutes: allow for it with --timeout.",
        ("kibitz engines add katago --game go -- katago gtp -model net.bin.gz -config gtp.cfg",),
    ),
}
