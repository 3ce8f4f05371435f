"""GGF, the format of the GGS game server and of NBoard: `(;GM[Othello]PC[GGS/os]…B[f5/2.39/0.01]W[d6]…;)`.

See https://www.skatgame.net/mburo/ggsa/ggf. Evaluations are discs seen by the side that moves. Tags that Kibitz has no field for
are kept and written again; PERFECT (a perfect score and the empties it is from), WINNER and ENDING are Kibitz's own.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from kibitz.errors import NotationError
from kibitz.records.disk import LARGEST_GAME
from kibitz.records.othello.drafts import NO_NOTE, Draft, DraftOrSkip, Turn, moves_by_turn
from kibitz.records.othello.record import COMMENT_TAG, GameRecord, MoveNote, SkippedGame, tags_and_comment
from kibitz.records.othello.results import StatedResult
from kibitz.records.values import (
    decode,
    format_number,
    format_perfect,
    known,
    one_line,
    parse_date,
    parse_number,
    parse_perfect,
    parse_seconds,
    shortened,
)
from kibitz.rules.game import Color
from kibitz.rules.othello.position import START, Position, parse_board
from kibitz.rules.squares import PASS, format_square, parse_move

_BEGIN, _END = b"(;", b";)"
_BRACKETS = re.compile(rb"\(;|;\)")
_LOOKS = re.compile(r"\(;\s*GM\s*\[\s*(?:othello|reversi)\s*\]", re.IGNORECASE)
_TAG = re.compile(r"\s*([A-Za-z]+)\s*\[([^\]]*)\]")
_TAG_NAME = re.compile(r"[A-Za-z]+")
_RESULT = re.compile(r"([+-]?[0-9]{1,3}(?:\.[0-9]{0,6})?)(?::([a-z]))?", re.IGNORECASE)
_ENDINGS = {"r": "resignation", "t": "time", "s": "mutual"}
_FLAGS = {ending: f":{flag}" for flag, ending in _ENDINGS.items()}
_WINNERS = {"black": Color.BLACK, "white": Color.WHITE}
_OWN_TAGS = frozenset({"GM", "PC", "DT", "PB", "PW", "RB", "RW", "RE", "BO", "EV", "RO", "B", "W", "PERFECT", "WINNER", "ENDING"})


def looks_like(head: str) -> bool:
    """Whether a game of Othello begins somewhere in the text."""
    return bool(_LOOKS.search(head))


def read_drafts(lines: Iterable[bytes], source: str) -> Iterator[DraftOrSkip]:
    """The games of a file, many or few, several on a line or one on many lines.

    Text between games is skipped, such as the number of games GGS puts in front of a match. Tags are read in
    either case. BO may be missing, with or without blanks, and of any size Kibitz plays. A result that includes a komi, or that
    no game can have, is kept as the tag RE only. A game is skipped if it is of another kind (GM, or the variant where fewer discs
    win), is not closed, is larger than a MiB, or has a move that cannot be read.
    """
    for number, data in enumerate(_games(lines), 1):
        try:
            yield Draft(number, _parse_game(data))
        except NotationError as error:
            yield SkippedGame(source, number, str(error))


def format_game(record: GameRecord) -> str:
    """The game as a line of GGF.

    GGF has no escapes: square brackets in names become round ones, and line breaks become blanks. Comments on moves have no place
    in it and are left out, as are tags whose names are not plain letters.
    """
    tags = {**_player_tags(record), **_other_tags(record), **_result_and_board(record)}
    return f"(;{''.join(_tag(name, value) for name, value in tags.items())}{_moves_text(record)};)\n"


def _games(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The bytes of each game from `(;` on, up to `;)` or, if that is missing, to where the next one begins or the file ends."""
    begun: list[bytes] | None = None
    size = 0
    for line in lines:
        place = 0
        for bracket in _BRACKETS.finditer(line):
            if begun is not None:
                end = bracket.end() if bracket[0] == _END else bracket.start()
                yield b"".join((*begun, line[place:end]))
            begun = [] if bracket[0] == _BEGIN else None
            place, size = bracket.start(), 0
        if begun is not None:
            begun.append(line[place:])
            size += len(begun[-1])
        if begun is not None and size > LARGEST_GAME:
            yield b"".join(begun)
            begun = None
    if begun is not None:
        yield b"".join(begun)


