"""The properties of SGF nodes as values: texts, numbers, dates, colours, results, headers; and values as properties.

Nothing here knows a game. Texts are raw as kibitz.records.sgf.grammar has them, with escapes, until a function here reads them.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, TypedDict, TypeVar

from kibitz.errors import NotationError
from kibitz.records.record import GameRecord, MoveNote
from kibitz.records.sgf.grammar import Properties, is_identifier
from kibitz.records.values import format_number, known, one_line, parse_date, parse_number, parse_seconds, shortened
from kibitz.rules.game import Color

Move = TypeVar("Move")
Start = TypeVar("Start")

COLORS: Final = {"B": Color.BLACK, "W": Color.WHITE}
LETTERS: Final = {color: letter for letter, color in COLORS.items()}
SET_UP: Final = ("AB", "AW", "AE")  # stones of Black, of White, and points that are emptied
HEADERS: Final = {"black": "PB", "white": "PW", "event": "EV", "round": "RO", "place": "PC"}
# What programs draw on a position or say of it in signs: labels, shapes, arrows, move numbers, names, good and bad moves. It is
# kept as it is written, since nothing else in Kibitz asks what it means.
MARKUP: Final = frozenset(
    {"LB", "TR", "SQ", "MA", "CR", "SL", "AR", "LN", "DD", "VW", "TB", "TW", "MN", "PM", "FG", "N"}
    | {"GB", "GW", "DM", "UC", "HO", "BM", "DO", "IT", "TE"}
)
# What readers and writers of every game see to, so that it does not become a tag.
SHARED_NAMES: Final = frozenset(
    {"FF", "GM", "CA", "AP", "SZ", "DT", "RE", "ENDING", "PL", "C", "B", "W", "V", "ET", *HEADERS.values(), *SET_UP, *MARKUP}
)

_LINE_END: Final = re.compile(r"\n\r|\r\n|\r")
_ESCAPED: Final = re.compile(r"\\(\n|.)|\\$")
_BLANKS: Final = str.maketrans("\t\f\v", "   ")
_SIZE: Final = re.compile(r"([0-9]{1,2})(?::([0-9]{1,2}))?")
# A number that goes on in another way than a score does (`1e999`, `3 1/2`, `1.5.5`) is none.
_RESULT: Final = re.compile(
    r"\s*([bw])(?:lack|hite)?\s*\+\s*(?:([0-9]{1,3}(?:[.,][0-9]{1,2})?)(?!e?[+-]?\d|[.,/]\S|\s+\d+/)|([a-z]*))", re.IGNORECASE
)
_DRAWS: Final = frozenset({"0", "draw", "jigo"})
_ENDINGS: Final = {"R": "resignation", "T": "time", "F": "forfeit"}
_ENDING_LETTERS: Final = {ending: letter for letter, ending in _ENDINGS.items()}


class Result(NamedTuple):
    """Black's score, who won, and how the game ended; None and nothing for what is not said."""

    black_score: float | None = None
    winner: Color | None = None
    ending: str = ""


class Headers(TypedDict):
    """The fields of a record that every game has in its first node; results differ too much between games."""

    black: str
    white: str
    event: str
    round: str
    place: str
    date: str


def parse_text(raw: str) -> str:
    """What a raw value says, Text: escapes are undone, line breaks kept, other white space is blanks."""
    if "\r" in raw:
        raw = _LINE_END.sub("\n", raw)
    raw = raw.translate(_BLANKS)
    return _ESCAPED.sub(_unescaped, raw) if "\\" in raw else raw


def parse_simple_text(raw: str) -> str:
    """As parse_text(), SimpleText: in one line."""
    return parse_text(raw).replace("\n", " ")


def _unescaped(found: re.Match[str]) -> str:
    return "" if found[1] in (None, "\n") else found[1]


