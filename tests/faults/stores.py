"""The stores that are tried on a failing disk: the study app's games, reviews and drills, matches, runs, models and downloads."""

from collections.abc import Callable, Sequence
from email.message import Message
from hashlib import sha256
from io import BytesIO
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError

import numpy as np
import pytest

from faults.trial import Step, Trial
from kibitz.app import game_log, game_shelf
from kibitz.app.game_shelf import GameShelf
from kibitz.app.othello import study_store
from kibitz.app.othello.study_store import StudyStore
from kibitz.app.review_desk import ReviewDesk
from kibitz.app.saved_game import stamped
from kibitz.app.tries import TriesStore
from kibitz.archive import download
from kibitz.archive.download import Downloader, Manifest
from kibitz.arena.match_folder import MatchFolder, MatchSettings
from kibitz.arena.othello.match_game import OTHELLO_MATCH
from kibitz.files import clear_parts, make_folder
from kibitz.learn.runs import loop, run_folder
from kibitz.learn.runs.run_folder import Checkpoint, RunFolder
from kibitz.models.store import StoredModel, import_model, list_models, user_folder
from kibitz.records.othello.record import GameRecord
from kibitz.rules.game import Color
from kibitz.rules.othello.position import START
from kibitz.rules.squares import parse_square, parse_transcript
from tiny_models import tiny_network, write_network

NEW = {"event": "new", "at": "2026-01-01T00:00:00+00:00", "black": {}, "white": {}}
LONG = 2_000  # characters


class _Numbered(Trial):
    """Ids are numbers, the same in every try."""

    modules: tuple[Any, ...] = (game_shelf,)

    def patch(self, patches: pytest.MonkeyPatch) -> None:
        for module in self.modules:
            patches.setattr(module, "new_id", lambda: f"{next(self._numbers):016x}")

    def reset(self) -> None:
        self._numbers = count(1)


class SavedGames(_Numbered):
    name = "games"

    def patch(self, patches: pytest.MonkeyPatch) -> None:
        super().patch(patches)
        patches.setattr(game_log, "_SMALL", 0)

    def open(self, folder: Path) -> GameShelf:
        return GameShelf(folder / "study")

    def steps(self) -> Sequence[Step]:
        first, third = f"{1:016x}", f"{3:016x}"
        return [
            lambda shelf: shelf.create(NEW),
            _changing(first, stamped("move", move="f5", seconds=1.5)),
            _changing(first, stamped("comment", path="f5", comment=LONG * "x")),
            _changing(first, stamped("comment", path="f5", comment="this compacts the file")),
            _changing(first, stamped("variation", path="f5f6")),
            lambda shelf: shelf.create_all([{**NEW, "moves": moves} for moves in ("f5", "d3", "f5d6")]),
            _changing(third, stamped("facts", black="Ada", name="Cup")),
            lambda shelf: shelf.delete(third),
            lambda shelf: shelf.create({**NEW, "comments": {"": LONG * "y"}}),
        ]

    def probe(self, shelf: GameShelf) -> None:
        self._numbers = count(99)
        for game in shelf.all() or [shelf.create(NEW)]:
            shelf.change(game.id, lambda _game: stamped("comment", path="", comment="goes on"))

    def view(self, shelf: GameShelf) -> Any:
        assert not shelf.listing().unreadable
        games = shelf.all()
        facts = [(game.id, game.version, game.line.path, game.variations, game.black.name) for game in games]
        return dict(zip(facts, (dict(game.comments) for game in games), strict=True))


def _changing(key: str, event: Any) -> Step:
    return lambda shelf: shelf.change(key, lambda _game: event)


class _IdleDesk(ReviewDesk):
    """A desk at which nobody works by himself."""

    def _work(self) -> None:
        return


class _FakeReview:
    def as_dict(self) -> dict[str, Any]:
        sides = {side: {"all": {"accuracy": 0.5}} for side in ("black", "white")}
        return {"moves": [1, 2, 3], "mistakes": [{"loss": 4.0}], "accuracy": sides, "text": LONG * "x"}