def _parse_game(data: bytes) -> GameRecord:
    if len(data) > LARGEST_GAME:
        raise NotationError(f"it is larger than {LARGEST_GAME >> 20} MiB")
    if not data.endswith(_END):
        raise NotationError("it is not closed by ;)")
    tags, turns = _split(decode(data[len(_BEGIN) : -len(_END)]))
    _require_othello(tags)
    start = _start(tags.get("BO", ""))
    moves, notes = moves_by_turn(_turns(turns, start.size), start.to_move)
    return _record(tags, start, moves, notes)


def _split(text: str) -> tuple[dict[str, str], list[tuple[Color, str]]]:
    """The tags, known ones in upper case, and the moves."""
    tags: dict[str, str] = {}
    turns: list[tuple[Color, str]] = []
    place = 0
    while found := _TAG.match(text, place):
        name = found[1].upper()
        if name in ("B", "W"):
            turns.append((Color.BLACK if name == "B" else Color.WHITE, found[2]))
        else:
            tags.setdefault(name if name in _OWN_TAGS else found[1], found[2].strip())
        place = found.end()
    if text[place:].strip():
        raise NotationError(f"{shortened(text[place:].strip())} is not a tag, as in PB[name]")
    return tags, turns


def _require_othello(tags: Mapping[str, str]) -> None:
    game = tags.get("GM", "Othello")
    if game.lower() not in ("othello", "reversi"):
        raise NotationError(f"it is a game of {shortened(game)}, not of Othello")
    kind = next((value for name, value in tags.items() if name.upper() == "TY"), "")
    if "a" in kind.lower():
        raise NotationError(f"it is of type {shortened(kind)}, where fewer discs win")


def _start(text: str) -> Position:
    """The start of `8 --------…*`: a size, the squares, the side to move, with or without blanks."""
    if not text:
        return START
    size, _, board = text.partition(" ")
    position = parse_board(board)
    if size != str(position.size):
        raise NotationError(f"BO begins with {shortened(size)} but has {position.size * position.size} squares")
    return position


def _turns(turns: Iterable[tuple[Color, str]], size: int) -> Iterator[Turn]:
    for number, (color, text) in enumerate(turns, 1):
        name, _, note = text.partition("/")
        evaluation, _, seconds = note.partition("/")
        try:
            move = parse_move(name, size)
        except NotationError as error:
            raise NotationError(f"move {number}: {error}") from None
        yield Turn(color, move, MoveNote(parse_number(evaluation), parse_seconds(seconds)))


def _record(tags: Mapping[str, str], start: Position, moves: tuple[int, ...], notes: dict[int, MoveNote]) -> GameRecord:
    stated, ending = _stated_result(tags, start.size)
    perfect_score, perfect_from = parse_perfect(tags.get("PERFECT", ""))
    date = parse_date(tags.get("DT", ""))
    others = {name: value for name, value in tags.items() if name not in _OWN_TAGS and (name, value) != ("TY", str(start.size))}
    comment = others.pop(COMMENT_TAG, "")
    if tags.get("DT", "") != _format_date(date):
        others["DT"] = tags["DT"]
    if tags.get("RE", "?") != _format_result(stated.black_score, ending):
        others["RE"] = tags["RE"]
    return GameRecord(
        moves,
        start=start,
        black=known(tags.get("PB", "")),
        white=known(tags.get("PW", "")),
        event=known(tags.get("EV", "")),
        place=known(tags.get("PC", "")),
        round=known(tags.get("RO", "")),
        date=date,
        black_score=stated.black_score,
        winner=_WINNERS.get(tags.get("WINNER", "").lower(), stated.winner),
        ending=ending or tags.get("ENDING", ""),
        black_rating=parse_number(tags.get("RB", "")),
        white_rating=parse_number(tags.get("RW", "")),
        perfect_score=perfect_score,
        perfect_from=perfect_from,
        notes=notes,
        comment=comment,
        tags=others,
    )


def _stated_result(tags: Mapping[str, str], size: int) -> tuple[StatedResult, str]:
    return (StatedResult(), "") if "KM" in tags else _parse_result(tags.get("RE", ""), size)


