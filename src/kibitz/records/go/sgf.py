"""Games of Go in SGF, FF[4] and before: the grammar is sgfmill's, here stands what the properties mean.

See https://www.red-bean.com/sgf/. Read are the main line with its comments and every variation; see read_sgf() for what is
tolerated. Games that are refused are refused with one sentence each.
"""

import codecs
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from sgfmill import sgf_grammar

from kibitz.errors import NotationError
from kibitz.records.disk import LARGEST_GAME
from kibitz.records.go.record import GoLine, GoMove, GoRecord
from kibitz.records.othello.record import SkippedGame
from kibitz.records.sgf.grammar import split_games
from kibitz.records.values import known, parse_date, parse_number, shortened
from kibitz.rules.game import Color
from kibitz.rules.go.points import GO_SIZES, parse_sgf_vertex, require_go_size
from kibitz.rules.squares import PASS

_CHARSET: Final = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_-]{2,20})\s*\]")
# Where a file says nothing and is not UTF-8, it is one of these: what old Go programs of the East and of Europe wrote.
_LIKELY_CHARSETS: Final = ["gb18030", "shift_jis", "euc_kr", "big5", "cp1251", "cp1252"]
_KNOWN_CHARSETS: Final = re.compile(
    r"utf-?8|(?:us-)?ascii|iso[-_]?8859[-_]?[0-9]{1,2}|latin-?1|(?:cp|windows-?)[0-9]{3,4}"
    r"|shift[-_]?jis|sjis|ms_kanji|euc[-_](?:jp|kr)|gb2312|gbk|gb18030|big5|koi8-[ru]",
    re.IGNORECASE,
)
_MARKS: Final = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_TREE: Final = re.compile(rb"\(\s*;")
_BARE_TREE: Final = re.compile(rb"^\s*[(;]?\s*(?=[A-Za-z]{1,20}\s*\[)")
_RESULT: Final = re.compile(r"\s*([bw])(?:lack|hite)?\s*\+\s*(?:([0-9]{1,3}(?:[.,][0-9]{1,2})?)|([a-z]*))", re.IGNORECASE)
_DRAWS: Final = frozenset({"0", "draw", "jigo"})
_ENDINGS: Final = {"r": "resignation", "t": "time", "f": "forfeit"}
_COLORS: Final = {"B": Color.BLACK, "W": Color.WHITE}
_SET_UP: Final = ("AB", "AW", "AE")
_FIELDS: Final = frozenset(
    [
        "FF",
        "GM",
        "CA",
        "AP",
        "SZ",
        "PB",
        "PW",
        "BR",
        "WR",
        "EV",
        "RO",
        "PC",
        "DT",
        "RU",
        "KM",
        "HA",
        "RE",
        "ENDING",
        "PL",
        "C",
        "B",
        "W",
        *_SET_UP,
    ]
)
_Properties = Mapping[str, Sequence[bytes]]


def read_sgf(data: bytes, source: str) -> Iterator[GoRecord | SkippedGame]:
    """The games of a file's bytes, not yet played through; those that say nonsense come as SkippedGame.

    The encoding comes from a byte order mark or CA; otherwise it is UTF-8, or guessed. A board without SZ is 19×19. A pass
    is `[]`, or `[tt]` up to 19×19. Stones may be set up before the first move; a result or a date that cannot be understood is
    kept as a tag. Text around games is passed over, and brackets at the beginning or end may be missing. Variations that cannot
    be followed are left out. A game is skipped if its tree is broken, if it is not Go, if it is larger than a MiB or if stones
    are set up after the first move.
    """
    text = _as_utf_8(data)
    trees = list(split_games(text)) if _TREE.search(text) else [_BARE_TREE.sub(b"(;", text, count=1)]
    for number, tree in enumerate(trees, 1):
        try:
            yield parse_go_game(tree)
        except NotationError as error:
            yield SkippedGame(source, number, str(error))


def parse_go_game(data: bytes) -> GoRecord:
    """The game of one tree in UTF-8; raises NotationError."""
    if len(data) > LARGEST_GAME:
        raise NotationError(f"it is larger than {LARGEST_GAME >> 20} MiB")
    tree = _parse_tree(data)
    root = tree.sequence[0]
    if _text(root, "GM") not in ("", "1"):
        raise NotationError(f"GM[{shortened(_text(root, 'GM'))}] is not Go, GM[1]")
    size = _size(root)
    opening = _opening_nodes(tree)
    black, white = _stones(opening, size)
    return _record(root, size, black, white, _first_to_move(opening, black, white), _line(tree, size, is_main=True))


