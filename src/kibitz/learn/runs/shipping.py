"""Shipping: the model of a finished run joins those that come with Kibitz, checked, and with a card that says all one needs."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from kibitz.errors import SetupError
from kibitz.files import reason
from kibitz.learn.runs.run_folder import METRICS, RESULT, SETTINGS, VERSIONS, RunFolder
from kibitz.models.card import CARD_SUFFIX, card_beside, is_model_name, read_card, write_card
from kibitz.models.store import SHIPPED, SUFFIXES, StoredModel, copy_model, verify_model

# What a shipped card has to say in words; figures come besides, or a note that says why there are none.
NEEDED: Final = ("data", "split", "command", "licence")
NOTE: Final = "note"
# What may be added in words, where the run did not know it.
ADDED: Final = (*NEEDED, NOTE)
# What is kept of a run once its model is shipped.
KEPT: Final = (SETTINGS, VERSIONS, METRICS, RESULT)


def ship(
    run: Path, folder: Path = SHIPPED, name: str = "", facts: Mapping[str, str] | None = None, replaces: bool = False
) -> StoredModel:
    """Copy the model of a finished run into a folder, under another name if one is given, with a complete card.

    `facts` are added to the card. The files appear complete or not at all, and only if the model works without the others of its
    run. Raises SetupError for the first thing that is missing or wrong, and for another model of that name, unless this one
    `replaces` it.
    """
    given = finished_model(run)
    said = {**given.card.facts, **(facts or {})}
    require_facts(said, given.card_path)
    with TemporaryDirectory() as apart:
        staged = verify_model(str(_staged(given, Path(apart), name or given.name, said)))
        if not replaces:
            _refuse_another(staged, folder)
        return copy_model(staged, folder)


def finished_model(run: Path) -> StoredModel:
    """The model of a run that came to its end, checked; raises SetupError if the run did not, or left no model that works."""
    folder = RunFolder(run)
    folder.settings()
    result = folder.result()
    if result is None:
        raise SetupError(f"{run} is not finished: {RESULT} is missing; the command that began the run goes on with it")
    found = [weights for weights in _weights_in(run) if result.get("model") in (None, weights.name)]
    if len(found) != 1:
        what = f"several models, {', '.join(weights.name for weights in found)}" if found else "no weights with their card"
        raise SetupError(f"{run} holds {what}; to be shipped it should hold one file {' or '.join(SUFFIXES)} with its card")
    return verify_model(str(found[0]))


def require_facts(facts: Mapping[str, Any], card: Path) -> None:
    """Raise SetupError if a card leaves out what readers of a shipped one need, or says nothing there."""
    missing = [key for key in NEEDED if not facts.get(key)]
    if missing:
        added = " ".join(f"--fact {key} TEXT" for key in missing)
        raise SetupError(f"{card} leaves out {' and '.join(missing)}; write it on the card or add {added}")
    if not facts.get("figures") and not facts.get(NOTE):
        raise SetupError(f"{card} has no figures; measure the model, or say why there are none by --fact {NOTE} TEXT")


def keep_curve(run: Path, folder: Path) -> list[Path]:
    """Copy settings, versions, metrics and result of a run into a folder, and return the copies; raises SetupError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return [Path(shutil.copyfile(run / name, folder / name)) for name in KEPT if (run / name).is_file()]
    except OSError as error:
        raise SetupError(f"{folder} cannot be written: {reason(error)}") from None


def weights_size(folder: Path) -> int:
    """How many bytes all weights in a folder have."""
    return sum(path.stat().st_size for path in folder.iterdir() if path.suffix in SUFFIXES)


def _weights_in(run: Path) -> list[Path]:
    return [path for path in sorted(run.iterdir()) if path.suffix in SUFFIXES and card_beside(path).is_file()]


def _staged(given: StoredModel, apart: Path, name: str, facts: Mapping[str, Any]) -> Path:
    """The weights in a folder of their own, with companions and the new card beside them."""
    if not is_model_name(name):
        raise SetupError(f"{name!r} cannot be a model's name; letters, digits, '.', '_' and '-' can")
    for source in given.checksums:
        shutil.copyfile(source, apart / (name + source.suffix))
    weights = apart / (name + given.weights.suffix)
    write_card(weights, facts)
    return weights


def _refuse_another(staged: StoredModel, folder: Path) -> None:
    card = folder / (staged.name + CARD_SUFFIX)
    if card.is_file() and read_card(card).sha256 != staged.card.sha256:
        raise SetupError(
            f"there is already another model {staged.name!r} in {folder}; --name names this one, --replace replaces it"
        )
