"""What `kata-analyze` and `lz-analyze` write, as rankings: lines of `info move D4 visits 120 winrate 0.52 … pv D4 Q16 …`."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np

from kibitz.errors import NotationError
from kibitz.players.external.session import ExternalRanking
from kibitz.players.place import Place
from kibitz.rules.game import Color
from kibitz.rules.squares import NO_MOVE
from kibitz.search.contract import Opinion

_BEGINNINGS: Final = frozenset({"info", "rootInfo", "ownership", "ownershipStdev", "movesOwnership", "movesOwnershipStdev"})
_LISTS: Final = frozenset({"pv", "pvVisits", "pvEdgeVisits"})
_SHOWN_TEXT: Final = 12


@dataclass(frozen=True, slots=True)
class Dialect:
    """How an engine writes: chances as whole ten-thousandths or from 0 to 1, and whose they are, None for the side to move."""

    in_ten_thousandths: bool
    side: Color | None = None


class LyingError(ValueError):
    """A line says what cannot be; the message says what."""


def read_analysis(line: str, place: Place, dialect: Dialect) -> ExternalRanking | None:
    """What a line of an analysis says of a place, best move first; None if it says nothing. Raises LyingError."""
    parts = list(_parts(line.split()))
    infos = sorted((_Info(rest, place, dialect) for kind, rest in parts if kind == "info"), key=lambda info: info.order)
    if not infos:
        return None
    if not infos[0].is_legal:
        raise LyingError(f"it named {infos[0].text!r}, which is not legal")
    moves: dict[int, Opinion] = {}
    for info in (info for info in infos if info.is_legal):
        moves.setdefault(info.move, info.opinion())
    owners = next((rest for kind, rest in parts if kind == "ownership"), None)
    return ExternalRanking(
        tuple(moves.values()),
        None if owners is None else _owners(owners, place, dialect),
        sum(opinion.visits or 0 for opinion in moves.values()),
        tuple(info.text for info in infos if not info.is_legal),
    )


def _parts(words: list[str]) -> Iterator[tuple[str, list[str]]]:
    """The parts of a line: how each begins, and the words up to the next."""
    starts = [place for place, word in enumerate(words) if word in _BEGINNINGS]
    for start, end in pairwise([*starts, len(words)]):
        yield words[start], words[start + 1 : end]


class _Info:
    """What is said of one move."""

    def __init__(self, words: list[str], place: Place, dialect: Dialect) -> None:
        self._values = _values(words)
        self._place, self._dialect = place, dialect
        self.text = " ".join(self._values.get("move", []))[:_SHOWN_TEXT]
        self.move = _parse(self.text, place)
        self.is_legal = self.move in place.position.legal_moves()
        self.order = self._number("order") or 0.0

    def opinion(self) -> Opinion:
        score = self._number("scoreLead")
        score = self._number("scoreMean") if score is None else score
        prior, visits = self._chance("prior"), self._number("visits")
        if visits is not None and visits < 0:
            raise LyingError(f"it said {visits:g} visits of {self.text}")
        chance = self._chance("winrate")
        return Opinion(
            self.move,
            None if chance is None else _for_mover(chance, 1 - chance, self._place, self._dialect),
            self._line(),
            score=None if score is None else _for_mover(score, -score, self._place, self._dialect),
            visits=None if visits is None else int(visits),
            prior=prior,
        )

    def _line(self) -> tuple[int, ...]:
        """The moves that it expects, as far as they are legal."""
        line, position = [self.move], self._place.position.play(self.move)
        for text in self._values.get("pv", [])[1:]:
            move = _parse(text, self._place)
            if move not in position.legal_moves():
                break
            line.append(move)
            position = position.play(move)
        return tuple(line)

    def _number(self, name: str) -> float | None:
        words = self._values.get(name)
        if words is None:
            return None
        try:
            number = float(words[0])
        except (ValueError, IndexError):
            raise LyingError(f"it said {name} {' '.join(words)[:_SHOWN_TEXT]!r}, which is no number") from None
        if not math.isfinite(number):
            raise LyingError(f"it said {name} {number}")
        return number

    def _chance(self, name: str) -> float | None:
        number = self._number(name)
        if number is None:
            return None
        chance = number / 10_000 if self._dialect.in_ten_thousandths else number
        if not 0 <= chance <= 1:
            raise LyingError(f"it said {name} {number:g}, which is no chance")
        return chance


def _values(words: list[str]) -> dict[str, list[str]]:
    """The words by their keys: one behind each, all up to the next key behind `pv` and its like."""
    found: dict[str, list[str]] = {}
    place = 0
    while place < len(words):
        key, end = words[place], place + 2
        if key in _LISTS:
            end = next((later for later in range(place + 1, len(words)) if words[later] in _LISTS), len(words))
        found[key] = words[place + 1 : end]
        place = end
    return found


def _for_mover(as_said: float, turned: float, place: Place, dialect: Dialect) -> float:
    return as_said if dialect.side in (None, place.position.to_move) else turned


def _parse(text: str, place: Place) -> int:
    """The move of a text, NO_MOVE if it is none."""
    try:
        return int(place.game.parse_move(text))
    except NotationError:
        return NO_MOVE


def _owners(words: list[str], place: Place, dialect: Dialect) -> Any:
    """The owner of each point for Black, [size²]."""
    try:
        owners = np.array(words, np.float32)
    except ValueError:
        raise LyingError("it said an owner that is no number") from None
    if owners.shape != (place.game.size**2,) or not (np.abs(owners) <= 1).all():
        raise LyingError(f"it said {len(owners)} owners, or some beyond 1, of {place.game.size**2} points")
    side = place.position.to_move if dialect.side is None else dialect.side
    return owners if side == Color.BLACK else -owners
