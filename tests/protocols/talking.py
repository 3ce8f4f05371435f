"""Conversations without threads, and a player that keeps what it was asked."""

from threading import Event

from kibitz.errors import KibitzError
from kibitz.players.player import Answer, Player, Turn
from kibitz.protocols.conversation import LineProtocol, Step, Thinking
from kibitz.protocols.thinker import Thinker


class Talk:
    """A conversation in which every work is done at once, where it is asked for."""

    def __init__(self, protocol: LineProtocol, thinker: Thinker) -> None:
        self.protocol = protocol
        self.thinker = thinker
        self.session = protocol.begin()
        self.is_over = False
        self.said: list[str] = []

    def say(self, line: str) -> str:
        """All that is answered to a line, as one text."""
        self.said = []
        self._take(self.protocol.answer(self.session, line))
        return "\n".join(self.said)

    def say_all(self, *lines: str) -> str:
        """The answer to the last of some lines."""
        return [self.say(line) for line in lines][-1]

    def _take(self, step: Step) -> None:
        self.session, self.is_over = step.session, self.is_over or step.is_last
        self.said += step.lines
        if step.work is not None:
            try:
                conclusion = step.work.think(Thinking(self.thinker, self.said.append, Event()))
            except KibitzError as error:
                conclusion = step.work.on_error(error)
            self._take(conclusion(self.session))


class AskedPlayer(Player):
    """Plays the first legal move and keeps the turns it was given."""

    name = "asked"

    def __init__(self) -> None:
        self.turns: list[Turn] = []

    def choose(self, turn: Turn) -> Answer:
        self.turns.append(turn)
        return turn.position.legal_moves()[0]
