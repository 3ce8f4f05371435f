"""SGF, FF[4], for Othello (GM[2]): `(;GM[2]SZ[8]PB[name];B[f5];W[d6]…)`. See https://www.red-bean.com/sgf/.

Here is what Othello's own properties and points mean. PERFECT (a perfect score and the empties it is from) and ENDING are
Kibitz's own.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from kibitz.errors import NotationError
from kibitz.records.disk import LARGEST_GAME, LARGEST_WHOLE_FILE
from kibitz.records.othello.drafts import Draft, DraftOrSkip, Turn, counts_by_turn, moves_by_turn
from kibitz.records.othello.record import OthelloRecord, SkippedGame
from kibitz.records.othello.results import StatedResult, parse_discs
from kibitz.records.record import NO_NOTE, Variation
from kibitz.records.sgf import properties
from kibitz.records.sgf.charsets import game_texts
from kibitz.records.sgf.grammar import Properties, is_identifier, parse_tree
from kibitz.records.sgf.lines import ReadLines, read_lines
from kibitz.records.sgf.properties import SET_UP, SHARED_NAMES, parse_simple_text, simple_text, simple_texts
from kibitz.records.values import parse_date, parse_perfect, shortened
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import PASS, board_shape, parse_move, parse_sgf_point

GAME_NUMBER: Final = "2"
_USUAL_SIZE: Final = 8
_LOOKS: Final = re.compile(r"\(\s*;\s*[A-Za-z]{1,20}\s*\[")
_GAME_BY_WORD: Final = re.compile(r"\(\s*;\s*GM\s*\[\s*[A-Za-z]")
_SQUARE: Final = re.compile(r"[a-z][0-9]{1,2}", re.IGNORECASE)
_PASSES: Final = frozenset({"", "tt", "pa", "ps", "pass", "--"})
# Properties whose values are lists, markup or settings of a viewer.
_MARKUP: Final = "ST AR CR DD DM FG GB GW HO IT KO LB LN MA MN PM SL SQ TB TE TR TW UC VW BL WL OB OW BM DO N"
_NO_TAGS: Final = SHARED_NAMES | {"BR", "WR", "PERFECT", *_MARKUP.split()}


class _OtherGameError(NotationError):
    """A game that is not Othello."""


def looks_like(head: str) -> bool:
    """Whether a game tree with properties begins somewhere in the text, and its game is a number, not a word as in GGF."""
    return bool(_LOOKS.search(head)) and not _GAME_BY_WORD.search(head)


def read_drafts(lines: Iterable[bytes], source: str) -> Iterator[DraftOrSkip]:
    """The games of a collection, with comments and variations.

    Moves may be squares (`B[f5]`) or points (`B[fe]`), a pass `[]`, `[PA]`, `[tt]` or left out; they may begin in the first node.
    Set-up stones that touch the four middle squares are the whole board, others are added to the standard start. The encoding is
    CA's, or else UTF-8 or Latin-1. Text around and between games is passed over. Node names and markup are left out, and so are
    variations that cannot be followed, which are counted. A game is skipped if its tree is broken, if it is larger than a MiB, or
    if it sets up stones after the first move. Raises NotationError if the first game is not Othello, or if the file is larger
    than 128 MiB.
    """
    for number, text in enumerate(game_texts(_joined(lines, source), guess=False), 1):
        try:
            yield Draft(number, _parse_game(text))
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


def _parse_game(text: str) -> OthelloRecord:
    if len(text) > LARGEST_GAME:
        raise NotationError(f"it is larger than {LARGEST_GAME >> 20} MiB")
    tree = parse_tree(text)
    opening = properties.opening_nodes(tree.main_nodes())
    _require_othello(opening)
    size = board_shape(properties.square_size(opening[0], _USUAL_SIZE)).size
    start = _start(opening, size)
    lines = read_lines(tree, lambda color, raw: Turn(color, _parse_sgf_move(parse_simple_text(raw).strip(), size)))
    return _record(opening[0], start, lines)


def _require_othello(opening: list[Properties]) -> None:
    game = simple_text(opening[0], "GM")
    first = simple_text(opening[-1], "B") or simple_text(opening[-1], "W")
    # Without GM a game is Go by the standard, but nobody writes Go with digits.
    if game == "1" or (not game and not _SQUARE.fullmatch(first)):
        raise _OtherGameError("it is a game of Go, GM[1], to be read with --game go; Othello is GM[2]")
    if game not in ("", GAME_NUMBER):
        raise _OtherGameError(f"GM[{shortened(game)}] is neither Othello, GM[2], nor Go")


def _start(opening: list[Properties], size: int) -> Position:
    """The position before the first move; the first move says whose it is only if stones are set up."""
    stones: dict[int, str] = {}
    for node in opening:
        for name in SET_UP:
            stones.update((square, name) for text in simple_texts(node, name) for square in _parse_points(text, size))
    named = [side for side in (properties.color(node, "PL") for node in opening) if side is not None]
    side = named[-1] if named else properties.first_to_move(opening) if stones else None
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
    return PASS if text.lower() in _PASSES else _parse_point(text, size)


def _record(root: Properties, start: Position, lines: ReadLines[Turn]) -> OthelloRecord:
    stated, ending = parse_result(simple_text(root, "RE"), start.size)
    perfect_score, perfect_from = parse_perfect(simple_text(root, "PERFECT"))
    main, *variations = _in_turn(lines, start.to_move)
    return OthelloRecord(
        main.moves,
        start,
        notes=main.notes,
        comment=lines.comment,
        marks=lines.marks,
        variations=tuple(variations),
        variations_left_out=lines.left_out,
        black_score=stated.black_score,
        winner=stated.winner,
        ending=simple_text(root, "ENDING") or ending,
        black_rating=properties.real(root, "BR"),
        white_rating=properties.real(root, "WR"),
        perfect_score=perfect_score,
        perfect_from=perfect_from,
        tags=_tags(root, stated, ending),
        **properties.read_headers(root),
    )


def _in_turn(lines: ReadLines[Turn], first: Color) -> Iterator[Variation[int]]:
    """The lines, the main one first, with a pass wherever a side moves twice running."""
    read = [Variation(0, 0, tuple(lines.moves), lines.notes), *lines.variations]
    counts: list[list[int]] = []
    for number, line in enumerate(read):
        before = read[line.line].moves[: line.after] if number else ()
        mover = before[-1].color.other if before else first
        moves, notes = moves_by_turn((turn._replace(note=line.notes.get(i, NO_NOTE)) for i, turn in enumerate(line.moves)), mover)
        counts.append(counts_by_turn(line.moves, mover))
        yield Variation(line.line, counts[line.line][line.after], moves, notes)


def _tags(root: Properties, stated: StatedResult, ending: str) -> dict[str, str]:
    """The properties of the first node without a field, and those whose text says more than the field holds."""
    return properties.read_tags(
        root,
        _NO_TAGS,
        {
            "DT": parse_date(simple_text(root, "DT")),
            "RE": format_result(stated.black_score, stated.winner, ending),
            "BR": "" if properties.real(root, "BR") is None else simple_text(root, "BR"),
            "WR": "" if properties.real(root, "WR") is None else simple_text(root, "WR"),
        },
    )


def can_be_tag(name: str) -> bool:
    """Whether a tag of this name may be written as a property, and will come back as a tag."""
    return is_identifier(name) and name not in _NO_TAGS


def parse_result(text: str, size: int) -> tuple[StatedResult, str]:
    """The result of `B+20`, `W+R`, `0` or `40-24`, and how the game ended.

    An odd number of discs leaves out the empties, so that it only tells the winner. `?`, `Void` and the like state nothing.
    """
    stated = properties.parse_result(text)
    score = stated.black_score
    if score is None and stated.winner is None:
        return parse_discs(text, size), ""
    if score is None or stated.winner is None:
        return StatedResult(None if score is None else int(score), stated.winner), stated.ending
    if score % 2 or not 0 < abs(score) <= size * size:
        return StatedResult(winner=stated.winner), ""
    return StatedResult(black_score=int(score)), ""


def format_result(black_score: int | None, winner: Color | None, ending: str) -> str:
    """The text parse_result() reads back; empty if nothing is known."""
    return properties.format_result(black_score, winner, ending)
