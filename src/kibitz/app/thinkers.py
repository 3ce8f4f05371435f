"""Players that requests may name: only Kibitz's own. A few are kept ready, and each serves one game at a time."""

import random
import threading
from collections import OrderedDict
from typing import Final

from kibitz.app.engine_desk import engine_for
from kibitz.app.game_names import DEFAULT_GAME
from kibitz.app.played_line import PlayedLine
from kibitz.app.saved_game import HUMAN
from kibitz.app.study_games import study_game
from kibitz.errors import SetupError
from kibitz.models.store import SUFFIXES, find_by_name
from kibitz.players.player import Clock, Player, Request, Turn
from kibitz.players.registry import PLAYER_KINDS, PlayerKind, PlayerText, find_kind, make_player, parse_player_text

# An engine takes 64 MB, so not every level that was ever played stays.
_KEPT_PLAYERS: Final = 4
_AT_ONCE: Final = 2
_LONG_GAME: Final = Clock(1800.0)
_MOST_TABLES_MB: Final = 256
_CODE: Final = ("command", "target")  # options that say what program or module to run
_OPTIONS_OF_MODELS: Final = ("model", "prior")
_MOST_THREADS: Final = 8


def _require_engine(parts: PlayerText, game: str) -> None:
    """Raise SetupError unless the text names an engine of the list that plays the game."""
    named = {key or "engine": value for key, value in parts.options}
    engine_for(named.get("engine", ""), game)


def _is_at_most(text: str, most: int) -> bool:
    return text.isdecimal() and len(text) <= len(str(most)) and int(text) <= most


def is_own_kind(kind: PlayerKind, game: str) -> bool:
    """Whether a kind of player plays a game and may be named by a request: people and other programs may not."""
    plays_it = study_game(game).plays(kind)
    return kind.name != HUMAN and plays_it and all(option.name not in _CODE for option in kind.options)


def own_kinds(game: str) -> list[PlayerKind]:
    return [kind for kind in PLAYER_KINDS if is_own_kind(kind, game)]


def check_player_text(text: str, game: str) -> None:
    """Raise KibitzError unless a text names one of Kibitz's own players of a game, with options that it has."""
    Thinkers.make(text, game).close()


def model_by_name(name: str) -> str:
    """The name of an installed model; raises SetupError for anything else, especially paths."""
    if name.endswith(SUFFIXES):
        raise SetupError(f"{name[:40]!r} is a file; name an installed model instead")
    return find_by_name(name).name


class Thinkers:
    """Asks players for moves. A few are kept; no more than two think at a time."""

    def __init__(self) -> None:
        self._players: OrderedDict[str, tuple[Player, threading.Lock]] = OrderedDict()
        self._lock = threading.Lock()
        self._at_once = threading.Semaphore(_AT_ONCE)

    @staticmethod
    def make(text: str, game: str = DEFAULT_GAME) -> Player:
        """The player of a text; raises KibitzError if it is none of Kibitz's own that play the game."""
        parts = parse_player_text(text)
        kind = find_kind(parts.name)
        if not is_own_kind(kind, game):
            raise SetupError(f"{kind.name} cannot play {study_game(game).title} in the app; `kibitz play` takes other programs")
        if kind.name == "external":
            _require_engine(parts, game)
        for number, (key, value) in enumerate(parts.options):
            if key in _OPTIONS_OF_MODELS or (not key and number == 0 and kind.options and kind.options[0].name == "model"):
                model_by_name(value)
            if key == "hash" and not _is_at_most(value, _MOST_TABLES_MB):
                raise SetupError(f"a player in the app has at most hash={_MOST_TABLES_MB}")
            if key == "threads" and not _is_at_most(value, _MOST_THREADS):
                raise SetupError(f"a player in the app has at most threads={_MOST_THREADS}")
        return make_player(text)

    def choose(self, text: str, line: PlayedLine, clock: Clock | None = None, stop: threading.Event | None = None) -> int | None:
        """The move a player chooses after a line, or None if it resigns; raises KibitzError if it cannot.

        Once `stop` is set the answer comes soon and is worth little. Without a clock a player has half an hour for the game, so
        that no level keeps a processor for ever.
        """
        game = line.game
        player, lock = self._kept(text, line.game_name)
        with self._at_once, lock:
            player.new_game(game)
            answer = player.choose(Turn(game, line.start, line.moves, line.position, clock or _LONG_GAME, stop=stop))
        return None if isinstance(answer, Request) else answer

    def close(self) -> None:
        with self._lock:
            while self._players:
                self._players.popitem()[1][0].close()

    def _kept(self, text: str, game: str) -> tuple[Player, threading.Lock]:
        with self._lock:
            if text not in self._players:
                self._players[text] = (self.make(text, game), threading.Lock())
                if len(self._players) > _KEPT_PLAYERS:
                    self._players.popitem(last=False)
            self._players.move_to_end(text)
            return self._players[text]


def plausible_seconds(line: PlayedLine, chooser: random.Random) -> float:
    """A time that a person might take for a move: quick where there is little to choose, longest in the middle of the game."""
    choices = len(line.position.legal_moves())
    if choices <= 1:
        return chooser.uniform(0.6, 1.5)
    middle = 1.0 + 4.0 * max(0.0, 1.0 - abs(2 * line.played_share - 1))
    return min(chooser.lognormvariate(0.0, 0.6) * middle * min(choices, 10) / 8, 20.0)
