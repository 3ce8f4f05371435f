"""A player's portrait, as kibitz.review.othello.portrait makes it."""

from kibitz.app.shapes.base import Shape


class ResultsShape(Shape):
    games: int
    wins: int
    draws: int
    losses: int
    mean_score: float | None


class OpeningResults(ResultsShape):
    name: str
    moves: str


class ColorResults(ResultsShape):
    openings: list[OpeningResults]
    further_openings: int


class ColorsShape(Shape):
    black: ColorResults
    white: ColorResults


class LossFigures(Shape):
    moves: int
    mean_loss: float | None
    expected_loss: float | None
    mistakes: float | None
    blunders: float | None


class PhaseFigures(LossFigures):
    phase: str


class KindFigures(LossFigures):
    kind: str


class PeriodFigures(ResultsShape):
    period: str
    moves: int
    mean_loss: float | None
    expected_loss: float | None
    mistakes: float | None
    blunders: float | None


class LeavesArchive(Shape):
    games: int
    never: int
    median_discs: float | None
    by_the_player: float | None


class LargeMistake(Shape):
    moves: str
    played: str
    best: str
    loss: float
    opponent: str
    date: str


class ExpectedError(Shape):
    moves: str
    games: int
    expected_loss: float
    error_chance: float
    likeliest: str
    probability: float
    loss: float
    best: str


class PortraitShape(Shape):
    player: str
    rating: float | None
    games: int
    years: list[int]
    judged_games: int
    not_judged: int
    model: str
    depth: int
    colors: ColorsShape
    leaves_archive: LeavesArchive | None
    phases: list[PhaseFigures]
    kinds: list[KindFigures]
    mistakes: list[LargeMistake]
    expected_errors: list[ExpectedError]
    periods: list[PeriodFigures]
