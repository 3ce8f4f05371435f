"""Records of Go as saved games, and saved games as records of Go.

A record says whose each move is, a line of the app lets the sides take turns: where one side moves twice, the other passes.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final, TypeVar

from kibitz.app.go.lines import GoLine, format_go_path, parse_go_path, rules_name, vertices
from kibitz.app.saved_game import HUMAN, SavedGame, stamped
from kibitz.app.shapes.records import RecordShape
from kibitz.app.sides import side_name
from kibitz.app.study_game import ExportedFile
from kibitz.errors import KibitzError, NotationError, SetupError
from kibitz.records.go import record as go_record
from kibitz.records.go.files import parse_go_games
from kibitz.records.go.record import GoMove, GoRecord
from kibitz.records.go.sgf_writer import format_go_game
from kibitz.records.othello.record import SkippedGame
from kibitz.rules.game import Color, Outcome, Reason
from kibitz.rules.go.position import GoPosition
from kibitz.rules.squares import PASS

Made = TypeVar("Made")

_HEAD: Final = 4096
_TREE: Final = re.compile(rb"\(\s*;\s*[A-Za-z]{1,20}\s*\[")
_GAME: Final = re.compile(rb"GM\s*\[\s*([^\]\s]*)\s*\]")
_MOVE: Final = re.compile(rb";\s*[BW]\s*\[[a-z]{2}\]")
_GIVEN_UP: Final = {Reason.RESIGNATION: "resignation", Reason.TIME: "time"}
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

    def shapes(self, data: bytes, source: str, most: int) -> tuple[list[RecordShape], list[str]]:
        return go_games_of_bytes(data, source, describe_go_record, most)

    def events(self, data: bytes, source: str, most: int) -> tuple[list[dict[str, Any]], list[str]]:
        return go_games_of_bytes(data, source, new_event_of_go, most)

    def export(self, game: SavedGame, suffix: str) -> ExportedFile:
        """The game with its variations and comments."""
        if suffix != "sgf":
            raise NotationError(f"games of Go are written as SGF, not as {suffix}")
        written = format_go_game(go_record_of(game)).encode()
        return ExportedFile(f"kibitz-{game.id}.sgf", written, "text/plain; charset=utf-8")


@dataclass(slots=True)
class _Gathered:
    """What a tree of a record comes to: comments by their paths, and the ends of the lines that leave the main one."""

    start: GoPosition
    comments: dict[str, str] = field(default_factory=dict)
    variations: list[str] = field(default_factory=list)

    def follow(self, line: go_record.GoLine, before: GoLine) -> GoLine:
        """The moves of a line behind those before it, its comments and branches gathered; raises KibitzError."""
        lines = [before]
        for move in line.moves:
            lines.append(_played(lines[-1], move))
        for count, comment in line.comments.items():
            self.comments[lines[count].path] = comment
        for count, branches in line.branches.items():
            for branch in branches:
                self._leave(branch, lines[count])
        return lines[-1]

    def _leave(self, branch: go_record.GoLine, before: GoLine) -> None:
        """Keep a variation, unless its moves are not legal: the game is worth having without it."""
        tried = _Gathered(self.start)
        try:
            end = tried.follow(branch, before)
        except KibitzError:
            return
        self.comments.update(tried.comments)
        self.variations += [*([end.path] if branch.moves else []), *tried.variations]


def _played(line: GoLine, move: GoMove) -> GoLine:
    position = line.position
    if position.to_move != move.color:
        line = line.with_moves((*line.moves, PASS))
        position = line.position
    position.play(move.point)
    return line.with_moves((*line.moves, move.point))


def go_games_of_bytes(data: bytes, source: str, make: Callable[[GoRecord], Made], most: int) -> tuple[list[Made], list[str]]:
    """What can be made of the games of a file, at most so many, and what is wrong with the others.

    Raises NotationError if there is none.
    """
    skipped: list[SkippedGame] = []
    games = []
    for number, record in enumerate(islice(parse_go_games(data, source, skipped.append), most), 1):
        try:
            games.append(make(record))
        except KibitzError as error:
            skipped.append(SkippedGame(source, number, str(error)))
    if not games:
        raise NotationError(str(skipped[0]) if skipped else f"{source} holds no game")
    return games, [str(game) for game in skipped[:most]]


def describe_go_record(record: GoRecord) -> RecordShape:
    """A game out of a file; raises KibitzError if it cannot be played through by its own rules."""
    main, gathered = _gather(record)
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
    )


def new_event_of_go(record: GoRecord) -> dict[str, Any]:
    """The first event of a saved game that holds a record; people sit on both sides. Raises as describe_go_record()."""
    main, gathered = _gather(record)
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
        start.size,
        _Grafter(start, game.comments).line(line.moves, variations),
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


def _gather(record: GoRecord) -> tuple[GoLine, _Gathered]:
    gathered = _Gathered(record.start())
    return gathered.follow(record.main, GoLine(gathered.start)), gathered


def _with_rank(name: str, rank: str) -> str:
    return f"{name} {rank}" if name and rank else name


def _stated_outcome(record: GoRecord) -> dict[str, Any]:
    score = record.black_score
    if score is None and record.winner is not None:
        score = record.size**2 if record.winner == Color.BLACK else -(record.size**2)
    if score is None:
        return {}
    reason = Reason.TWO_PASSES if record.is_counted else Reason.TIME if record.ending == "time" else Reason.RESIGNATION
    return {"outcome": {"black_score": score, "reason": reason.name}}


def _result(outcome: Outcome | None) -> dict[str, Any]:
    """The fields of a record that tell how a game ended."""
    if outcome is None:
        return {}
    if outcome.reason in _GIVEN_UP:
        return {"winner": outcome.winner, "ending": _GIVEN_UP[outcome.reason]}
    return {"winner": outcome.winner, "black_score": outcome.black_score}


def _placed(start: GoPosition, color: Color) -> tuple[int, ...]:
    return tuple(point for point in range(start.size**2) if start.stone_at(point) == color)


class _Grafter:
    """Makes the tree of a record out of the paths of a saved game."""

    def __init__(self, start: GoPosition, comments: Mapping[str, str]) -> None:
        self._start, self._comments = start, comments

    def line(self, moves: tuple[int, ...], others: list[tuple[int, ...]], begin: int = 0) -> go_record.GoLine:
        """The moves from the one numbered `begin` on, with all lines that leave them."""
        colored = tuple(GoMove(self._mover(number), moves[number]) for number in range(begin, len(moves)))
        return go_record.GoLine(colored, self._said(moves, begin), self._branches(moves, others, begin))

    def _mover(self, number: int) -> Color:
        return self._start.to_move if number % 2 == 0 else self._start.to_move.other

    def _said(self, moves: tuple[int, ...], begin: int) -> dict[int, str]:
        """Comments by the moves of this line before them; what is said before a branch belongs to the line it leaves."""
        first = begin + 1 if begin else 0
        paths = {count - begin: format_go_path(moves[:count], self._start.size) for count in range(first, len(moves) + 1)}
        return {count: self._comments[path] for count, path in paths.items() if path in self._comments}

    def _branches(
        self, moves: tuple[int, ...], others: list[tuple[int, ...]], begin: int
    ) -> dict[int, tuple[go_record.GoLine, ...]]:
        """Lines that leave after so many moves; those with the same next move are one branch, which the first of them names."""
        grouped: dict[tuple[int, ...], list[tuple[int, ...]]] = defaultdict(list)
        for other in others:
            shared = _shared(moves, other)
            if shared < len(other):
                grouped[other[: shared + 1]].append(other)
        branches: dict[int, tuple[go_record.GoLine, ...]] = defaultdict(tuple)
        for stem, (first, *rest) in grouped.items():
            count = len(stem) - 1
            branches[count - begin] += (self.line(first, rest, count),)
        return dict(branches)


def _shared(moves: tuple[int, ...], other: tuple[int, ...]) -> int:
    """How many first moves two lines have in common."""
    pairs = zip(moves, other, strict=False)
    return next((count for count, (one, another) in enumerate(pairs) if one != another), min(len(moves), len(other)))
