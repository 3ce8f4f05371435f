"""A small WTHOR archive of random games between a few named players, for tests that learn something."""

from pathlib import Path

from kibitz.records.othello.files import write_games
from kibitz.records.othello.record import GameRecord
from kibitz.rules.othello import bulk
from kibitz.rules.othello.position import with_passes
from kibitz.rules.squares import NO_MOVE

PLAYERS = ("Ada", "Bo", "Cem", "Dora", "Eli")


def write_archive(folder: Path, years: range, games: int) -> Path:
    """A folder with WTH_yyyy.wtb for each year and the lists of names."""
    folder.mkdir()
    write_games(folder, [record for year in years for record in _records(year, games)])
    return folder


def _records(year: int, games: int) -> list[GameRecord]:
    lists, black, white = bulk.random_games(games, seed=year)
    scores = bulk.black_scores(black, white)
    return [
        GameRecord(
            moves=with_passes(move for move in moves if move != NO_MOVE),
            black=PLAYERS[number % len(PLAYERS)],
            white=PLAYERS[(number + 1 + number // len(PLAYERS)) % len(PLAYERS)],
            event="Random Open",
            date=str(year),
            black_score=int(score),
        )
        for number, (moves, score) in enumerate(zip(lists.tolist(), scores, strict=True))
    ]