def parse_go_result(text: str) -> tuple[float | None, Color | None, str]:
    """Black's score, the winner and how the game ended of a text such as `B+3.5` or `W+Resign`; None for what it leaves out."""
    if text.strip().lower() in _DRAWS:
        return 0.0, None, ""
    found = _RESULT.match(text)
    if not found:
        return None, None, ""
    winner = _COLORS[found[1].upper()]
    if found[2] is None:
        return None, winner, _ENDINGS.get(found[3][:1].lower(), "")
    points = float(found[2].replace(",", "."))
    return (points if winner == Color.BLACK else -points), winner, ""


def _as_utf_8(data: bytes) -> bytes:
    """The file in UTF-8. Text is decoded before it is parsed: half a letter of Shift-JIS may look like a bracket."""
    charset = next((name for mark, name in _MARKS.items() if data.startswith(mark)), "")
    if not charset and (found := _CHARSET.search(data)):
        charset = found[1].decode("ascii")
    for name in [charset, "utf-8"]:
        if name in _MARKS.values() or _KNOWN_CHARSETS.fullmatch(name):
            try:
                return data.decode(name).encode()
            except (UnicodeDecodeError, LookupError):
                continue
    return _guessed(data).encode()


def _guessed(data: bytes) -> str:
    from charset_normalizer import from_bytes  # few files need it

    best = from_bytes(data, cp_isolation=_LIKELY_CHARSETS).best()
    return str(best) if best is not None else data.decode("latin-1")


def _parse_tree(data: bytes) -> "sgf_grammar.Coarse_game_tree":
    try:
        return sgf_grammar.parse_sgf_game(data)
    except ValueError as error:
        missing = _missing_brackets(data)
        if not missing:
            raise NotationError(f"its tree is broken: {error}") from None
        return _parse_tree(data + b")" * missing)


def _missing_brackets(data: bytes) -> int:
    """How many trees are not closed at the end of a file that was cut off."""
    depth, in_value, escaped = 0, False, False
    for sign in data:
        if escaped:
            escaped = False
        elif in_value:
            escaped, in_value = sign == ord("\\"), sign != ord("]")
        elif sign == ord("["):
            in_value = True
        else:
            depth += (sign == ord("(")) - (sign == ord(")"))
    return max(depth, 0) if not in_value else 0


def _text(node: _Properties, name: str) -> str:
    """The first value of a property on one line, empty if it is missing."""
    values = node.get(name)
    text: str = sgf_grammar.simpletext_value(values[0]).decode("utf-8", "replace") if values else ""
    return text.strip()


def _size(root: _Properties) -> int:
    text = _text(root, "SZ")
    if not text:
        return 19
    columns, _, rows = text.partition(":")
    if not columns.isdigit() or rows not in ("", columns) or len(columns) > 2:
        raise NotationError(f"SZ[{shortened(text)}] is not the size of a square board")
    return require_go_size(int(columns))


def _opening_nodes(tree: "sgf_grammar.Coarse_game_tree") -> list[_Properties]:
    """The nodes of the main line up to the first with a move."""
    nodes = []
    for node in sgf_grammar.main_sequence_iter(tree):
        nodes.append(node)
        if "B" in node or "W" in node:
            break
    return nodes


