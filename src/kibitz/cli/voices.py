"""What `kibitz analyse` prints about the voices of any game: people, the archive and the sources, as JSON and as columns."""

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from kibitz.voices.rows import Heard, Row, Sources


def describe_human(row: "Row") -> dict[str, Any] | None:
    """What people say of a move; None where they say nothing."""
    if row.human is None:
        return None
    return {
        "probability": row.human,
        "by_rating": [{"rating": rating, "probability": probability} for rating, probability in row.by_rating],
    }


def describe_sources(sources: "Sources") -> dict[str, Any]:
    """Who spoke: names of models and the archive's file, None for a voice that is not there."""
    return {
        "human": sources.human,
        "engine": sources.engine,
        "archive": sources.archive,
        "notes": list(sources.notes),
    }


def print_notes(heard: "Heard") -> None:
    """Tell people on standard error which voice is not there, and how to get it."""
    for note in heard.sources.notes:
        click.echo(f"The archive says nothing: {note}", err=True)


def percent(chance: float | None) -> str:
    """A chance in per cent, empty if nobody knows it."""
    return "" if chance is None else f"{100 * chance:.0f} %"


def human_column(row: "Row") -> str:
    """The probability in per cent, empty if nobody was asked."""
    return "" if row.human is None else f"{100 * row.human:.1f} %"
