"""Every command of `kibitz` with its help, as a page for the site and as a man page: both are read from the program itself."""

from collections.abc import Iterator
from dataclasses import dataclass

import click

from kibitz.cli.main import kibitz

WIDTH = 100


@dataclass(frozen=True, slots=True)
class Described:
    """A command by its whole name: how it is called, what it says of itself, and its options with what each does."""

    name: str
    usage: str
    paragraphs: tuple[str, ...]
    options: tuple[tuple[str, str], ...]

    @property
    def depth(self) -> int:
        return self.name.count(" ")


def all_commands() -> Iterator[Described]:
    """The program itself, then its commands in the order of the alphabet, groups before what is in them."""
    yield from _walk(kibitz, click.Context(kibitz, info_name="kibitz", **kibitz.context_settings))


def markdown() -> str:
    """The page of all commands with all their options."""
    head = "# Every command and option\n\nThis page is made from the program: `kibitz COMMAND --help` says the same.\n"
    return "\n".join([head, *(_section(command) for command in all_commands())])


def man_page(version: str) -> str:
    """The manual page kibitz(1) in roff."""
    commands = list(all_commands())
    head = [
        f'.TH KIBITZ 1 "" "kibitz {version}" "User Commands"',
        ".SH NAME",
        r"kibitz \- watches a board game over your shoulder",
    ]
    return (
        "\n".join([*head, ".SH SYNOPSIS", *(_roff(command.usage) for command in commands[:1]), *map(_man_section, commands)])
        + "\n"
    )


def _walk(command: click.Command, context: click.Context) -> Iterator[Described]:
    formatter = context.make_formatter()
    command.format_help_text(context, formatter)  # a group puts its help together only now
    yield Described(context.command_path, _usage(command, context), _paragraphs(command), _options(command, context))
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None:
                yield from _walk(below, click.Context(below, info_name=name, parent=context))


def _usage(command: click.Command, context: click.Context) -> str:
    return " ".join([context.command_path, *command.collect_usage_pieces(context)])


def _paragraphs(command: click.Command) -> tuple[str, ...]:
    return tuple(part.strip("\n") for part in (command.help or "").split("\n\n") if part.strip())


def _options(command: click.Command, context: click.Context) -> tuple[tuple[str, str], ...]:
    # Arguments are in the usage and in the paragraphs.
    options = (option for option in command.get_params(context) if isinstance(option, click.Option))
    records = (option.get_help_record(context) for option in options)
    return tuple(record for record in records if record)


def _section(command: Described) -> str:
    parts = [f"{'#' * (2 + min(command.depth, 2))} {command.name}", f"```text\n{command.usage}\n```"]
    parts += [_paragraph(text) for text in command.paragraphs]
    rows = [f"| `{_cell(names)}` | {_cell(text).replace('<', '&lt;')} |" for names, text in command.options]
    return "\n\n".join([*parts, "\n".join(["| option | |", "|---|---|", *rows])]) + "\n"


def _paragraph(text: str) -> str:
    """A paragraph as it is, or as a block if its lines are to stay."""
    return "```text\n" + text.removeprefix("\b").strip("\n") + "\n```" if text.startswith("\b") else " ".join(text.split())


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _man_section(command: Described) -> str:
    lines = [f'.SH "{command.name.upper()}"', f".B {_roff(command.usage)}"]
    for text in command.paragraphs:
        kept = text.startswith("\b")
        body = text.removeprefix("\b").strip("\n").splitlines() if kept else [" ".join(text.split())]
        lines += [".PP", *([".nf"] if kept else []), *map(_roff, body), *([".fi"] if kept else [])]
    for names, text in command.options:
        lines += [".TP", f".B {_roff(names)}", _roff(" ".join(text.split()))]
    return "\n".join(lines)


def _roff(line: str) -> str:
    """A line in which nothing is taken for a command of roff."""
    escaped = line.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
