"""Games that tests play by `kibitz play`."""

import re
from pathlib import Path

from kibitz.players.player import Answer, Player, Turn
from kibitz.players.referee import PlayedGame, play_game
from kibitz.players.registry import make_player
from kibitz.rules.othello.position import OTHELLO, START
from kibitz.rules.squares import PASS, format_square

FAKE_ENGINE = Path(__file__).parent.parent / "data" / "gtp" / "fake_engine.py"


class FirstMove(Player):
    """Plays the first legal square."""

    name = "first"

    def choose(self, turn: Turn) -> Answer:
        return turn.position.legal_moves()[0]


def game_against_random(seed: int) -> PlayedGame:
    return play_game(OTHELLO, FirstMove(), make_player(f"random:seed={seed}"))


def typed_by_black(played: PlayedGame) -> str:
    """The lines that Black types in a game, passes left out because nobody is asked for them."""
    lines = []
    position = START
    for move in played.moves:
        if position.to_move == 0 and move != PASS:
            lines.append(format_square(move))
        position = position.play(move)
    return "\n".join(lines) + "\n"


def transcript_in(output: str) -> str:
    return re.findall(r"^Moves: (\S+)$", output, re.MULTILINE)[-1]
