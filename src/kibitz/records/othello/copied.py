"""Games as people copy them from the page or window of a server: moves among names, clocks, numbers and chat.

Othello Quest, eOthello, PlayOK, liveothello and GGS show a game as labelled names or `Ann vs Bob`, and its moves run together,
numbered, or one on a line with the time it took. Whatever is neither a name, a date nor a move is passed over.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from kibitz.errors import NotationError
from kibitz.records.othello.drafts import Draft, DraftOrSkip
from kibitz.records.othello.record import GameRecord
from kibitz.records.values import decode, one_line, parse_date, parse_number
from kibitz.rules.othello.position import START
from kibitz.rules.squares import PASS, format_transcript, parse_move
from kibitz.rules.symmetry import transform_square

_LABELS: Final = {
    "black": ("black", "dark", "noir", "noirs", "schwarz", "黒", "黑", "先手"),
    "white": ("white", "light", "blanc", "blancs", "weiß", "weiss", "白", "後手", "后手"),
    "event": ("event", "tournament", "tournoi", "turnier", "大会"),
    "date": ("date", "datum", "played", "日付", "日期"),
    "moves": ("moves", "transcript", "game", "kifu", "coups", "棋譜", "棋谱"),
}
_FIELD_OF: Final = {label: name for name, labels in _LABELS.items() for label in labels}
_LABEL: Final = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, _FIELD_OF))})(?: (?:player|name))?\s*[:=]\s*", re.IGNORECASE)
_PLAYER: Final = r"[^()\[\]]{1,60}?(?:\s*[(\[]\s*[0-9]{3,4}[^()\[\]]{0,6}[)\]])?"
_VERSUS: Final = re.compile(
    rf"^(?:[^()]{{0,60}}\(\s+)?({_PLAYER})\s+(?:vs\.?|versus|対)\s+({_PLAYER})\s*(?:\)[^()]*)?$", re.IGNORECASE
)
_RATED: Final = re.compile(r"^(.*?)\s*[(\[]\s*([0-9]{3,4}(?:\.[0-9]{1,2})?)\??\s*[)\]]\s*$")
_MOVES: Final = re.compile(r"(?<![a-z0-9])(?:[a-h][1-8])+(?![a-z0-9])", re.IGNORECASE)
_NO_LABEL: Final = re.compile("[:=：＝]")
_LEAD: Final = re.compile(r"^[|>*\s]+")
_FEWEST_MOVES: Final = 8  # a text with fewer is hardly a game
_LONGEST_VALUE: Final = 200
# The board of some servers is the mirror image: there a game begins with one of these.
_MIRRORED_FIRST: Final = frozenset(parse_move(name) for name in ("e3", "f4", "c5", "d6"))
_LEFT_TO_RIGHT: Final = 1  # of kibitz.rules.symmetry


@dataclass(slots=True)
class _Game:
    """What was found of one game so far. No square is played twice, so a square that comes again begins another game."""

    facts: dict[str, str] = field(default_factory=dict)
    moves: list[int] = field(default_factory=list)

    def record(self) -> GameRecord:
        black, black_rating = _rated(self.facts.get("black", ""))
        white, white_rating = _rated(self.facts.get("white", ""))
        known = GameRecord(tuple(_standard(self.moves)), black=black, white=white)
        date = parse_date(self.facts.get("date", ""))
        return replace(known, event=self.facts.get("event", ""), date=date, black_rating=black_rating, white_rating=white_rating)


def looks_like(head: str) -> bool:
    """Whether somewhere in the text are the moves of a game, each on another square."""
    return any(len(game.moves) >= _FEWEST_MOVES for game in _games(head.splitlines()))


def read_drafts(lines: Iterable[bytes], source: str) -> Iterator[DraftOrSkip]:  # noqa: ARG001 - a game that is none is not told
    """The games of a text, one after the other; what has fewer than eight moves is not taken for a game."""
    found = (game for game in _games(decode(line) for line in lines) if len(game.moves) >= _FEWEST_MOVES)
    for number, game in enumerate(found, 1):
        yield Draft(number, game.record())


def format_game(record: GameRecord) -> str:
    """The game with labelled names, as it is read again, without notes and result; raises NotationError if it would not be."""
    if record.start != START or sum(move != PASS for move in record.moves) < _FEWEST_MOVES:
        raise NotationError(f"a copied text has a game from its start with at least {_FEWEST_MOVES} moves")
    facts = (("Black", record.black), ("White", record.white), ("Event", record.event), ("Date", record.date))
    lines = [f"{label}: {_NO_LABEL.sub(' ', one_line(value))}" for label, value in facts if value]
    return "\n".join([*lines, f"Moves: {format_transcript(record.moves)}", "", ""])


def _games(lines: Iterable[str]) -> Iterator[_Game]:
    game = _Game()
    for line in lines:
        text = _LEAD.sub("", unicodedata.normalize("NFKC", line)).rstrip()
        facts, rest = _facts(text)
        if game.moves and not facts.keys() <= {"moves"}:
            yield game
            game = _Game()
        game.facts |= facts
        for move in _squares(rest):
            if move in game.moves:
                yield game
                game = _Game()
            game.moves.append(move)
    yield game


def _facts(line: str) -> tuple[dict[str, str], str]:
    """What a line tells about a game, and the part of it that may hold moves."""
    labels = list(_LABEL.finditer(line))
    if not labels:
        versus = None if _MOVES.search(line) else _VERSUS.match(line)
        return ({"black": versus[1].strip(), "white": versus[2].strip()}, "") if versus else ({}, line)
    ends = [label.start() for label in labels[1:]] + [len(line)]
    values = {_FIELD_OF[label[1].lower()]: line[label.end() : end] for label, end in zip(labels, ends, strict=True)}
    moves = values.pop("moves", "")
    return {name: one_line(value).strip(" ,;|/")[:_LONGEST_VALUE] for name, value in values.items()}, moves


def _squares(text: str) -> Iterator[int]:
    for run in _MOVES.finditer(text):
        yield from (parse_move(run[0][at : at + 2]) for at in range(0, len(run[0]), 2))


def _standard(moves: list[int]) -> list[int]:
    """The moves on a board whose a1 is at the top left."""
    if moves and moves[0] in _MIRRORED_FIRST:
        return [transform_square(move, _LEFT_TO_RIGHT) for move in moves]
    return moves


def _rated(name: str) -> tuple[str, float | None]:
    """A name and the rating behind it in brackets, if there is one."""
    found = _RATED.match(name)
    return (found[1], parse_number(found[2])) if found else (name, None)
