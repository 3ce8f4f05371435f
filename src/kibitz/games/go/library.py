"""Go as `import kibitz` asks for it: the network, playouts that it guides, and games as SGF."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.errors import SetupError
from kibitz.games.kit import LineOfPlay, Solved

if TYPE_CHECKING:
    from kibitz.models.go.model import GoMoveModel
    from kibitz.records.go.record import GoRecord
    from kibitz.records.reports import OnSkip, OnWarning
    from kibitz.review.game_review import GameReview
    from kibitz.rules.game import Color
    from kibitz.rules.go.position import GoPosition
    from kibitz.svg import Layout
    from kibitz.voices.rows import Heard
    from kibitz.voices.voice import HumanVoice


class GoLibrary:
    """Boards of any size; nothing is solved."""

    def stone(self, position: "GoPosition", square: int) -> "Color | None":
        return position.stone_at(square)

    def layout(self, position: "GoPosition") -> "Layout":
        from kibitz.rules.go.layout import layout_of

        return layout_of(position)

    def read(self, path: Path, on_skip: "OnSkip", on_warning: "OnWarning") -> "Iterator[GoRecord]":
        from kibitz.records.go.files import read_go_games

        return read_go_games(path, on_skip, on_warning)

    def write(self, path: Path, records: "Iterable[GoRecord]") -> int:
        from kibitz.records.go.files import write_go_games

        return write_go_games(path, records)

    def record(self, line: LineOfPlay) -> "GoRecord":
        from kibitz.players.go.games import go_record
        from kibitz.players.referee import PlayedGame
        from kibitz.rules.go.position import GoGame

        assert isinstance(line.game, GoGame)
        return go_record(PlayedGame(line.start, line.moves, "", "", None), line.game)

    def line(self, record: "GoRecord") -> LineOfPlay:
        from kibitz.terminal.go.line import line_of_record

        return line_of_record(record)

    def predict(self, line: LineOfPlay, model: str | None = None) -> "HumanVoice":
        from kibitz.models.go.default import DEFAULT_GO_MODEL
        from kibitz.voices.go.voices import ask_human_fully

        return ask_human_fully(line.position, _loaded(model or DEFAULT_GO_MODEL))

    def analyse(
        self,
        line: LineOfPlay,
        playouts: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        model: str | None = None,
        archive: str | Path | None = None,
    ) -> "Heard":
        """The options of `kibitz analyse`."""
        from kibitz.players.go.uct import DEFAULT_PLAYOUTS
        from kibitz.search.go.tree import TreeLimits
        from kibitz.voices.go.voices import engine_voice, human_model, voices_of

        limits = TreeLimits(DEFAULT_PLAYOUTS if playouts is None and seconds is None else playouts, seconds)
        human = human_model(model)
        voices = voices_of(line.position, human, None if archive is None else Path(archive))
        return voices.hear(line.position, engine_voice(limits, threads, human))

    def solve(self, line: LineOfPlay, **options: Any) -> Solved:  # noqa: ARG002
        raise SetupError("Go is not solved exactly; ask analyse() for the best that is known")

    def review(self, record: "GoRecord", playouts: int | None = None, model: str | None = None) -> "GameReview":
        from kibitz.models.go.default import DEFAULT_GO_MODEL
        from kibitz.review.go.game_review import DEFAULT_PLAYOUTS
        from kibitz.review.go.reviewing import GoReviewing

        return GoReviewing(playouts or DEFAULT_PLAYOUTS, model or DEFAULT_GO_MODEL).review(record)


@lru_cache(maxsize=1)
def _loaded(model: str) -> "GoMoveModel":
    """A model, kept for the next question."""
    from kibitz.models.go.loading import load_go_model

    return load_go_model(model)
