"""A GTP program for tests that plays the first legal move of Othello and misbehaves as its argument says.

Faults are named in FAULTS; without one it behaves.
"""

import argparse
import os
import sys
import time

from kibitz.rules.othello.position import Position
from kibitz.rules.squares import PASS, format_move, parse_move

FAULTS = {
    "hang": "answers no genmove",
    "crash": "ends with exit code 3 at the second genmove",
    "illegal": "answers a square where it may not play",
    "illegal-once": "plays its first move on its own board and answers another",
    "nonsense": "answers genmove with text that is no move",
    "pass": "passes although it has moves",
    "refuse-genmove": "refuses to play",
    "resign": "resigns at once",
    "junk": "writes junk between the answers, odd line ends and control characters",
    "flood": "answers genmove with lines without end",
    "endless-line": "answers genmove with one line that never ends",
    "stderr-flood": "writes more to standard error than any pipe holds before each answer",
    "no-ids": "never repeats the number of a command",
    "stale-answer": "answers each command twice",
    "refuse-size": "refuses every board size",
    "refuse-play": "refuses to be told a move",
    "no-passes": "refuses to be told of a pass and plays forced passes by itself",
    "close-output": "closes its output instead of answering genmove, and stays",
    "ignore-quit": "does not end",
    "no-names": "refuses name, version and list_commands",
}
COMMANDS = [
    "list_commands",
    "name",
    "version",
    "boardsize",
    "clear_board",
    "play",
    "genmove",
    "time_settings",
    "time_left",
    "quit",
]


class Engine:
    def __init__(self, fault: str) -> None:
        self.fault = fault
        self.position = Position.start()
        self.generated = 0

    def answer(self, command: str, words: list[str]) -> str:
        """The text after = or ?, with the sign in front."""
        method = getattr(self, f"do_{command}", None)
        return method(*words) if method else "? unknown command"

    def do_list_commands(self) -> str:
        return "? no" if self.fault == "no-names" else "= " + "\n".join(COMMANDS)

    def do_name(self) -> str:
        return "? no" if self.fault == "no-names" else "= Fake"

    def do_version(self) -> str:
        return "? no" if self.fault == "no-names" else "= 1.0"

    def do_boardsize(self, size: str) -> str:
        return "? unacceptable size" if self.fault == "refuse-size" or size != "8" else "="

    def do_clear_board(self) -> str:
        self.position = Position.start()
        return "="

    def do_time_settings(self, main: str, extra: str, stones: str) -> str:
        sys.stderr.write(f"time_settings {main} {extra} {stones}\n")
        return "="

    def do_time_left(self, color: str, seconds: str, stones: str) -> str:
        sys.stderr.write(f"time_left {color} {seconds} {stones}\n")
        return "="

    def do_play(self, color: str, move: str) -> str:
        if self.fault == "refuse-play" or (move == "pass" and self.fault == "no-passes"):
            return "? syntax error"
        return self.play(color, parse_move(move))

    def play(self, color: str, move: int) -> str:
        if "bw"[self.position.to_move] != color or move not in self.position.legal_moves():
            return "? illegal move"
        self.position = self.position.play(move)
        if self.fault == "no-passes" and self.position.must_pass:
            self.position = self.position.play(PASS)
        return "="

    def do_genmove(self, color: str) -> str:
        self.generated += 1
        if self.fault == "hang":
            time.sleep(600)
        if self.fault == "crash" and self.generated == 2:
            sys.stderr.write("first line\nout of memory\nmove generator failed\n\n")
            sys.exit(3)
        if self.fault == "close-output":
            os.close(sys.stdout.fileno())
            time.sleep(600)
        while self.fault == "flood":
            sys.stdout.write("still thinking\n")
        while self.fault == "endless-line":
            sys.stdout.write("still thinking " * 1000)
        answers = {"illegal": "= a1", "nonsense": "= [1;31mz99", "pass": "= pass", "refuse-genmove": "? no", "resign": "= resign"}
        if self.fault in answers:
            return answers[self.fault]
        move = self.position.legal_moves()[0]
        self.play(color, move)
        answered = "a1" if self.fault == "illegal-once" and self.generated == 1 else format_move(move).upper()
        return f"= {answered}"

    def do_quit(self) -> str:
        if self.fault == "ignore-quit":
            time.sleep(600)
        return "="


def written(fault: str, number: str, answer: str) -> str:
    """An answer as it goes over the wire."""
    number = "" if fault == "no-ids" else number
    text = f"{answer[0]}{number}{answer[1:]}\n\n"
    if fault == "junk":
        head = "\n\nWelcome to the = engine\n# a comment\n\x07"
        return head + text.replace("\n", "\r\n")
    return text * 2 if fault == "stale-answer" else text


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("fault", nargs="?", default="", choices=["", *FAULTS])
    options = parser.parse_args()
    engine = Engine(options.fault)
    for line in sys.stdin:
        number, command, *words = line.split()
        if options.fault == "stderr-flood":
            sys.stderr.write("debug output\n" * 20_000)
        sys.stdout.write(written(options.fault, number, engine.answer(command, words)))
        sys.stdout.flush()
        if command == "quit":
            break


if __name__ == "__main__":
    main()
