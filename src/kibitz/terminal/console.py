"""Consoles for boards, and what they can show."""

from rich.console import Console


def plain_console() -> Console:
    """A console for standard output; long lines are left to the terminal, and no text is read as markup."""
    return Console(soft_wrap=True, highlight=False, markup=False, emoji=False)


def shows_discs(console: Console) -> bool:
    """Whether a console has the colours and characters for round discs."""
    has_colours = console.is_terminal and console.color_system is not None and not console.no_color
    return has_colours and "utf" in console.encoding.lower()
