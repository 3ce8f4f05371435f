"""The open questions of the thesis and what our runs say to them: a part of its page."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kibitz.experiments.hlynsson2017.comparisons import COMBINATIONS, IMAGES_NAME, IMAGES_OF, VARIANT_RUN, read_comparisons
from kibitz.experiments.hlynsson2017.paper import Network
from kibitz.experiments.hlynsson2017.policy_page import policy_text
from kibitz.experiments.hlynsson2017.sizes_page import sizes_text
from kibitz.experiments.hlynsson2017.tables import NOT_RUN, TEST, Results, gain_cell, stage_cell, table, with_interval
from kibitz.experiments.hlynsson2017.variants import PARTS, REFERENCE, SEEDS, VARIANTS
from kibitz.features.othello.samples import STAGE_NAMES
from kibitz.learn.runs.run_folder import RunFolder


def questions(run_root: Path, results: Results) -> str:
    """The part of the page on what the thesis left open."""
    found = read_comparisons(run_root)
    parts = (_question_of_variants(found, run_root), _question_of_switch(results), _question_of_mixtures(found))
    return "\n".join((*parts, sizes_text(run_root), policy_text(run_root)))


def _question_of_variants(found: dict[str, Any], run_root: Path) -> str:
    text = (
        "## Open questions of the thesis: what its features, a stage plane, residual blocks and pooling are worth\n\n"
        "Networks of 8 layers by the better recipe, all with the budget that the table says; where that is short, a gain may "
        "shrink or grow with longer training, and nothing is concluded. Gains are in points against the reference with the same "
        "seed on the same moves, all of 2016. Their intervals, by game, say how sure the gain is for two trained networks, not "
        "how much trainings differ by chance; the other seeds show that. Nothing was chosen by these figures. Answers are timed "
        "one by one on one thread of a busy machine, planes included.\n\n"
    )
    shown = [variant for variant in VARIANTS if variant not in PARTS]
    rows = [_variant_cells(variant, found["variants"], run_root) for variant in shown]
    head = ("network", "positions", "answer, ms", "test %", "nll", *(f"gain, seed {seed}" for seed in SEEDS))
    return text + table(head, rows) + _reading(shown, found["variants"])


def _variant_cells(variant: str, gains: dict[str, Any], run_root: Path) -> tuple[str, ...]:
    result = RunFolder(run_root / f"{VARIANT_RUN}{variant}").result()
    if result is None:
        return (VARIANTS[variant].says, *[NOT_RUN] * (4 + len(SEEDS)))
    test = result["years"][TEST]
    size, answer = f"{result['positions'] / 1000:.0f} k", f"{result['forward_ms']:.2f}"
    cells = (VARIANTS[variant].says, size, answer, with_interval(test), f"{test['nll']:.3f}")
    if variant == REFERENCE:
        return (*cells, "–", *(gain_cell(gain) if gain else NOT_RUN for gain in _of_reference(gains)))
    seeds = (gains.get(VARIANT_RUN + name) for name in _trainings(variant))
    return (*cells, *(gain_cell(gain) if gain else NOT_RUN for gain in seeds))


def _of_reference(gains: dict[str, Any]) -> list[dict[str, Any] | None]:
    """What the reference gains by another seed alone."""
    return [gains.get(VARIANT_RUN + name) for name in _trainings(REFERENCE)[1:]]


def _trainings(variant: str) -> list[str]:
    """The names of a variant with each seed, behind the name of its network."""
    return [variant + (f"-seed{seed}" if seed > 1 else "") for seed in SEEDS]


def _reading(variants: Sequence[str], gains: dict[str, Any]) -> str:
    """How far two seeds of the reference are apart, and which variants of several seeds differ by more than twice that."""
    chance = gains.get(f"{VARIANT_RUN}{REFERENCE}-seed2")
    if chance is None:
        return ""
    least = 2 * abs(chance["gain"])
    sure = []
    for variant in variants:
        both = [gains[name]["gain"] for training in _trainings(variant) if (name := VARIANT_RUN + training) in gains]
        if variant != REFERENCE and len(both) > 1 and (min(both) > least or max(both) < -least):
            sure.append(VARIANTS[variant].says)
    names = "; ".join(sure) or "none"
    return (
        f"\nThe reference with the other seed gains {gain_cell(chance)} by chance alone. Variants that at this size differ from "
        f"the reference by more than twice that, with every one of at least two seeds: {names}.\n"
    )


def _question_of_switch(results: Results) -> str:
    full, raw = (results.get(("better", Network(planes, 11))) for planes in ("hlynsson42", "raw"))
    text = (
        "## Open question: raw planes up to move 28, all planes from then on\n\n"
        "The thesis expected a gain, since its raw networks were better in the first stages.\n\n"
    )
    if full is None or raw is None:
        return text + "Not run.\n"
    rows = []
    for stage, name in enumerate(STAGE_NAMES):
        cells = [stage_cell(result["years"][TEST], stage) for result in (raw, full)]
        rows.append((name, *cells, f"{float(cells[0]) - float(cells[1]):+.1f}"))
    return text + table(("moves", "raw-11 %", "hlynsson42-11 %", "raw better by"), rows)


def _question_of_mixtures(found: dict[str, Any]) -> str:
    text = (
        "## Open questions: the switch, networks for parts of the game, and ensembles\n\n"
        "Gains are in points against the member named, on the same moves of 2016.\n\n"
    )
    rows = []
    described = {name: (combination.says, combination.compared) for name, combination in COMBINATIONS.items()}
    described[IMAGES_NAME] = ("the mean over the eight images of each position, in every fourth game", IMAGES_OF)
    for name, (says, compared) in described.items():
        result = found["combinations"].get(name)
        cells = (with_interval(result), gain_cell(result), f"{result['nll']:.3f}") if result else (NOT_RUN,) * 3
        rows.append((name, says, cells[0], compared.removeprefix("better-"), *cells[1:]))
    return text + table(("together", "what", "test %", "against", "gain", "nll"), rows)
