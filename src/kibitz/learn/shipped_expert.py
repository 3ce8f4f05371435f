"""Makes an expert model and its card from a folder of WTHOR files.

python -m kibitz.learn.shipped_expert ../shared/data/othello/wthor --last-year 2014 --out expert-2014.safetensors

Most of the time goes into the engine's values of all moves, about four minutes for a million positions on one core; they are
kept in the cache folder, so that a second run begins where the first one stopped.
"""

from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import click
from rich.console import Console
from rich.progress import Progress as Bar

from kibitz.features.candidates import LAYOUT_VERSION
from kibitz.features.openings import OpeningYears
from kibitz.learn.expert import (
    ExpertSettings,
    Progress,
    compressed,
    read_games,
    train,
    training_candidates,
    valued,
)
from kibitz.models.card import write_card
from kibitz.models.expert import ExpertWeights, MoveSearch, save_expert
from kibitz.models.store import find_by_name
from kibitz.search.evaluation import load_evaluation

EVALUATION: Final = "evaluation-2014"


def learn_expert(folder: Path, settings: ExpertSettings, cache: Path, console: Console) -> ExpertWeights:
    """A model trained on the WTHOR files of a folder; progress goes to the console."""
    games = read_games(folder, range(settings.first_year, settings.last_year + 1))
    console.print(f"{len(games):,} moves of {settings.first_year} to {settings.last_year}")
    search = MoveSearch(load_evaluation(find_by_name(EVALUATION).weights))
    values = valued(games, search, cache, console.print)
    situations = games.situations
    openings = OpeningYears.of_positions(situations.boards, situations.black_to_move, games.year)
    known = training_candidates(games, values, openings, settings)
    with Bar(console=console) as bar:
        task = bar.add_task("learning", total=settings.passes * len(games))

        def show(progress: Progress) -> None:
            said = f"learning: loss {progress.loss:.3f}, right {progress.right:.1%}"
            bar.update(task, completed=progress.done, description=said)

        trainer = train(games, known, settings, show)
    return compressed(trainer, games, openings, settings, search, EVALUATION)


def card_facts(settings: ExpertSettings, command: str, figures: dict[str, Any]) -> dict[str, Any]:
    """What the card of such a model says."""
    return {
        "kind": "tables",
        "features": "candidates",
        "features_version": LAYOUT_VERSION,
        "licence": "MIT",
        "predicts": "how likely a tournament player plays each legal move",
        "data": f"WTHOR games of {settings.first_year} to {settings.last_year}; programs are marked, not left out",
        "split": "by year; openings are counted up to two years before a game, ratings are those of its year",
        "evaluation": EVALUATION,
        "settings": asdict(settings),
        "command": command,
        "figures": figures,
    }


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--last-year", default=2014, show_default=True, help="The last year to learn from.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The model file to write; its card goes beside it.")
@click.option("--cache", type=click.Path(path_type=Path), default=Path("runs/values"), show_default=True, help="Engine values.")
@click.option("--threads", default=2, show_default=True, help="With one thread a run repeats to the bit.")
def main(folder: Path, last_year: int, out: Path, cache: Path, threads: int) -> None:
    """Train an expert model; measure it with `kibitz evaluate`, which the card's figures are for."""
    settings = ExpertSettings(last_year=last_year, threads=threads)
    weights = learn_expert(folder, settings, cache, Console(stderr=True))
    save_expert(weights, out)
    command = f"python -m kibitz.learn.shipped_expert WTHOR --last-year {last_year} --threads {threads} --out {out.name}"
    write_card(out, card_facts(settings, command, {}))


if __name__ == "__main__":
    main()
