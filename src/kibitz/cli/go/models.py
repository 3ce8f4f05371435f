"""What `kibitz predict` and `kibitz evaluate` do for Go."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from kibitz.cli.go.positions import GoLineOfPlay, read_go_line
from kibitz.cli.output import print_json
from kibitz.cli.progress import progress_bar
from kibitz.errors import NotationError, SetupError
from kibitz.models.go.default import DEFAULT_GO_MODEL
from kibitz.terminal.go.words import describe

if TYPE_CHECKING:
    from kibitz.features.go.moves import GoMoves
    from kibitz.rules.go.position import GoPosition

_SHOWN: Final = 10


def predict_go(text: str, size: int | None, model_name: str, with_ownership: bool, as_json: bool) -> None:
    """Print how likely each move of a position of Go is."""
    line = read_go_line(text, size)
    answer = describe_go_prediction(line, model_name, with_ownership)
    if as_json:
        print_json(answer)
        return
    click.echo(line.position.drawing())
    shown = ", ".join(f"{row['move']} {100 * row['probability']:.1f} %" for row in answer["moves"][:_SHOWN])
    mover, chance = line.position.to_move, answer["win_chance"]
    wins = "" if chance is None else f" {mover} wins with {100 * chance:.0f} %{_ahead(answer['score'])}."
    click.echo(f"{mover} to move, by {answer['model']}: {shown or 'no move to predict'}.{wins}")
    if with_ownership:
        _draw_owners(list(answer["ownership"].values()), line.position.size)


def _ahead(score: float | None) -> str:
    return "" if score is None else f" and is {abs(score):.1f} points {'behind' if score < 0 else 'ahead'}"


def _draw_owners(owners: list[float], size: int) -> None:
    import numpy as np

    from kibitz.terminal.go.board import GoBoardDrawer

    drawer = GoBoardDrawer.for_standard_output()
    drawer.console.print("Who will own each point (capital letters are almost certain):")
    drawer.draw_owners(np.array(owners, np.float32), size)


def describe_go_prediction(line: GoLineOfPlay, model_name: str, with_ownership: bool = False) -> dict[str, Any]:
    """What a model says about a position, as one JSON document; `moves` has exactly the legal points, the most likely first.

    `win_chance` and `score`, in points with komi, are the mover's, None if the model does not know or the game is over.
    `ownership`, if it is asked for, is that of each point from −1 White to 1 Black; raises SetupError if the model does not know.
    """
    from kibitz.models.go.judging import think_of
    from kibitz.models.go.loading import load_go_model
    from kibitz.rules.go.points import format_vertex

    position = line.position
    model = load_go_model(model_name)
    thoughts = think_of(model, position)
    if with_ownership and thoughts.ownership is None:
        raise SetupError(
            f"the model {model.name} does not know who will own each point; leave --ownership out, or ask {DEFAULT_GO_MODEL}"
        )
    probabilities = thoughts.probabilities
    points = () if position.is_over else sorted(position.legal_points(), key=lambda point: (-probabilities[point], point))
    return {
        "model": model.name,
        **describe(position),
        "moves": [{"move": format_vertex(point, position.size), "probability": float(probabilities[point])} for point in points],
        "win_chance": None if position.is_over else thoughts.win_chance,
        "score": None if position.is_over else thoughts.score,
        **(_ownership(position, thoughts.ownership) if with_ownership else {}),
    }


def _ownership(position: "GoPosition", owners: Any) -> dict[str, Any]:
    """The owner of each point by name, from −1 White to 1 Black, and the chance that Black owns it, in reading order."""
    from kibitz.rules.game import Color
    from kibitz.rules.go.points import format_vertex
    from kibitz.voices.described import chances_of_owners

    sign = 1 if position.to_move == Color.BLACK else -1
    black = [sign * float(owner) for owner in owners]
    by_name = {format_vertex(point, position.size): round(owner, 4) for point, owner in enumerate(black)}
    return {"ownership": by_name, "black_ownership": chances_of_owners(black)}


@dataclass(frozen=True, slots=True)
class GoMovesChosen:
    """The moves to predict: every n-th of the games in some files, of some years only if these are given."""

    files: tuple[Path, ...]
    every: int = 1
    from_year: int | None = None
    to_year: int | None = None

    def has_year(self, year: int | None) -> bool:
        """Whether a game of a year counts; one without a date does where no years are asked for."""
        if self.from_year is None and self.to_year is None:
            return True
        return year is not None and (self.from_year or year) <= year <= (self.to_year or year)


def evaluate_go(chosen: GoMovesChosen, model_name: str, as_json: bool) -> None:
    """Print how well a model predicts the moves of games of Go."""
    from kibitz.measure.go.moves import judge_go_model
    from kibitz.measure.intervals import intervals
    from kibitz.models.go.loading import load_go_model

    model = load_go_model(model_name)
    moves = _read_moves(chosen)
    with progress_bar(f"{model.name}, {len(moves)} positions", len(moves), is_quiet=as_json) as progress:
        verdicts = judge_go_model(model, moves, progress)
    games = len(moves.games)
    summary = {**verdicts.summary(), **intervals(verdicts.as_verdicts(), verdicts.game)}
    report = {"model": model.name, "game": "go", "games": games, **summary}
    if as_json:
        print_json(report)
    else:
        click.echo(format_go_report(report))


def format_go_report(report: dict[str, Any]) -> str:
    """The figures of a report as lines for people."""
    from kibitz.measure.go.moves import GO_STAGE_NAMES

    low, high = report["top1_low"], report["top1_high"]
    interval = "" if low is None else f", 95 % interval {100 * low:.2f} to {100 * high:.2f} %"
    lines = [
        f"{report['model']}: {report['games']} games, {report['positions']} positions",
        f"top 1 {100 * report['top1']:.2f} %{interval}",
        "top 1 to 10: " + " ".join(f"{100 * share:.1f}" for share in report["top"]) + " %",
        f"nll {report['nll']:.4f}",
        "by moves:",
    ]
    for row in report["by_stage"]:
        name, top1, top10 = GO_STAGE_NAMES[row["stage"]], 100 * row["top1"], 100 * row["top10"]
        lines.append(f"{name:12}{row['positions']:>10}{top1:>7.1f} %{top10:>7.1f} %{row['nll']:>8.3f}")
    return "\n".join(lines)


def _read_moves(chosen: GoMovesChosen) -> "GoMoves":
    """The moves of the games in some files that have the first one's size; what cannot be used is named on standard error."""
    from kibitz.features.go.moves import GoMoves
    from kibitz.records.go.files import go_games_of, read_go_games

    read = (record for file in chosen.files for record in read_go_games(file, lambda skipped: click.echo(str(skipped), err=True)))
    # Which moves are every n-th depends on the number of a game, and training does not count games without moves.
    records = [record for record in read if record.moves and chosen.has_year(record.year)]
    size = records[0].size if records else 0
    moves = GoMoves.of(go_games_of(records, size), chosen.every) if records else None
    if moves is None or not len(moves):
        raise NotationError(f"{', '.join(map(str, chosen.files))}: there is no move of Go to predict")
    if others := sum(record.size != size for record in records):
        click.echo(f"{others} games on boards of other sizes than {size}×{size} are left out", err=True)
    return moves
