"""Tables for people: lists of moves, games, players and ratings on standard output."""

from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from rich.table import Table

_NUMBERS: Final = frozenset(("games", "share", "draw", "score", "rating", "±", "last", "year"))


def new_table(*columns: str) -> "Table":
    """An empty table; columns of numbers, known by their names, are aligned on the right."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for column in columns:
        table.add_column(column, justify="right" if column in _NUMBERS else "left")
    return table


def print_table(table: "Table", if_empty: str = "") -> None:
    """Print a table, or a sentence if it has no rows."""
    from rich.console import Console

    if not table.row_count:
        click.echo(if_empty)
        return
    console = Console(markup=False, highlight=False)
    console.print(table, soft_wrap=not console.is_terminal)


def marked(name: str, is_program: bool) -> str:
    """The name of a player, with a star behind that of a program."""
    return f"{name} *" if is_program else name
