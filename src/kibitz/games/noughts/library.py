"""Noughts and crosses as `import kibitz` asks for it: perfect play, and games as transcripts."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.errors import SetupError
from kibitz.games.kit import LineOfPlay, Solved

if TYPE_CHECKING:
    from kibitz.records.noughts.record import NoughtsRecord
    from kibitz.records.reports import OnSkip, OnWarning
    from kibitz.review.game_review import GameReview
    from kibitz.rules.game import Color
    from kibitz.rules.noughts.position import NoughtsPosition
    from kibitz.svg import Layout
    from kibitz.voices.rows import Heard
    from kibitz.voices.voice import HumanVoice


class NoughtsLibrary:
    """The exact value of every move; there is no model of moves and no review."""

    def stone(self, position: "NoughtsPosition", square: int) -> "Color | None":
        from kibitz.rules.game import Color

        return {"X": Color.BLACK, "O": Color.WHITE}.get(position.sign(square))

    def layout(self, position: "NoughtsPosition") -> "Layout":
        from kibitz.rules.noughts.layout import layout_of

        return layout_of(position)

    def read(self, path: Path, on_skip: "OnSkip", on_warning: "OnWarning") -> "Iterator[NoughtsRecord]":  # noqa: ARG002
        from kibitz.records.noughts.files import read_records

        return read_records(path, on_skip)

    def write(self, path: Path, records: "Iterable[NoughtsRecord]") -> int:
        from kibitz.records.noughts.files import write_records

        return write_records(path, records)

    def record(self, line: LineOfPlay) -> "NoughtsRecord":
        from kibitz.records.noughts.record import NoughtsRecord

        return NoughtsRecord(line.moves, line.start)

    def line(self, record: "NoughtsRecord") -> LineOfPlay:
        from kibitz.terminal.noughts.line import NoughtsLine

        return NoughtsLine(record.start, record.moves)

    def predict(self, line: LineOfPlay, **options: Any) -> "HumanVoice":  # noqa: ARG002
        raise SetupError("noughts and crosses has no model of moves; ask analyse() what each move is worth")

    def analyse(self, line: LineOfPlay) -> "Heard":
        from kibitz.voices.noughts.voices import hear

        return hear(line.position)

    def solve(self, line: LineOfPlay) -> Solved:
        from kibitz.search.noughts.perfect import value_for_mover
        from kibitz.search.noughts.searching import PerfectSearch

        moves = PerfectSearch().deepen(line.position).moves
        return Solved(value_for_mover(line.position), moves[0].line if moves else (), exact=True, nodes=0)

    def review(self, record: "NoughtsRecord", **options: Any) -> "GameReview":  # noqa: ARG002
        raise SetupError("games of noughts and crosses are not reviewed; ask analyse() about its positions")
