"""Reviews in the background: games wait in a queue on disk, are reviewed one by one, and the results are kept beside them.

A server that was killed finds the queue again and reviews the unfinished game from the start.
"""

import contextlib
import json
import os
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeAlias

from pydantic import TypeAdapter

from kibitz.app.folder import Drawer, MissingError
from kibitz.app.game_shelf import GameShelf
from kibitz.app.saved_game import SavedGame
from kibitz.app.shapes.reviews import ReviewState
from kibitz.app.study_game import Preview, Progress, ReviewPart, reviews_of
from kibitz.app.study_games import game_of
from kibitz.errors import KibitzError, SetupError
from kibitz.files import clear_parts
from kibitz.review.game_review import GameReview

_NICENESS: Final = 10


@dataclass(eq=False)
class ReviewTicket:
    """The state of the review of a game. `worst_loss` and `accuracy` are those of a finished one.

    `previews` counts the reviews of the whole game that were made before the one that lasts.
    """

    id: str
    state: ReviewState
    requested: str
    done: int = 0
    total: int = 0
    previews: int = 0
    error: str | None = None
    worst_loss: float | None = None
    accuracy: dict[str, float | None] | None = None

    def progress(self) -> dict[str, Any]:
        """The message for the live channel."""
        return {"id": self.id, "state": self.state, "done": self.done, "total": self.total, "previews": self.previews}


_TICKETS: Final = TypeAdapter(ReviewTicket)
Watcher: TypeAlias = Callable[[dict[str, Any]], None]
_Reviewer: TypeAlias = Callable[[SavedGame, Progress, Preview], GameReview]


class _Withdrawn(Exception):  # noqa: N818 - nothing went wrong
    """The review under way is no longer wanted."""