class Reviews(_Numbered):
    name = "reviews"

    def prepare(self, folder: Path) -> None:
        GameShelf(folder / "study").create_all([{**NEW, "moves": "f5"}] * 2)

    def open(self, folder: Path) -> ReviewDesk:
        desk = _IdleDesk(folder / "study", GameShelf(folder / "study"))
        desk.start()
        return desk

    def steps(self) -> Sequence[Step]:
        first, second = f"{1:016x}", f"{2:016x}"
        return [
            lambda desk: desk.request(first),
            lambda desk: desk.request(second),
            lambda desk: desk._finish(desk.ticket(first), _FakeReview()),
            lambda desk: desk.delete(second),
            lambda desk: desk.request(first),
        ]

    def probe(self, desk: ReviewDesk) -> None:
        desk._finish(desk.request(f"{2:016x}"), _FakeReview())

    def view(self, desk: ReviewDesk) -> Any:
        return {ticket.id: (ticket.state, ticket.worst_loss, ticket.error) for ticket in desk.tickets()}


class Drills(_Numbered):
    name = "repertoire"
    modules = (study_store,)

    def open(self, folder: Path) -> StudyStore:
        return StudyStore(folder / "study")

    def steps(self) -> Sequence[Step]:
        return [
            lambda store: store.add_line(START, parse_transcript("f5d6c3d3c4"), Color.BLACK, "mine"),
            lambda store: store.answer(f"{2:016x}", parse_square("c3"), 3.0),
            lambda store: store.delete_card(f"{1:016x}"),
        ]

    def probe(self, store: StudyStore) -> None:
        store.add_line(START, parse_transcript("f5f6"), Color.BLACK, "other")

    def view(self, store: StudyStore) -> Any:
        return sorted((card.path, card.reviews, card.lapses) for card in store.cards())


class Retries(Trial):
    name = "tries at mistakes"

    def open(self, folder: Path) -> TriesStore:
        return TriesStore(folder / "study")

    def steps(self) -> Sequence[Step]:
        return [
            lambda store: store.tried("0" * 16, 7, right=False),
            lambda store: store.tried("0" * 16, 7, right=True),
        ]

    def probe(self, store: TriesStore) -> None:
        store.tried("1" * 16, 9, right=True)

    def view(self, store: TriesStore) -> Any:
        return store.all()


class Matches(Trial):
    name = "match folders"
    settings = MatchSettings("random", "greedy", "xot", seed=5, game=OTHELLO_MATCH)

    def open(self, folder: Path) -> MatchFolder:
        return MatchFolder(folder / "matches" / "match", self.settings, 2)

    def steps(self) -> Sequence[Step]:
        return [self._playing(pair, game) for pair in (1, 2) for game in (1, 2)]

    def probe(self, folder: MatchFolder) -> None:
        self._playing(2, 2)(folder)

    def view(self, folder: MatchFolder) -> Any:
        return {key: record.moves for key, record in folder.games.items()}, folder.openings

    def close(self, folder: MatchFolder) -> None:
        folder.close()

    @staticmethod
    def _playing(pair: int, game: int) -> Step:
        def add(folder: MatchFolder) -> None:
            moves = folder.openings[pair - 1]
            record = GameRecord(
                moves, round=f"{pair}.{game}", black="random", white="greedy", black_score=2, ending="resignation"
            )
            folder.add((pair, game), record)

        return add


class _Runs(Trial):
    def patch(self, patches: pytest.MonkeyPatch) -> None:
        patches.setattr(run_folder, "versions", lambda: {"python": "3"})

    def open(self, folder: Path) -> RunFolder:
        run = RunFolder(folder / "runs" / "run")
        run.start({"rate": 0.1})
        return run

    def view(self, run: RunFolder) -> Any:
        weight = run.load_checkpoint().tensors["weight"].tolist() if run.has_checkpoint() else None
        return run.settings(), weight, run.metrics(), run.result()


class RunFolders(_Runs):
    name = "run folders"

    def steps(self) -> Sequence[Step]:
        def saving(step: int) -> Step:
            return lambda run: run.save_checkpoint(Checkpoint({"weight": np.full(500, step)}, {"step": step}))

        def measuring(step: int) -> Step:
            return lambda run: run.add_metrics({"step": step, "loss": 1 / step, "words": "many, many"})

        return [
            measuring(10),
            saving(10),
            measuring(20),
            measuring(30),
            lambda run: run.forget_metrics_after(20),
            saving(20),
            lambda run: run.save_result({"top1": 0.5}),
            lambda run: run.forget_metrics_after(-1),
        ]

    def probe(self, run: RunFolder) -> None:
        run.add_metrics({"step": 40, "loss": 0.0, "words": ""})


