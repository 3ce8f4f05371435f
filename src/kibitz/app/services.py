"""Everything that runs behind the routes, put together once for each server."""

import threading
from pathlib import Path
from typing import Final

from kibitz.app.analysis_pool import AnalysisPool
from kibitz.app.folder import study_folder
from kibitz.app.game_room import GameRoom
from kibitz.app.game_shelf import GameShelf
from kibitz.app.review_desk import ReviewDesk
from kibitz.app.study_store import StudyStore
from kibitz.app.thinkers import Thinkers
from kibitz.errors import KibitzError, SetupError
from kibitz.features.othello.planes import situation
from kibitz.models.go.default import DEFAULT_GO_MODEL
from kibitz.models.go.loading import load_go_model
from kibitz.models.go.model import GoMoveModel
from kibitz.models.othello.engine import EVALUATION_NAME, shipped_engine
from kibitz.models.othello.loading import load_model
from kibitz.models.othello.model import OwnershipModel
from kibitz.models.store import find_by_name
from kibitz.review.othello.game_review import Reviewer
from kibitz.rules.othello.position import START
from kibitz.search.othello.analysis import Analyst

EXPERT: Final = "expert"
_NO_GO_EXPERT: Final = (
    "no model of Go moves is installed: `kibitz train go-network --data GAMES` makes one, `kibitz models import FILE` installs it"
)
_REVIEW_MB: Final = 32


class Services:
    """The parts of a running app."""

    def __init__(self, folder: Path | None = None, workers: int | None = None) -> None:
        """`folder` is where games are kept; the user's own unless given."""
        self.folder = folder or study_folder()
        self.pool = AnalysisPool(workers)
        self.shelf = GameShelf(self.folder)
        self.thinkers = Thinkers()
        self.room = GameRoom(self.shelf, self.thinkers)
        self.study = StudyStore(self.folder)
        self.reviews = ReviewDesk(self.folder, self.shelf, _reviewer)
        self._loading = threading.Thread(target=_load_expert, name="loading", daemon=True)

    def start(self) -> None:
        """Begin the work that was left, and load what the first visitor will ask for."""
        self.pool.start()
        self.reviews.start()
        self._loading.start()

    def close(self) -> None:
        """Stop everything and wait for it: the core must not be at work when Python ends."""
        self.room.close()
        self.reviews.close()
        self.pool.close()
        self.thinkers.close()
        if self._loading.is_alive():
            self._loading.join()

    def is_reviewed(self, key: str) -> bool:
        return self.reviews.has(key)


def go_expert(name: str = DEFAULT_GO_MODEL) -> GoMoveModel:
    """The model of Go moves of a name, ready to be asked; raises SetupError as find_go_expert()."""
    return load_go_model(find_go_expert(name))


def find_go_expert(name: str = DEFAULT_GO_MODEL) -> str:
    """The name of an installed model of Go moves; raises SetupError that says how to get the usual one if that is not there."""
    try:
        return find_by_name(name).name
    except SetupError:
        if name != DEFAULT_GO_MODEL:
            raise
        raise SetupError(_NO_GO_EXPERT) from None


def _reviewer() -> Reviewer:
    return Reviewer(Analyst(shipped_engine(_REVIEW_MB)), EVALUATION_NAME, load_model(EXPERT))


def _load_expert() -> None:
    """Ask the expert once, so that whatever it loads at the first question is there before anybody asks."""
    try:
        model, asked = load_model(EXPERT), situation(START)
        model.probabilities(asked)
        if isinstance(model, OwnershipModel):
            model.ownership(asked)
    except KibitzError:
        return  # whoever asks for it is told
