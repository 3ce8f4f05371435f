"""OBF, lists of positions with the scores of their moves: `--XXXXX…OOOOO-- X; G8:+18; H1:+12;`, the solvers' test suites.

Scores are discs seen by the side to move. As a game, a position is a record that begins there and has no moves; the scores go
into its tag `Scores`.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kibitz.errors import NotationError
from kibitz.files import whole_file
from kibitz.records import disk
from kibitz.records.othello.drafts import Draft, DraftOrSkip
from kibitz.records.othello.record import GameRecord, OnSkip, SkippedGame
from kibitz.records.values import decode, one_line, shortened
from kibitz.rules.othello.position import Position, parse_board
from kibitz.rules.squares import PASS, format_square, parse_move

_BOARD_SIGNS = r"[-._xob*#@w0]"
_LINE = re.compile(rf"\s*({_BOARD_SIGNS}{{64}})\s*([xob*#@w0]|black|white)\s*(?:;|$)", re.IGNORECASE)
_SCORE = re.compile(r"\s*([a-h][1-8]|--|pa|ps|pass)\s*:\s*([+-]?[0-9]{1,3})\s*", re.IGNORECASE)
_NO_MORE_MOVES = (PASS, -127)
_SCORES_TAG, _COMMENT_TAG = "Scores", "Comment"


@dataclass(frozen=True, slots=True)
class ObfPosition:
    """A position and what is known about its moves, in the order of the file (best first)."""

    position: Position
    scores: tuple[tuple[int, int], ...] = ()  # move and score, seen by the side to move
    comment: str = ""

    @property
    def best_score(self) -> int | None:
        """The best score of any move, seen by the side to move, or None if the file names none."""
        return max((score for _, score in self.scores), default=None)


def looks_like(head: str) -> bool:
    """Whether the first line that is no comment is a board of 64 squares, a side and nothing but scores behind."""
    first = next((line for line in head.splitlines() if line.strip() and not line.lstrip().startswith("%")), "")
    try:
        parse_obf(first)
    except NotationError:
        return False
    return True


def parse_obf(text: str) -> ObfPosition:
    """The position of one line.

    Signs of either case, a missing `;`, missing scores and a comment behind `%` are tolerated; the entry `--:-127`, with which
    some files end their lists, says nothing and is dropped. Scores of illegal moves raise NotationError, as does anything else.
    """
    body, _, comment = text.partition("%")
    found = _LINE.match(body.rstrip() or " ")
    if not found:
        raise NotationError(f"{shortened(text.strip())} is not a board of 64 characters, the side to move and a semicolon")
    position = parse_board(f"{found[1]} {found[2]}")
    entries = [entry for entry in body[found.end() :].split(";") if entry.strip()]
    scores = tuple(score for score in map(_parse_score, entries) if score != _NO_MORE_MOVES)
    legal = position.legal_moves()
    for move, _ in scores:
        if move not in legal:
            name = "a pass" if move == PASS else format_square(move)
            raise NotationError(f"{name} has a score but is not legal for {position.to_move}")
    return ObfPosition(position, scores, comment.strip())


def format_obf(entry: ObfPosition) -> str:
    """The position as a line; raises NotationError for a board that is not 8×8."""
    if entry.position.size != 8:
        raise NotationError(f"OBF holds 8×8 boards, not {entry.position.size}×{entry.position.size}")
    scores = "".join(f" {_move_name(move)}:{score:+d};" for move, score in entry.scores)
    comment = f" % {one_line(entry.comment)}" if entry.comment else ""
    return f"{entry.position};{scores}{comment}\n"


def read_positions(path: Path, on_skip: OnSkip) -> Iterator[ObfPosition]:
    """The positions of a file, which gzip may have packed.

    Empty lines and comments are passed over; a line that is no position goes to `on_skip`. Raises SetupError.
    """
    with disk.opened(Path(path)) as stream:
        for number, entry in _numbered(disk.byte_lines(stream, str(path))):
            if isinstance(entry, ObfPosition):
                yield entry
            else:
                on_skip(SkippedGame(str(path), number, entry))


def write_positions(path: Path, positions: Iterable[ObfPosition]) -> int:
    """Write a file and return the number of positions in it; the old file stays if anything fails."""
    count = 0
    with whole_file(Path(path)) as file:
        for entry in positions:
            file.write(format_obf(entry).encode())
            count += 1
    return count


def read_drafts(lines: Iterable[bytes], source: str) -> Iterator[DraftOrSkip]:
    """The positions of a file as games without moves; see parse_obf() for what is tolerated."""
    for number, entry in _numbered(lines):
        yield Draft(number, record_of(entry)) if isinstance(entry, ObfPosition) else SkippedGame(source, number, entry)


def format_game(record: GameRecord) -> str:
    """The position in which a record stops, as a line; raises NotationError for a game that was played to its end."""
    return format_obf(position_of(record))


def record_of(entry: ObfPosition) -> GameRecord:
    """The position as a record without moves."""
    tags = {}
    if entry.scores:
        tags[_SCORES_TAG] = " ".join(f"{_move_name(move)}:{score:+d};" for move, score in entry.scores)
    if entry.comment:
        tags[_COMMENT_TAG] = entry.comment
    return GameRecord((), start=entry.position, tags=tags)


def position_of(record: GameRecord) -> ObfPosition:
    """The position in which a record stops, with its scores if it is one that record_of() made."""
    last = record.final_position()
    if record.moves and last.is_over:
        raise NotationError("OBF holds positions to play on from, and this game was played to its end")
    comment = one_line(record.tags.get(_COMMENT_TAG, ""))
    if record.moves or _SCORES_TAG not in record.tags:
        return ObfPosition(last, comment=comment)
    return parse_obf(f"{last}; {record.tags[_SCORES_TAG]} % {comment}")


def _numbered(lines: Iterable[bytes]) -> Iterator[tuple[int, ObfPosition | str]]:
    """The positions, or what is wrong with them, counted from 1."""
    texts = (text for text in map(decode, lines) if text.strip() and not text.lstrip().startswith("%"))
    for number, text in enumerate(texts, 1):
        try:
            yield number, parse_obf(text)
        except NotationError as error:
            yield number, str(error)


def _parse_score(text: str) -> tuple[int, int]:
    found = _SCORE.fullmatch(text)
    if not found:
        raise NotationError(f"{shortened(text.strip())} is not a move and its score, as in G8:+18")
    return parse_move(found[1]), int(found[2])


def _move_name(move: int) -> str:
    return "--" if move == PASS else format_square(move).upper()
