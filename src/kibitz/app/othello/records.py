"""Records of Othello as saved games, and saved games as files of the record formats."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

from kibitz.app.exported_files import PLAIN_TEXT, ZIP, ExportedFile, name_of_file, zipped
from kibitz.app.othello.lines import Line, move_names, path_of
from kibitz.app.saved_game import HUMAN, SavedGame, stamped
from kibitz.app.shapes.records import RecordShape
from kibitz.app.sides import side_name
from kibitz.app.study_game import ReadGames, SkippedGames, read_at_most
from kibitz.archive.database import Archive
from kibitz.archive.filters import GameFilter
from kibitz.archive.othello.catalogue import game_records
from kibitz.errors import IllegalMoveError, NotationError, SetupError
from kibitz.records.othello.files import detect_format, parse_games, write_games
from kibitz.records.othello.record import GameRecord, MoveNote
from kibitz.records.record import Variation, variations_along, whole_lines
from kibitz.rules.game import Color, Reason
from kibitz.rules.othello.position import is_board_text, parse_board, play_all, with_passes
from kibitz.rules.squares import PASS, parse_transcript

Made = TypeVar("Made")

_POINTS: Final = 64
_BY_YEAR: Final = "wtb"  # a file for each year
_ENDINGS: Final = {Reason.RESIGNATION: "resignation", Reason.TIME: "time"}
_LONGEST_BOARD: Final = 1_000  # bytes


class OthelloRecords:
    """Files of any record format of Othello; a board with its side to move is a game without moves. See RecordsPart."""

    def reads(self, _data: bytes) -> bool:
        return True

    def format_of(self, data: bytes) -> str:
        return "board" if _board_text(data) else detect_format(data, "the text").value

    def shapes(self, data: bytes, source: str, most: int) -> ReadGames[RecordShape]:
        return games_of_bytes(data, source, describe_record, most)

    def events(self, data: bytes, source: str, most: int) -> ReadGames[dict[str, Any]]:
        return games_of_bytes(data, source, new_event_of, most)

    def event(self, record: GameRecord) -> dict[str, Any]:
        return _of_the_app(new_event_of)(record)

    def archived(self, archive: Archive, number: int) -> RecordShape | None:
        record = next(iter(game_records(archive, GameFilter(number=number))), None)
        return None if record is None else describe_record(record)

    def export(self, games: Sequence[SavedGame], suffix: str) -> ExportedFile:
        """The games as a file, of which only SGF holds the variations; WTHOR's come with their lists of names in one zip file."""
        name = name_of_file(games)
        with tempfile.TemporaryDirectory(prefix="kibitz-") as folder:
            target = Path(folder) / f"{name}.{suffix}"
            write_games(Path(folder) if suffix == _BY_YEAR and len(games) > 1 else target, map(record_of, games))
            files = sorted(Path(folder).iterdir())
            if len(files) == 1:
                return ExportedFile(target.name, target.read_bytes(), PLAIN_TEXT)
            return ExportedFile(f"{name}.zip", zipped({file.name: file.read_bytes() for file in files}), ZIP)


def games_of_bytes(data: bytes, source: str, make: Callable[[GameRecord], Made], most: int) -> ReadGames[Made]:
    """What can be made of the games of a file in any format, at most so many; a board is a game without moves.

    Raises NotationError if there is none.
    """
    if board := _board_text(data):
        return ReadGames([make(GameRecord((), start=parse_board(board)))], [], 0)
    skipped = SkippedGames()
    return read_at_most(most, parse_games(data, source, skipped.append), _of_the_app(make), source, skipped)


def _of_the_app(make: Callable[[GameRecord], Made]) -> Callable[[GameRecord], Made]:
    def made(record: GameRecord) -> Made:
        if record.start.size != 8:
            raise NotationError("the board is not 8×8")
        return make(record)

    return made


def _board_text(data: bytes) -> str:
    """The text of a file that is a board with its side to move, else an empty one."""
    text = data.decode("utf-8", "replace") if len(data) <= _LONGEST_BOARD else ""
    return text if is_board_text(text) else ""


def record_of(game: SavedGame) -> GameRecord:
    """A saved game as a record, with its comments and variations; raises SetupError for other games."""
    line = game.line
    if not isinstance(line, Line):
        raise SetupError(f"this is a game of {line.game_name}, not of Othello")
    outcome = game.outcome
    known = {name: game.extras[name] for name in ("place", "round", "black_rating", "white_rating") if name in game.extras}
    return GameRecord(
        line.moves,
        line.start,
        black=game.black.shown_name,
        white=game.white.shown_name,
        event=game.event,
        date=game.date,
        black_score=None if outcome is None else int(outcome.black_score),
        ending="" if outcome is None else _ENDINGS.get(outcome.reason, ""),
        notes=_notes(game),
        comment=game.comments.get("", ""),
        variations=_variations(game, line),
        **known,
    )


