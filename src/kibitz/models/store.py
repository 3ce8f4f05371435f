"""Where models are and how they are found, checked, loaded and added.

A model NAME is a file of weights, NAME.safetensors or NAME.onnx, with its card NAME.json beside it, in the package's folder
shipped/ or in the user's folder. No code from a file is ever run: both formats hold numbers, and a graph of known operations.
"""

import difflib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from kibitz import models
from kibitz.errors import SetupError
from kibitz.files import clear_parts, data_path, make_folder, whole_files
from kibitz.models.card import CARD_SUFFIX, ModelCard, card_beside, checksum, is_model_name, read_card
from kibitz.models.kind import ModelKind
from kibitz.per_game import kinds_of_games
from kibitz.plugins import named, plugged
from kibitz.rules.game import BrokenContractError

MODELS_VARIABLE: Final = "KIBITZ_MODELS"
SHIPPED: Final = Path(__file__).parent / "shipped"
OPTIONAL: Final = Path(__file__).parent / "optional.txt"
"""The shipped models that a published wheel leaves to the package kibitz-models, by packaging/split_models.py."""
_KEPT_MODELS: Final = 4

_OWN_KINDS: Final[tuple[ModelKind, ...]] = tuple(sorted(kinds_of_games(models), key=lambda kind: kind.name))
KINDS: Final = {kind.name: kind for kind in (*_OWN_KINDS, *plugged("kibitz.models", ModelKind, _OWN_KINDS))}
"""The kinds of all games by their names, those of installed packages last."""
SUFFIXES: Final = tuple(sorted({kind.suffix for kind in KINDS.values()}))


@dataclass(frozen=True, slots=True)
class StoredModel:
    """A model on disk whose card can be read; its weights are not checked yet."""

    card: ModelCard
    weights: Path

    @property
    def name(self) -> str:
        return self.card.name

    @property
    def card_path(self) -> Path:
        return card_beside(self.weights)

    @property
    def checksums(self) -> dict[Path, str]:
        """What the card says of the weights and of the files that belong to them."""
        companions = self.card.companions.items()
        return {self.weights: self.card.sha256, **{self.weights.with_suffix(suffix): found for suffix, found in companions}}

    @property
    def is_shipped(self) -> bool:
        return self.weights.parent == SHIPPED

    @property
    def kind(self) -> ModelKind:
        return KINDS[self.card.kind]

    @property
    def predicts_moves(self) -> bool:
        """Whether it predicts moves, of whatever game."""
        return bool(self.kind.moves_of)


@dataclass(frozen=True, slots=True)
class BrokenModel:
    """A name in a folder of models behind which there is none that could be used."""

    name: str
    problem: str


def user_folder() -> Path:
    """The folder of the user's own models: the one the environment names, else models/ in the user's data folder."""
    return data_path("models", MODELS_VARIABLE)


def find_model(name: str) -> StoredModel:
    """The model of a name, or of a path to weights or a card; shipped ones come before the user's.

    Raises SetupError for a name that is not known, and if the card is missing or wrong.
    """
    path = Path(name)
    return stored_at(path) if path.suffix in (*SUFFIXES, CARD_SUFFIX) else find_by_name(name)


def find_by_name(name: str) -> StoredModel:
    """As find_model(), but never a path: for names that come out of files."""
    for folder in _folders():
        if name in _names_in(folder):
            return stored_at(folder / (name + CARD_SUFFIX))
    if name in OPTIONAL.read_text().split():
        raise SetupError(f"the model {name} is in a package of its own: pip install 'kibitz[models]'")
    raise SetupError(f"there is no model {name!r}{_guess(name)}")


def list_models() -> list[StoredModel | BrokenModel]:
    """All models by name, the shipped ones first; what cannot be used is among them with the reason."""
    found: dict[str, StoredModel | BrokenModel] = {}
    for folder in _folders():
        for name in _names_in(folder):
            found.setdefault(name, _stored_or_broken(folder, name))
    return list(found.values())


def load_stored(stored: StoredModel) -> Any:
    """A model of whatever kind, ready to be asked; the last few are kept.

    Raises SetupError if its files are damaged, foreign or of another version.
    """
    return _load_once(stored.weights, stored.card_path, (_stamp(stored.weights), _stamp(stored.card_path)))


def verify_model(name: str) -> StoredModel:
    """Check all that can be checked of a model: card, checksum, weights, and the contract if there is one.

    Raises SetupError for the first thing that is wrong.
    """
    stored = find_model(name)
    _check_sum(stored)
    _check_contract(stored, _loader(stored.card.kind)(stored.weights))
    return stored


def import_model(file: Path) -> StoredModel:
    """Copy a model, given by its weights or its card, into the user's folder after checking all of it.

    The files appear there complete or not at all. A model that is there already with the same weights stays as it is; one of
    the same name with others raises SetupError, as does whatever verify_model() finds.
    """
    given = verify_model(str(_with_suffix(file)))
    require_moves(given)
    clear_parts(user_folder())
    for folder in _folders():
        if (folder / (given.name + CARD_SUFFIX)).exists():  # weights alone are what a kill left of an import
            return _same_model(stored_at(folder / (given.name + CARD_SUFFIX)), given)
    return copy_model(given, user_folder())