def _parse_result(text: str, size: int) -> tuple[StatedResult, str]:
    """The result of `+4.000` or `-64.000:r` and how the game ended.

    An odd number leaves out the empties, so that it only tells the winner. A fraction, or more than the board has squares (Edax
    writes -127 where it does not know), states nothing.
    """
    found = _RESULT.fullmatch(text)
    if not found or not float(found[1]).is_integer() or abs(float(found[1])) > size * size:
        return StatedResult(), ""
    score, ending = int(float(found[1])), _ENDINGS.get((found[2] or "").lower(), "")
    if score % 2:
        return StatedResult(winner=Color.BLACK if score > 0 else Color.WHITE), ending
    return StatedResult(black_score=score), ending


def _format_result(black_score: int | None, ending: str) -> str:
    return "?" if black_score is None else f"{black_score:+.3f}{_FLAGS.get(ending, '')}"


def _format_date(date: str) -> str:
    return date.replace("-", ".")


def _player_tags(record: GameRecord) -> dict[str, str]:
    ratings = {"RB": record.black_rating, "RW": record.white_rating}
    return {
        "GM": "Othello",
        "PC": record.place,
        **_filled({"DT": _date_text(record), "EV": record.event, "RO": record.round}),
        "PB": record.black,
        "PW": record.white,
        **{name: format_number(rating) for name, rating in ratings.items() if rating is not None},
    }


def _other_tags(record: GameRecord) -> dict[str, str]:
    kept = {
        name: value
        for name, value in tags_and_comment(record).items()
        if _TAG_NAME.fullmatch(name) and name.upper() not in _OWN_TAGS
    }
    # NBoard wants a type; the plain one says no more than the board does.
    return {**kept, "TY": record.tags.get("TY", str(record.start.size))}


def _result_and_board(record: GameRecord) -> dict[str, str]:
    result = _result_text(record)
    stated, ending = _parse_result(result, record.start.size)
    size = record.start.size
    board = record.start.board_text().replace("X", "*")
    rows = " ".join(board[place : place + size] for place in range(0, size * size, size))
    own = {
        "PERFECT": format_perfect(record.perfect_score, record.perfect_from),
        "WINNER": "" if record.winner is None or record.winner == stated.winner else str(record.winner),
        "ENDING": "" if record.ending == ending else record.ending,
    }
    return {**_filled(own), "RE": result, "BO": f"{size} {rows} {'*' if record.start.to_move == Color.BLACK else 'O'}"}


def _filled(tags: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in tags.items() if value}


def _result_text(record: GameRecord) -> str:
    """The result as it was read, if it still says the same."""
    original = record.tags.get("RE", "")
    stated, ending = _stated_result(record.tags, record.start.size)
    if original and stated.black_score == record.black_score and ending in ("", record.ending):
        return original
    return _format_result(record.black_score, record.ending)


def _date_text(record: GameRecord) -> str:
    original = record.tags.get("DT", "")
    return original if original and parse_date(original) == record.date else _format_date(record.date)


def _moves_text(record: GameRecord) -> str:
    color = record.start.to_move
    texts = []
    for index, move in enumerate(record.moves):
        name = "PA" if move == PASS else format_square(move, record.start.size)
        texts.append(f"{'B' if color == Color.BLACK else 'W'}[{name}{_note_text(record.notes.get(index, NO_NOTE))}]")
        color = color.other
    return "".join(texts)


def _note_text(note: MoveNote) -> str:
    evaluation, seconds = _hundredths(note.evaluation), _hundredths(note.seconds)
    return f"/{evaluation}/{seconds}" if seconds else f"/{evaluation}" if evaluation else ""


def _hundredths(number: float | None) -> str:
    """The number with two digits behind the point, as GGS writes it, or with more if it has more."""
    if number is None:
        return ""
    text = f"{number:.2f}"
    return text if float(text) == number else format_number(number)


def _tag(name: str, value: str) -> str:
    """One tag; its value must not hold what ends a tag or a game."""
    text = one_line(value).replace("[", "(").replace("]", ")").replace("(;", "( ;").replace(";)", "; )")
    return f"{name}[{text}]"
