"""Records of Go as saved games, and saved games as records of Go.

A record says whose each move is, a line of the app lets the sides take turns: where one side moves twice, the other passes.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from kibitz.app.exported_files import PLAIN_TEXT, ExportedFile, name_of_file
from kibitz.app.go.lines import GoLine, format_go_path, parse_go_path, rules_name, vertices
from kibitz.app.saved_game import HUMAN, SavedGame, stamped
from kibitz.app.shapes.records import RecordShape
from kibitz.app.sides import side_name
from kibitz.app.study_game import ReadGames, SkippedGames, read_at_most
from kibitz.archive.database import Archive
from kibitz.archive.filters import GameFilter
from kibitz.archive.go.catalogue import go_game_records
from kibitz.errors import KibitzError, NotationError, SetupError
from kibitz.records.disk import unpacked_bytes
from kibitz.records.go.files import parse_go_games
from kibitz.records.go.likely_rules import are_rules_assumed
from kibitz.records.go.record import GoMove, GoRecord
from kibitz.records.go.sgf_writer import format_go_game
from kibitz.records.record import MoveNote, Variation, variations_along, whole_lines
from kibitz.rules.game import Color, Outcome, Reason
from kibitz.rules.go.position import GoPosition
from kibitz.rules.squares import PASS

Made = TypeVar("Made")

_HEAD: Final = 4096
_TREE: Final = re.compile(rb"\(\s*;\s*[A-Za-z]{1,20}\s*\[")
_GAME: Final = re.compile(rb"GM\s*\[\s*([^\]\s]*)\s*\]")
_MOVE: Final = re.compile(rb";\s*[BW]\s*\[[a-z]{2}\]")
_WITHOUT_SCORE: Final = {Reason.RESIGNATION: "resignation", Reason.TIME: "time", Reason.STATED: ""}
_REASONS: Final = {"time": Reason.TIME, "": Reason.STATED}  # other endings count as resignation
# As SGF spells them.
_RULES: Final = {
    "chinese": "Chinese",
    "japanese": "Japanese",
    "aga": "AGA",
    "new-zealand": "New Zealand",
    "tromp-taylor": "Tromp-Taylor",
}
_FACTS: Final = ("place", "round", "black_rank", "white_rank")


def is_go_sgf(data: bytes) -> bool:
    """Whether a file is SGF and its first game is Go: it says so, or says nothing and has moves of two letters."""
    head = data[:_HEAD]
    tree = _TREE.search(head)
    if tree is None:
        return False
    game = _GAME.search(head, tree.start())
    return game[1] == b"1" if game else bool(_MOVE.search(head))


class GoRecords:
    """Files of SGF. See RecordsPart."""

    def reads(self, data: bytes) -> bool:
        return is_go_sgf(data)

    def format_of(self, _data: bytes) -> str:
        return "SGF"

    def shapes(self, data: bytes, source: str, most: int) -> ReadGames[RecordShape]:
        return go_games_of_bytes(data, source, describe_go_record, most)

    def events(self, data: bytes, source: str, most: int) -> ReadGames[dict[str, Any]]:
        return go_games_of_bytes(data, source, new_event_of_go, most)

    def event(self, record: GoRecord) -> dict[str, Any]:
        return new_event_of_go(record)

    def archived(self, archive: Archive, number: int) -> RecordShape | None:
        record = next(go_game_records(archive, GameFilter(number=number)), None)
        return None if record is None else describe_go_record(record)

    def export(self, games: Sequence[SavedGame], suffix: str) -> ExportedFile:
        """The games with their variations and comments."""
        if suffix != "sgf":
            raise NotationError(f"games of Go are written as SGF, not as {suffix}")
        written = "".join(format_go_game(go_record_of(game)) for game in games).encode()
        return ExportedFile(f"{name_of_file(games)}.sgf", written, PLAIN_TEXT)


class _Followed(NamedTuple):
    """A line of a record as one of the app, and how many moves of that the first 0, 1, 2 … moves of the record make."""

    line: GoLine
    counts: list[int]

    def after(self, moves: int) -> GoLine:
        """The line of the app after a number of the record's moves."""
        return self.line.with_moves(self.line.moves[: self.counts[moves]])


class _Gathered:
    """What a record of Go comes to: its main line, comments by their paths, and the ends of the lines that leave the main one.

    Variations whose moves are not legal are left out: the game is worth having without them. Raises KibitzError if the moves of
    the main line are not.
    """

    def __init__(self, record: GoRecord) -> None:
        self.comments = {"": record.comment} if record.comment else {}
        self.variations: list[str] = []
        main, *variations = record.lines
        self._followed: dict[int, _Followed] = {0: self._follow(main, GoLine(record.start))}
        self.main = self._followed[0].line
        for number, variation in enumerate(variations, 1):
            self._leave(number, variation)

    def _follow(self, line: Variation[GoMove], before: GoLine) -> _Followed:
        """A line of the record behind a line of the app; its comments are gathered."""
        followed = _follow(line.moves, before)
        for index, note in line.notes.items():
            if note.comment:
                self.comments[followed.after(index + 1).path] = note.comment
        return followed

    def _leave(self, number: int, variation: Variation[GoMove]) -> None:
        if variation.line not in self._followed:
            return
        try:
            self._followed[number] = self._follow(variation, self._followed[variation.line].after(variation.after))
        except KibitzError:
            return
        self.variations.append(self._followed[number].line.path)


