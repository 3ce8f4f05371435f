"""What Othello contributes to `kibitz evaluate`: moves, or who wins."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from kibitz.cli.contributions import Contribution
from kibitz.cli.othello.modes import MODE, mode_of
from kibitz.cli.output import PLOT_FILE, print_json
from kibitz.cli.progress import progress_bar
from kibitz.errors import NotationError, SetupError

if TYPE_CHECKING:
    from kibitz.features.othello.recorded_moves import RecordedMoves
    from kibitz.measure.accuracy import Verdicts
    from kibitz.models.othello.model import MoveModel
    from kibitz.rules.othello.bulk import Masks

_NAME_LISTS: Final = "Names of WTHOR files are in WTHOR.JOU; put it beside them."
_NOTHING: Final = "nothing"
_OLD_NAMES: Final = {"nothing": _NOTHING, "ratings": "rating", "names": "player"}
"""What --told took, and what --condition-on takes instead."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """What is measured when a model predicts moves, and what the model is conditioned on."""

    rating: float | None  # one for all players
    condition_on: str  # of each game's players
    seen: tuple[Path, ...]  # games the model learned from
    plot: Path | None
    rating_curve: Path | None
    mode: str | None = None

    @property
    def is_plain(self) -> bool:
        """Whether nothing is asked for that only models of moves can answer."""
        asked = (self.rating, self.rating_curve, self.mode)
        return self.condition_on == _NOTHING and not self.seen and all(each is None for each in asked)


def _evaluate(files: tuple[Path, ...], model_name: str, as_json: bool, winners: bool, told: str | None, **wanted: Any) -> None:
    measurement = Measurement(**wanted)
    if told is not None:
        measurement = replace(measurement, condition_on=_OLD_NAMES[told])
    if not winners:
        _evaluate_moves(model_name, files, measurement, as_json)
        return
    if not measurement.is_plain:
        raise SetupError(
            "--winners looks at positions alone; leave --rating, --condition-on, --seen, --mode and --rating-curve out"
        )
    _evaluate_winners(model_name, files, measurement.plot, as_json)


def _evaluate_moves(model_name: str, files: tuple[Path, ...], wanted: Measurement, as_json: bool) -> None:
    from kibitz.measure.othello.accuracy_report import accuracy_report
    from kibitz.models.othello.loading import load_model
    from kibitz.models.othello.model import in_mode

    model = in_mode(load_model(model_name), wanted.mode)
    _check_condition(model, wanted)
    played = _read_moves(files)
    keys = _seen_keys(wanted.seen) if wanted.seen else None
    verdicts = _judged(model, played, wanted, as_json)
    report = {
        "model": model.name,
        **mode_of(model),
        **_described_condition(wanted),
        **_known_players(model, played, wanted),
        **accuracy_report(verdicts, played, keys),
    }
    if wanted.plot:
        _plot(report["model"], verdicts.confidence, verdicts.first, wanted.plot)
    if wanted.rating_curve:
        report["rating_curve"] = _rating_curve(model, played, wanted.rating_curve, is_quiet=as_json)
    if as_json:
        print_json(report)
    else:
        click.echo(format_report(report))


def _described_condition(wanted: Measurement) -> dict[str, str]:
    """What the model is conditioned on, by today's name and by the one that older documents have."""
    return {"conditioned_on": wanted.condition_on, "told": _told(wanted)}


def _known_players(model: "MoveModel", played: "RecordedMoves", wanted: Measurement) -> dict[str, int]:
    """How many positions are of players whom the model knows, if it is conditioned on them; says so if there are none."""
    from kibitz.features.othello.own_openings import NOBODY
    from kibitz.models.othello.model import PersonalModel

    if wanted.condition_on == _NOTHING or not isinstance(model, PersonalModel):
        return {}
    known = int((model.known_players.numbers(played.player) != NOBODY).sum())
    if not known:
        click.echo(f"{model.name} knows none of the players: the figures are those without a condition. {_NAME_LISTS}", err=True)
    return {"positions_of_known_players": known}


def _told(wanted: Measurement) -> str:
    return next(old for old, new in _OLD_NAMES.items() if new == wanted.condition_on)


