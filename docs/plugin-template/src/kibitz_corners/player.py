"""The player itself, imported when one is made."""

import random

from kibitz.players.player import Player, Turn


class CornersPlayer(Player):
    """Plays a corner if it can, else any legal move, in any game on a square board."""

    def __init__(self, seed: int | None = None, name: str = "corners") -> None:
        self.name = name
        self._seed = seed
        self._chooser = random.Random(seed)

    @property
    def is_repeatable(self) -> bool:
        return self._seed is not None

    def choose(self, turn: Turn) -> int:
        moves = turn.position.legal_moves()
        corners = [move for move in moves if is_corner(turn.game.format_move(move), turn.game.size)]
        return self._chooser.choice(corners or moves)


def is_corner(name: str, size: int) -> bool:
    """Whether a square such as a1 is a corner; Go leaves the letter i out."""
    last = "abcdefghjklmnopqrstuvwxyz" if name.isupper() else "abcdefghijklmnopqrstuvwxyz"
    return name[0].lower() in ("a", last[size - 1]) and name[1:] in ("1", str(size))