def _follow(record: Iterable[GoMove], before: GoLine) -> _Followed:
    """The moves of a record behind a line of the app; raises IllegalMoveError. Each is played once, however long the line is."""
    position, moves, counts = before.position, list(before.moves), [len(before.moves)]
    for move in record:
        if position.to_move != move.color:
            position = position.play(PASS)
            moves.append(PASS)
        position = position.play(move.point)
        moves.append(move.point)
        counts.append(len(moves))
    return _Followed(before.with_moves(tuple(moves)), counts)


def go_games_of_bytes(data: bytes, source: str, make: Callable[[GoRecord], Made], most: int) -> ReadGames[Made]:
    """What can be made of the games of a file, at most so many; raises NotationError if there is none."""
    skipped = SkippedGames()
    plain = unpacked_bytes(data, source)
    return read_at_most(most, parse_go_games(plain, source, skipped.append), make, source, skipped)


def describe_go_record(record: GoRecord) -> RecordShape:
    """A game out of a file; raises KibitzError if it cannot be played through by its own rules."""
    gathered = _Gathered(record)
    main = gathered.main
    return RecordShape(
        game="go",
        start=main.start_text,
        path=main.path,
        moves=vertices(main.moves, record.size),
        black=_with_rank(record.black, record.black_rank),
        white=_with_rank(record.white, record.white_rank),
        event=record.event,
        place=record.place,
        round=record.round,
        date=record.date,
        black_score=record.black_score,
        winner=None if record.winner is None else side_name(record.winner),
        ending=record.ending,
        black_rating=None,
        white_rating=None,
        comments=gathered.comments,
        variations=gathered.variations,
        assumed_rules=are_rules_assumed(record),
    )


def new_event_of_go(record: GoRecord) -> dict[str, Any]:
    """The first event of a saved game that holds a record; people sit on both sides. Raises as describe_go_record()."""
    gathered = _Gathered(record)
    main = gathered.main
    extras = {name: getattr(record, name) for name in _FACTS}
    return stamped(
        "new",
        black={"player": HUMAN, "name": record.black},
        white={"player": HUMAN, "name": record.white},
        start=main.start_text,
        moves=main.path,
        fixed=0,
        name=record.event,
        date=record.date,
        comments=gathered.comments,
        variations=gathered.variations,
        extras={name: value for name, value in extras.items() if value},
        **_stated_outcome(record),
    )


def go_record_of(game: SavedGame) -> GoRecord:
    """A saved game of Go as a record, with its comments and variations; raises SetupError for another game."""
    line = game.line
    if not isinstance(line, GoLine):
        raise SetupError(f"this is a game of {line.game_name}, not of Go")
    start, variations = line.start, [parse_go_path(path, line.start.size) for path in game.variations]
    return GoRecord(
        _colored(line.moves, start.to_move),
        start.size,
        **_tree_fields(start, line.moves, variations_along(line.moves, variations), game.comments),
        black_stones=_placed(start, Color.BLACK),
        white_stones=_placed(start, Color.WHITE),
        first_to_move=start.to_move,
        black=game.black.shown_name,
        white=game.white.shown_name,
        event=game.event,
        date=game.date,
        rules=_RULES.get(rules_name(start.rules), ""),
        komi=start.komi,
        handicap=start.handicap,
        **_result(game.outcome),
        **{name: game.extras[name] for name in _FACTS if name in game.extras},
    )


def _with_rank(name: str, rank: str) -> str:
    return f"{name} {rank}" if name and rank else name


def _stated_outcome(record: GoRecord) -> dict[str, Any]:
    score = record.black_score
    if score is None and record.winner is not None:
        score = record.size**2 if record.winner == Color.BLACK else -(record.size**2)
    if score is None:
        return {}
    reason = Reason.TWO_PASSES if record.is_counted else _REASONS.get(record.ending, Reason.RESIGNATION)
    return {"outcome": {"black_score": score, "reason": reason.name}}


def _result(outcome: Outcome | None) -> dict[str, Any]:
    """The fields of a record that tell how a game ended."""
    if outcome is None:
        return {}
    if outcome.reason in _WITHOUT_SCORE:
        return {"winner": outcome.winner, "ending": _WITHOUT_SCORE[outcome.reason]}
    return {"winner": outcome.winner, "black_score": outcome.black_score}


def _placed(start: GoPosition, color: Color) -> tuple[int, ...]:
    return tuple(point for point in range(start.size**2) if start.stone_at(point) == color)


def _tree_fields(
    start: GoPosition, main: tuple[int, ...], variations: tuple[Variation[int], ...], comments: Mapping[str, str]
) -> dict[str, Any]:
    """The fields of a record that hold its comments and variations."""
    wholes = whole_lines(main, variations)
    notes = [_notes(whole, line.moves, start.size, comments) for whole, line in zip(wholes[1:], variations, strict=True)]
    return {
        "comment": comments.get("", ""),
        "notes": _notes(main, main, start.size, comments),
        "variations": tuple(
            Variation(line.line, line.after, _colored(whole, start.to_move)[-len(line.moves) :], said)
            for line, whole, said in zip(variations, wholes[1:], notes, strict=True)
        ),
    }


def _notes(whole: tuple[int, ...], moves: tuple[int, ...], size: int, comments: Mapping[str, str]) -> dict[int, MoveNote]:
    """The comments on the moves at the end of a line from the start, by index in these."""
    before = len(whole) - len(moves)
    paths = ((index, format_go_path(whole[: before + index + 1], size)) for index in range(len(moves)))
    return {index: MoveNote(comment=comments[path]) for index, path in paths if path in comments}


def _colored(moves: tuple[int, ...], first: Color) -> tuple[GoMove, ...]:
    """The moves of sides that take turns."""
    return tuple(GoMove(first if number % 2 == 0 else first.other, move) for number, move in enumerate(moves))
