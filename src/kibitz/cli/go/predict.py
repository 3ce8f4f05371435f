"""What Go contributes to `kibitz predict`."""

from typing import Final

import click

from kibitz.cli.contributions import Contribution


def _predict(position: str, model: str | None, with_ownership: bool, as_json: bool, size: int | None) -> None:
    from kibitz.cli.go.models import predict_go
    from kibitz.models.go.default import DEFAULT_GO_MODEL

    predict_go(position, size, model or DEFAULT_GO_MODEL, with_ownership, as_json)


CONTRIBUTION: Final = Contribution(
    _predict,
    "POSITION is moves such as 'Q16 D4', or a board. The default model is go-network.",
    ("kibitz predict --game go 'Q16 D4 Q4' --ownership",),
    (click.Option(["--size"], type=int, help="Points along an edge of the board; 19 unless the board says otherwise."),),
)
