"""SGF, FF[4], for Othello (GM[2]): `(;GM[2]SZ[8]PB[name];B[f5];W[d6]…)`. See https://www.red-bean.com/sgf/.

The grammar is sgfmill's; here stands what the properties mean. V is the value of a move for Black, as SGF wants it; ET (seconds
spent on a move), PERFECT (a perfect score and the empties it is from) and ENDING are Kibitz's own. For Go see go_sgf.py.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from sgfmill import sgf_grammar

from kibitz.errors import NotationError
from kibitz.records.disk import LARGEST_GAME, LARGEST_WHOLE_FILE
from kibitz.records.othello.drafts import Draft, DraftOrSkip, Turn, moves_by_turn
from kibitz.records.othello.record import GameRecord, MoveNote, SkippedGame
from kibitz.records.othello.results import StatedResult, parse_discs
from kibitz.records.sgf.grammar import split_games
from kibitz.records.values import (
    decode,
    known,
    parse_date,
    parse_number,
    parse_perfect,
    parse_seconds,
    shortened,
)
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import PASS, board_shape, parse_move, parse_sgf_point

_LOOKS = re.compile(r"\(\s*;\s*[A-Za-z]{1,20}\s*\[")
_GAME_BY_WORD = re.compile(r"\(\s*;\s*GM\s*\[\s*[A-Za-z]")
_SQUARE = re.compile(r"[a-z][0-9]{1,2}", re.IGNORECASE)
_SIZE = re.compile(r"([0-9]{1,2})(?::([0-9]{1,2}))?")
_RESULT = re.compile(r"([bw])\+(?:([0-9]{1,3})(?:\.0*)?|([a-z]*))", re.IGNORECASE)
_ENDINGS = {"r": "resignation", "resign": "resignation", "t": "time", "time": "time", "f": "forfeit", "forfeit": "forfeit"}
_LETTERS = {"resignation": "R", "time": "T", "forfeit": "F"}
_COLORS = {"b": Color.BLACK, "black": Color.BLACK, "w": Color.WHITE, "white": Color.WHITE}
_SET_UP = ("AB", "AW", "AE")
# Properties with a meaning here, and those whose values are lists, markup or settings of a viewer: they do not become tags.
_NO_TAG = re.compile(
    "FF|GM|CA|AP|SZ|ST|PB|PW|BR|WR|EV|RO|PC|DT|RE|AB|AW|AE|PL|B|W|V|ET|PERFECT|ENDING"
    "|AR|CR|DD|DM|FG|GB|GW|HO|IT|KO|LB|LN|MA|MN|PM|SL|SQ|TB|TE|TR|TW|UC|VW|BL|WL|OB|OW|BM|DO|N"
)
# Encodings that hold plain text; some of Python's others do strange things to hostile bytes.
_ENCODING = re.compile(
    r"utf-?8|(?:us-)?ascii|iso[-_]?8859[-_]?[0-9]{1,2}|latin-?1|(?:cp|windows-?)[0-9]{3,4}"
    r"|shift[-_]?jis|sjis|euc[-_](?:jp|kr)|gb2312|gbk|gb18030|big5|koi8-[ru]",
    re.IGNORECASE,
)


class _OtherGameError(NotationError):
    """A game that is not Othello."""


class _Node(NamedTuple):
    """The properties of one node, and the encoding of their texts where the game names one."""

    properties: Mapping[str, list[bytes]]
    encoding: str

    def text(self, name: str) -> str:
        """The first value of a property on one line, empty if it is missing."""
        values = self.properties.get(name)
        return _decoded(sgf_grammar.simpletext_value(values[0]), self.encoding).strip() if values else ""

    def long_text(self, name: str) -> str:
        """As text(), with its line breaks."""
        values = self.properties.get(name)
        return _decoded(sgf_grammar.text_value(values[0]), self.encoding).strip() if values else ""

    def texts(self, name: str) -> list[str]:
        """All values of a property."""
        return [_decoded(sgf_grammar.simpletext_value(value), self.encoding).strip() for value in self.properties.get(name, [])]

    @property
    def has_move(self) -> bool:
        return "B" in self.properties or "W" in self.properties

    @property
    def sets_up(self) -> bool:
        return any(name in self.properties for name in _SET_UP)


def looks_like(head: str) -> bool:
    """Whether a game tree with properties begins somewhere in the text, and its game is a number, not a word as in GGF."""
    return bool(_LOOKS.search(head)) and not _GAME_BY_WORD.search(head)


def read_drafts(lines: Iterable[bytes], source: str) -> Iterator[DraftOrSkip]:
    """The games of a collection, main lines only.

    Moves may be squares (`B[f5]`) or points (`B[fe]`), a pass `[]`, `[PA]`, `[tt]` or left out; they may begin in the first node.
    Set-up stones that touch the four middle squares are the whole board, others are added to the standard start. The encoding is
    CA's, or else UTF-8 or Latin-1. Text around and between games is passed over. Node names, markup and variations are left out.
    A game is skipped if its tree is broken, if it is larger than a MiB, or if it sets up stones after the first move. Raises
    NotationError if the first game is not Othello, or if the file is larger than 128 MiB.
    """
    for number, data in enumerate(split_games(_joined(lines, source)), 1):
        try:
            yield Draft(number, _parse_game(data))
        except _OtherGameError as error:
            if number == 1:
                raise NotationError(f"{source}: {error}") from None
            yield SkippedGame(source, number, str(error))
        except NotationError as error:
            yield SkippedGame(source, number, str(error))


def _joined(lines: Iterable[bytes], source: str) -> bytes:
    pieces, size = [], 0
    for line in lines:
        pieces.append(line)
        size += len(line)
        if size > LARGEST_WHOLE_FILE:
            raise NotationError(f"{source} is larger than {LARGEST_WHOLE_FILE >> 20} MiB unpacked; split it into smaller files")
    return b"".join(pieces)


def _parse_game(data: bytes) -> GameRecord:
    if len(data) > LARGEST_GAME:
        raise NotationError(f"it is larger than {LARGEST_GAME >> 20} MiB")
    try:
        sequence = list(sgf_grammar.main_sequence_iter(sgf_grammar.parse_sgf_game(data)))
    except ValueError as error:
        raise NotationError(f"its tree is broken: {error}") from None
    encoding = _Node(sequence[0], "latin-1").text("CA")
    nodes = [_Node(properties, encoding) for properties in sequence]
    _require_othello(nodes)
    start = _start(nodes)
    moves, notes = moves_by_turn(_turns(nodes, start.size), start.to_move)
    return _record(nodes[0], start, moves, notes)


def _require_othello(nodes: list[_Node]) -> None:
    game = nodes[0].text("GM")
    first = next((node.text("B") or node.text("W") for node in nodes if node.has_move), "")
    # Without GM a game is Go by the standard, but nobody writes Go with digits.
    if game == "1" or (not game and not _SQUARE.fullmatch(first)):
        raise _OtherGameError("it is a game of Go, GM[1], to be read with --game go; Othello is GM[2]")
    if game not in ("", "2"):
        raise _OtherGameError(f"GM[{shortened(game)}] is neither Othello, GM[2], nor Go")


def _size(root: _Node) -> int:
    text = root.text("SZ")
    found = _SIZE.fullmatch(text)
    if text and (not found or found[2] not in (None, found[1])):
        raise NotationError(f"SZ[{shortened(text)}] is not the size of a square board")
    return board_shape(int(found[1]) if found else 8).size


def _start(nodes: list[_Node]) -> Position:
    """The position before the first move."""
    size = _size(nodes[0])
    stones: dict[int, str] = {}
    side: Color | None = None
    for node in nodes:
        for name in _SET_UP:
            stones.update((square, name) for text in node.texts(name) for square in _parse_points(text, size))
        side = _COLORS.get(node.text("PL").lower(), side)
        if node.has_move:
            first = Color.BLACK if "B" in node.properties else Color.WHITE
            side = first if side is None and stones else side
            break
    return _set_up(stones, Color.BLACK if side is None else side, size)


def _set_up(stones: Mapping[int, str], side: Color, size: int) -> Position:
    standard = Position.start(size)
    middle = standard.black | standard.white
    black, white = standard.black, standard.white
    if any(middle >> square & 1 for square in stones):
        black = white = 0
    for square, name in stones.items():
        black |= (name == "AB") << square
        white |= (name == "AW") << square
    return Position(black, white, side, size) if side == Color.BLACK else Position(white, black, side, size)


def _parse_points(text: str, size: int) -> list[int]:
    """The squares of a point, or of a rectangle given by two corners."""
    first, _, last = text.partition(":")
    shape = board_shape(size)
    left, top = shape.column_and_row(_parse_point(first, size))
    right, bottom = shape.column_and_row(_parse_point(last, size)) if last else (left, top)
    return [shape.square_at(column, row) for row in range(top, bottom + 1) for column in range(left, right + 1)]


def _parse_point(text: str, size: int) -> int:
    return parse_move(text, size) if _SQUARE.fullmatch(text) else parse_sgf_point(text, size)


def _parse_sgf_move(text: str, size: int) -> int:
    return PASS if text.lower() in ("", "tt", "pa", "ps", "pass", "--") else _parse_point(text, size)


def _turns(nodes: list[_Node], size: int) -> Iterator[Turn]:
    number = 0
    for node in nodes:
        if number and node.sets_up:
            raise NotationError(f"stones are set up after move {number}")
        for name, color in (("B", Color.BLACK), ("W", Color.WHITE)):
            if name in node.properties:
                number += 1
                try:
                    move = _parse_sgf_move(node.text(name), size)
                except NotationError as error:
                    raise NotationError(f"move {number}: {error}") from None
                yield Turn(color, move, _note(node, color))


def _note(node: _Node, color: Color) -> MoveNote:
    value = parse_number(node.text("V"))
    for_mover = value if value is None or color == Color.BLACK else -value
    return MoveNote(for_mover, parse_seconds(node.text("ET")), node.long_text("C"))


def _record(root: _Node, start: Position, moves: tuple[int, ...], notes: dict[int, MoveNote]) -> GameRecord:
    stated, ending = parse_result(root.text("RE"), start.size)
    perfect_score, perfect_from = parse_perfect(root.text("PERFECT"))
    return GameRecord(
        moves,
        start=start,
        black=known(root.text("PB")),
        white=known(root.text("PW")),
        event=known(root.text("EV")),
        place=known(root.text("PC")),
        round=known(root.text("RO")),
        date=parse_date(root.text("DT")),
        black_score=stated.black_score,
        winner=stated.winner,
        ending=root.text("ENDING") or ending,
        black_rating=parse_number(root.text("BR")),
        white_rating=parse_number(root.text("WR")),
        perfect_score=perfect_score,
        perfect_from=perfect_from,
        notes=notes,
        tags=_tags(root, stated, ending),
    )


def _tags(root: _Node, stated: StatedResult, ending: str) -> dict[str, str]:
    """The properties of the first node without a field, and those whose text says more than the field holds."""
    names = [name for name, values in root.properties.items() if can_be_tag(name) and len(values) == 1]
    tags = {name: root.long_text(name) for name in names if name != "C" or not root.has_move}
    rendered = {
        "DT": parse_date(root.text("DT")),
        "RE": format_result(stated.black_score, stated.winner, ending),
        "BR": "" if parse_number(root.text("BR")) is None else root.text("BR"),
        "WR": "" if parse_number(root.text("WR")) is None else root.text("WR"),
    }
    return tags | {name: root.text(name) for name, text in rendered.items() if root.text(name) not in ("", text)}


def can_be_tag(name: str) -> bool:
    """Whether a tag of this name may be written as a property, and will come back as a tag."""
    return bool(sgf_grammar.is_valid_property_identifier(name)) and not _NO_TAG.fullmatch(name)


def parse_result(text: str, size: int) -> tuple[StatedResult, str]:
    """The result of `B+20`, `W+R`, `0` or `40-24`, and how the game ended.

    An odd number of discs leaves out the empties, so that it only tells the winner. `?`, `Void` and the like state nothing.
    """
    if text.lower() in ("0", "draw", "jigo"):
        return StatedResult(black_score=0), ""
    found = _RESULT.fullmatch(text)
    if not found:
        return parse_discs(text, size), ""
    winner = _COLORS[found[1].lower()]
    if found[2] is None:
        return StatedResult(winner=winner), _ENDINGS.get(found[3].lower(), "")
    discs = int(found[2])
    if discs % 2 or not 0 < discs <= size * size:
        return StatedResult(winner=winner), ""
    return StatedResult(black_score=discs if winner == Color.BLACK else -discs), ""


def format_result(black_score: int | None, winner: Color | None, ending: str) -> str:
    """The text parse_result() reads back; empty if nothing is known. How the game ended is said only beside a bare winner."""
    if black_score is not None:
        return f"{'B' if black_score > 0 else 'W'}+{abs(black_score)}" if black_score else "0"
    if winner is None:
        return ""
    return f"{'B' if winner == Color.BLACK else 'W'}+{_LETTERS.get(ending, '')}"


def _decoded(data: bytes, encoding: str) -> str:
    if not _ENCODING.fullmatch(encoding):
        return decode(data)
    try:
        return data.decode(encoding, errors="replace")
    except LookupError:
        return decode(data)
