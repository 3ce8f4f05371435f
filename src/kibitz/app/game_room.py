"""Games in progress: people move, programs answer, clocks run, and watchers hear of every change.

Everything that happens goes through the shelf first, so a killed server has lost nothing but the time since the last move.
"""

import contextlib
import random
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from kibitz.app.folder import MissingError
from kibitz.app.game_changes import count_event, end_event, move_event, require_legal, resignation_event
from kibitz.app.game_shelf import GameShelf
from kibitz.app.saved_game import SavedGame, stamped
from kibitz.app.shapes.base import Side
from kibitz.app.thinkers import Thinkers, plausible_seconds
from kibitz.errors import KibitzError, SetupError
from kibitz.players.player import Clock
from kibitz.rules.game import Color, Reason
from kibitz.rules.squares import PASS

MOST_GAMES_AT_ONCE: Final = 64
_SHARE_OF_CLOCK: Final = 0.05  # the most of its remaining time that a program pretends to think


@dataclass(frozen=True, slots=True)
class GameView:
    """A game with its state that is not in its file: whether a program is thinking, and the clocks."""

    game: SavedGame
    thinking: bool
    left: dict[Color, float] | None
    running: Color | None
    problem: str = ""


Watcher: TypeAlias = Callable[[GameView], None]


@dataclass(eq=False)
class _Live:
    """The running parts of a game: when its turn began, the program that is thinking, the alarm of the clock."""

    turn: tuple[tuple[int, ...], bool] | None = None  # comments and names leave it what it is
    turn_began: float = field(default_factory=time.monotonic)
    thinking: bool = False
    problem: str = ""
    changed: threading.Event = field(default_factory=threading.Event)
    bell: threading.Timer | None = None