def _stones(nodes: list[_Properties], size: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The points of the black and of the white stones before the first move."""
    stones: dict[int, str] = {}
    for node in nodes:
        for name in _SET_UP:
            for value in node.get(name, ()):
                stones.update(dict.fromkeys(_points(value.decode("utf-8", "replace").strip(), size), name))
    black, white = ([point for point, name in stones.items() if name == kind] for kind in ("AB", "AW"))
    return tuple(sorted(black)), tuple(sorted(white))


def _points(text: str, size: int) -> list[int]:
    """The points of a vertex, or of a rectangle given by two corners."""
    first, _, last = text.partition(":")
    top, left = divmod(parse_sgf_vertex(first, size), size)
    bottom, right = divmod(parse_sgf_vertex(last, size), size) if last else (top, left)
    return [row * size + column for row in range(top, bottom + 1) for column in range(left, right + 1)]


def _first_to_move(nodes: list[_Properties], black: Sequence[int], white: Sequence[int]) -> Color:
    for node in nodes:
        side = _COLORS.get(_text(node, "PL")[:1].upper())
        if side is not None:
            return side
    for name, color in _COLORS.items():
        if name in nodes[-1]:
            return color
    return Color.WHITE if black and not white else Color.BLACK


def _line(tree: "sgf_grammar.Coarse_game_tree", size: int, is_main: bool) -> GoLine:
    """The line that begins with a tree and follows first children; whatever leaves it comes as branches."""
    moves: list[GoMove] = []
    comments: dict[int, str] = {}
    branches: dict[int, tuple[GoLine, ...]] = {}
    while True:
        for node in tree.sequence:
            _add_node(node, size, moves, comments, is_main)
        if not tree.children:
            return GoLine(tuple(moves), comments, branches)
        others = [line for line in (_branch(child, size) for child in tree.children[1:]) if line is not None]
        if others:
            branches[len(moves)] = (*branches.get(len(moves), ()), *others)
        tree = tree.children[0]


def _branch(tree: "sgf_grammar.Coarse_game_tree", size: int) -> GoLine | None:
    """A variation, or None if it cannot be followed: the game is worth keeping without it."""
    try:
        return _line(tree, size, is_main=False)
    except (NotationError, RecursionError):
        return None


def _add_node(node: _Properties, size: int, moves: list[GoMove], comments: dict[int, str], is_main: bool) -> None:
    if moves and any(name in node for name in _SET_UP):
        raise NotationError(f"stones are set up after move {len(moves)}")
    for name, color in _COLORS.items():
        if name in node:
            try:
                moves.append(GoMove(color, _parse_move(node[name][0], size)))
            except NotationError as error:
                raise NotationError(f"move {len(moves) + 1}: {error}") from None
    if "C" in node and (is_main or moves):
        comment = sgf_grammar.text_value(node["C"][0]).decode("utf-8", "replace").strip()
        comments[len(moves)] = f"{comments[len(moves)]}\n{comment}" if len(moves) in comments else comment


def _parse_move(value: bytes, size: int) -> int:
    text = value.decode("utf-8", "replace").strip()
    if not text or (text.lower() == "tt" and size <= 19):
        return PASS
    return parse_sgf_vertex(text, size)


def _record(
    root: _Properties, size: int, black: tuple[int, ...], white: tuple[int, ...], first_to_move: Color, main: GoLine
) -> GoRecord:
    score, winner, ending = parse_go_result(_text(root, "RE"))
    return GoRecord(
        size,
        main,
        black_stones=black,
        white_stones=white,
        first_to_move=first_to_move,
        black=known(_text(root, "PB")),
        white=known(_text(root, "PW")),
        black_rank=known(_text(root, "BR")),
        white_rank=known(_text(root, "WR")),
        event=known(_text(root, "EV")),
        place=known(_text(root, "PC")),
        round=known(_text(root, "RO")),
        date=parse_date(_text(root, "DT")),
        rules=_text(root, "RU"),
        komi=parse_number(_text(root, "KM").replace(",", ".")),
        handicap=_handicap(root),
        black_score=score,
        winner=winner,
        ending=_text(root, "ENDING") or ending,
        tags=_tags(root),
    )


def _handicap(root: _Properties) -> int:
    number = parse_number(_text(root, "HA"))
    return int(number) if number is not None and 2 <= number <= GO_SIZES[-1] ** 2 else 0


def _tags(root: _Properties) -> dict[str, str]:
    """The properties without a field, and those whose text says what the field does not hold."""
    tags = {name: _text(root, name) for name, values in root.items() if name not in _FIELDS and len(values) == 1}
    score, winner, _ = parse_go_result(_text(root, "RE"))
    unclear = {
        "RE": score is None and winner is None,
        "DT": parse_date(_text(root, "DT")) != _text(root, "DT"),
        "KM": parse_number(_text(root, "KM").replace(",", ".")) is None,
    }
    return tags | {name: _text(root, name) for name, is_unclear in unclear.items() if is_unclear and _text(root, name)}
