"""Makes an evaluation file, its card and its table of probable cuts from a folder of archives.

Tables learnt from the archives play games against themselves; the tables that are kept learn from both.

python -m kibitz.learn.shipped_evaluation ../shared/data/othello --last-year 2014 --out evaluation-2014.safetensors

The card says which games were used, by what command, and how large the errors are on the two years that follow.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import click
import numpy as np

from kibitz.learn.evaluation import EvaluationSettings, Samples, joined, learn_evaluation, samples_of
from kibitz.learn.game_tables import read_logistello_book, read_wthor_years
from kibitz.learn.self_play import SelfPlaySettings, self_play_samples
from kibitz.rules.bulk import Boards
from kibitz.search.evaluation import Evaluation
from kibitz.search.probable_cuts import measure_cuts

FIRST_YEAR: Final = 1977
LAST_ARCHIVE_YEAR: Final = 2022
# The last years of training whose games fit the chances to win.
CHANCE_YEARS: Final = 2
DEEPEST_CUT: Final = 8
_STAGE_DISCS: Final = 4
_CUT_POSITIONS: Final = 40


def stage_figures(evaluation: Evaluation, samples: Samples) -> list[dict[str, float]]:
    """Errors on games by stages of 4 discs, in discs: against perfect play where known, and against the game as played."""
    values = evaluation.values(samples.boards)
    stage = (samples.disc_counts.astype(int) - 4) // _STAGE_DISCS
    rows = []
    for number in np.unique(stage):
        chosen = stage == number
        error = values[chosen] - samples.target[chosen]
        played = values[chosen] - samples.result[chosen]
        rows.append(
            {
                "first_discs": int(4 + number * _STAGE_DISCS),
                "positions": int(chosen.sum()),
                "mean_absolute_error": round(float(np.abs(error).mean()), 2),
                "mean_squared_error": round(float((error**2).mean()), 1),
                "mean_squared_error_as_played": round(float((played**2).mean()), 1),
            }
        )
    return rows


def win_figures(evaluation: Evaluation, samples: Samples) -> dict[str, float]:
    """How well the chances foretell who won: +1, 0, -1 for the side to move, over every position (Ng's measure)."""
    expected = 2 * evaluation.chances(samples.boards) - 1
    outcome = np.sign(samples.result)
    decided = outcome != 0
    return {
        "positions": len(samples),
        "mean_squared_error": round(float(((expected - outcome) ** 2).mean()), 4),
        "right_side": round(float((np.sign(expected[decided]) == outcome[decided]).mean()), 4),
    }


def training_samples(archives: Path, last_year: int) -> tuple[Samples, Samples]:
    """Samples to learn from, and those of the last years that also fit the chances."""
    split = last_year - CHANCE_YEARS
    older = samples_of(read_wthor_years(archives / "wthor", range(FIRST_YEAR, split + 1)))
    book = samples_of(read_logistello_book(archives / "logistello" / "logbook.gam.gz"))
    recent = samples_of(read_wthor_years(archives / "wthor", range(split + 1, last_year + 1)))
    return joined([older, book]), recent


def figures(evaluation: Evaluation, archives: Path, last_year: int) -> dict[str, Any]:
    """Errors on the two years after the last one of training; empty where the archive ends before."""
    if last_year + 2 > LAST_ARCHIVE_YEAR:
        return {}
    first, second = (samples_of(read_wthor_years(archives / "wthor", [last_year + years])) for years in (1, 2))
    return {
        f"errors_{last_year + 1}": stage_figures(evaluation, first),
        f"winner_{last_year + 1}": win_figures(evaluation, first),
        f"winner_{last_year + 2}": win_figures(evaluation, second),
    }


def card(settings: EvaluationSettings, self_play: SelfPlaySettings, counts: dict[str, int], last_year: int) -> dict[str, Any]:
    """What the file is, and how to make it again."""
    return {
        "kind": "evaluation",
        "predicts": "final disc difference for the side to move, empties to the winner",
        "data": {
            "wthor": f"complete games of {FIRST_YEAR} to {last_year}; target: perfect play from 24 empties before that point, "
            "the result as played after it",
            "logistello": "self-play book; target: the result as played",
            "self_play": f"{self_play.games} games of tables trained on the two others, from disturbed positions of theirs and "
            "random openings; target: the result, exact near the end",
            "chances": f"logistic curves by disc count on WTHOR {last_year - CHANCE_YEARS + 1} to {last_year}, "
            "with tables trained without these years",
        },
        "samples": counts,
        "settings": asdict(settings),
        "self_play_settings": asdict(self_play),
        "command": f"python -m kibitz.learn.shipped_evaluation ARCHIVES --last-year {last_year} --games {self_play.games} "
        f"--out evaluation-{last_year}.safetensors",
    }


def cut_positions(known: Samples) -> Boards:
    """Some positions of every disc count, to measure probable cuts on."""
    random = np.random.default_rng(1)
    counts = known.disc_counts
    rows = [random.choice(np.flatnonzero(counts == discs), _CUT_POSITIONS) for discs in range(8, 62)]
    return known.select(np.concatenate(rows)).boards


def tell(message: str) -> None:
    """Progress for the person who waits."""
    click.echo(message, err=True)


def tell_pass(number: int, error: float) -> None:
    tell(f"pass {number}: mean squared error {error:.1f}")


@click.command(help=__doc__)
@click.argument("archives", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--last-year", default=2014, show_default=True, help="Last year of WTHOR to learn from.")
@click.option("--games", default=SelfPlaySettings().games, show_default=True, help="Games of self-play, 0 for none.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="File to write.")
def main(archives: Path, last_year: int, games: int, out: Path) -> None:
    """Train, play, train again, measure, write."""
    settings, self_play = EvaluationSettings(), SelfPlaySettings(games=games)
    known, recent = training_samples(archives, last_year)
    tell(f"{len(known) + len(recent):,} samples of known games")
    evaluation = learn_evaluation(known, recent, settings, tell_pass)
    counts = {"known": len(known), "recent": len(recent)}
    if games > 0:
        played = self_play_samples(evaluation, known, self_play)
        counts["self_play"] = len(played)
        tell(f"{len(played):,} samples of self-play")
        evaluation = learn_evaluation(joined([known, played]), recent, settings, tell_pass)
    evaluation.save(out)
    measure_cuts(evaluation, cut_positions(known), DEEPEST_CUT).save(out.with_suffix(".cuts"))
    facts = card(settings, self_play, counts, last_year)
    facts["figures"] = figures(evaluation, archives, last_year)
    out.with_suffix(".json").write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")
    click.echo(json.dumps(facts["figures"], indent=2))


if __name__ == "__main__":
    main()
