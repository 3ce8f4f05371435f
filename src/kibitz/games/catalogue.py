"""The one list of games."""

from typing import Final

from kibitz.errors import SetupError
from kibitz.games.go.kit import GO_KIT
from kibitz.games.kit import Kit
from kibitz.games.noughts.kit import NOUGHTS_KIT
from kibitz.games.othello.kit import OTHELLO_KIT
from kibitz.plugins import plugged

_OWN_GAMES: Final = (OTHELLO_KIT, GO_KIT, NOUGHTS_KIT)
GAMES: Final[tuple[Kit, ...]] = (*_OWN_GAMES, *plugged("kibitz.games", Kit, _OWN_GAMES))
"""All games; the first is the default. Installed packages add theirs by entry points."""


def find_kit(name: str) -> Kit:
    """The kit of a game; raises SetupError that lists the games there are."""
    for kit in GAMES:
        if kit.name == name:
            return kit
    raise SetupError(f"there is no game {name!r}; games are {', '.join(kit.name for kit in GAMES)}")


def kits_with(part: str) -> tuple[Kit, ...]:
    """The games that have a part, such as `matches`."""
    return tuple(kit for kit in GAMES if getattr(kit, part) is not None)
