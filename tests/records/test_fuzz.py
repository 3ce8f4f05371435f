"""Damaged files of every format: what comes out is a clear error, or games whose moves are legal."""

import gzip
import random
import resource
from pathlib import Path

import pytest

from kibitz.errors import KibitzError
from kibitz.records.othello import copied, csv_games, ggf, logistello, obf, pgn_writer, sgf_writer, transcript, wthor
from kibitz.records.othello.files import parse_games
from kibitz.records.othello.record import GameRecord, GameWarning, SkippedGame
from records.damage import damaged

DATA = Path(__file__).parent.parent / "data" / "records"
SEEDS = {
    "transcript": (DATA / "five_games.txt").read_bytes(),
    "ggf": (DATA / "five_games.ggf").read_bytes(),
    "pgn": (DATA / "five_games.pgn").read_bytes(),
    "sgf": (DATA / "five_games.sgf").read_bytes(),
    "logistello": (DATA / "five_games.gam").read_bytes(),
    "csv": (DATA / "five_games.csv").read_bytes(),
    "wthor": (DATA / "five_games.wtb").read_bytes(),
    "copied": b"Ann (1534) vs. Bob (1498)\n| 1: F5 // 3.1\n| 2: D6\n|c3d3c4f4c5b3\nBlack: Carl\nf5d6c3d3c4f4c5b3\n",
    "obf": (DATA / "five_positions.obf").read_bytes(),
    "gzip": gzip.compress((DATA / "five_games.pgn").read_bytes(), mtime=0),
}
SUFFIXES = {"transcript": "txt", "logistello": "gam", "wthor": "wtb", "gzip": "pgn.gz"}
WRITERS = {
    "transcript": transcript.format_game,
    "ggf": ggf.format_game,
    "pgn": pgn_writer.format_game,
    "sgf": sgf_writer.format_game,
    "logistello": logistello.format_game,
    "csv": lambda record: csv_games.HEADER + csv_games.format_game(record),
    "obf": obf.format_game,
    "copied": copied.format_game,
}


def check_input(data: bytes, name: str, kind: str) -> int:
    """Read damaged data; return the number of games that came out of it."""
    reports: list[SkippedGame | GameWarning] = []
    games: list[GameRecord] = []
    try:
        games.extend(parse_games(data, name, reports.append, reports.append))
    except KibitzError as error:
        assert "\n" not in str(error)
        assert len(str(error)) < 400
    assert len(games) + len(reports) <= 1000 + len(data)
    assert all(report.problem and len(report.problem) < 400 for report in reports)
    for game in games:
        game.final_position()  # raises IllegalMoveError if a move is not legal
        assert game.year is None or 0 < game.year < 10_000
    if games and kind in WRITERS:
        check_reread(games[0], kind, name)
    return len(games)


def check_reread(game: GameRecord, kind: str, name: str) -> None:
    """Whatever was read can be written and read again."""
    try:
        written = WRITERS[kind](game).encode("utf-8", "replace")
    except KibitzError:
        return
    again = list(parse_games(written, name, lambda skipped: pytest.fail(f"{skipped}\n{written!r}")))
    if again or any((game.moves, game.black, game.white, game.event, game.tags)):
        (copy,) = again
        first, second = game.final_position(), copy.final_position()
        assert (first.black, first.white) == (second.black, second.white)


def feed(kind: str, count: int, seed: int) -> int:
    """Read so many damaged files; return the number of games that were left in them."""
    chooser = random.Random(f"{kind} {seed}")
    name = f"damaged.{SUFFIXES.get(kind, kind)}"
    return sum(check_input(damaged(SEEDS[kind], chooser), name, kind) for _ in range(count))


@pytest.mark.parametrize("kind", SEEDS)
def test_a_few_hundred_damaged_files_end_in_errors_or_legal_games(kind):
    assert feed(kind, count=300, seed=0) > 0


@pytest.mark.fuzz
@pytest.mark.parametrize("kind", SEEDS)
def test_ten_thousand_damaged_files_end_in_errors_or_legal_games(kind):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert feed(kind, count=10_000, seed=1) > 0
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 200_000, f"{grown} KiB more memory"


@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.fuzz)])
def test_damaged_lists_of_names_end_in_errors_or_names(count):
    chooser = random.Random(7)
    for _ in range(count):
        data = damaged((DATA / "five_games.jou").read_bytes(), chooser)
        try:
            names = wthor.parse_names(data, wthor.PLAYER_WIDTH, "x.jou")
        except KibitzError as error:
            assert str(error).startswith("x.jou, byte ")
        else:
            assert all(len(name) <= wthor.PLAYER_WIDTH for name in names)
