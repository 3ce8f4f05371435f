"""The test of a record format that a package adds; run it on any format you add.

Random games are written and read again, one by one and all in one file, and damaged files are read.
"""

import random
from collections.abc import Iterator
from typing import Any, Final

from kibitz.errors import KibitzError
from kibitz.plugins import named
from kibitz.records.plugged import FormatKind, WrittenGame, read_written
from kibitz.records.reports import SkippedGame
from kibitz.rules.game import BrokenContractError, Game

_FACTS: Final = ("black", "white", "date", "black_score", "size")
_DAMAGES: Final = 30


def check_format(kind: FormatKind, game: Game[Any], games: int = 6, seed: int = 0) -> None:
    """Raise BrokenContractError at the first thing that is not as the contract says; `game` is one of those it is for."""
    _require(kind.game == game.name, kind, f"it is for {kind.game!r}, and the game is {game.name!r}")
    _require(bool(kind.suffixes) and all(each.startswith(".") for each in kind.suffixes), kind, "its suffixes begin with a dot")
    chooser = random.Random(seed)
    written = [_random_game(game, chooser, number) for number in range(games)]
    texts = [_written(kind, each) for each in written] if kind.writer else []
    for each, text in zip(written, texts, strict=False):
        _same(kind, [each], text)
    if texts:
        _same(kind, written, "".join(texts))
    for data in _damaged("".join(texts).encode(), chooser):
        _read(kind, data)


def _random_game(game: Game[Any], chooser: random.Random, number: int) -> WrittenGame:
    position, moves = game.start(), []
    while (outcome := position.outcome()) is None:
        moves.append(chooser.choice(position.legal_moves()))
        position = position.play(moves[-1])
    names = tuple(map(game.format_move, moves))
    score = outcome.black_score
    return WrittenGame(names, size=game.size, black=f"Ada {number}", white="Bo", date="2016-05-01", black_score=score)


def _written(kind: FormatKind, game: WrittenGame) -> str:
    text = named(kind.writer)(game)
    _require(isinstance(text, str) and bool(text), kind, "its writer returns a text")
    _require(not kind.sign or text.encode().startswith(kind.sign), kind, "what is written begins with its sign")
    return str(text)


def _same(kind: FormatKind, written: list[WrittenGame], text: str) -> None:
    found = list(read_written(kind, text.encode(), f"a file of {kind.name}"))
    skipped = [each for each in found if isinstance(each, SkippedGame)]
    _require(not skipped, kind, f"a game that was written is left out: {skipped[0] if skipped else ''}")
    _require(len(found) == len(written), kind, f"{len(written)} games were written and {len(found)} read")
    for (_, read), game in zip((each for each in found if not isinstance(each, SkippedGame)), written, strict=True):
        _require(_moves(read) == _moves(game), kind, f"moves are kept: {game.moves} became {read.moves}")
        for fact in _FACTS:
            held = getattr(read, fact)
            _require(held in (None, "", getattr(game, fact)), kind, f"{fact} is kept or left out, not {held!r}")


def _moves(game: WrittenGame) -> list[str]:
    """The moves that have a square: a format may leave forced passes out."""
    return [move.lower() for move in game.moves if move.lower() != "pass"]


def _damaged(data: bytes, chooser: random.Random) -> Iterator[bytes]:
    yield b""
    yield bytes(range(256))
    for _ in range(_DAMAGES if data else 0):
        place = chooser.randrange(len(data))
        yield data[:place]
        yield data[:place] + bytes([chooser.randrange(256)]) + data[place + 1 :]


def _read(kind: FormatKind, data: bytes) -> None:
    """Read what may be damaged: only errors of Kibitz may leave the reader."""
    try:
        list(read_written(kind, data, "a damaged file"))
    except KibitzError:
        return


def _require(condition: bool, kind: FormatKind, what: str) -> None:
    if not condition:
        raise BrokenContractError(f"{kind.name}: {what}")
