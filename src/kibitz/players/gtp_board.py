"""The board of another program, which is told through the Go Text Protocol what it has not seen yet."""

from typing import Any, Final

from kibitz.errors import SetupError
from kibitz.players.gtp_client import GtpClient
from kibitz.players.place import Place
from kibitz.rules.game import Color, Game, GamePosition
from kibitz.rules.squares import NO_MOVE, PASS

_UNKNOWN: Final = ((Color.BLACK, NO_MOVE),)


class GtpBoard:
    """A program, the commands it knows, the game it was told of and the steps on its board."""

    def __init__(self, client: GtpClient, title: str, commands: frozenset[str]) -> None:
        self.client = client
        self.commands = commands
        self._title = title
        self._game: Game[Any] | None = None
        self._start: GamePosition | None = None
        self._told: tuple[tuple[Color, int], ...] = ()

    def begin(self, game: Game[Any]) -> None:
        """Begin a game; raises SetupError if the program does not play it, on this board or at all."""
        if "set_game" in self.commands:
            self._set_up(f"set_game {game.name.capitalize()}", game)
        self._set_up(f"boardsize {game.size}", game)
        komi = getattr(game, "komi", None)
        if komi is not None:
            self._set_up(f"komi {komi:g}", game)
        if "kata-set-rules" in self.commands and (rules := getattr(game, "rules_name", "")):
            self.client.ask(f"kata-set-rules {rules}")  # a program that does not know them keeps its own
        self._game = game
        self._clear(game.start())

    def tell(self, place: Place) -> None:
        """Bring the board to a place: only what is new is told, unless steps were taken back."""
        if self._game != place.game:
            self.begin(place.game)
        if place.start != self._start or place.steps[: len(self._told)] != self._told:
            self._clear(place.start)
        for color, move in place.steps[len(self._told) :]:
            self._play(color, place.game.format_move(move), move == PASS)
        self._told = place.steps

    def lose_sight(self) -> None:
        """The program has played on its own board; the next place is told from its start unless played() comes before."""
        self._told = _UNKNOWN

    def played(self, place: Place, move: int) -> None:
        """The program's own move after a place was found to be legal."""
        self._told = (*place.steps, (place.position.to_move, move))

    def _set_up(self, command: str, game: Game[Any]) -> None:
        response = self.client.ask(command)
        if not response.is_success:
            refusal = response.text or "no reason given"
            raise SetupError(f"{self._title} does not play {game.name} on {game.size}×{game.size}; {command!r}: {refusal}")

    def _clear(self, start: GamePosition) -> None:
        game = self._game
        if game is None:
            return
        self.client.require("clear_board")
        stones = _stones(game, start)
        if start != game.start() and not stones:
            raise SetupError(f"{self._title} can be given games from the standard start only, not from a set-up position")
        if start == game.start() and stones:
            self.client.require(f"set_free_handicap {' '.join(vertex for _, vertex in stones)}")
        elif start != game.start():
            for color, vertex in stones:
                self._play(color, vertex, is_pass=False)
        self._start, self._told = start, ()

    def _play(self, color: Color, vertex: str, is_pass: bool) -> None:
        """Programs differ in whether they want to hear of passes that are forced, so one may be refused."""
        (self.client.ask if is_pass else self.client.require)(f"play {letter(color)} {vertex}")


def letter(color: Color) -> str:
    """A side as the protocol writes it."""
    return "b" if color == Color.BLACK else "w"


def _stones(game: Game[Any], start: GamePosition) -> list[tuple[Color, str]]:
    """The stones of a start in a game that has komi; put down one by one none of them is ever captured."""
    if getattr(game, "komi", None) is None:
        return []
    points = ((point, start.stone_at(point)) for point in range(game.size**2))  # type: ignore[attr-defined]
    return [(color, game.format_move(point)) for point, color in points if color is not None]
