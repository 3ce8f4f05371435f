"""`kibitz models`: the trained models at hand, their cards, whether their files are whole, adding new ones and shipping them."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.completions import complete_model
from kibitz.cli.output import JsonGroup, is_json_asked, json_option, print_entry, print_json

if TYPE_CHECKING:
    from kibitz.models.new_card import Given
    from kibitz.models.store import BrokenModel, StoredModel


@click.group(cls=JsonGroup, invoke_without_command=True)
@click.pass_context
def models(context: click.Context) -> None:
    """List, check, add and ship trained models.

    Without a command the models are listed. A model is a file NAME.safetensors or NAME.onnx with a card NAME.json beside it.

    \b
    Example: kibitz models
             kibitz models card expert
    """
    if context.invoked_subcommand is None:
        context.invoke(list_command, as_json=is_json_asked(context))


@models.command("list")
@json_option
def list_command(as_json: bool) -> None:
    """List the models by name.

    \b
    Example: kibitz models list --json
    """
    from kibitz.files import data_folder
    from kibitz.models.store import list_models, user_folder

    found = list_models()
    if as_json:
        folders = {"folder": str(user_folder()), "data_folder": str(data_folder())}
        print_json({"models": [_describe(model) for model in found], **folders})
        return
    for model in found:
        print_entry(_line(model), 21)
    click.echo(f"Models of your own are kept in {user_folder()}; the data folder is {data_folder()}.", err=True)


@models.command("card")
@click.argument("name", shell_complete=complete_model)
@json_option
def card_command(name: str, as_json: bool) -> None:
    """Show what a model is, what it learned from and how well it does.

    \b
    Example: kibitz models card expert
    """
    import json

    from kibitz.models.store import find_model

    stored = find_model(name)
    if as_json:
        print_json({"name": stored.name, **stored.card.facts})
    else:
        click.echo(f"{stored.name} ({stored.weights})")
        click.echo(json.dumps(stored.card.facts, indent=2, ensure_ascii=False))


@models.command("verify")
@click.argument("name", shell_complete=complete_model)
@json_option
def verify_command(name: str, as_json: bool) -> None:
    """Check a model's card, checksum and weights, and whether it answers as a model should.

    \b
    Example: kibitz models verify expert
    """
    from kibitz.models.store import verify_model

    stored = verify_model(name)
    if as_json:
        print_json({"name": stored.name, "kind": stored.card.kind, "sha256": stored.card.sha256, "whole": True})
    else:
        click.echo(f"{stored.name} is whole.")


@models.command("new-card")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--kind", default="onnx", show_default=True, help="The kind of model.")
@click.option("--planes", default="", help="The set of planes that it sees; found out from their number unless given.")
@click.option("--plane", "chosen", multiple=True, metavar="NAME", help="A plane that it sees, each in turn, instead of a set.")
@click.option("--planes-name", help="The name of the input, if it is not planes.")
@click.option("--policy-name", help="The name of the output for moves, if it is not policy.")
@click.option("--value-name", help="The name of the output for the winner, if there is one that is not called value.")
@click.option("--policy-is", help="What the policy's numbers are: logits or probabilities; found out unless given.")
@click.option("--value-is", help="What the value's numbers are: outcome (-1 to 1), chance (0 to 1) or log-odds.")
@click.option("--images", type=int, help="How many images of a position it looks at: 8, or 1 to be quick.")
@click.option("--licence", default="", help="Under which the weights may be used.")
@click.option("--data", default="", help="What it learned from.")
@click.option("--replace", "replaces", is_flag=True, help="Replace the card that is there.")
@json_option
def new_card_command(file: Path, kind: str, licence: str, data: str, replaces: bool, as_json: bool, **given: Any) -> None:
    """Write the card of a network that you bring, and check it.

    FILE is an ONNX network with the input planes and the output policy, and value if it knows who will win. The card is written
    beside it; what is missing is named, and then there is no card.

    \b
    Example: kibitz models new-card mine.onnx --licence MIT
             kibitz models new-card mine.onnx --planes raw --policy-name output --value-is chance
    """
    from kibitz.models.new_card import new_card

    facts = {key: text for key, text in (("licence", licence), ("data", data)) if text}
    stored = new_card(file, kind, _given(**given), facts, replaces)
    if as_json:
        print_json({**_describe(stored), "card": str(stored.card_path), "facts": stored.card.facts})
    else:
        click.echo(f"{stored.card_path} is written: {stored.name} {_summary(stored)}.")
        click.echo(f"Next: kibitz models import {stored.weights}")


def _given(planes: str, chosen: tuple[str, ...], images: int | None, **said: str | None) -> "Given":
    from kibitz.models.new_card import Given

    names = {key.removesuffix("_name"): text for key, text in said.items() if text and key.endswith("_name")}
    meanings = {key.removesuffix("_is"): text for key, text in said.items() if text and key.endswith("_is")}
    return Given(planes, chosen, names, meanings, images)


def _summary(stored: "StoredModel") -> str:
    """What a new card says that its owner should look at once."""
    settings = stored.card.settings
    outputs = ", ".join(f"{name} as {settings[name]}" for name in ("policy", "value") if name in settings)
    return f"sees {len(settings['planes'])} planes of {stored.card.features} and gives {outputs}"


@models.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def import_command(file: Path, as_json: bool) -> None:
    """Check a model and copy it to your own.

    FILE is its weights or its card; both must be in one folder.

    \b
    Example: kibitz models import downloads/careful.onnx
    """
    from kibitz.models.store import import_model

    stored = import_model(file)
    if as_json:
        print_json(_describe(stored))
    else:
        click.echo(f"{stored.name} is now in {stored.weights.parent}.")


@models.command("ship")
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--name", default="", help="The model's name, instead of the one it has in its run.")
@click.option(
    "--to", "folder", type=click.Path(path_type=Path), help="A folder, instead of the package's folder of shipped models."
)
@click.option(
    "--fact",
    "facts",
    type=(click.Choice(["data", "split", "command", "licence", "note"]), str),
    multiple=True,
    metavar="KEY TEXT",
    help="A further fact for the card: data, split, command, licence or note. May be given several times.",
)
@click.option(
    "--keep", type=click.Path(path_type=Path), help="A folder that gets settings, versions, curve and result of the run."
)
@click.option("--replace", "replaces", is_flag=True, help="Replace another model of that name.")
@json_option
def ship_command(
    run: Path,
    name: str,
    folder: Path | None,
    facts: tuple[tuple[str, str], ...],
    keep: Path | None,
    replaces: bool,
    as_json: bool,
) -> None:
    """Turn a finished run into a shipped model with its card.

    RUN is the folder of a run of `kibitz train` or `kibitz reproduce`. The model is checked and copied, with its card, which must
    say data, split, command, figures and licence. What is missing is named, and nothing is copied.

    \b
    Example: kibitz models ship runs/expert-2014 --keep checkpoints/expert-2014
             kibitz models ship runs/tiny --name tiny-2 --to elsewhere --fact licence MIT
    """
    from kibitz.learn.runs.shipping import keep_curve, ship, weights_size
    from kibitz.models.store import SHIPPED

    stored = ship(run, folder or SHIPPED, name, dict(facts), replaces)
    kept = keep_curve(run, keep) if keep else []
    total = weights_size(stored.weights.parent)
    if as_json:
        facts_of_it = {"card": str(stored.card_path), "sha256": stored.card.sha256, "bytes": stored.weights.stat().st_size}
        print_json({**_describe(stored), **facts_of_it, "total_bytes": total, "kept": [str(path) for path in kept]})
    else:
        click.echo(f"{stored.name} is now in {stored.weights.parent}; all weights there have {total / 1e6:.1f} MB together.")


def _describe(model: "StoredModel | BrokenModel") -> dict[str, Any]:
    from kibitz.models.store import BrokenModel

    if isinstance(model, BrokenModel):
        return {"name": model.name, "problem": model.problem}
    return {
        "name": model.name,
        "kind": model.card.kind,
        "predicts_moves": model.predicts_moves,
        "shipped": model.is_shipped,
        "file": str(model.weights),
    }


def _line(model: "StoredModel | BrokenModel") -> str:
    from kibitz.models.store import BrokenModel

    if isinstance(model, BrokenModel):
        return f"{model.name:20} cannot be used: {model.problem}"
    return f"{model.name:20} {model.kind.does} ({model.card.kind}{', shipped' if model.is_shipped else ''})"