class ReviewDesk:
    """Reviews saved games one after the other. Safe to use from many threads."""

    def __init__(self, folder: Path, shelf: GameShelf) -> None:
        self._drawer = Drawer(folder / "reviews", ".json", "review")
        self._shelf = shelf
        self._reviewers: dict[str, _Reviewer] = {}
        self._tickets: dict[str, ReviewTicket] = {}
        self._preview: tuple[ReviewTicket, GameReview] | None = None  # of the review under way
        self._watchers: list[Watcher] = []
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="reviews", daemon=True)

    def start(self) -> None:
        """Find the queue of an earlier run and continue it."""
        clear_parts(self._drawer.folder)
        self._drawer.clear_aside()
        self._find_tickets()
        self._thread.start()

    def _find_tickets(self) -> None:
        with self._changed:
            for key in list(self._drawer.ids()):
                self._tickets[key] = self._found(key)

    def _found(self, key: str) -> ReviewTicket:
        """The ticket of a file; one that is damaged is a review that failed."""
        try:
            return _ticket(key, self._drawer.read_json(key))
        except (KibitzError, KeyError, TypeError, ValueError, AttributeError) as error:
            problem = str(error) if isinstance(error, KibitzError) else "the file of the review is damaged"
            return ReviewTicket(key, "failed", "", error=f"{problem}; ask for the review again")

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join()

    def request(self, key: str) -> ReviewTicket:
        """Put a saved game into the queue, or return its place there; a finished or failed one is reviewed again.

        Raises MissingError if there is no such game, SetupError if it has no moves or cannot be reviewed.
        """
        game = self._shelf.get(key)
        _part(game)  # says if there are no reviews of such games
        if not game.line.moves:
            raise SetupError("the game has no moves to review")
        with self._changed:
            known = self._tickets.get(key)
            if known and known.state in ("waiting", "running"):
                return known
            ticket = ReviewTicket(key, "waiting", datetime.now(UTC).isoformat())
            self._drawer.write_json(key, {"state": "waiting", "requested": ticket.requested})
            self._tickets[key] = ticket
            self._changed.notify_all()
            self._tell(ticket)
            return ticket

    def ticket(self, key: str) -> ReviewTicket:
        """The state of a review; raises MissingError if nobody asked for it."""
        with self._changed:
            if key not in self._tickets:
                raise MissingError(f"there is no review of the game {key[:40]!r}")
            return self._tickets[key]

    def tickets(self) -> list[ReviewTicket]:
        """All reviews, the latest request first."""
        with self._changed:
            return sorted(self._tickets.values(), key=lambda ticket: ticket.requested, reverse=True)

    def has(self, key: str) -> bool:
        """Whether a game has been reviewed."""
        with self._changed:
            ticket = self._tickets.get(key)
            return ticket is not None and ticket.state == "done"

    def preview(self, key: str) -> GameReview | None:
        """What is known so far of a game whose review is under way; None before the whole game was looked at, and afterwards."""
        with self._changed:
            known = self._preview
            return known[1] if known and known[0] is self._tickets.get(key) and known[0].state == "running" else None

    def review(self, key: str) -> GameReview | None:
        """The review of a game, None if it is not finished; raises MissingError if nobody asked for it."""
        if self.ticket(key).state != "done":
            return None
        try:
            return GameReview.from_dict(self._drawer.read_json(key)["review"])
        except (KeyError, TypeError, ValueError, AttributeError):
            raise SetupError(f"the review of the game {key} is damaged; ask for it again") from None

    def delete(self, key: str) -> None:
        """Delete a review, even the one under way; raises MissingError if there is none."""
        with self._changed:
            self.ticket(key)
            del self._tickets[key]
            self._drawer.delete(key)

    def put_aside(self, key: str) -> None:
        """Withdraw a review until bring_back(); nothing happens if there is none. Raises SetupError."""
        with self._changed, contextlib.suppress(MissingError):
            self._drawer.put_aside(key)
            self._tickets.pop(key, None)

    def bring_back(self, key: str) -> None:
        """Undo put_aside(): a finished review is there again, an unfinished one back in the queue."""
        with self._changed, contextlib.suppress(MissingError):
            self._drawer.bring_back(key)
            self._tickets[key] = self._found(key)
            self._tell(self._tickets[key])
            self._changed.notify_all()

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Call back with all reviews now and with every step; the returned function ends that."""
        with self._changed:
            self._watchers.append(watcher)
            for ticket in self._tickets.values():
                watcher(ticket.progress())
        return lambda: self._unwatch(watcher)

    def _unwatch(self, watcher: Watcher) -> None:
        with self._changed, contextlib.suppress(ValueError):
            self._watchers.remove(watcher)

    def _tell(self, ticket: ReviewTicket) -> None:
        for watcher in self._watchers:
            watcher(ticket.progress())

    def _work(self) -> None:
        with contextlib.suppress(AttributeError, OSError):
            # Positions that somebody looks at come first; where threads have no priorities, they take equal turns.
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
        while ticket := self._next():
            try:
                self._finish(ticket, self._review(ticket))
            except _Withdrawn:
                continue
            except KibitzError as error:
                self._fail(ticket, str(error))

    def _next(self) -> ReviewTicket | None:
        with self._changed:
            while not self._closed:
                waiting = [ticket for ticket in self._tickets.values() if ticket.state in ("waiting", "running")]
                if waiting:
                    return min(waiting, key=lambda ticket: ticket.requested)
                self._changed.wait()
            return None

    def _review(self, ticket: ReviewTicket) -> GameReview:
        def progress(done: int, total: int) -> None:
            with self._changed:
                self._check_wanted(ticket)
                ticket.state, ticket.done, ticket.total = "running", done, total
                self._tell(ticket)

        def preview(review: GameReview) -> None:
            with self._changed:
                self._check_wanted(ticket)
                self._preview, ticket.previews = (ticket, review), ticket.previews + 1
                ticket.state, ticket.total = "running", len(review.moves)
                self._tell(ticket)

        game = self._shelf.get(ticket.id)
        return self._reviewer_of(game)(game, progress, preview)

    def _check_wanted(self, ticket: ReviewTicket) -> None:
        if self._closed or self._tickets.get(ticket.id) is not ticket:
            raise _Withdrawn

    def _reviewer_of(self, game: SavedGame) -> _Reviewer:
        """The reviewer of one kind of game, made when it is first needed."""
        if game.game not in self._reviewers:
            self._reviewers[game.game] = _part(game).make_reviewer()
        return self._reviewers[game.game]

    def _finish(self, ticket: ReviewTicket, review: GameReview) -> None:
        with self._changed:
            self._preview = None
            if self._tickets.get(ticket.id) is not ticket:
                return
            content = {"state": "done", "requested": ticket.requested, "review": review.as_dict()}
            self._drawer.write_json(ticket.id, content)
            ticket.state = "done"
            _summarise(ticket, review.as_dict())
            self._tell(ticket)

    def _fail(self, ticket: ReviewTicket, problem: str) -> None:
        with self._changed:
            self._preview = None
            ticket.state, ticket.error = "failed", problem
            if self._tickets.get(ticket.id) is ticket:
                with contextlib.suppress(KibitzError):  # a full disk must not end the queue
                    self._drawer.write_json(ticket.id, {"state": "failed", "requested": ticket.requested, "error": problem})
                self._tell(ticket)


def _part(game: SavedGame) -> ReviewPart:
    return reviews_of(game_of(game.line))


def _ticket(key: str, content: dict[str, Any]) -> ReviewTicket:
    """The ticket of a review on disk; raises ValueError, KeyError, TypeError or AttributeError if that is damaged."""
    ticket = ReviewTicket(key, content["state"], content["requested"], error=content.get("error"))
    if ticket.state == "done":
        _summarise(ticket, content["review"])
    json.dumps(asdict(ticket), allow_nan=False)  # what could not be sent raises
    return _TICKETS.validate_python(asdict(ticket))


def _summarise(ticket: ReviewTicket, review: dict[str, Any]) -> None:
    ticket.done = ticket.total = len(review["moves"])
    ticket.worst_loss = max((row["loss"] for row in review["mistakes"]), default=0.0)
    ticket.accuracy = {side: review["accuracy"][side]["all"]["accuracy"] for side in ("black", "white")}
