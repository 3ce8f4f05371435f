"""Othello as `import kibitz` asks for it: the expert, the shipped engine, the exact solver, and games in any format."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from kibitz.errors import SetupError
from kibitz.games.kit import LineOfPlay, Solved

if TYPE_CHECKING:
    from kibitz.records.othello.record import GameRecord, OnSkip, OnWarning
    from kibitz.review.game_review import GameReview
    from kibitz.rules.game import Color
    from kibitz.rules.othello.position import Position
    from kibitz.search.othello.analysis import Analyst
    from kibitz.svg import Layout
    from kibitz.voices.rows import Heard
    from kibitz.voices.voice import HumanVoice


class OthelloLibrary:
    """Models and the engine know the board of 8×8 squares; the solver also smaller ones."""

    def stone(self, position: "Position", square: int) -> "Color | None":
        from kibitz.rules.game import Color

        if position.black >> square & 1:
            return Color.BLACK
        return Color.WHITE if position.white >> square & 1 else None

    def layout(self, position: "Position") -> "Layout":
        from kibitz.rules.othello.layout import layout_of

        return layout_of(position)

    def read(self, path: Path, on_skip: "OnSkip", on_warning: "OnWarning") -> "Iterator[GameRecord]":
        from kibitz.records.othello.files import read_games

        return read_games(path, on_skip, on_warning)

    def write(self, path: Path, records: "Iterable[GameRecord]") -> int:
        from kibitz.records.othello.files import write_games

        return write_games(path, records)

    def record(self, line: LineOfPlay) -> "GameRecord":
        from kibitz.records.othello.record import GameRecord

        return GameRecord(line.moves, line.start)

    def line(self, record: "GameRecord") -> LineOfPlay:
        from kibitz.terminal.othello.line import Line

        return Line(record.start, record.moves)

    def predict(self, line: LineOfPlay, model: str | None = None, rating: float | None = None) -> "HumanVoice":
        """`rating` is that of the player to move, for models that are conditioned on ratings."""
        from kibitz.models.othello.loading import load_model
        from kibitz.voices.othello.voices import EXPERT, human_voice, with_outlook

        position = _on_8x8(line.position)
        loaded = load_model(model or EXPERT)
        return with_outlook(human_voice(loaded, position, line.moves, rating), loaded, position, line.moves)

    def analyse(
        self,
        line: LineOfPlay,
        level: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        model: str | None = None,
        rating: float | None = None,
        archive: str | Path | None = None,
    ) -> "Heard":
        """The options of `kibitz analyse`."""
        from kibitz.search.othello.levels import limits_of
        from kibitz.voices.othello.voices import EXPERT, voices_of

        position, limits = _on_8x8(line.position), limits_of(level, depth, seconds)
        voices = voices_of(position, line.moves, model or EXPERT, None if archive is None else Path(archive), rating)
        return voices.hear(position, _analyst().within(limits))

    def solve(self, line: LineOfPlay, threads: int = 1, hash_mb: int = 64) -> Solved:
        from kibitz.models.othello.engine import shipped_evaluation
        from kibitz.search.othello.endgame import solve

        found = solve(line.position, threads=threads, hash_mb=hash_mb, evaluation=shipped_evaluation())
        return Solved(found.score, found.line, found.exact, found.nodes)

    def review(self, record: "GameRecord", level: int | None = None) -> "GameReview":
        from kibitz.review.othello.reviewing import OthelloReviewing

        return (OthelloReviewing() if level is None else OthelloReviewing(level)).review(record)


def _on_8x8(position: "Position") -> "Position":
    """The position itself; raises SetupError if it is on a board that models and the engine do not know."""
    if position.size != 8:
        raise SetupError(f"models and the engine know the board of 8×8 squares, not {position.size}×{position.size}")
    return position


@lru_cache(maxsize=1)
def _analyst() -> "Analyst":
    """The shipped engine with its book and what is proven, kept for the next question."""
    from kibitz.models.othello.engine import VALUES_NAME
    from kibitz.openings.othello.shipped import analyst_of_tables

    return analyst_of_tables(evaluation=VALUES_NAME)
