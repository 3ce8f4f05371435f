"""A GTP program for tests that streams `kata-analyze` of Go on 9×9 and misbehaves as its argument says; without one it behaves.

Its values are made up: the first point of the board is best, and visits grow with every line.
"""

import select
import sys
import time

STDIN = sys.stdin.buffer.raw  # select() would not see what a buffer holds
COMMANDS = ["list_commands", "name", "version", "protocol_version", "boardsize", "komi", "clear_board", "play", "kata-analyze"]
FAULTS = {
    "hang": "says nothing once it analyses",
    "hang-at-start": "answers nothing at all",
    "die": "ends with exit code 3 after one line of analysis",
    "die-at-start": "ends at once with exit code 4",
    "lie-move": "names a point that is no point",
    "lie-some": "names one legal move and one that is not",
    "lie-chance": "says a chance of 7.3",
    "lie-nan": "says a score that is no number",
    "lie-owners": "says five owners",
    "flood": "writes lines without end",
    "endless-line": "writes one line that never ends",
    "deaf": "goes on analysing whatever it is told",
    "refuse": "refuses to analyse",
    "lz": "knows lz-analyze alone",
}


def info(fault: str, visits: int) -> str:
    best = {"lie-move": "Z99"}.get(fault, "A9")
    chance = {"lie-chance": "7.3", "lz": "6200"}.get(fault, "0.62")
    prior = "5000" if fault == "lz" else "0.5"
    lead = "nan" if fault == "lie-nan" else "3.5"
    line = f"info move {best} visits {visits} winrate {chance} scoreLead {lead} prior {prior} order 0 pv {best} C3 D4"
    second = "K10" if fault == "lie-some" else "B9"
    line += f" info move {second} visits 7 winrate {chance} scoreLead 1.5 prior 0.1 order 1 pv {second}"
    owners = " ".join(["0.5"] * (5 if fault == "lie-owners" else 81))
    return line if fault == "lz" else f"{line} ownership {owners}"


def analyse(fault: str) -> None:
    """Write until there is something to read."""
    visits = 0
    while True:
        visits += 10
        if fault == "hang":
            time.sleep(600)
        if fault == "endless-line":
            sys.stdout.write("still thinking " * 1000)
            continue
        sys.stdout.write(info(fault, visits) + "\n")
        sys.stdout.flush()
        if fault == "die":
            sys.stderr.write("out of memory\n")
            sys.exit(3)
        waits = 0 if fault == "flood" else 0.02
        if fault != "deaf" and select.select([STDIN], [], [], waits)[0] and fault != "flood":
            sys.stdout.write("\n")
            return


def answer(fault: str, command: str) -> str:
    name = "lz-analyze" if fault == "lz" else "kata-analyze"
    known = {"list_commands": "\n".join([*COMMANDS[:-1], name]), "name": "Analyst", "version": "2.1", "protocol_version": "2"}
    return "= " + known.get(command, "")


def main() -> None:
    fault = sys.argv[1] if len(sys.argv) > 1 else ""
    if fault == "die-at-start":
        sys.exit(4)
    if fault == "hang-at-start":
        time.sleep(600)
    for line in iter(STDIN.readline, b""):
        number, command, *_words = line.decode().split()
        if "analyze" in command and fault != "refuse":
            sys.stdout.write(f"={number}\n")
            analyse(fault)
            continue
        refused = fault == "refuse" and "analyze" in command
        text = "? not today" if refused else answer(fault, command)
        sys.stdout.write(f"{text[0]}{number}{text[1:]}\n\n")
        sys.stdout.flush()
        if command == "quit":
            break


if __name__ == "__main__":
    main()
