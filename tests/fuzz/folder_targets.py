"""Readers of what Kibitz itself keeps on disk: models, runs, matches, downloads, the study app's folder."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from fuzz.contract import Target, as_file, own_folder
from kibitz.app.game_room import GameView
from kibitz.app.game_shelf import GameShelf
from kibitz.app.othello.study_store import StudyStore
from kibitz.app.review_desk import ReviewDesk
from kibitz.app.routes.reviews import one_review, reviews
from kibitz.app.tries import TriesStore
from kibitz.app.views import describe_game, describe_game_line
from kibitz.archive.download import Manifest
from kibitz.arena.ladder import _listed_players
from kibitz.arena.match_folder import read_players, read_settings
from kibitz.arena.othello.perfect_play import SolvedMoves
from kibitz.errors import KibitzError
from kibitz.games.catalogue import find_kit
from kibitz.learn.runs.configuration import read_configuration
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.models.card import parse_card
from kibitz.models.kind import ModelKind
from kibitz.models.store import KINDS, StoredModel, _loader, list_models
from kibitz.openings.othello.book_files import read_book
from kibitz.openings.othello.proof import read_rows
from kibitz.openings.othello.proven import load_proven
from kibitz.search.othello.probable_cuts import load_cuts
from kibitz.tensor_files import read_any_tensors

_GAME, _OTHER_GAME = "0123456789abcdef", "fedcba9876543210"
_WAITING_REVIEW = b'{"state": "waiting", "requested": "2026-01-01"}'
_SAVED_GAME = (
    b'{"event": "new", "at": "2026-01-01T00:00:00+00:00", "black": {"player": "human", "name": "A"},'
    b' "white": {"player": "human", "name": "B"}, "start": "", "moves": "f5d6", "fixed": 0}\n'
)


def _each(*readers: Callable[[bytes], Any]) -> Callable[[bytes], None]:
    """Feeds the same bytes to several readers; raises the last refusal if all of them refuse."""

    def read(data: bytes) -> None:
        refusals: list[KibitzError] = []
        for reader in readers:
            try:
                reader(data)
            except KibitzError as error:
                refusals.append(error)
        if len(refusals) == len(readers):
            raise refusals[-1]

    return read


def _from(name: str, read: Callable[[Path], Any]) -> Callable[[bytes], Any]:
    """Reads the bytes from a file of that name."""
    return lambda data: read(as_file(name, data))


def _loaders(suffix: str) -> list[Callable[[bytes], Any]]:
    """The loaders of all kinds of models whose weights end so, each with a card that fits.

    The checksum, which would refuse nearly all, is compared before they are asked.
    """
    return [_from(f"{kind.name}{suffix}", _with_card(kind)) for kind in KINDS.values() if kind.suffix == suffix]


def _with_card(kind: ModelKind) -> Callable[[Path], Any]:
    """The loader of a kind, for weights beside which there is the card of a shipped model of it, if there is one."""
    shipped = (model for model in list_models() if isinstance(model, StoredModel) and model.is_shipped)
    card = next((model.card_path for model in shipped if model.card.kind == kind.name), None)
    if card:
        as_file(f"{kind.name}.json", card.read_bytes())
    return _loader(kind.name)


def _saved_game(data: bytes) -> None:
    """What is read can be listed, described and sent, beside a game that is whole."""
    as_file(f"games/{_OTHER_GAME}.jsonl", _SAVED_GAME)
    as_file(f"games/{_GAME}.jsonl", data)
    shelf = GameShelf(own_folder())
    shelf.all()
    game = shelf.get(_GAME)
    shapes = describe_game_line(game, reviewed=False), describe_game(GameView(game, False, None, None), reviewed=False)
    for shape in shapes:
        json.dumps(shape.model_dump(mode="json"), allow_nan=False)


def _review(data: bytes) -> None:
    as_file(f"games/{_GAME}.jsonl", _SAVED_GAME)
    as_file(f"games/{_OTHER_GAME}.jsonl", _SAVED_GAME)
    as_file(f"reviews/{_GAME}.json", data)
    as_file(f"reviews/{_OTHER_GAME}.json", _WAITING_REVIEW)
    desk = ReviewDesk(own_folder(), GameShelf(own_folder()))
    desk._find_tickets()
    services: Any = SimpleNamespace(
        reviews=desk, shelf=GameShelf(own_folder()), game_line=lambda game: describe_game_line(game, reviewed=True)
    )
    for shape in (reviews(services), one_review(_GAME, services)):
        json.dumps(shape.model_dump(mode="json"), allow_nan=False)


def _run_folder(name: str, ask: Callable[[RunFolder], Any]) -> Callable[[bytes], Any]:
    def read(data: bytes) -> None:
        shutil.rmtree(own_folder() / "run", ignore_errors=True)
        as_file(f"run/{name}", data)
        ask(RunFolder(own_folder() / "run"))

    return read


def _match_settings(name: str) -> Callable[[bytes], Any]:
    part = find_kit(name).matches
    assert part is not None
    game = part.match()
    return _from("match/match.json", lambda path: read_settings(path.parent, game))


TARGETS = (
    Target("card", lambda data: parse_card(data, Path("model.json"))),
    Target("tensors", _from("any.safetensors", lambda path: read_any_tensors(path, "weights"))),
    Target("weights", _each(*_loaders(".safetensors"))),
    Target("onnx", _each(*_loaders(".onnx"))),
    Target("cuts", _from("model.cuts", load_cuts)),
    Target("configuration", _from("configuration.toml", read_configuration)),
    Target(
        "run-folder",
        _each(
            _run_folder("settings.json", RunFolder.settings),
            _run_folder("result.json", RunFolder.result),
            _run_folder("metrics.csv", RunFolder.metrics),
        ),
    ),
    Target("checkpoint", _run_folder("checkpoint.safetensors", RunFolder.load_checkpoint)),
    Target(
        "match-folder",
        _each(
            *map(_match_settings, ("othello", "go", "noughts")),
            _from("match/match.json", lambda path: read_players(path.parent)),
            _from("ladder.json", _listed_players),
            _from("solved.json", SolvedMoves),
        ),
    ),
    Target("book", _from("book.safetensors", read_book)),
    Target(
        "proven",
        _each(
            _from("proven.safetensors", load_proven),
            _from("rows.csv", read_rows),
        ),
    ),
    Target("manifest", _from("downloads/manifest.json", lambda path: Manifest.of(path.parent))),
    Target("saved-game", _saved_game),
    Target("review", _review),
    Target(
        "study-store",
        _each(
            _from("tries.json", lambda path: TriesStore(path.parent).all()),
            _from("repertoire.json", lambda path: StudyStore(path.parent).cards()),
        ),
    ),
)
