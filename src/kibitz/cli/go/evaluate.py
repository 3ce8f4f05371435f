"""What Go contributes to `kibitz evaluate`."""

from pathlib import Path
from typing import Final

import click

from kibitz.cli.contributions import Contribution


def _evaluate(
    files: tuple[Path, ...], model_name: str, as_json: bool, every: int, from_year: int | None, to_year: int | None
) -> None:
    from kibitz.cli.go.models import GoMovesChosen, evaluate_go

    evaluate_go(GoMovesChosen(files, every, from_year, to_year), model_name, as_json)


CONTRIBUTION: Final = Contribution(
    _evaluate,
    "the files are SGF, folders of SGF or archives (tar, zip). Only the prediction of moves is measured.",
    ("kibitz evaluate --game go --model go-network games.tar.gz --from-year 2021 --every 43",),
    (
        click.Option(
            ["--every"], type=click.IntRange(1), default=1, show_default=True, help="Measure only every n-th move of a game."
        ),
        click.Option(["--from-year"], type=int, help="Leave out games that were played earlier."),
        click.Option(["--to-year"], type=int, help="Leave out games that were played later."),
    ),
)
