"""What Othello contributes to `kibitz benchmark`: how tournament players move, as Parquet files."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from kibitz.cli.completions import complete_model
from kibitz.cli.contributions import Contribution
from kibitz.cli.output import print_json
from kibitz.cli.progress import progress_bar
from kibitz.errors import SetupError

if TYPE_CHECKING:
    from kibitz.measure.othello.human_moves.asked import Asked
    from kibitz.measure.othello.human_moves.entrants import Entrant
    from kibitz.measure.othello.human_moves.judging import Entry

_FOLDER: Final = "human-moves"
_PREDICTIONS: Final = "predictions"
_HEAD: Final = f"{'entrant':22}{'knowing':9}{'positions':>10}{'top 1':>9}{'95 % interval':>16}{'top 3':>9}{'nll':>8}{'calib.':>8}"
_PARTS: Final = {"all": "all moves", "choices": "forced moves left out", "unseen": "positions not among those of training"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be done: build from WTHOR files, and judge predictions, a model or a baseline on a split."""

    wthor: Path | None
    folder: Path | None
    blind: str | None
    without_train: bool
    split: str
    predictions: Path | None
    entrant: str | None
    knowing: str
    model: str | None
    baseline: str | None
    sample: int
    keep: Path | None

    @property
    def place(self) -> Path:
        from kibitz.files import data_folder

        return self.folder or data_folder() / _FOLDER


def _benchmark(name: str, as_json: bool, **values: Any) -> None:  # noqa: ARG001 - there is only one so far
    from kibitz.measure.othello.human_moves.judging import keep_report

    wanted = Wanted(**values)
    _require_one_entrant(wanted)
    built = [] if wanted.wthor is None else _build(wanted)
    report = _judged(wanted, as_json)
    if report is not None and wanted.keep is not None:
        keep_report(wanted.keep, report)
    if as_json:
        print_json({"folder": str(wanted.place), "built": built, "report": report, "table": _table(wanted, report)})
    elif report is not None or not built:
        click.echo(format_table(_table(wanted, report), wanted.split))
        if report is not None:
            click.echo(format_details(report))


def _require_one_entrant(wanted: Wanted) -> None:
    given = [what for what in (wanted.predictions, wanted.model, wanted.baseline) if what is not None]
    if len(given) > 1:
        raise SetupError("--predictions, --model and --baseline name one entrant each; give one of them")
    if wanted.keep is not None and not given:
        raise SetupError("--keep keeps the figures of an entrant; give --predictions, --model or --baseline")


def _build(wanted: Wanted) -> list[dict[str, Any]]:
    from kibitz.archive.othello.fetch import parse_years
    from kibitz.measure.othello.human_moves.splits import TRAIN, build, splits_of

    assert wanted.wthor is not None
    blind = () if wanted.blind is None else parse_years(wanted.blind)
    splits = [split for split in splits_of(wanted.wthor, blind) if not (wanted.without_train and split.name == TRAIN)]
    if wanted.without_train:
        _say("The split train is left out.")
    return [built.to_json() for built in build(wanted.wthor, wanted.place, splits, _say)]


def _judged(wanted: Wanted, is_quiet: bool) -> dict[str, Any] | None:
    """The report of the entrant, if there is one; what Kibitz itself predicts is written as any other program would."""
    from kibitz.measure.othello.human_moves.asked import read_asked
    from kibitz.measure.othello.human_moves.judging import report_of
    from kibitz.measure.othello.human_moves.predictions import read_predictions

    if wanted.predictions is None and wanted.model is None and wanted.baseline is None:
        return None
    asked = read_asked(wanted.place, wanted.split, wanted.sample)
    if wanted.predictions is not None:
        return report_of(_entry(wanted), asked, read_predictions(wanted.predictions, asked))
    entrant = _own_entrant(wanted)
    path = _predict(entrant, asked, wanted, is_quiet)
    return report_of(entrant.entry, asked, read_predictions(path, asked))


def _entry(wanted: Wanted) -> "Entry":
    from kibitz.measure.othello.human_moves.judging import Entry

    assert wanted.predictions is not None
    return Entry(wanted.entrant or wanted.predictions.stem, wanted.knowing)


def _own_entrant(wanted: Wanted) -> "Entrant":
    from kibitz.measure.othello.human_moves.entrants import baseline_entrant, model_entrant
    from kibitz.measure.othello.models import Told

    if wanted.model is not None:
        return model_entrant(wanted.model, Told(wanted.knowing))
    return baseline_entrant(str(wanted.baseline), wanted.place, wanted.wthor)


def _predict(entrant: "Entrant", asked: "Asked", wanted: Wanted, is_quiet: bool) -> Path:
    from kibitz.files import make_folder
    from kibitz.measure.othello.human_moves.predictions import write_predictions

    with progress_bar(f"{entrant.entry.name}, {len(asked)} positions", len(asked), is_quiet) as progress:
        probabilities = entrant.probabilities(asked, progress)
    folder = wanted.place / _PREDICTIONS
    make_folder(folder)
    name = Path(entrant.entry.name).name.replace(":", "-")
    path = folder / f"{name}-{entrant.entry.knowing}-{wanted.split}.parquet"
    write_predictions(path, asked, probabilities)
    _say(f"The predictions are in {path}.")
    return path


