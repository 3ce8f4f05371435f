"""PGN for Othello: tags in brackets, then `1. f5 d6 2. c3 …`, as tournament sites publish games.

Result is discs, `40-24`, or `1-0` for Black, who moves first. Evaluations and times stand in comments, `{[%eval 2.5] [%emt 12]
text}`, seen by the side that moves; another start is in the tag FEN as a board text. Kibitz's own tag is PerfectScore.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from kibitz.errors import NotationError
from kibitz.records.disk import LARGEST_GAME
from kibitz.records.othello.drafts import NO_NOTE, Draft, DraftOrSkip
from kibitz.records.othello.record import GameRecord, MoveNote, SkippedGame
from kibitz.records.othello.results import StatedResult, format_discs, parse_discs
from kibitz.records.values import (
    decode,
    known,
    one_line,
    parse_date,
    parse_number,
    parse_perfect,
    parse_seconds,
    shortened,
)
from kibitz.rules.othello.position import START, Position, parse_board
from kibitz.rules.squares import parse_move

_TAG_LINE = re.compile(r'\s*\[\s*\w+\s+"')
_TAG = re.compile(r'\s*\[\s*(\w+)\s+"(.*)"\s*\]')
_LOOKS = re.compile(r'^[ \t]*\[[ \t]*\w+[ \t]+".*"[ \t]*\]', re.MULTILINE)
_MOVETEXT = re.compile(r"\s*1\s*\.+\s*[a-h][1-8]\b", re.IGNORECASE)
_ESCAPED = re.compile(r'\\(["\\])')
_BRACE_OR_REST = re.compile(r"[{};]")
_TOKEN = re.compile(
    r"\s*(?:\{(?P<comment>[^}]*)\}|;(?P<rest>[^\n]*)|(?P<open>\()|(?P<close>\))"
    r"|(?P<result>[0-9]{1,3}\s?-\s?[0-9]{1,3}|1/2\s?-\s?1/2|\*)|(?P<skip>[0-9]{1,4}\s*\.+|\$[0-9]+|[!?]+|[0-9]{1,4}(?=\s))"
    r"|(?P<move>pass|pa|ps|--|[a-z][0-9]{1,2})(?![a-z0-9]))",
    re.IGNORECASE,
)
_COMMAND = re.compile(r"\[%(\w+)\s+([^\]]*)\]")
_ROSTER = ("Event", "Site", "Date", "Round", "Black", "White", "Result")
OWN_TAGS = frozenset({*_ROSTER, "BlackElo", "WhiteElo", "Termination", "SetUp", "FEN", "PerfectScore", "Comment"})


def looks_like(head: str) -> bool:
    """Whether there is a line with a tag, or the text begins with a first move."""
    return bool(_LOOKS.search(head) or _MOVETEXT.match(head))


def read_drafts(lines: Iterable[bytes], source: str) -> Iterator[DraftOrSkip]:
    """The games of a file.

    Tolerated: missing tags, quotes inside quotes, move numbers that count moves or pairs, passes written or left out, results
    `*` and `0-0` for none, discs that leave out the empties, line comments, glyphs, and variations, which are left out and
    counted. A game is skipped if a comment or variation is not closed, if it is larger than a MiB, or if something in it is no
    move.
    """
    for number, game in enumerate(_games(lines), 1):
        try:
            yield Draft(number, _parse_game(game))
        except NotationError as error:
            yield SkippedGame(source, number, str(error))


def _games(lines: Iterable[bytes]) -> Iterator[str]:
    """The text of each game: a tag line behind moves begins the next one, unless it is in a comment."""
    game: list[str] = []
    size, has_moves, in_comment, after_blank = 0, False, False, False
    for line in lines:
        text = decode(line)
        if _TAG_LINE.match(text) and has_moves and (after_blank or not in_comment):
            yield "".join(game)
            game, size, has_moves, in_comment = [], 0, False, False
        elif not text.isspace() and not _TAG_LINE.match(text) and not text.startswith("%"):
            has_moves = True
            in_comment = _ends_in_comment(text, in_comment)
        after_blank = text.isspace()
        size += len(text)
        if size <= 2 * LARGEST_GAME:
            game.append(text)
    if any(not text.isspace() for text in game):
        yield "".join(game)


def _ends_in_comment(text: str, in_comment: bool) -> bool:
    for found in _BRACE_OR_REST.finditer(text):
        if in_comment:
            in_comment = found[0] != "}"
        elif found[0] == ";":
            return False
        else:
            in_comment = found[0] == "{"
    return in_comment


def _parse_game(text: str) -> GameRecord:
    if len(text) > LARGEST_GAME:
        raise NotationError(f"it is larger than {LARGEST_GAME >> 20} MiB")
    tags: dict[str, str] = {}
    movetext: list[str] = []
    for line in text.splitlines(keepends=True):
        found = None if movetext else _TAG.match(line)
        if found:
            tags.setdefault(found[1], _ESCAPED.sub(r"\1", found[2]).strip())
        elif not line.isspace() and not line.startswith("%"):
            movetext.append(line)
    start = _start(tags)
    reader = _MovetextReader(start.size)
    reader.read("".join(movetext))
    return _record(tags, start, reader)


class _MovetextReader:
    """Takes movetext apart: the moves as written, their notes, and the result behind them."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.moves: list[int] = []
        self.notes: dict[int, MoveNote] = {}
        self.first_comment = ""
        self.result = ""
        self.variations_left_out = 0
        self._depth = 0  # of variations that are open

    def read(self, text: str) -> None:
        place = 0
        while found := _TOKEN.match(text, place):
            place = found.end()
            self._take(str(found.lastgroup), found[str(found.lastgroup)])
        rest = text[place:].strip()
        if rest.startswith("{"):
            raise NotationError(f"the comment {shortened(rest)} is not closed")
        if rest:
            raise NotationError(f"move {len(self.moves) + 1}: {shortened(rest.split()[0])} is not a move")
        if self._depth:
            raise NotationError("a variation is not closed")

    def _take(self, kind: str, text: str) -> None:
        if kind == "open":
            self._depth += 1
            self.variations_left_out += 1
        elif kind == "close":
            self._depth = max(0, self._depth - 1)
        elif self._depth:
            return
        elif kind == "move":
            self._take_move(text)
        elif kind == "result":
            self.result = text
        elif kind in ("comment", "rest"):
            self._take_comment(text)

    def _take_move(self, text: str) -> None:
        try:
            self.moves.append(parse_move(text, self.size))
        except NotationError as error:
            raise NotationError(f"move {len(self.moves) + 1}: {error}") from None

    def _take_comment(self, text: str) -> None:
        index = len(self.moves) - 1
        if index < 0:
            self.first_comment = one_line(f"{self.first_comment} {text}")
            return
        commands = dict(_COMMAND.findall(text))
        before = self.notes.get(index, NO_NOTE)
        evaluation, seconds = parse_number(commands.get("eval", "")), parse_seconds(commands.get("emt", ""))
        note = MoveNote(
            before.evaluation if evaluation is None else evaluation,
            before.seconds if seconds is None else seconds,
            one_line(f"{before.comment} {_COMMAND.sub('', text)}"),
        )
        if note != NO_NOTE:
            self.notes[index] = note


