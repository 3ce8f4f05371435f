"""Tables of games: CSV with a column of moves and whatever else is known about each game.

What Kibitz writes it also reads back, all but the notes on single moves. Other people's tables are read by the names of their
columns.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping

from kibitz.errors import NotationError
from kibitz.files import parse_json
from kibitz.records.othello.drafts import Draft, DraftOrSkip
from kibitz.records.othello.record import COMMENT_TAG, GameRecord, SkippedGame, tags_and_comment
from kibitz.records.othello.results import StatedResult, parse_discs
from kibitz.records.values import decode, format_number, one_line, parse_date, parse_number, shortened
from kibitz.rules.game import Color
from kibitz.rules.othello.position import START, Position, parse_board
from kibitz.rules.squares import PASS, format_transcript, parse_transcript

COLUMNS = (
    "black",
    "white",
    "event",
    "place",
    "round",
    "date",
    "black_score",
    "winner",
    "ending",
    "black_rating",
    "white_rating",
    "perfect_score",
    "perfect_from",
    "start",
    "moves",
    "tags",
)
HEADER = ",".join(COLUMNS) + "\n"

# The names other tables give these columns, in lower case and without anything but letters.
_OTHER_NAMES = {
    "moves": ("gamemoves", "transcript", "movelist", "movesequence", "sequence", "kifu"),
    "black": ("blackplayer", "blackname", "playerblack", "nameblack"),
    "white": ("whiteplayer", "whitename", "playerwhite", "namewhite"),
    "event": ("tournament", "eventname", "tournamentname"),
    "place": ("site", "location", "city"),
    "date": ("gamedate", "year", "played"),
    "black_score": ("score", "discdifference", "discdiff", "difference"),
    "winner": ("result", "outcome"),
    "black_rating": ("blackelo", "ratingblack", "eloblack"),
    "white_rating": ("whiteelo", "ratingwhite", "elowhite"),
    "start": ("startposition", "startboard"),
}
_COLUMN_OF_NAME = {re.sub("[^a-z]", "", column): column for column in COLUMNS} | {
    name: column for column, names in _OTHER_NAMES.items() for name in names
}
_WINNERS = {
    "1": StatedResult(winner=Color.BLACK),
    "-1": StatedResult(winner=Color.WHITE),
    "0": StatedResult(black_score=0),
    "black": StatedResult(winner=Color.BLACK),
    "b": StatedResult(winner=Color.BLACK),
    "white": StatedResult(winner=Color.WHITE),
    "w": StatedResult(winner=Color.WHITE),
    "draw": StatedResult(black_score=0),
}
_DELIMITERS = ",;\t"


def looks_like(head: str) -> bool:
    """Whether the first line names a column of moves."""
    return "moves" in _columns(_header(head.lstrip().split("\n", 1)[0]))


def read_drafts(lines: Iterable[bytes], source: str) -> Iterator[DraftOrSkip]:
    """The games of a table, one for each row below the header.

    Columns are found by name in any order, case and spelling (`Moves`, `game_moves`, `transcript`; `Black player`, `black`);
    commas, semicolons or tabs stand between cells. A winner is 1, 0, -1 or a word, or discs as in `40-24`. Other columns become
    tags. Raises NotationError if no column holds moves or a quote is never closed; a row that cannot be read is skipped.
    """
    texts = map(decode, lines)
    header_line = next((text for text in texts if not text.isspace()), "")
    header = _header(header_line)
    columns = _columns(header)
    if "moves" not in columns:
        names = shortened(", ".join(header), 80)
        raise NotationError(f"{source}: no column of the table is called moves; its columns are {names}")
    rows = csv.reader(texts, delimiter=_delimiter(header_line))
    number = 0
    try:
        for row in rows:
            if any(row):
                number += 1
                yield _draft(row, header, columns, number, source)
    except csv.Error as error:
        raise NotationError(f"{source}, below line {rows.line_num}: {error}") from None


def format_game(record: GameRecord) -> str:
    """The game as a row under HEADER. Every start can be written; notes on single moves are left out.

    Raises NotationError for a game of which nothing is known: its row would be empty, and is none.
    """
    cells = {
        "black": one_line(record.black),
        "white": one_line(record.white),
        "event": one_line(record.event),
        "place": one_line(record.place),
        "round": one_line(record.round),
        "date": one_line(record.date),
        "black_score": _text(record.black_score),
        "winner": _winner(record),
        "ending": one_line(record.ending),
        "black_rating": _text(record.black_rating),
        "white_rating": _text(record.white_rating),
        "perfect_score": _text(record.perfect_score),
        "perfect_from": _text(record.perfect_from),
        "start": "" if record.start == START else str(record.start),
        "moves": format_transcript(record.moves, record.start.size) + ("--" if record.moves[-1:] == (PASS,) else ""),
        "tags": json.dumps(tags_and_comment(record), ensure_ascii=False) if record.tags or record.comment else "",
    }
    if not any(cells.values()):
        raise NotationError("nothing is known of the game, and an empty row is no game")
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow([cells[column] for column in COLUMNS])
    return out.getvalue()


def _delimiter(line: str) -> str:
    return max(_DELIMITERS, key=line.count)


def _header(line: str) -> list[str]:
    """The names of the columns; none if the line cannot be cut into cells."""
    try:
        return [name.strip() for name in next(csv.reader([line], delimiter=_delimiter(line)), [])]
    except csv.Error:
        return []


def _columns(header: list[str]) -> dict[str, int]:
    """Where the columns Kibitz knows stand; the first of several that mean the same."""
    columns: dict[str, int] = {}
    for index, name in enumerate(header):
        column = _COLUMN_OF_NAME.get(re.sub("[^a-z]", "", name.lower()))
        if column:
            columns.setdefault(column, index)
    return columns


def _draft(row: list[str], header: list[str], columns: Mapping[str, int], number: int, source: str) -> DraftOrSkip:
    cells = {column: row[index].strip() for column, index in columns.items() if index < len(row)}
    known = set(columns.values())
    others = {name: row[index] for index, name in enumerate(header) if index not in known and index < len(row) and name}
    try:
        return Draft(number, _record(cells, others))
    except NotationError as error:
        return SkippedGame(source, number, str(error))


def _record(cells: Mapping[str, str], others: Mapping[str, str]) -> GameRecord:
    start = _start(cells.get("start", ""))
    stated = _stated(cells.get("black_score", ""), cells.get("winner", ""), start.size)
    date = cells.get("date", "")
    tags = {**others, **_tags(cells.get("tags", "")), **({"date": date} if date and not parse_date(date) else {})}
    return GameRecord(
        parse_transcript(cells.get("moves", ""), start.size),
        start=start,
        black=cells.get("black", ""),
        white=cells.get("white", ""),
        event=cells.get("event", ""),
        place=cells.get("place", ""),
        round=cells.get("round", ""),
        date=parse_date(date),
        black_score=stated.black_score,
        winner=stated.winner,
        ending=cells.get("ending", ""),
        black_rating=parse_number(cells.get("black_rating", "")),
        white_rating=parse_number(cells.get("white_rating", "")),
        perfect_score=_whole(cells.get("perfect_score", ""), 100),
        perfect_from=_whole(cells.get("perfect_from", ""), 100),
        comment=tags.pop(COMMENT_TAG, ""),
        tags=tags,
    )


def _start(text: str) -> Position:
    return parse_board(text) if text else START


def _stated(score: str, winner: str, size: int) -> StatedResult:
    whole = _whole(score, size * size)
    stated = parse_discs(score, size) if whole is None else StatedResult(black_score=whole)
    if stated != StatedResult():
        return stated
    return _WINNERS.get(winner.lower()) or parse_discs(winner, size)


def _whole(text: str, most: int) -> int | None:
    number = parse_number(text)
    return int(number) if number is not None and number.is_integer() and abs(number) <= most else None


def _winner(record: GameRecord) -> str:
    """Who won as far as the record states it; readers take the score before it."""
    if record.winner is not None:
        return str(record.winner).lower()
    if record.black_score is None:
        return ""
    return "black" if record.black_score > 0 else "white" if record.black_score < 0 else "draw"


def _text(number: float | None) -> str:
    return "" if number is None else format_number(number)


def _tags(text: str) -> dict[str, str]:
    """The tags of a cell Kibitz wrote; any other text is a tag itself."""
    if not text:
        return {}
    try:
        tags = parse_json(text)
    except ValueError:
        tags = None
    if isinstance(tags, dict) and all(isinstance(value, str) for value in tags.values()):
        return tags
    return {"tags": text}
