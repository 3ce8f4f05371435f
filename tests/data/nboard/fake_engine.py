"""A program under NBoard for tests that plays the first legal move of Othello and misbehaves as its argument says.

Faults are named in FAULTS; without one it behaves.
"""

import argparse
import sys
import time

from kibitz.records.othello import ggf
from kibitz.records.othello.drafts import checked_games
from kibitz.rules.squares import format_move

FAULTS = {
    "hang": "answers no go",
    "deaf": "answers no ping",
    "crash": "ends with exit code 3 at the second go",
    "illegal": "answers a square where it may not play",
    "nonsense": "answers go with text that is no move",
    "pass": "passes although it has moves",
    "edax": "writes blanks instead of strokes, in lower case",
    "bare": "answers go with the move alone",
    "junk": "writes hints, statistics, junk and odd line ends around its answers",
    "late": "tells of a move it was not asked for before each pong",
    "flood": "answers go with lines without end",
    "no-name": "does not say its name",
    "ignore-quit": "does not end",
}


class Engine:
    def __init__(self, fault: str) -> None:
        self.fault = fault
        self.position = None
        self.moves_chosen = 0

    def hear(self, line: str) -> None:
        command, _, rest = line.strip().partition(" ")
        method = getattr(self, f"do_{command}", None)
        if method:
            method(rest)

    def tell(self, line: str) -> None:
        if self.fault == "junk":
            line = f"\r\nbook F5 0.00 12 30 text\nnodestats 100 0.1\nsearch F5d6 +1.0 0 4\nstatus thinking\n\x07hello\n{line}\r"
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    def do_nboard(self, version: str) -> None:
        assert version == "2"
        if self.fault != "no-name":
            self.tell("set myname Fake Engine")

    def do_set(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        if name == "game":
            (record,) = checked_games(ggf.read_drafts([value.encode()], "game"), "game", print)
            self.position = record.final_position()
        if name == "depth":
            sys.stderr.write(f"depth {value}\n")

    def do_ping(self, number: str) -> None:
        if self.fault == "late":
            self.tell("=== A1/0.00/0.0")
        if self.fault != "deaf":
            self.tell(f"pong {number}")

    def do_go(self, _: str) -> None:
        self.moves_chosen += 1
        if self.fault == "hang":
            time.sleep(600)
        if self.fault == "crash" and self.moves_chosen == 2:
            sys.stderr.write("out of memory\n")
            sys.exit(3)
        while self.fault == "flood":
            self.tell("search F5 +1.0 0 4")
        move = format_move(self.position.legal_moves()[0])
        forms = {"edax": f"=== {move} -1.00 0.0", "bare": f"==={move.upper()}", "pass": "=== PA", "nonsense": "=== z99/1/2"}
        self.tell({"illegal": "=== A1/0.00/0.0", **forms}.get(self.fault, f"=== {move.upper()}/+1.00/0.0"))

    def do_quit(self, _: str) -> None:
        if self.fault == "ignore-quit":
            time.sleep(600)
        sys.exit(0)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("fault", nargs="?", default="", choices=["", *FAULTS])
    engine = Engine(parser.parse_args().fault)
    for line in sys.stdin:
        engine.hear(line)


if __name__ == "__main__":
    main()