def _notes(game: SavedGame) -> dict[int, MoveNote]:
    notes = {}
    moves = game.line.moves
    for number, move in enumerate(moves):
        comment = "" if move == PASS else game.comments.get(path_of(moves[: number + 1]), "")
        seconds = game.seconds[number - game.fixed] if number >= game.fixed else None
        if comment or seconds is not None:
            notes[number] = MoveNote(seconds=seconds, comment=comment)
    return notes


def _variations(game: SavedGame, line: Line) -> tuple[Variation[int], ...]:
    """The variations with their comments."""
    paths = [with_passes(parse_transcript(path), line.start) for path in game.variations]
    found = variations_along(line.moves, paths)
    wholes = whole_lines(line.moves, found)[1:]
    return tuple(_commented(game, whole, variation) for whole, variation in zip(wholes, found, strict=True))


def _commented(game: SavedGame, whole: tuple[int, ...], variation: Variation[int]) -> Variation[int]:
    before = len(whole) - len(variation.moves)
    paths = {i: path_of(whole[: before + i + 1]) for i, move in enumerate(variation.moves) if move != PASS}
    return replace(
        variation, notes={i: MoveNote(comment=game.comments[path]) for i, path in paths.items() if path in game.comments}
    )


def describe_record(record: GameRecord) -> RecordShape:
    """A game out of a file; raises NotationError for boards other than 8×8."""
    if record.start.size != 8:
        raise NotationError(f"the game is on {record.start.size}×{record.start.size} squares; the study app has 8×8")
    return RecordShape(
        game="othello",
        start=str(record.start),
        path=path_of(record.moves),
        moves=move_names(record.moves),
        black=record.black,
        white=record.white,
        event=record.event,
        place=record.place,
        round=record.round,
        date=record.date,
        black_score=record.black_score,
        winner=None if record.winner is None else side_name(record.winner),
        ending=record.ending,
        black_rating=record.black_rating,
        white_rating=record.white_rating,
        comments=comments_of(record),
        variations=variations_of(record),
    )


def comments_of(record: GameRecord) -> dict[str, str]:
    """The comments on a record's moves by the paths they lead to, that on the game by the empty one."""
    comments = {"": record.comment} if record.comment else {}
    for whole, line in [(record.moves, record.lines[0]), *_legal_variations(record)]:
        before = len(whole) - len(line.moves)
        noted = ((index, note.comment) for index, note in line.notes.items() if note.comment)
        comments |= {path_of(whole[: before + index + 1]): comment for index, comment in noted}
    return comments


def variations_of(record: GameRecord) -> list[str]:
    """The paths of a record's variations, without those whose moves are not legal: the game is worth having without them."""
    return [path_of(whole) for whole, _ in _legal_variations(record)]


def _legal_variations(record: GameRecord) -> Iterator[tuple[tuple[int, ...], Variation[int]]]:
    """The legal variations, each behind its moves from the start."""
    wholes = whole_lines(record.moves, record.variations)
    for whole, variation in zip(wholes[1:], record.variations, strict=True):
        try:
            play_all(whole, record.start)
        except IllegalMoveError:
            continue
        yield whole, variation


def new_event_of(record: GameRecord) -> dict[str, Any]:
    """The first event of a saved game that holds a record; people sit on both sides."""
    extras = {
        "place": record.place,
        "round": record.round,
        "black_rating": record.black_rating,
        "white_rating": record.white_rating,
    }
    return stamped(
        "new",
        black={"player": HUMAN, "name": record.black},
        white={"player": HUMAN, "name": record.white},
        start=str(record.start),
        moves=path_of(record.moves),
        fixed=0,
        name=record.event,
        date=record.date,
        comments=comments_of(record),
        variations=variations_of(record),
        extras={name: value for name, value in extras.items() if value},
        **_stated_outcome(record),
    )


def _stated_outcome(record: GameRecord) -> dict[str, Any]:
    """How a game ended that was not played to its end; one that has a result all the same was given up or lost on time."""
    score = record.black_score
    if score is None and record.winner is not None:
        score = _POINTS if record.winner == Color.BLACK else -_POINTS
    if score is None or record.final_position().is_over:
        return {}
    reason = Reason.TIME if record.ending == "time" else Reason.RESIGNATION
    return {"outcome": {"black_score": score, "reason": reason.name}}
