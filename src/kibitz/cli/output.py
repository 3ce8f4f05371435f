"""What the commands share in printing: one JSON document on standard output."""

import json
from collections.abc import Mapping
from typing import Any

import click

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document on standard output.")


def print_json(document: Mapping[str, Any]) -> None:
    """Print a document in one line, in ASCII, so that it arrives whole through any terminal or pipe."""
    click.echo(json.dumps(document, allow_nan=False))
