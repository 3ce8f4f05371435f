"""What Go adds to the help of `kibitz archive`."""

from typing import Final

from kibitz.cli.game_help import GameHelp

HELP: Final = {
    "archive": GameHelp("", ("kibitz archive explore --game go 'Q16 D4'",)),
    "import": GameHelp(
        "games come from SGF files and archives (tar, zip) of them.", ("kibitz archive import --game go games.tar.gz",)
    ),
    "info": GameHelp("", ("kibitz archive info --game go",)),
    "explore": GameHelp(
        "POSITION is moves such as 'Q16 D4', or a board. Scores are points of games that were counted. Boards larger than 13×13 "
        "are known for 30 moves.",
        ("kibitz archive explore --game go 'Q16 D4 Q4' --from-year 2016",),
    ),
    "games": GameHelp("transcripts are in SGF's letters.", ("kibitz archive games --game go 'Q16 D4' --player Honinbo",)),
    "export": GameHelp("games become SGF.", ("kibitz archive export --game go honinbo.sgf --tournament Honinbo",)),
    "ratings": GameHelp("games with a handicap are not rated.", ("kibitz archive ratings --game go --year 2020",)),
    "players": GameHelp("", ("kibitz archive players --game go shusaku",)),
}
