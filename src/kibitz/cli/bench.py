"""`kibitz bench`: the same work on every machine; its node counts are a signature, its seconds are speed."""

from typing import Any

import click

from kibitz.cli.contributions import contributed
from kibitz.cli.output import json_option


@contributed
@click.command()
@json_option
def bench(**_values: Any) -> None:
    """Measure the speed of the rules, the solver and the search.

    The work is always the same: one thread, empty tables. The node counts of solver and search change only if their method does.
    So they tell whether a change left the method as it was. Seconds are processor time.
    """
