"""The page docs/papers/paisarnsrisomsuk2015.md, written from finished runs: the report's figures beside ours."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from kibitz.experiments.paisarnsrisomsuk2015.choices import HEAD, choice_rows, ranks_text
from kibitz.experiments.paisarnsrisomsuk2015.experiments import (
    EXPERIMENTS,
    PREDICTED,
    RECIPES,
    run_folder,
)
from kibitz.experiments.paisarnsrisomsuk2015.gains import RECIPE_NAMES, gain_of, gains_text
from kibitz.experiments.paisarnsrisomsuk2015.owners_page import HEAD as OWNERS_HEAD
from kibitz.experiments.paisarnsrisomsuk2015.owners_page import owners_rows, owners_text
from kibitz.experiments.paisarnsrisomsuk2015.paper import PRINTED, READINGS
from kibitz.experiments.paisarnsrisomsuk2015.pictures import draw_guesses, draw_learning_curves
from kibitz.files import make_folder, write_whole
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.models.go.default import DEFAULT_GO_MODEL

PAGE_FILE: Final = "paisarnsrisomsuk2015.md"
PICTURES: Final = "paisarnsrisomsuk2015"
NOT_RUN: Final = "not run"


def write_page(runs: Path, out: Path) -> Path:
    """Write the page and its pictures from all finished runs in a folder and return the page's path."""
    make_folder(out / PICTURES)
    path = out / PAGE_FILE
    parts = [_introduction(), _readings(), *(_recipe(recipe, runs, out) for recipe in RECIPES)]
    parts += [gains_text(runs), _choices(runs), _strong_model(runs)]
    write_whole(path, "\n".join(parts))
    return path


def _introduction() -> str:
    return (
        "# Paisarnsrisomsuk & Wiratchotisatian 2015: the final board in a network's eyes\n\n"
        "Sarun Paisarnsrisomsuk and Pitchaya Wiratchotisatian, *UCT-Enhanced Deep Convolutional Neural Network for Move "
        "Recommendation in Go*, Worcester Polytechnic Institute, 2015.\n\n"
        "A network of one hidden layer guesses experts' moves of Go; it guesses better when it is shown the board at the end of "
        "the game, from the record or as simulations expect it. This page is written by `kibitz reproduce paisarnsrisomsuk2015` "
        "from finished runs; what was not run says so.\n\n"
        "```sh\n"
        "kibitz reproduce paisarnsrisomsuk2015 --data SGF --networks all\n"
        "kibitz reproduce paisarnsrisomsuk2015 --data SGF --networks all --recipe thesis\n"
        "kibitz reproduce paisarnsrisomsuk2015 --data SGF --networks variants --recipe thesis   # its choices the other way\n"
        "```\n"
    )


def _readings() -> str:
    return "## How the report was read\n\n" + _table(("point", "the report", "here"), READINGS)


def _choices(runs: Path) -> str:
    return (
        "## The report's choices made the other way\n\n"
        "The report tried some of its choices and gives no numbers for them; others it could not try. Each is changed alone, in "
        "networks without a final board. Gains are points of first guesses above the base, with their standard errors.\n\n"
        + _table(HEAD, choice_rows(runs))
        + ranks_text(runs)
    )


def _strong_model(runs: Path) -> str:
    return (
        "## Where the model is strong\n\n"
        f"Do owners still help `{DEFAULT_GO_MODEL}`, which sees those that it expects itself? "
        + owners_text(runs)
        + "\nWhat a benchmark found before, with owners of the network and of the record, is in "
        "[results/go.md](../results/go.md#owners-as-a-feature).\n"
        + "\n"
        + _table(OWNERS_HEAD, owners_rows(runs))
        + "\n```sh\nkibitz reproduce paisarnsrisomsuk2015 --data pro_games.tar.gz --networks owners\n```\n"
    )


def _recipe(recipe: str, runs: Path, out: Path) -> str:
    folders = {name: run_folder(runs, recipe, name) for name in EXPERIMENTS}
    finished = {name: folder for name, folder in folders.items() if folder.result() is not None}
    rows = [_row(name, folder, folders["none"]) for name, folder in folders.items()]
    text = f"## {RECIPE_NAMES[recipe]}\n\n" + _table(_HEAD, rows)
    if not finished:
        return text
    text += f"\n{_amounts(finished)}\n"
    draw_learning_curves(finished, out / PICTURES / f"{recipe}-figure11.png")
    draw_guesses(finished, out / PICTURES / f"{recipe}-figure12.png")
    return text + (
        f"\n![Figure 11: accuracy over trainings]({PICTURES}/{recipe}-figure11.png)\n\n"
        f"![Figure 12: accuracy of the first guesses]({PICTURES}/{recipe}-figure12.png)\n"
    )


def _amounts(finished: Mapping[str, RunFolder]) -> str:
    """How many moves the runs saw; the report's were 100,000 and 10,000."""
    settings = [folder.settings() for folder in finished.values()]
    amounts = sorted({(row["train"], row["passes"], row["test"], row["networks"]) for row in settings})
    return " ".join(_amount(*row) for row in amounts)


def _amount(train: int, passes: int, test: int, networks: int) -> str:
    several = f"; the mean of {networks} networks, the lowest and highest of them, and gains with their standard errors"
    several = several if networks > 1 else ""
    return f"Learnt from {train:,} moves in {passes} {'pass' if passes == 1 else 'passes'} and measured on {test:,}{several}."


_HEAD: Final = ("final board", "top 1, report", "top 1, here", "gain, report", "gain, here", "top 10, report", "top 10, here")


_UNPRINTED: Final = {PREDICTED: "not in the report"}


def _row(name: str, folder: RunFolder, base: RunFolder) -> tuple[str, ...]:
    """A line of a table; gains are points above the base, the network that sees no final board."""
    printed, result, without = PRINTED.get(name), folder.result(), base.result()
    theirs = (
        [f"{share:g} %" for share in (printed.top_1, printed.top_10)] if printed else [_UNPRINTED.get(name, "a curve only")] * 2
    )
    their_gain = f"{printed.top_1 - PRINTED['none'].top_1:g}" if printed else theirs[0]
    if result is None:
        return name, theirs[0], NOT_RUN, their_gain, NOT_RUN, theirs[1], NOT_RUN
    gain = "the base" if name == "none" else str(gain_of(folder, base)) if without else "no base was run"
    return name, theirs[0], _first_guess(result), their_gain, gain, theirs[1], f"{100 * result['top_10']:.1f} %"


def _first_guess(result: Mapping[str, float]) -> str:
    lowest, highest = (100 * result[f"{end}_top_1"] for end in ("lowest", "highest"))
    return f"{100 * result['top_1']:.1f} %" + (f" ({lowest:.1f} to {highest:.1f})" if lowest < highest else "")


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"
