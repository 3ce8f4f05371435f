"""A record format: `#moves`, then a line `black;white;score` and a line of moves for each game."""

from collections.abc import Iterator

from kibitz.errors import NotationError
from kibitz.records.plugged import WrittenGame

SIGN = "#moves"


def read(data: bytes) -> Iterator[WrittenGame | str]:
    """The games of a file, and why some cannot be used; raises NotationError if it is none."""
    lines = [line for line in data.decode("utf-8", "replace").splitlines() if line != SIGN]
    if len(lines) % 2:
        raise NotationError("a game has two lines, and one is missing")
    for head, moves in zip(lines[::2], lines[1::2], strict=True):
        yield _game(head, moves)


def _game(head: str, moves: str) -> WrittenGame | str:
    black, white, score = [*head.split(";"), "", ""][:3]
    if score and not score.lstrip("-").isdecimal():
        return f"the score {score!r} is not a whole number"
    return WrittenGame(tuple(moves.split()), black=black, white=white, black_score=int(score) if score else None)


def write(game: WrittenGame) -> str:
    """A game as text."""
    score = "" if game.black_score is None else f"{game.black_score:.0f}"
    players = (name.replace(";", ",") for name in (game.black, game.white))
    return f"{SIGN}\n{';'.join([*players, score])}\n{' '.join(game.moves)}\n"
