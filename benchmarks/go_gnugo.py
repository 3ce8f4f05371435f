"""Games of Go between Kibitz's playouts and GNU Go, colours swapped after each, counted by Kibitz once all dead stones are taken.

python benchmarks/go_gnugo.py [--games 10] [--player uct:playouts=5000] [--level 10] [--size 9]
"""

import argparse
import shutil
import subprocess

from kibitz.players.player import Request, Turn
from kibitz.players.registry import make_player
from kibitz.rules.game import Color
from kibitz.rules.go import CHINESE, GoGame, GoPosition
from kibitz.search.go_playouts import dead_stones

KOMI = 7.5


class GnuGo:
    """GNU Go behind two pipes; it plays on till nothing dead is left, so that a board can be counted as it stands."""

    def __init__(self, level: int) -> None:
        program = shutil.which("gnugo") or "/usr/games/gnugo"
        flags = ["--mode", "gtp", "--level", str(level), "--chinese-rules", "--capture-all-dead", "--never-resign"]
        self._process = subprocess.Popen([program, *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command: str) -> str:
        """The answer to a command; raises RuntimeError if it is refused."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        lines = list(iter(self._process.stdout.readline, "\n"))
        if not lines or not lines[0].startswith("="):
            raise RuntimeError(f"GNU Go: {command}: {''.join(lines)}")
        return lines[0][1:].strip()

    def close(self) -> None:
        """End the program."""
        self.ask("quit")
        self._process.wait()


def play(game: GoGame, player, opponent: GnuGo, mine: Color) -> tuple[bool, str]:
    """Whether Kibitz won a game, and how it ended."""
    for command in (f"boardsize {game.size}", "clear_board", f"komi {game.komi}"):
        opponent.ask(command)
    position, moves = game.start(), ()
    while not position.is_over:
        if position.to_move == mine:
            answer = player.choose(Turn(game, game.start(), moves, position))
            if answer == Request.RESIGN:
                return False, "resigned"
            opponent.ask(f"play {mine} {game.format_move(answer)}")
        else:
            answer = game.parse_move(opponent.ask(f"genmove {position.to_move}"))
        position, moves = position.play(answer), (*moves, answer)
    return _counted(position, mine)


def _counted(position: GoPosition, mine: Color) -> tuple[bool, str]:
    score = position.black_score(dead_stones(position, 1000))
    mine_score = score if mine == Color.BLACK else -score
    return mine_score > 0, f"{mine_score:+g} after {position.move_count} moves"


def main() -> None:
    """Play the games and print each result and the sum."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--player", default="uct:playouts=5000")
    parser.add_argument("--level", type=int, default=10)
    parser.add_argument("--size", type=int, default=9)
    wanted = parser.parse_args()
    game, opponent = GoGame(wanted.size, CHINESE, KOMI), GnuGo(wanted.level)
    won = 0
    for number in range(wanted.games):
        with make_player(wanted.player, seed=number) as player:
            is_won, how = play(game, player, opponent, Color(number % 2))
        won += is_won
        print(f"game {number + 1}, Kibitz {Color(number % 2)}: {'won' if is_won else 'lost'}, {how}", flush=True)
    opponent.close()
    print(f"{wanted.player} won {won} of {wanted.games} games against GNU Go level {wanted.level} on {wanted.size}×{wanted.size}")


if __name__ == "__main__":
    main()
