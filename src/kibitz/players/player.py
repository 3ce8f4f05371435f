"""The contract of everything that can be asked for a move, in any game of kibitz.rules.game.

A player is handed a Turn, which holds all there is to know, and answers with a move or a Request. It keeps nothing that it could
not find out again from the next Turn, so moves can be taken back and games interrupted. See kibitz.players.conformance for the
test of the contract.
"""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from threading import Event
from types import TracebackType
from typing import Any, Protocol, Self, TypeAlias

from kibitz.errors import PeerError
from kibitz.rules.game import Color, Game, GamePosition, Reason
from kibitz.rules.squares import PASS


class Request(Enum):
    """What a player may answer instead of a move."""

    RESIGN = "resign"
    TAKE_BACK = "take back"  # only where the turn says can_take_back
    ADJOURN = "adjourn"  # break the game off without a result


Answer: TypeAlias = int | Request


@dataclass(frozen=True, slots=True)
class Clock:
    """What the player to move has left for the rest of the game; `increment` is added after each of its moves."""

    seconds_left: float
    increment: float = 0.0


@dataclass(frozen=True, slots=True)
class Turn:
    """A question to a player: the game so far. `moves` lead from `start` to `position`, passes written out.

    When `stop` is set, nobody waits any longer: a player that thinks long answers at once with the best move it knows.
    """

    game: Game[Any]
    start: GamePosition
    moves: tuple[int, ...]
    position: GamePosition
    clock: Clock | None = None
    can_take_back: bool = False
    stop: Event | None = field(default=None, compare=False, repr=False)

    @property
    def to_move(self) -> Color:
        return self.position.to_move

    @property
    def must_pass(self) -> bool:
        """Whether a pass is the only legal move."""
        return self.position.legal_moves() == (PASS,)

    @property
    def last_move(self) -> int | None:
        """The move that led here, PASS included, or None at the start."""
        return self.moves[-1] if self.moves else None

    def positions(self) -> Iterator[GamePosition]:
        """The positions before each move; `position` itself is not among them."""
        position = self.start
        for move in self.moves:
            yield position
            position = position.play(move)


class Player(Protocol):
    """Anything that can be asked for a move. Subclasses need only `name` and `choose`."""

    name: str

    @property
    def is_repeatable(self) -> bool:
        """Whether two players made alike give the same answers to the same questions asked in the same order."""
        return False

    @property
    def may_take_back(self) -> bool:
        """Whether the player may ask to take moves back: people at a board do, programs do not."""
        return False

    def new_game(self, game: Game[Any]) -> None:
        """Get ready for a game; the one before may have been interrupted. Raises SetupError if it cannot be played."""

    @abstractmethod
    def choose(self, turn: Turn) -> Answer:
        """A legal move or a Request; PASS where nothing else is legal. Not called when the game is over.

        Raises PeerError where the move is up to another program and that fails.
        """
        ...

    def opponent_to_move(self, turn: Turn) -> None:  # noqa: ARG002 - most do not mind
        """Hear that the opponent has been asked; returns at once. Whoever likes to may think until it is called the next time.

        Referees that know it call it before they ask the other side; a player plays as well without ever hearing of it.
        """
        return

    def close(self) -> None:
        """Give back what the player holds: processes, files, threads. May be called twice."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class ForfeitError(PeerError):
    """A player cannot go on with the game; `reason` is how it is lost."""

    def __init__(self, message: str, reason: Reason) -> None:
        super().__init__(message)
        self.reason = reason
