"""`kibitz engines`: other programs that Kibitz may start, named once in a list."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.completions import complete_engine
from kibitz.cli.game_help import helped_in
from kibitz.cli.output import JsonGroup, is_json_asked, json_option, print_json
from kibitz.games.catalogue import GAMES

if TYPE_CHECKING:
    from kibitz.players.external.configured import ConfiguredEngine


@helped_in("engines")
@click.group(cls=JsonGroup, invoke_without_command=True)
@click.pass_context
def engines(context: click.Context) -> None:
    """List, add, test and remove other programs.

    Use an engine of the list by its name: `external:NAME` as a player, `--engine NAME` in analyse and review, and in the
    study app. The list is engines.json in the data folder; installed packages may add engines.
    """
    if context.invoked_subcommand is None:
        context.invoke(list_command, as_json=is_json_asked(context))


@engines.command("list")
@json_option
def list_command(as_json: bool) -> None:
    """List the engines by name.

    \b
    Example: kibitz engines list --json
    """
    from kibitz.players.external.configured import engines_path, list_engines

    found = list_engines()
    if as_json:
        print_json({"engines": [_describe(engine) for engine in found], "file": str(engines_path())})
        return
    for engine in found:
        click.echo(
            f"{engine.name:12} {engine.game:8} {engine.protocol:7} {engine.title or '(not tested)'}: {engine.command_line}"
        )
    click.echo(f"The list is {engines_path()}.", err=True)


@engines.command("add")
@click.argument("name")
@click.argument("command", nargs=-1, required=True)
@click.option("--game", type=click.Choice([kit.name for kit in GAMES]), required=True, help="What it plays.")
@click.option("--protocol", default="gtp", show_default=True, help="What it speaks: gtp, or another protocol of the game.")
@click.option(
    "--seconds", type=float, help="How long it looks at a position or move unless something else is said; 2 unless given."
)
@click.option("--timeout", type=float, help="Seconds it may take for one answer, its start included; 60 unless given.")
@click.option(
    "--chances",
    type=click.Choice(["mover", "black", "white"]),
    default="mover",
    show_default=True,
    help="Whose chances and scores it says: those of the side to move, or always one side's.",
)
@click.option("--no-test", is_flag=True, help="Add it without starting it.")
@json_option
def add_command(name: str, command: tuple[str, ...], no_test: bool, as_json: bool, **given: Any) -> None:
    """Add an engine, or replace the one of that name, after a test.

    COMMAND is the program and its arguments, behind -- so that they are not taken for options of Kibitz. No shell reads it.
    """
    from kibitz.players.external.configured import engine_of, keep_engine, titled
    from kibitz.players.external.wires import wire_of

    fields = {key: value for key, value in given.items() if value is not None}
    engine = engine_of({"name": name.lower(), "command": command, **fields})
    wire_of(engine)
    found = None if no_test else _tested(engine)
    kept = engine if found is None else titled(engine, found["title"])
    keep_engine(kept)
    if as_json:
        print_json({**_describe(kept), "test": found})
    else:
        click.echo(f"Added {kept.name}{': ' + found['sentence'] if found else ', which was not tested'}.")


@engines.command("test")
@click.argument("name", shell_complete=complete_engine)
@json_option
def test_command(name: str, as_json: bool) -> None:
    """Start an engine and say what it can do: name, version, analysis commands, board sizes.

    \b
    Example: kibitz engines test katago
    """
    from kibitz.players.external.configured import find_engine, keep_engine, packaged_engines, titled

    engine = find_engine(name)
    found = _tested(engine)
    if engine not in packaged_engines():
        keep_engine(titled(engine, found["title"]))
    if as_json:
        print_json({"name": engine.name, **found})
    else:
        click.echo(found["sentence"])


@engines.command("remove")
@click.argument("name", shell_complete=complete_engine)
@json_option
def remove_command(name: str, as_json: bool) -> None:
    """Take an engine off the list; the program itself stays.

    \b
    Example: kibitz engines remove katago
    """
    from kibitz.players.external.configured import remove_engine

    remove_engine(name)
    if as_json:
        print_json({"removed": name.lower()})
    else:
        click.echo(f"Removed {name.lower()}.")


def _tested(engine: "ConfiguredEngine") -> dict[str, Any]:
    from kibitz.players.external.probe import probe, sentence

    findings = probe(engine)
    found = findings.abilities
    return {
        "title": found.title,
        "protocol": found.protocol,
        "analysis": found.analysis,
        "sizes": list(found.sizes),
        "seconds": findings.seconds,
        "sentence": sentence(findings),
    }


def _describe(engine: "ConfiguredEngine") -> dict[str, Any]:
    return {**asdict(engine), "command": list(engine.command)}


helped_in("engines")(add_command)