class GameRoom:
    """All games that are played here. Safe to use from many threads."""

    def __init__(self, shelf: GameShelf, thinkers: Thinkers) -> None:
        self._shelf, self._thinkers = shelf, thinkers
        self._live: dict[str, _Live] = {}
        self._watchers: dict[str, list[Watcher]] = defaultdict(list)
        self._lock = threading.RLock()
        self._chooser = random.Random()
        self._thinking: list[threading.Thread] = []
        self._closed = False

    def begin(self, event: dict[str, Any]) -> GameView:
        """A new game; raises KibitzError if it cannot begin like this."""
        with self._lock:
            return self._go_on(self._shelf.create(event))

    def view(self, key: str) -> GameView:
        """A game as it is now; a program whose turn it is starts to think."""
        with self._lock:
            return self._go_on(self._shelf.get(key))

    def play(self, key: str, text: str, version: int | None) -> GameView:
        """Play a person's move; raises SetupError if it is not a person's turn, or if the game has changed meanwhile."""

        def event(game: SavedGame) -> dict[str, Any]:
            if game.is_over:
                raise SetupError("the game is over")
            if version is not None and version != game.version:
                raise SetupError(f"the game has gone on to version {game.version}; look at it again")
            if not game.to_move.is_human:
                raise SetupError(f"it is the turn of {game.to_move.shown_name}")
            return move_event(game, require_legal(game, text), self._seconds_of_turn(game))

        return self._change(key, event)

    def take_back(self, key: str) -> GameView:
        """Back to the last choice of a person; raises SetupError if there is none."""

        def event(game: SavedGame) -> dict[str, Any]:
            length = game.take_back_length()
            if length is None:
                raise SetupError("there is no move to take back")
            return stamped("take back", to=length)

        return self._change(key, event)

    def resign(self, key: str, side: Side | None) -> GameView:
        """A person resigns: the one named, else the one to move, else the only one."""
        return self._change(key, lambda game: resignation_event(game, side))

    def count(self, key: str, dead: list[str]) -> GameView:
        """Say which stones are dead at the end of a game that is counted; raises SetupError while it goes on."""
        return self._change(key, lambda _game: stamped("dead", points=dead))

    def annotate(self, key: str, event: dict[str, Any]) -> GameView:
        """Change names, comments or variations, which do not affect the game itself."""
        return self._change(key, lambda _game: event)

    def delete(self, key: str) -> None:
        with self._lock:
            self._shelf.delete(key)
            live = self._live.pop(key, None)
            if live:
                _still(live)

    def watch(self, key: str, watcher: Watcher) -> Callable[[], None]:
        """Show a game now and after every change; the returned function ends that. Raises MissingError if there is none."""
        with self._lock:
            self._watchers[key].append(watcher)
            try:
                view = self.view(key)
            except KibitzError:
                self._unwatch(key, watcher)
                raise
        watcher(view)
        return lambda: self._unwatch(key, watcher)

    def close(self) -> None:
        """Stop programs and clocks, and wait for programs that are thinking."""
        with self._lock:
            self._closed = True
            for live in self._live.values():
                _still(live)
        for thread in self._thinking:
            thread.join()

    def _unwatch(self, key: str, watcher: Watcher) -> None:
        with self._lock, contextlib.suppress(ValueError):
            self._watchers[key].remove(watcher)
            if not self._watchers[key]:
                del self._watchers[key]

    def _change(self, key: str, make_event: Callable[[SavedGame], dict[str, Any]]) -> GameView:
        with self._lock:
            if self._settle_clock(self._shelf.get(key)):
                self._announce(self._go_on(self._shelf.get(key)))
            view = self._go_on(self._shelf.change(key, make_event))
            self._announce(view)
            return view

    def _go_on(self, game: SavedGame) -> GameView:
        """Play forced passes, count a finished game, start the program to move, and set the alarm of the clock."""
        try:
            game = self._up_to_date(game)
        except MissingError:
            raise
        except SetupError as error:  # a full disk must not hide a game
            return GameView(game, False, None, None, str(error))
        live = self._live_of(game)
        if live.turn != _turn_of(game):
            self._next_turn(live, game)
        if self._should_think(game, live):
            live.thinking = True
            self._start_thinking(game, live)
        return self._view_of(game, live)

    def _up_to_date(self, game: SavedGame) -> SavedGame:
        """The game after passes that are forced and the count that follows its end; raises SetupError if they cannot be kept."""
        while not game.is_over and game.line.must_pass:
            game = self._shelf.change(game.id, lambda game: move_event(game, PASS, None))
        if game.awaits_count:
            game = self._shelf.change(game.id, count_event)
        return game

    def _start_thinking(self, game: SavedGame, live: _Live) -> None:
        thread = threading.Thread(target=self._think, args=(game, live, live.changed), name="player", daemon=True)
        thread.start()
        self._thinking = [other for other in self._thinking if other.is_alive()] + [thread]

    def _live_of(self, game: SavedGame) -> _Live:
        if game.id not in self._live:
            for key in [key for key, live in self._live.items() if not live.thinking][: len(self._live) + 1 - MOST_GAMES_AT_ONCE]:
                _still(self._live.pop(key))
            self._live[game.id] = _Live()
        return self._live[game.id]

    def _next_turn(self, live: _Live, game: SavedGame) -> None:
        _still(live)
        live.turn, live.problem, live.thinking = _turn_of(game), "", False
        live.changed, live.turn_began = threading.Event(), time.monotonic()
        if game.time_control and not game.is_over:
            left = self._left(game, live)[game.position.to_move]
            live.bell = threading.Timer(max(left, 0.0) + 0.01, self._ring, (game.id, live.changed))
            live.bell.daemon = True
            live.bell.start()

    def _should_think(self, game: SavedGame, live: _Live) -> bool:
        if self._closed or game.is_over or live.thinking or live.problem or game.to_move.is_human:
            return False
        return game.has_human or bool(self._watchers.get(game.id))

    def _think(self, game: SavedGame, live: _Live, changed: threading.Event) -> None:
        began = time.monotonic()
        problem, move = "", None
        try:
            move = self._thinkers.choose(game.to_move.player, game.line, self._clock_of(game, live), changed)
        except KibitzError as error:
            problem = str(error)
        if game.human_time and not problem:
            changed.wait(max(self._pretended_seconds(game, live) - (time.monotonic() - began), 0.0))
        self._answer(game, live, changed, move, problem)

    def _answer(self, game: SavedGame, live: _Live, changed: threading.Event, move: int | None, problem: str) -> None:
        """Make the move of a program, unless the game has changed in the meantime."""
        with self._lock:
            if changed.is_set() or self._closed:
                return
            live.thinking = False
            if problem:
                live.problem = problem
                self._announce(self._view_of(game, live))
                return
            with contextlib.suppress(KibitzError):  # the game may have been deleted, or lost on time
                mover = game.position.to_move
                seconds = self._seconds_of_turn(game)
                event = end_event(mover, Reason.RESIGNATION) if move is None else move_event(game, move, seconds)
                self._change(game.id, lambda _game: event)

    def _ring(self, key: str, changed: threading.Event) -> None:
        with self._lock, contextlib.suppress(KibitzError):
            if not changed.is_set() and self._settle_clock(self._shelf.get(key)):
                self._announce(self._go_on(self._shelf.get(key)))

    def _settle_clock(self, game: SavedGame) -> bool:
        """End a game if its mover has no time left; returns whether it did."""
        live = self._live.get(game.id)
        if live is None or game.is_over or not game.time_control:
            return False
        mover = game.position.to_move
        if self._left(game, live)[mover] > 0:
            return False
        self._shelf.change(game.id, lambda _game: end_event(mover, Reason.TIME))
        return True

    def _announce(self, view: GameView) -> None:
        for watcher in list(self._watchers.get(view.game.id, ())):
            watcher(view)

    def _view_of(self, game: SavedGame, live: _Live) -> GameView:
        if not game.time_control:
            return GameView(game, live.thinking, None, None, live.problem)
        running = None if game.is_over else game.position.to_move
        left = {color: max(seconds, 0.0) for color, seconds in self._left(game, live).items()}
        return GameView(game, live.thinking, left, running, live.problem)

    def _left(self, game: SavedGame, live: _Live) -> dict[Color, float]:
        control = game.time_control
        if control is None:
            return {}
        left = {c: control.seconds + control.increment * game.moves_made(c) - game.spent(c) for c in Color}
        if not game.is_over:
            left[game.position.to_move] -= time.monotonic() - live.turn_began
        return left

    def _clock_of(self, game: SavedGame, live: _Live) -> Clock | None:
        if game.time_control is None:
            return None
        return Clock(max(self._left(game, live)[game.position.to_move], 0.001), game.time_control.increment)

    def _seconds_of_turn(self, game: SavedGame) -> float | None:
        live = self._live.get(game.id)
        return None if live is None else round(time.monotonic() - live.turn_began, 3)

    def _pretended_seconds(self, game: SavedGame, live: _Live) -> float:
        seconds = plausible_seconds(game.line, self._chooser)
        clock = self._clock_of(game, live)
        return seconds if clock is None else min(seconds, _SHARE_OF_CLOCK * clock.seconds_left)


def _turn_of(game: SavedGame) -> tuple[tuple[int, ...], bool]:
    return game.line.moves, game.is_over


def _still(live: _Live) -> None:
    live.changed.set()
    if live.bell:
        live.bell.cancel()
