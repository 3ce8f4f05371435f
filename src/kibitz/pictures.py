"""Plots as picture files, with the extra that draws them: one place for what goes wrong with both."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kibitz.errors import SetupError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_DOTS_PER_INCH: Final = 120


def require_drawable(path: Path) -> None:
    """Raise SetupError if no plot can be drawn into a file: to be asked before the work whose plot it is."""
    require_writable_place(path)
    kinds = new_figure(1, 1).canvas.get_supported_filetypes()
    if path.suffix and path.suffix[1:].lower() not in kinds:
        raise SetupError(f"{path} cannot be written: no plot ends in {path.suffix}; let its name end in .png")


def require_writable_place(path: Path) -> None:
    """Raise SetupError if the folder of a file is missing or may not be written to."""
    if not path.parent.is_dir():
        raise SetupError(f"{path} cannot be written: there is no folder {path.parent}")
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise SetupError(f"{path} cannot be written: it is a folder, or may not be changed")


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