def _check_condition(model: "MoveModel", wanted: Measurement) -> None:
    """Raise SetupError if a model cannot be conditioned on what is wanted."""
    from kibitz.models.othello.model import checked_rating

    checked_rating(model, wanted.rating)
    if wanted.rating is not None and wanted.condition_on != _NOTHING:
        raise SetupError(f"--rating and --condition-on {wanted.condition_on} contradict each other; leave one out")


def _judged(model: "MoveModel", played: "RecordedMoves", wanted: Measurement, is_quiet: bool) -> "Verdicts":
    from kibitz.measure.othello.models import Told, judge_model, judge_model_told

    with progress_bar(f"{model.name}, {len(played)} positions", len(played), is_quiet) as progress:
        if wanted.rating is None:
            return judge_model_told(model, played, Told(_told(wanted)), progress)
        return judge_model(model, played.moves, wanted.rating, progress)


def _evaluate_winners(model_name: str, files: tuple[Path, ...], plot: Path | None, as_json: bool) -> None:
    from kibitz.measure.calibration import plot_reliability
    from kibitz.measure.othello.winners import CALIBRATION_AXES, chance_reliability, decided_positions, winner_report
    from kibitz.models.othello.winners import foretold, load_winner_model
    from kibitz.records.othello.files import read_games

    model = load_winner_model(model_name)
    positions = decided_positions(record for file in files for record in read_games(file, on_skip=_say))
    if not len(positions):
        raise NotationError(f"{', '.join(map(str, files))}: there is no finished game on a board of 8×8 squares")
    with progress_bar(f"{model_name}, {len(positions)} positions", len(positions), is_quiet=as_json) as progress:
        chances = foretold(model, positions.situations, progress)
    report = {"model": model_name, **winner_report(chances, positions)}
    if plot:
        table = chance_reliability(chances, positions)
        plot_reliability(table, model_name, plot, *CALIBRATION_AXES)
    if as_json:
        print_json(report)
    else:
        click.echo(format_winner_report(report))


def format_winner_report(report: dict[str, Any]) -> str:
    """The figures of a report on winners as lines for people."""
    low, high = report["mean_squared_error_low"], report["mean_squared_error_high"]
    interval = "" if low is None else f", 95 % interval {low:.4f} to {high:.4f}"
    lines = [
        f"{report['model']}: {report['games']} games, {report['positions']} positions",
        f"mean squared error {report['mean_squared_error']:.4f}{interval}",
    ]
    if report["right_side"] is not None:
        lines.append(f"winner's side right in {100 * report['right_side']:.1f} % of the positions of decided games")
    lines.append(f"calibration error {100 * report['calibration']['error']:.2f} %")
    lines.append("mean squared error by discs on the board:")
    for row in report["by_stage"]:
        first = row["first_discs"]
        lines.append(f"{f'{first}–{first + 3}':24}{row['positions']:>10}{row['mean_squared_error']:>9.4f}")
    return "\n".join(lines)


def format_report(report: dict[str, Any]) -> str:
    """The figures of a report as lines for people."""
    from kibitz.features.othello.samples import STAGE_NAMES

    lines = [f"{report['model']}: {report['games']} games, {report['positions']} positions"]
    if "positions_of_known_players" in report:
        lines.append(f"{report['positions_of_known_players']} positions are of players whom the model knows")
    lines.append(f"{'':24}{'positions':>10}{'top 1':>9}{'top 3':>9}{'nll':>8}  95 % interval of top 1")
    parts = {
        "all moves": report,
        "forced moves left out": report["choices"],
        "each position once": report["unique"],
        "seen in training": report.get("seen"),
        "not seen in training": report.get("unseen"),
    }
    lines += [_figures_line(title, part) for title, part in parts.items() if part is not None]
    lines += [_figures_line(str(part["year"]), part) for part in report["by_year"] if len(report["by_year"]) > 1]
    lines.append(f"calibration error {100 * report['calibration']['error']:.2f} %")
    lines += [_band_line(band) for band in report.get("rating_curve", ())]
    lines.append("top 1 by moves:")
    for row in report["by_stage"]:
        lines.append(f"{STAGE_NAMES[row['stage']]:24}{row['positions']:>10}{100 * row['top1']:>7.1f} %")
    return "\n".join(lines)