def format_text(text: str) -> str:
    """The raw value that parse_text() reads as the text, up to its kinds of white space."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def simple_text(node: Properties, name: str) -> str:
    """The first value of a property in one line, without blanks around it; empty if it is missing."""
    values = node.get(name)
    return parse_simple_text(values[0]).strip() if values else ""


def simple_texts(node: Properties, name: str) -> list[str]:
    """All values of a property as simple_text() has the first."""
    return [parse_simple_text(value).strip() for value in node.get(name, ())]


def long_text(node: Properties, name: str) -> str:
    """As simple_text(), with its line breaks."""
    values = node.get(name)
    return parse_text(values[0]).strip() if values else ""


def known_text(node: Properties, name: str) -> str:
    """As simple_text(), empty for question marks, which say that nobody knows."""
    return known(simple_text(node, name))


def real(node: Properties, name: str) -> float | None:
    """The number a property says, or None; a comma may stand for the point."""
    return parse_number(simple_text(node, name).replace(",", "."))


def color(node: Properties, name: str) -> Color | None:
    """The side a property names by a letter or a word, or None."""
    return COLORS.get(simple_text(node, name)[:1].upper())


def square_size(node: Properties, default: int) -> int:
    """The size of a square board, SZ; raises NotationError if it says anything else."""
    text = simple_text(node, "SZ")
    found = _SIZE.fullmatch(text)
    if text and (not found or found[2] not in (None, found[1])):
        raise NotationError(f"SZ[{shortened(text)}] is not the size of a square board")
    return int(found[1]) if found else default


def has_move(node: Properties) -> bool:
    """Whether a side moves in a node."""
    return "B" in node or "W" in node


def sets_up(node: Properties) -> bool:
    """Whether a node puts stones on the board or takes them off."""
    return any(name in node for name in SET_UP)


def opening_nodes(nodes: Iterable[Properties]) -> list[Properties]:
    """The nodes up to the first with a move, it included."""
    opening = []
    for node in nodes:
        opening.append(node)
        if has_move(node):
            break
    return opening


def first_to_move(opening: list[Properties]) -> Color | None:
    """Who is to move before the first move, as PL or else the first move says; None if neither does."""
    named = next((side for side in (color(node, "PL") for node in opening) if side is not None), None)
    return named if named is not None else next((side for letter, side in COLORS.items() if letter in opening[-1]), None)


def parse_result(text: str) -> Result:
    """The result of a text such as `B+3.5`, `W+Resign` or `Draw`; nothing of one that is not understood."""
    if text.strip().lower() in _DRAWS:
        return Result(0.0)
    found = _RESULT.match(text)
    if not found:
        return Result()
    winner = COLORS[found[1].upper()]
    if found[2] is None:
        return Result(None, winner, _ENDINGS.get(found[3][:1].upper(), ""))
    points = float(found[2].replace(",", "."))
    return Result(points if winner == Color.BLACK else -points, winner)


def format_result(black_score: float | None, winner: Color | None, ending: str) -> str:
    """The text parse_result() reads back; empty if nothing is known. How the game ended is said only beside a bare winner."""
    if black_score == 0:
        return "0"
    if black_score is not None:
        return f"{'B' if black_score > 0 else 'W'}+{format_number(abs(black_score))}"
    return "" if winner is None else f"{LETTERS[winner]}+{_ENDING_LETTERS.get(ending, '')}"


def read_headers(root: Properties) -> Headers:
    """Who played, where and when; question marks say that nobody knows."""
    return {
        "black": known_text(root, "PB"),
        "white": known_text(root, "PW"),
        "event": known_text(root, "EV"),
        "round": known_text(root, "RO"),
        "place": known_text(root, "PC"),
        "date": parse_date(simple_text(root, "DT")),
    }


def read_tags(root: Properties, fields: frozenset[str], written: Mapping[str, str]) -> dict[str, str]:
    """The properties with one value that are no `fields`, and the texts that would not be written again as they are.

    `written` has for each field the text that says all that was understood of it.
    """
    names = [name for name, values in root.items() if name not in fields and len(values) == 1 and is_identifier(name)]
    unclear = {name: simple_text(root, name) for name, text in written.items() if simple_text(root, name) not in ("", text)}
    return {name: long_text(root, name) for name in names} | unclear


def first_node(head: Mapping[str, str], texts: Mapping[str, str], tags: Mapping[str, str]) -> Properties:
    """The properties of some texts, line breaks in those of `texts` as blanks; tags only say what the others do not."""
    lines = {name: one_line(text) for name, text in texts.items()}
    said = {name: text for name, text in {**head, **lines}.items() if text}
    others = {name: text for name, text in tags.items() if name not in said and is_identifier(name)}
    return {name: [format_text(text)] for name, text in {**said, **others}.items()}


def read_note(node: Properties) -> MoveNote:
    """What a node says of its move: V, a value for Black; ET, Kibitz's own, the seconds spent; C, and the markup.

    V in a node without a move says nothing.
    """
    value = real(node, "V") if has_move(node) else None
    evaluation = -value if value is not None and "W" in node else value
    return MoveNote(evaluation, parse_seconds(simple_text(node, "ET")), long_text(node, "C"), read_marks(node))


def read_marks(node: Properties) -> dict[str, tuple[str, ...]]:
    """The markup of a node, as it is written."""
    return {name: tuple(values) for name, values in node.items() if name in MARKUP}


def note_properties(note: MoveNote, mover: Color) -> Properties:
    """The properties read_note() reads back."""
    properties: Properties = {}
    if note.evaluation is not None:
        properties["V"] = [format_number(note.evaluation if mover == Color.BLACK else -note.evaluation)]
    if note.seconds is not None:
        properties["ET"] = [format_number(note.seconds)]
    if note.comment:
        properties["C"] = [format_text(note.comment)]
    return properties | {name: list(values) for name, values in note.marks.items()}


def format_head(game_number: str, size: int) -> dict[str, str]:
    """What the first node of every game that Kibitz writes says of the file."""
    return {"FF": "4", "GM": game_number, "CA": "UTF-8", "AP": "Kibitz", "SZ": str(size)}


def header_texts(record: GameRecord[Move, Start]) -> dict[str, str]:
    """The texts read_headers() reads back; a date is written as it was read, if that still says the same."""
    texts = {name: getattr(record, field) for field, name in HEADERS.items()}
    original = record.tags.get("DT", "")
    return {**texts, "DT": original if parse_date(original) == record.date else record.date}
