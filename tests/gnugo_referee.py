"""GNU Go as a referee of Go's rules: what it says of a game's moves, asked for a whole game in one go over GTP."""

import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from kibitz.rules.game import Color
from kibitz.rules.go.points import format_vertex
from kibitz.rules.go.position import GoGame, GoPosition
from kibitz.rules.go.rule_sets import KoRule
from kibitz.rules.squares import PASS
from wants import WANTS

GNUGO = shutil.which("gnugo") or ("/usr/games/gnugo" if Path("/usr/games/gnugo").is_file() else None)

needs_gnugo = pytest.mark.skipif(GNUGO is None, reason=WANTS["gnugo"].reason)

_KO = {KoRule.SIMPLE: "--simple-ko", KoRule.POSITIONAL: "--positional-superko", KoRule.SITUATIONAL: "--situational-superko"}


@dataclass(frozen=True)
class Account:
    """What a referee or Kibitz says of a game: the legal points before moves of it, and the stones and prisoners at its end."""

    legal: list[set[str]]
    black: set[str]
    white: set[str]
    prisoners: tuple[int, int]
    black_area: float | None = None


@dataclass(frozen=True)
class Questions:
    """What is asked of a game: the area at its end or not, and the legal points before every so many-th move."""

    scored: bool
    every: int = 1


def account_of(game: GoGame, start: GoPosition, moves: list[int], asked: Questions) -> Account:
    """What Kibitz says of a game."""
    position, legal, names = start, [], _names(game.size)
    for number, move in enumerate(moves):
        if number % asked.every == 0:
            legal.append({names[point] for point in position.legal_points()})
        position = position.play(move)
    stones = [{names[point] for point in range(game.size**2) if position.stones[point] == kind} for kind in (1, 2)]
    return Account(legal, *stones, position.prisoners, position.black_score() if asked.scored else None)


@cache
def _names(size: int) -> list[str]:
    return [format_vertex(point, size) for point in range(size * size)]


def referee_accounts(game: GoGame, games: list[tuple[GoPosition, list[int]]], asked: Questions) -> list[Account]:
    """What GNU Go says of some games, each from its start; raises AssertionError if it refuses one of their moves."""
    flags = [_KO[game.rules.ko], "--allow-suicide" if game.rules.suicide else "--forbid-suicide", "--chinese-rules"]
    commands = [command for start, moves in games for command in _commands(game, start, moves, asked)]
    replies = iter(zip(commands, _answers(commands, flags), strict=False))
    return [_account(replies, asked.scored) for _ in games]


def _answers(commands: list[str], flags: list[str]) -> list[str]:
    # GNU Go writes a few bytes at a time: through a pipe that takes three times as long as into a file.
    with TemporaryFile("w+") as talk, TemporaryFile("w+") as told:
        talk.write("\n".join([*commands, "quit", ""]))
        talk.seek(0)
        subprocess.run([GNUGO, "--mode", "gtp", "--level", "0", *flags], stdin=talk, stdout=told, check=True)
        told.seek(0)
        return told.read().split("\n\n")


def _commands(game: GoGame, start: GoPosition, moves: list[int], asked: Questions) -> list[str]:
    commands = [f"boardsize {game.size}", "clear_board", f"komi {game.komi}"]
    for point in range(game.size**2):
        color = start.stone_at(point)
        if color is not None:
            commands.append(f"play {color} {game.format_move(point)}")
    mover = start.to_move
    for number, move in enumerate(moves):
        commands += [f"all_legal {mover}"] if number % asked.every == 0 else []
        commands.append(f"play {mover} {game.format_move(move)}")
        mover = mover.other
    last = [f"{question} {color}" for question in ("list_stones", "captures") for color in Color]
    return [*commands, *last, *(["final_score"] if asked.scored else [])]


def _account(replies, scored: bool) -> Account:
    legal: list[set[str]] = []
    found: dict[str, str] = {}
    last = "final_score" if scored else f"captures {Color.WHITE}"
    while last not in found:
        command, answer = next(replies)
        assert answer.lstrip().startswith("="), f"{command}: {answer}"
        text = answer.lstrip().removeprefix("=").strip()
        if command.startswith("all_legal"):
            legal.append(set(text.split()))
        found[command] = text
    stones = [set(found[f"list_stones {color}"].split()) for color in Color]
    prisoners = tuple(int(found[f"captures {color}"]) for color in Color)
    return Account(legal, *stones, prisoners, _score(found[last]) if scored else None)


def _score(text: str) -> float:
    return 0.0 if text == "0" else float(text[2:]) * (1 if text[0] == "B" else -1)


def is_own_eye(position: GoPosition, point: int) -> bool:
    """Whether a random player had better not fill a point: all around is its own, and the corners mostly."""
    size, own = position.size, position.to_move
    row, column = divmod(point, size)

    def stones(steps):
        places = [(row + down, column + right) for down, right in steps]
        return [position.stone_at(y * size + x) for y, x in places if 0 <= y < size and 0 <= x < size]

    corners = stones([(-1, -1), (-1, 1), (1, -1), (1, 1)])
    allowed = 1 if len(corners) == 4 else 0
    return all(stone == own for stone in stones([(-1, 0), (0, -1), (0, 1), (1, 0)])) and corners.count(own.other) <= allowed


def random_game(game: GoGame, chooser, to_the_end: bool, most_moves: int = 1000) -> list[int]:
    """The moves of a random game: to its end without filling own eyes, or else any legal moves at all, a pass now and then."""
    position, moves = game.start(), []
    while len(moves) < most_moves and not position.is_over:
        points = list(position.legal_points())
        if to_the_end:
            points = [point for point in points if not is_own_eye(position, point)]
        must_pass = not points or (not to_the_end and chooser.random() < 0.02)
        move = PASS if must_pass else chooser.choice(points)
        moves.append(move)
        position = position.play(move)
    return moves
