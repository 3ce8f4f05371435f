"""Go as `kibitz review` asks for it: SGF in files, folders and archives, reviewed by a network or by playouts; see Reviewing."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from kibitz.models.go.default import DEFAULT_GO_MODEL
from kibitz.models.go.judging import GoJudge
from kibitz.models.go.loading import load_go_model
from kibitz.records.go.files import read_go_games
from kibitz.records.go.record import GoRecord
from kibitz.records.go.sgf_writer import format_go_result
from kibitz.records.reports import OnSkip
from kibitz.review.external import ExternalReviewer
from kibitz.review.game_review import GameReview, Progress, Scale
from kibitz.review.go.game_review import SCALE, GoReviewer
from kibitz.review.go.network_review import DEFAULT_PLAYOUTS, POINTS, GoNetworkReviewer
from kibitz.review.report import report_of


@dataclass(frozen=True, slots=True)
class GoReviewing:
    """Games reviewed in points by a model that knows owners, by playouts alone if it does not, or by another program."""

    playouts: int = DEFAULT_PLAYOUTS
    model: str = DEFAULT_GO_MODEL
    engine: ExternalReviewer | None = None  # of the list, instead of model and playouts

    def read(self, path: Path, on_skip: OnSkip) -> Iterator[GoRecord]:
        return read_go_games(path, on_skip)

    def review(self, record: GoRecord, progress: Progress | None = None) -> GameReview:
        model = _model(self.model)
        if isinstance(model, GoJudge) and self.engine is None:
            return GoNetworkReviewer(model, self.playouts).review(record, progress)
        external = self.engine.search() if self.engine else None
        return GoReviewer(model, self.playouts, external).review(record, progress)

    def describe(self, record: GoRecord) -> dict[str, Any]:
        names = {"black": record.black, "white": record.white, "date": record.date, "black_score": record.black_score}
        return {"game": "go", **names, "size": record.size}

    def title(self, record: GoRecord) -> str:
        return title_of(record)

    def report(self, record: GoRecord, review: GameReview) -> str:
        return write_report(record, review, self._scale)

    @property
    def _scale(self) -> Scale:
        return POINTS if isinstance(_model(self.model), GoJudge) and self.engine is None else SCALE


def title_of(record: GoRecord) -> str:
    """Who played whom, and the result as far as it is known."""
    result = format_go_result(record.black_score, record.winner, record.ending)
    return f"{record.black or 'Black'} – {record.white or 'White'} {result}".rstrip()


def write_report(record: GoRecord, review: GameReview, scale: Scale) -> str:
    """Title, accuracy, and every mistake with the better move and the reasons."""
    about = ", ".join(part for part in (record.event, record.date) if part)
    return report_of([title_of(record), *([about] if about else [])], review, scale.unit, counts_passes=True)


_model = lru_cache(maxsize=1)(load_go_model)  # kept for the next game
