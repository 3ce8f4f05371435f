"""Games of Go in SGF, FF[4] and before: what Go's own properties and points mean. See https://www.red-bean.com/sgf/.

Read are the main line with its comments and every variation; see read_sgf() for what is tolerated. Games that are refused are
refused with one sentence each.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from kibitz.errors import NotationError
from kibitz.records.disk import LARGEST_GAME
from kibitz.records.go.record import GoMove, GoRecord
from kibitz.records.reports import SkippedGame
from kibitz.records.sgf import properties
from kibitz.records.sgf.charsets import game_texts
from kibitz.records.sgf.grammar import Properties, parse_tree
from kibitz.records.sgf.lines import ParseMove, read_lines
from kibitz.records.sgf.properties import SET_UP, SHARED_NAMES, Result, simple_text, simple_texts
from kibitz.records.values import parse_date, shortened
from kibitz.rules.game import Color
from kibitz.rules.go.points import GO_SIZES, format_sgf_vertex, parse_sgf_vertex, require_go_size
from kibitz.rules.squares import PASS

GAME_NUMBER: Final = "1"
_USUAL_SIZE: Final = 19
_FIELDS: Final = SHARED_NAMES | {"BR", "WR", "RU", "KM", "HA"}


def read_sgf(data: bytes, source: str) -> Iterator[GoRecord | SkippedGame]:
    """The games of a file's bytes, not yet played through; those that say nonsense come as SkippedGame.

    The encoding comes from a byte order mark or CA; otherwise it is UTF-8, or guessed. A board without SZ is 19×19. A pass
    is `[]`, or `[tt]` up to 19×19. Stones may be set up before the first move; a result or a date that cannot be understood is
    kept as a tag. Text around games is passed over, and brackets at the beginning or end may be missing. Variations that cannot
    be followed are left out and counted. A game is skipped if its tree is broken, if it is not Go, if it is larger than a MiB or
    if stones are set up after the first move.
    """
    for number, text in enumerate(game_texts(data, guess=True), 1):
        try:
            yield parse_go_game(text)
        except NotationError as error:
            yield SkippedGame(source, number, str(error))


def parse_go_game(text: str) -> GoRecord:
    """The game of one tree; raises NotationError."""
    if len(text) > LARGEST_GAME:
        raise NotationError(f"it is larger than {LARGEST_GAME >> 20} MiB")
    tree = parse_tree(text, may_be_cut=True)
    root = tree.nodes[0]
    if simple_text(root, "GM") not in ("", GAME_NUMBER):
        raise NotationError(f"GM[{shortened(simple_text(root, 'GM'))}] is not Go, GM[1]")
    size = require_go_size(properties.square_size(root, _USUAL_SIZE))
    opening = properties.opening_nodes(tree.main_nodes())
    black, white = _stones(opening, size)
    lines = read_lines(tree, _move_parser(size))
    score, winner, ending = parse_go_result(simple_text(root, "RE"))
    return GoRecord(
        tuple(lines.moves),
        size,
        notes=lines.notes,
        comment=lines.comment,
        marks=lines.marks,
        variations=tuple(lines.variations),
        variations_left_out=lines.left_out,
        black_stones=black,
        white_stones=white,
        first_to_move=_first_to_move(opening, black, white),
        black_rank=properties.known_text(root, "BR"),
        white_rank=properties.known_text(root, "WR"),
        rules=simple_text(root, "RU"),
        komi=properties.real(root, "KM"),
        handicap=_handicap(root),
        black_score=score,
        winner=winner,
        ending=simple_text(root, "ENDING") or ending,
        tags=_tags(root),
        **properties.read_headers(root),
    )


def parse_go_result(text: str) -> Result:
    """Black's score, the winner and how the game ended of a text such as `B+3.5` or `W+Resign`; None for what it leaves out."""
    return properties.parse_result(text)


def _stones(nodes: list[Properties], size: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The points of the black and of the white stones before the first move."""
    stones: dict[int, str] = {}
    for node in nodes:
        for name in SET_UP:
            if name in node:
                for text in simple_texts(node, name):
                    stones.update(dict.fromkeys(_points(text, size), name))
    black, white = ([point for point, name in stones.items() if name == kind] for kind in ("AB", "AW"))
    return tuple(sorted(black)), tuple(sorted(white))


def _points(text: str, size: int) -> list[int]:
    """The points of a vertex, or of a rectangle given by two corners."""
    first, _, last = text.partition(":")
    top, left = divmod(parse_sgf_vertex(first, size), size)
    bottom, right = divmod(parse_sgf_vertex(last, size), size) if last else (top, left)
    return [row * size + column for row in range(top, bottom + 1) for column in range(left, right + 1)]


def _first_to_move(opening: list[Properties], black: Sequence[int], white: Sequence[int]) -> Color:
    named = properties.first_to_move(opening)
    if named is not None:
        return named
    return Color.WHITE if black and not white else Color.BLACK


@lru_cache(maxsize=len(GO_SIZES))
def _move_parser(size: int) -> ParseMove[GoMove]:
    """What makes moves on a board of raw values; plain ones are looked up, since there are many."""
    points = {format_sgf_vertex(point, size): point for point in range(size * size)}
    known = {color: {text: GoMove(color, point) for text, point in points.items()} for color in Color}

    def parse(color: Color, raw: str) -> GoMove:
        return known[color].get(raw) or GoMove(color, _parse_point(raw.strip(), size))

    return parse


def _parse_point(text: str, size: int) -> int:
    if not text or (text.lower() == "tt" and size <= _USUAL_SIZE):
        return PASS
    return parse_sgf_vertex(text, size)


def _handicap(root: Properties) -> int:
    number = properties.real(root, "HA")
    return int(number) if number is not None and 2 <= number <= GO_SIZES[-1] ** 2 else 0


def _tags(root: Properties) -> dict[str, str]:
    """The properties without a field, and those whose text says what the field does not hold."""
    result = simple_text(root, "RE")
    score, winner, _ = parse_go_result(result)
    return properties.read_tags(
        root,
        _FIELDS,
        {
            "RE": "" if score is None and winner is None else result,
            "DT": parse_date(simple_text(root, "DT")),
            "KM": "" if properties.real(root, "KM") is None else simple_text(root, "KM"),
        },
    )