def _table(wanted: Wanted, report: dict[str, Any] | None) -> list[dict[str, Any]]:
    """The baselines on the split, and the entrant's report below them."""
    from kibitz.measure.othello.human_moves.judging import identity, kept_reports

    own = [] if report is None else [report]
    kept = [each for each in kept_reports() if each["split"] == wanted.split]
    return [*(each for each in kept if identity(each) not in map(identity, own)), *own]


def format_table(reports: list[dict[str, Any]], split: str) -> str:
    """The table for people, one part after the other."""
    if not reports:
        return f"No baseline is kept for the split {split}."
    lines = [f"Othello human moves, split {split}"]
    for part, title in _PARTS.items():
        lines += ["", title, _HEAD, *(_line(report, report[part]) for report in reports)]
    return "\n".join([*lines, *_remarks(reports)])


def _line(report: dict[str, Any], part: dict[str, Any]) -> str:
    if not part["positions"]:
        return f"{report['entrant']:22}{report['knowing']:9}{0:>10}"
    low, high = part["top1_low"], part["top1_high"]
    interval = "" if low is None else f"{100 * low:.1f}–{100 * high:.1f}"
    figures = f"{100 * part['top1']:>7.2f} %{interval:>16}{100 * part['top3']:>7.2f} %{part['nll']:>8.4f}"
    sample = "" if report["sample"] == 1 else f"  one game in {report['sample']}"
    return (
        f"{report['entrant']:22}{report['knowing']:9}{part['positions']:>10}{figures}{100 * part['calibration']:>6.2f} %{sample}"
    )


def _remarks(reports: list[dict[str, Any]]) -> list[str]:
    notes = sorted({f"{report['entrant']}: {report['note']}" for report in reports if report["note"]})
    if len({report["digest"] for report in reports}) > 1:
        notes.append("Your files differ from those on which the baselines were measured: the rows cannot be compared.")
    return ["", *notes] if notes else []


def format_details(report: dict[str, Any]) -> str:
    """The entrant's figures by stage and by the rating of the player to move."""
    lines = ["", f"{report['entrant']}, knowing {report['knowing']}", f"{'moves':22}{'positions':>10}{'top 1':>9}{'nll':>8}"]
    lines += [_detail(row["stage"], row) for row in report["by_stage"]]
    lines.append(f"{'rating':22}{'positions':>10}{'top 1':>9}{'nll':>8}")
    lines += [_detail(row["rating"], row) for row in report["by_rating"]]
    return "\n".join(lines)


def _detail(name: str, row: dict[str, Any]) -> str:
    return f"{name:22}{row['positions']:>10}{100 * row['top1']:>7.2f} %{row['nll']:>8.4f}"


def _say(text: str) -> None:
    click.echo(text, err=True)


CONTRIBUTION: Final = Contribution(
    _benchmark,
    "human-moves asks what tournament players play. --wthor builds its splits as Parquet files from the yearly files of WTHOR: "
    "train up to 2014, validate 2015, test 2016, and with --blind a track of later years. --predictions scores the Parquet file "
    "of any program: columns id, move, probability, a row for each legal move. A faulty file is refused, and the message "
    "names the fault. docs/benchmark.md says how to enter.",
    (
        "kibitz benchmark human-moves",
        "kibitz benchmark human-moves --wthor WTHOR --folder human-moves",
        "kibitz benchmark human-moves --folder human-moves --predictions mine.parquet",
        "kibitz benchmark human-moves --wthor WTHOR --without-train --model expert-2014 --knowing names",
    ),
    (
        click.Option(["--wthor"], type=click.Path(path_type=Path), help="A folder of WTHOR files; builds the splits from them."),
        click.Option(
            ["--folder"], type=click.Path(path_type=Path), help="Where the splits are; else human-moves in your data folder."
        ),
        click.Option(["--blind"], metavar="A-B", help="Also build the blind track from these years, all later than the test."),
        click.Option(["--without-train"], is_flag=True, help="Leave out the split train, which has 7 million positions."),
        click.Option(
            ["--split"],
            type=click.Choice(["validate", "test", "blind"]),
            default="test",
            show_default=True,
            help="What is asked.",
        ),
        click.Option(["--predictions"], type=click.Path(path_type=Path), help="A Parquet file of predictions to score."),
        click.Option(["--entrant"], metavar="NAME", help="What to call these predictions; else the name of their file."),
        click.Option(
            ["--knowing"],
            type=click.Choice(["nothing", "ratings", "names"]),
            default="nothing",
            show_default=True,
            help="What the predictions know of the players.",
        ),
        click.Option(["--model"], shell_complete=complete_model, help="Enter a model of moves instead of a file."),
        click.Option(["--baseline"], metavar="NAME", help="Enter a baseline: look-up, ntuple, or engine:N with its depth N."),
        click.Option(["--sample"], type=click.IntRange(1, 1000), default=1, show_default=True, help="Score one game in so many."),
        click.Option(
            ["--keep"], type=click.Path(path_type=Path), help="Add the figures to this file, as baselines.json is made."
        ),
    ),
)