def _figures_line(title: str, part: dict[str, Any]) -> str:
    if not part["positions"]:
        return f"{title:24}{0:>10}"
    figures = f"{100 * part['top1']:>7.2f} %{100 * part['top3']:>7.2f} %{part['nll']:>8.4f}"
    low, high = part.get("top1_low"), part.get("top1_high")
    interval = "" if low is None or high is None else f"  {100 * low:.2f} to {100 * high:.2f} %"
    return f"{title:24}{part['positions']:>10}{figures}{interval}"


def _band_line(band: dict[str, Any]) -> str:
    name, own, best = band["band"], band["mean_rating"], band["best_told"]
    positions = f"{band['positions']} positions"
    return f"players rated {name}, {own:.0f} on average: {positions}, best predicted when conditioned on {best:.0f}"


def _rating_curve(model: "MoveModel", played: "RecordedMoves", path: Path, is_quiet: bool) -> list[dict[str, Any]]:
    from kibitz.measure.othello.rating_curve import TOLD, plot_rating_curve, rating_curve

    with progress_bar("conditioned on each rating", len(TOLD) * len(played), is_quiet) as progress:
        bands = rating_curve(model, played, progress)
    plot_rating_curve(bands, model.name, path)
    return [band.to_json() for band in bands]


def _read_moves(files: tuple[Path, ...]) -> "RecordedMoves":
    """All moves of the games in some files; games that cannot be used are named on standard error."""
    from kibitz.features.othello.recorded_moves import moves_of_records
    from kibitz.records.othello.files import read_games

    played = moves_of_records(record for file in files for record in read_games(file, on_skip=_say))
    if not len(played):
        raise NotationError(f"{', '.join(map(str, files))}: there is no move on a board of 8×8 squares to predict")
    return played


def _seen_keys(files: tuple[Path, ...]) -> "Masks":
    from kibitz.features.othello.position_keys import position_keys

    return position_keys(_read_moves(files).moves.situations)


def _plot(name: str, confidence: Any, first: Any, path: Path) -> None:
    from kibitz.measure.calibration import plot_reliability, reliability

    plot_reliability(reliability(confidence, first), name, path)


def _say(about: object) -> None:
    click.echo(str(about), err=True)


CONTRIBUTION: Final = Contribution(
    _evaluate,
    "the figures are given for all moves, for moves that were not forced, and with every position counted once. With --seen they "
    "are also given for positions that were not in the training games. Moves that a symmetry of the position maps to each other "
    "count as one. With --winners the figure is the mean squared error of Ng (2017) over all positions of finished games: a game "
    "counts 1 for its winner, 0 in a draw and -1 for its loser.",
    (
        "kibitz evaluate --model expert WTH_2016.wtb",
        "kibitz evaluate --model expert WTH_2016.wtb --condition-on player",
        "kibitz evaluate --model expert games.pgn --seen WTH_2014.wtb --json",
        "kibitz evaluate --model winner-2014 --winners WTH_2016.wtb --plot calibration.png",
    ),
    (
        click.Option(["--winners"], is_flag=True, help="Measure how well the model predicts who wins, instead of moves."),
        click.Option(["--rating"], type=float, help="One rating for all players, for models that are conditioned on ratings."),
        click.Option(
            ["--condition-on"],
            type=click.Choice([*_OLD_NAMES.values()]),
            default=_NOTHING,
            show_default=True,
            help="What the predictions are conditioned on: the rating or the name of each player that the model has met.",
        ),
        click.Option(
            ["--told"], type=click.Choice([*_OLD_NAMES]), hidden=True, help="The old name of --condition-on, with its old values."
        ),
        click.Option(
            ["--seen"],
            multiple=True,
            type=click.Path(path_type=Path),
            help="Training games of the model; may be given several times.",
        ),
        click.Option(
            ["--plot"],
            type=PLOT_FILE,
            help="Draw the calibration of the probabilities into this PNG file.",
        ),
        MODE,
        click.Option(
            ["--rating-curve"],
            type=PLOT_FILE,
            help="Draw into this PNG file how well players of each strength are predicted, conditioned on each rating.",
        ),
    ),
)
