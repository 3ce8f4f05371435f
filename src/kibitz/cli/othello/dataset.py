"""What Othello adds to the help of `kibitz dataset`."""

from typing import Final

from kibitz.cli.game_help import GameHelp

_EXAMPLES: Final = (
    "kibitz dataset export human-2014 --validate 2015 --test 2016-2022",
    "kibitz dataset export tables --format npz --human --loss 4 --exact 10 --model expert-2014",
)
HELP: Final = {
    "dataset": GameHelp("", _EXAMPLES[:1]),
    "export": GameHelp("a row is a disc placed on 8×8; games that begin with another position are left out.", _EXAMPLES),
}