def _start(tags: Mapping[str, str]) -> Position:
    return parse_board(tags["FEN"]) if tags.get("FEN") else START


def _record(tags: Mapping[str, str], start: Position, read: _MovetextReader) -> GameRecord:
    result = tags.get("Result", read.result)
    stated = parse_discs(result, start.size)
    perfect_score, perfect_from = parse_perfect(tags.get("PerfectScore", ""))
    return GameRecord(
        tuple(read.moves),
        start=start,
        black=known(tags.get("Black", "")),
        white=known(tags.get("White", "")),
        event=known(tags.get("Event", "")),
        place=known(tags.get("Site", "")),
        round=known(tags.get("Round", "")),
        date=parse_date(tags.get("Date", "")),
        black_score=stated.black_score,
        winner=stated.winner,
        ending=known(tags.get("Termination", "")),
        black_rating=parse_number(tags.get("BlackElo", "")),
        white_rating=parse_number(tags.get("WhiteElo", "")),
        perfect_score=perfect_score,
        perfect_from=perfect_from,
        notes=read.notes,
        comment=read.first_comment or tags.get("Comment", ""),
        variations_left_out=read.variations_left_out,
        tags=_other_tags(tags, result, stated, start.size),
    )


def _other_tags(tags: Mapping[str, str], result: str, stated: StatedResult, size: int) -> dict[str, str]:
    """The tags without a field, and those whose text says more than the field holds."""
    others = {name: value for name, value in tags.items() if name not in OWN_TAGS}
    date = tags.get("Date", "")
    if known(date.replace(".", "").replace("-", "")) and date != format_date(parse_date(date)):
        others["Date"] = date
    if known(result) and result not in ("*", format_discs(stated.black_score, stated.winner, size)):
        others["Result"] = result
    return others


def format_date(date: str) -> str:
    """A date as PGN writes it, `2016.10.??`."""
    return ".".join([*date.split("-"), "??", "??"][:3]) if date else "????.??.??"
