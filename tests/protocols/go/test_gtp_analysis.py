"""Streams of analysis for graphical Go programs, over a real engine."""

import re
import subprocess
import sys
from threading import Event

import pytest

from kibitz.players.go.uct import UctPlayer
from kibitz.protocols.conversation import Thinking
from kibitz.protocols.go.gtp import go_gtp
from kibitz.protocols.thinker import Thinker
from small_go import small_model

INFO = re.compile(r"info move (\S+) visits (\d+) winrate (\S+) (?:score\S+ \S+ )*prior (\S+) order (\d+) pv (\S+)")
# The small model has learned to answer beside the last move, which is on E5.
BESIDE = {"D5", "F5", "E4", "E6"}


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
    ("command", "chance"),
    [
        ("lz-analyze 10", r"winrate \d{1,5} prior [1-9]\d*"),
        ("kata-analyze b interval 10", r"winrate 0\.\d{6} scoreMean -?\d+\.\d scoreLead -?\d+\.\d prior 0\.\d{6}"),
    ],
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


def first_line(player, *commands):
    """The first line that streams after some commands, the last of which asks for it."""
    protocol = go_gtp()
    session, said, stop, thinker = protocol.begin(), [], Event(), Thinker(player=player)

    def say(line):
        said.append(line)
        stop.set()

    for command in commands:
        step = protocol.answer(session, command)
        session = step.session
        if step.work is not None:
            session = step.work.think(Thinking(thinker, say, stop))(session).session
    return said[0]


@pytest.mark.parametrize(("command", "whole"), [("lz-analyze 5", 10_000), ("kata-analyze 5", 1)])
def test_moves_come_by_visits_with_chances_and_priors(command, whole):
    line = first_line(UctPlayer(prior=small_model(), seed=1), "boardsize 9", "play b E5", command)
    moves = INFO.findall(line)
    visits = [int(move[1]) for move in moves]
    assert visits == sorted(visits, reverse=True)
    assert [int(move[4]) for move in moves] == list(range(len(moves)))
    assert all(0 <= float(move[2]) <= whole for move in moves)
    assert all(move[0] == move[5] for move in moves)
    priors = {move[0]: float(move[3]) for move in moves}
    assert max(priors, key=priors.get) in BESIDE
    assert 0 < max(priors.values()) <= whole
