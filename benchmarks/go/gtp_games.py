"""Games of Go between two programs over GTP, with a running clock and senseless lines in between: is a rule ever broken?

    python benchmarks/go_gtp_games.py [--games 100] [--engine COMMAND] [--opponent COMMAND] [--size 9] [--seconds 60]
                                      [--results games.jsonl]

Kibitz is the referee: it checks every move of both programs, tells the engine what is left on its clock before it must move, and
throws junk at it between moves. The opponent may take its time. A fault of the engine is an illegal move, an overdrawn clock, a
crash, or no answer at all. With --results each finished game is added to a file, a JSON object a line, and a run that was broken
off goes on there.
"""

import argparse
import json
import math
import random
import shutil
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from kibitz.players.go.counting import counted_score
from kibitz.players.gtp_client import GtpClient
from kibitz.players.player import ForfeitError
from kibitz.rules.game import Color
from kibitz.rules.go.position import GoGame, GoPosition
from kibitz.rules.go.rule_sets import CHINESE

KOMI = 7.5
SECONDS_TO_ANSWER = 300.0
GRACE_SECONDS = 10.0
ENGINE = f"{sys.executable} -m kibitz engine gtp --game go --player uct:playouts=400"
OPPONENT = f"{shutil.which('gnugo') or '/usr/games/gnugo'} --mode gtp --level 0 --chinese-rules --simple-ko --capture-all-dead"

# Lines the engine must refuse, with the game as it was.
REFUSED = (
    "frobnicate",
    "play",
    "play black Z99",
    "play purple D4",
    "genmove",
    "genmove purple",
    "time_left black soon",
    "komi abc",
    "boardsize 99",
    "undo 3 times",
    "loadsgf /nowhere.sgf",
    "fixed_handicap 4 4",
    "final_status_list asleep",
    "=",
    "? no",
    "spiel weiß Ä1",
    "x" * 20_000,
)
# Lines to which no answer is due.
UNANSWERED = ("", "   ", "\t", "# a comment", "\x01\x02\x07", "#" * 5000)


@dataclass
class Side:
    """A program with what its clock has left, infinity without one."""

    program: GtpClient
    seconds_left: float
    longest_move: float = 0.0
    faults: list[str] = field(default_factory=list)

    def begin(self, game: GoGame, seconds: float) -> None:
        """Make it ready for a game."""
        for command in (f"boardsize {game.size}", "clear_board", f"komi {game.komi}"):
            self.program.require(command)
        if seconds < math.inf:
            self.program.require(f"time_settings {seconds:.0f} 0 0")
        self.seconds_left, self.longest_move, self.faults = seconds, 0.0, []

    def move(self, color: Color) -> str:
        """What it answers when it must move, its time taken off its clock."""
        if self.seconds_left < math.inf:
            self.program.require(f"time_left {color} {int(self.seconds_left)} 0")
        began = time.monotonic()
        answer = self.program.require(f"genmove {color}", min(self.seconds_left + GRACE_SECONDS, SECONDS_TO_ANSWER))
        spent = time.monotonic() - began
        self.seconds_left -= spent
        self.longest_move = max(self.longest_move, spent)
        if self.seconds_left < 0:
            self.faults.append(f"{-self.seconds_left:.2f} s too late")
        return answer


def throw_junk(engine: Side, chooser: random.Random) -> int:
    """Send some senseless lines; how many. What should have been refused and was not is a fault."""
    unanswered = chooser.choices(UNANSWERED, k=chooser.randrange(3))
    engine.program.require("\n".join(["protocol_version", *unanswered]))
    refused = chooser.choices(REFUSED, k=chooser.randrange(3))
    for line in refused:
        if engine.program.ask(line).is_success:
            engine.faults.append(f"took {line[:40]!r}")
    return len(unanswered) + len(refused)


