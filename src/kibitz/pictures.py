"""Plots as picture files, with the extra that draws them: one place for what goes wrong with both."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from kibitz.errors import SetupError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_DOTS_PER_INCH: Final = 120


def new_figure(width: float, height: float) -> "Figure":
    """An empty figure of a size in inches; raises SetupError without matplotlib."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise SetupError("a plot needs matplotlib; install it with pip install matplotlib") from None
    return Figure(figsize=(width, height))


def save_figure(figure: "Figure", path: Path) -> None:
    """Write a figure; the ending of the path says how. Raises SetupError if it cannot be written."""
    figure.tight_layout()
    try:
        figure.savefig(path, dpi=_DOTS_PER_INCH)
    except (OSError, ValueError) as error:
        raise SetupError(f"{path} cannot be written: {error}") from None
