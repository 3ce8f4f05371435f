"""The option that chooses between the quick and the full mode of a model of moves."""

from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from kibitz.models.othello.model import MoveModel

MODE: Final = click.Option(
    ["--mode"],
    type=click.Choice(["quick", "full"]),
    help="For models that search: quick looks four plies deep, full looks eight and takes ten times as long.  [default: quick]",
)


def mode_of(model: "MoveModel") -> dict[str, str]:
    """The mode for a JSON document; nothing for models without modes."""
    from kibitz.models.othello.model import DeepModel

    return {"mode": str(model.mode)} if isinstance(model, DeepModel) else {}