def copy_model(given: StoredModel, folder: Path) -> StoredModel:
    """Copy all files of a model into a folder, which is made if it is missing; they appear there complete or not at all.

    What has their names there is replaced. Raises SetupError if that is not possible.
    """
    make_folder(folder)
    # The card comes last, so that it is never there without its weights.
    sources = [*given.checksums, given.card_path]
    with whole_files(*(folder / source.name for source in sources)) as files:
        for source, file in zip(sources, files, strict=True):
            file.write(source.read_bytes())
    copied = StoredModel(given.card, folder / given.weights.name)
    _check_sum(copied)
    return copied


def stored_at(path: Path) -> StoredModel:
    """The model whose weights or card a path names; raises SetupError if it has no card, no weights or an unknown kind."""
    card_path = path.with_suffix(CARD_SUFFIX)
    if path != card_path and not path.is_file():
        raise SetupError(f"there is no file {path}")
    card = read_card(card_path)
    kind = KINDS.get(card.kind)
    if kind is None:
        raise SetupError(f"{card_path}: {card.kind!r} is not a kind of model; known are {', '.join(KINDS)}")
    weights = path.with_suffix(kind.suffix)
    if not weights.is_file():
        raise SetupError(f"{card_path} is a card without weights; {weights.name} is missing beside it")
    return StoredModel(card, weights)


@lru_cache(maxsize=_KEPT_MODELS)
def _load_once(weights: Path, card_path: Path, _stamps: object) -> Any:
    """The model of some files; the stamps make files that were changed other files."""
    stored = StoredModel(read_card(card_path), weights)
    _check_sum(stored)
    return _loader(stored.card.kind)(weights)


def _stamp(path: Path) -> tuple[int, int]:
    facts = path.stat()
    return facts.st_mtime_ns, facts.st_size


def _loader(kind: str) -> Callable[[Path], Any]:
    found: Callable[[Path], Any] = named(KINDS[kind].loader)
    return found


def _check_sum(stored: StoredModel) -> None:
    for path, wanted in stored.checksums.items():
        found = checksum(path)
        if found != wanted:
            raise SetupError(f"{path} is damaged or was replaced: its SHA-256 is {found[:12]}…, not the card's")


def _check_contract(stored: StoredModel, model: Any) -> None:
    if not stored.kind.check:
        return
    try:
        named(stored.kind.check)(model, stored.name)
    except BrokenContractError as error:
        raise SetupError(f"{stored.weights} does not answer as a model should: {error}") from None


def require_moves(stored: StoredModel, game: str = "") -> None:
    """Raise SetupError unless a model predicts moves of a game, or of any game if none is named."""
    if _predicts(stored, game):
        return
    usable = ", ".join(model.name for model in list_models() if isinstance(model, StoredModel) and _predicts(model, game))
    known = f"models of moves are {usable}" if usable else "there is no model of moves yet"
    wanted = f"a model of moves of {game}" if stored.predicts_moves else "a model of moves"
    raise SetupError(f"{stored.name} is {stored.kind.serves}, not {wanted}; {known}")


def _predicts(stored: StoredModel, game: str) -> bool:
    return stored.kind.moves_of == game if game else stored.predicts_moves


def _folders() -> Iterator[Path]:
    yield SHIPPED
    yield user_folder()


def _names_in(folder: Path) -> list[str]:
    """The names of all cards and weights in a folder; files that only stand beside them are passed over."""
    if not folder.is_dir():
        return []
    files = (path for path in folder.iterdir() if path.suffix in (*SUFFIXES, CARD_SUFFIX) and is_model_name(path.stem))
    return sorted({path.stem for path in files})


def _stored_or_broken(folder: Path, name: str) -> StoredModel | BrokenModel:
    try:
        return stored_at(folder / (name + CARD_SUFFIX))
    except SetupError as error:
        return BrokenModel(name, str(error))


def _guess(name: str) -> str:
    known = [model.name for model in list_models() if isinstance(model, StoredModel)]
    if not known:
        return f"; none is installed, and kibitz models import adds one to {user_folder()}"
    close = difflib.get_close_matches(name, known, n=1)
    return f"{f'; did you mean {close[0]}?' if close else ';'} Known: {', '.join(known)}"


def _with_suffix(file: Path) -> Path:
    if file.suffix not in (*SUFFIXES, CARD_SUFFIX):
        raise SetupError(f"{file} is not a model's file; weights end in {' or '.join(SUFFIXES)}, and their card in {CARD_SUFFIX}")
    return file


def _same_model(known: StoredModel, given: StoredModel) -> StoredModel:
    if known.card.sha256 != given.card.sha256:
        raise SetupError(f"there is already another model {known.name!r} in {known.weights.parent}; give this one a new name")
    return known
