"""Streams of analysis for graphical Go programs, over a real engine."""

import re
import subprocess
import sys

import pytest


def lines_of(command: str) -> list[str]:
    """What an engine says to some commands and then to a streaming one, until it has said two lines; the next command ends it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "kibitz", "engine", "gtp", "--game", "go"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        process.stdin.write(f"boardsize 9\nkomi 7\n{command}\n")
        process.stdin.flush()
        lines = [process.stdout.readline().strip() for _ in range(7)]
        process.stdin.write("name\nquit\n")
        process.stdin.flush()
        rest = process.stdout.read()
    assert "= Kibitz" in rest
    return [line for line in lines if line.startswith("info")]


@pytest.mark.parametrize(
    ("command", "chance"), [("lz-analyze 10", r"winrate \d{1,5} prior 0"), ("kata-analyze b interval 10", r"winrate 0\.\d{6}")]
)
def test_analysis_streams_until_the_next_line(command, chance):
    lines = lines_of(command)
    assert len(lines) >= 2
    for line in lines:
        assert re.match(rf"info move [A-HJ][1-9] visits \d+ {chance} order 0 pv [A-HJ][1-9]", line)
    visits = [sum(map(int, re.findall(r"visits (\d+)", line))) for line in lines]
    assert visits == sorted(visits)
    assert visits[-1] > visits[0]


def test_owners_are_told_if_asked_for():
    line = lines_of("kata-analyze 10 ownership true")[0]
    owners = [float(number) for number in line.partition("ownership ")[2].split()]
    assert len(owners) == 81
    assert all(-1 <= owner <= 1 for owner in owners)
