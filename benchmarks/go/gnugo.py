"""Games of Go between a player of Kibitz and GNU Go, colours swapped after each, counted once all dead stones are taken.

    python benchmarks/go_gnugo.py [--games 10] [--first 1] [--player uct:playouts=5000] [--level 10] [--size 9]
                                  [--results games.jsonl]

With --results each finished game is added to a file, a JSON object a line, and a run that was broken off goes on there.
"""

import argparse
import json
import math
import shutil
import time
from pathlib import Path

from kibitz.players.go.counting import counted_score
from kibitz.players.gtp_client import GtpClient
from kibitz.players.player import Player, Request, Turn
from kibitz.players.registry import make_player
from kibitz.rules.game import Color
from kibitz.rules.go.position import GoGame, GoPosition
from kibitz.rules.go.rule_sets import CHINESE

KOMI = 7.5
SECONDS_TO_ANSWER = 600.0


def gnugo(level: int) -> GtpClient:
    """GNU Go, which plays on till nothing dead is left, so that a board can be counted as it stands."""
    program = shutil.which("gnugo") or "/usr/games/gnugo"
    flags = f"--mode gtp --level {level} --chinese-rules --capture-all-dead --never-resign"
    return GtpClient(f"{program} {flags}", SECONDS_TO_ANSWER)


def play(game: GoGame, player: Player, opponent: GtpClient, mine: Color, seed: int) -> dict:
    """A game: whether Kibitz won it, how it ended, its moves, and the seconds Kibitz thought."""
    for command in (f"boardsize {game.size}", "clear_board", f"komi {game.komi}", f"set_random_seed {seed}"):
        opponent.require(command)
    player.new_game(game)
    position, moves, thought = game.start(), (), 0.0
    while not position.is_over:
        if position.to_move == mine:
            began = time.monotonic()
            answer = player.choose(Turn(game, game.start(), moves, position))
            thought += time.monotonic() - began
            if answer == Request.RESIGN:
                return _account(game, moves, thought, False, "resigned")
            opponent.require(f"play {mine} {game.format_move(answer)}")
        else:
            answer = game.parse_move(opponent.require(f"genmove {position.to_move}"))
        position, moves = position.play(answer), (*moves, answer)
    return _account(game, moves, thought, *_counted(position, mine))


def _account(game: GoGame, moves: tuple[int, ...], thought: float, is_won: bool, how: str) -> dict:
    vertices = [game.format_move(move) for move in moves]
    return {"won": is_won, "how": how, "moves": vertices, "seconds_a_move": round(2 * thought / max(len(moves), 1), 2)}


def _counted(position: GoPosition, mine: Color) -> tuple[bool, str]:
    score = counted_score(position)
    mine_score = score if mine == Color.BLACK else -score
    return mine_score > 0, f"{mine_score:+g} after {position.move_count} moves"


def read_results(path: Path | None, wanted: dict) -> list[dict]:
    """The games of a file that were played under the same conditions."""
    if path is None or not path.exists():
        return []
    games = [json.loads(line) for line in path.read_text().splitlines()]
    return [game for game in games if all(game[key] == value for key, value in wanted.items())]


def interval(won: int, games: int) -> tuple[float, float]:
    """Wilson's interval of 95 % for a share."""
    share, z = won / games, 1.96
    middle, half = share + z * z / (2 * games), z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - half) / (1 + z * z / games), (middle + half) / (1 + z * z / games)


def main() -> None:
    """Play the games that are still missing, print each result and the sum."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=1, help="the number of the first game, where several runs share the work")
    parser.add_argument("--player", default="uct:playouts=5000")
    parser.add_argument("--level", type=int, default=10)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--results", type=Path)
    asked = parser.parse_args()
    conditions = {"player": asked.player, "level": asked.level, "size": asked.size}
    wanted = range(asked.first, asked.first + asked.games)
    done = [played for played in read_results(asked.results, conditions) if played["game"] in wanted]
    game = GoGame(asked.size, CHINESE, KOMI)
    for number in sorted(set(wanted) - {played["game"] for played in done}):
        mine = Color((number - 1) % 2)
        with make_player(asked.player, seed=number) as player:
            opponent = gnugo(asked.level)
            played = {**conditions, "game": number, "color": str(mine), **play(game, player, opponent, mine, number)}
            opponent.close()
        done.append(played)
        if asked.results is not None:
            with asked.results.open("a") as file:
                file.write(json.dumps(played) + "\n")
        print(f"game {number}, Kibitz {mine}: {'won' if played['won'] else 'lost'}, {played['how']}", flush=True)
    won = sum(played["won"] for played in done)
    low, high = interval(won, len(done))
    print(
        f"{asked.player} won {won} of {len(done)} games ({low:.0%} to {high:.0%}) "
        f"against GNU Go level {asked.level} on {asked.size}×{asked.size}"
    )


if __name__ == "__main__":
    main()
