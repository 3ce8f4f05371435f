"""What Go adds to the help of `kibitz dataset`."""

from typing import Final

from kibitz.cli.game_help import GameHelp

_EXAMPLE: Final = "kibitz dataset export --game go boards --test 2019 --model go-network"
HELP: Final = {
    "dataset": GameHelp("", ()),
    "export": GameHelp("a row is a stone; boards of all sizes, without losses.", (_EXAMPLE,)),
}
