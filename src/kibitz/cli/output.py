"""What the commands share in printing: one JSON document on standard output."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document on standard output.")


class _PictureFile(click.Path):
    """A file to be drawn later; what would stop that is said before the work begins."""

    def __init__(self, needs_plots: bool) -> None:
        super().__init__(dir_okay=False, path_type=Path)
        self._needs_plots = needs_plots

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path of the file; raises SetupError if it could not be written, or without matplotlib if that draws it."""
        from kibitz.pictures import require_drawable, require_writable_place

        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        (require_drawable if self._needs_plots else require_writable_place)(path)
        return path


PLOT_FILE = _PictureFile(needs_plots=True)
SVG_FILE = _PictureFile(needs_plots=False)


def print_json(document: Mapping[str, Any]) -> None:
    """Print a document in one line, in ASCII, so that it arrives whole through any terminal or pipe."""
    click.echo(json.dumps(document, allow_nan=False))