def play(game: GoGame, sides: dict[Color, Side], mine: Color, seconds: float, chooser: random.Random) -> dict:
    """A game: how it ended for the engine, its moves, junk, times and faults."""
    sides[mine].begin(game, seconds)
    sides[mine.other].begin(game, math.inf)
    position, moves, junk, ending = game.start(), [], 0, None
    while not position.is_over and ending is None:
        mover, engine = sides[position.to_move], sides[mine]
        junk += throw_junk(engine, chooser)
        answer = mover.move(position.to_move)
        if answer.lower() == "resign":
            ending = position.to_move != mine, "resignation"
        elif mover.seconds_left < 0:
            ending = position.to_move != mine, "time"
        else:
            move = game.parse_move(answer)
            if not position.is_legal(move):
                mover.faults.append(f"illegal move {answer}")
                ending = position.to_move != mine, "illegal move"
                continue
            sides[position.to_move.other].program.require(f"play {position.to_move} {answer}")
            position, moves = position.play(move), [*moves, answer]
    is_won, how = ending or _counted(position, mine)
    return {
        "won": is_won,
        "how": how,
        "moves": moves,
        "junk": junk,
        "seconds_left": round(sides[mine].seconds_left, 1),
        "longest_move": round(sides[mine].longest_move, 2),
        "faults": sides[mine].faults,
        "opponents_faults": sides[mine.other].faults,
    }


def _counted(position: GoPosition, mine: Color) -> tuple[bool, str]:
    score = counted_score(position)
    mine_score = score if mine == Color.BLACK else -score
    return mine_score > 0, f"{mine_score:+g}"


def game_of(programs: list[GtpClient], asked: argparse.Namespace, number: int) -> dict:
    """One game between two programs; a crash or a hang is written down as a fault."""
    mine = Color(number % 2)
    sides = {mine: Side(programs[0], 0.0), mine.other: Side(programs[1], 0.0)}
    try:
        return play(GoGame(asked.size, CHINESE, KOMI), sides, mine, asked.seconds, random.Random(number))
    except ForfeitError as error:
        whose = "opponents_faults" if programs[0].is_open else "faults"
        return {"won": False, "how": "broken off", "moves": [], "faults": [], "opponents_faults": [], whose: [str(error)]}


def started(command: str, before: GtpClient | None) -> GtpClient:
    """The program that is running already, or a new one."""
    return before if before is not None and before.is_open else GtpClient(command, SECONDS_TO_ANSWER)


def main() -> None:
    """Play the games that are still missing, print each, and the sum of the faults."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--engine", default=ENGINE)
    parser.add_argument("--opponent", default=OPPONENT)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=60.0, help="on the engine's clock for a whole game")
    parser.add_argument("--results", type=Path)
    asked = parser.parse_args()
    kept = asked.results.read_text().splitlines() if asked.results is not None and asked.results.exists() else []
    done = [json.loads(line) for line in kept][: asked.games]
    programs: list[GtpClient | None] = [None, None]
    for number in range(len(done), asked.games):
        programs = [started(command, before) for command, before in zip((asked.engine, asked.opponent), programs, strict=True)]
        done.append({"game": number + 1, "color": str(Color(number % 2)), **game_of(programs, asked, number)})
        if asked.results is not None:
            with asked.results.open("a") as file:
                file.write(json.dumps(done[-1]) + "\n")
        faults = "; ".join(done[-1]["faults"]) or "no fault"
        print(f"game {number + 1}: {'won' if done[-1]['won'] else 'lost'}, {done[-1]['how']}, {faults}", flush=True)
    for program in programs:
        if program is not None:
            program.close()
    moves, junk = sum(len(game["moves"]) for game in done), sum(game.get("junk", 0) for game in done)
    faulty, won = sum(bool(game["faults"]) for game in done), sum(game["won"] for game in done)
    print(f"{len(done)} games, {moves} moves, {junk} senseless lines: {faulty} games with a fault of the engine, {won} won")


if __name__ == "__main__":
    main()