class _Counter(loop.Learner[int]):
    """Learns to add."""

    def __init__(self) -> None:
        self.total = np.zeros(1, np.int64)

    is_over = property(lambda self: self.step == 6)

    def advance(self) -> None:
        self.step += 1
        self.total = self.total + self.step

    def milestone(self) -> loop.Milestone[int]:
        return loop.Milestone({"step": self.step, "total": int(self.total[0])}, self.step % 2 == 0, self.step)

    def checkpoint(self) -> Checkpoint:
        return Checkpoint({"weight": self.total}, {"step": self.step})

    def restore(self, checkpoint: Checkpoint) -> None:
        self.step, self.total = checkpoint.facts["step"], checkpoint.tensors["weight"]


class ResumedRuns(_Runs):
    """A run that is stopped by a fault and resumed ends as one that never was; nothing told with a checkpoint is done again."""

    name = "resumed runs"

    def steps(self) -> Sequence[Step]:
        return [_up_to(2), _up_to(4), _up_to(6)]

    def probe(self, run: RunFolder) -> None:
        _up_to(6)(run)
        assert [int(row["total"]) for row in run.metrics()] == [1, 3, 6, 10, 15, 21]

    def view(self, run: RunFolder) -> Any:
        """Where a run would go on: rows behind the checkpoint do not count."""
        step = run.load_checkpoint().facts["step"] if run.has_checkpoint() else 0
        return step, [row for row in run.metrics() if int(row["step"]) <= step]


def _up_to(step: int) -> Callable[[RunFolder], None]:
    def run_on(run: RunFolder) -> None:
        learner = _Counter()
        loop.resume(learner, run)
        loop.finish(learner, run, lambda _: None, lambda: learner.step < step)

    return run_on


class Models(Trial):
    name = "models"

    def patch(self, patches: pytest.MonkeyPatch) -> None:
        self._patches = patches

    def prepare(self, folder: Path) -> None:
        self._given = write_network(folder.parent / "given", model=tiny_network())

    def open(self, folder: Path) -> Path:
        self._patches.setenv("KIBITZ_MODELS", str(folder / "models"))
        return user_folder()

    def steps(self) -> Sequence[Step]:
        return [lambda _folder: import_model(self._given)]

    def probe(self, _folder: Path) -> None:
        import_model(self._given)

    def view(self, folder: Path) -> Any:
        return [model.name for model in list_models() if isinstance(model, StoredModel) and model.weights.parent == folder]


class _WebFolder:
    """A web server in the place of the network: the versions of its files, and partial answers."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def open(self, url: str, asked: dict[str, str]) -> Any:
        content = self.files[url.rpartition("/")[2]]
        tag = f'"{sha256(content).hexdigest()}"'
        if asked.get("If-None-Match") == tag:
            raise HTTPError(url, 304, "not modified", Message(), None)
        begin = int(asked["Range"][6:-1]) if asked.get("If-Range") == tag else 0
        body = BytesIO(content[begin:])
        headers = {"ETag": tag, "Content-Length": str(len(content) - begin), "Content-Range": f"bytes {begin}-"}
        return SimpleNamespace(status=206 if begin else 200, headers=headers, url=url, read=body.read, close=body.close)


class Downloads(Trial):
    name = "downloads"

    def patch(self, patches: pytest.MonkeyPatch) -> None:
        patches.setattr(download, "_opened", lambda url, asked: self._web.open(url, asked))

    def reset(self) -> None:
        self._web = _WebFolder()

    def open(self, folder: Path) -> Path:
        make_folder(folder / "downloads")
        clear_parts(folder / "downloads")
        return folder / "downloads"

    def steps(self) -> Sequence[Step]:
        return [self._fetching("a", LONG * b"1"), self._fetching("b", LONG * b"2"), self._fetching("a", LONG * b"3")]

    def probe(self, folder: Path) -> None:
        for name in ("a", "b"):
            self._fetching(name, LONG * b"4")(folder)

    def view(self, folder: Path) -> Any:
        """What a reader gets: names and contents of the files that were fetched."""
        Manifest.of(folder)
        return {path.name: path.read_bytes() for path in folder.iterdir() if path.name in ("a", "b")}

    def _fetching(self, name: str, content: bytes) -> Step:
        def fetch(folder: Path) -> None:
            self._web.files[name] = content
            Downloader("http://localhost", folder, lambda _: None).fetch(name, lambda _: None)

        return fetch


STORES: tuple[type[Trial], ...] = (SavedGames, Reviews, Drills, Retries, Matches, RunFolders, ResumedRuns, Models, Downloads)
