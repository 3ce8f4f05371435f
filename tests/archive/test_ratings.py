"""Ratings in the archive: stored, looked up, and known to be old."""

import pytest

from kibitz.archive.catalogue import find_players
from kibitz.archive.database import open_for_writing
from kibitz.archive.importer import import_files, import_records, record_files
from kibitz.archive.ratings import player_ratings, ratings_state, top_ratings, update_ratings
from kibitz.errors import SetupError
from kibitz.records.othello.record import GameRecord
from kibitz.rules.squares import parse_transcript

LINES = ("f5d6c3", "f5d6c4", "f5d6c5", "f5d6c6", "f5d6c7", "f5f6e6", "f5f4")


def games(black: str, white: str, year: int, *scores: int) -> list[GameRecord]:
    return [
        GameRecord(parse_transcript(line), black=black, white=white, date=str(year), black_score=score)
        for line, score in zip(LINES, scores, strict=False)
    ]


RECORDS = [
    *games("Ann", "Bob", 2001, 10, 20, -2, 4),
    *games("Bob", "Ann", 2002, 10, 0, -6),
    *games("Deep Thello (cray)", "Ann", 2002, 40, 30, 64),
]


def test_ratings_follow_from_the_results(archive_of):
    archive = archive_of(RECORDS)
    update_ratings(archive)
    names = [rating.name for rating in top_ratings(archive, 10, year=2002)]
    assert names == ["Deep Thello (cray)", "Ann", "Bob"]
    assert [rating.name for rating in top_ratings(archive, 1, human=True)] == ["Ann"]
    history = player_ratings(archive, "ann")
    assert [(rating.year, rating.games) for rating in history] == [(2001, 4), (2002, 6)]
    assert all(rating.deviation > 0 for rating in history)


def test_games_that_say_too_little_are_not_rated(archive_of):
    vague = [
        *games("Ann", "???", 2001, 10),
        *games("Ann", "Ann", 2001, 10),
        GameRecord(parse_transcript("f5"), black="Ann", white="Bob", black_score=2),
        GameRecord(parse_transcript("f5"), black="Ann", white="Bob", date="2003"),
    ]
    archive = archive_of(vague)
    update_ratings(archive)
    assert top_ratings(archive, 10) == []
    assert player_ratings(archive, "Ann") == []


def test_ratings_know_how_old_they_are(archive_of):
    archive = archive_of(RECORDS)
    assert ratings_state(archive).computed_at is None
    assert ratings_state(archive).newer_games == len(RECORDS)
    update_ratings(archive)
    assert ratings_state(archive).newer_games == 0
    import_records(archive, games("Cem", "Bob", 2003, 2), "more")
    state = ratings_state(archive)
    assert state.newer_games == 1
    assert state.computed_at is not None


def test_updating_replaces_the_old_ratings(archive_of):
    archive = archive_of(RECORDS)
    update_ratings(archive)
    before = top_ratings(archive, 10)
    update_ratings(archive)
    assert top_ratings(archive, 10) == before


def test_found_players_come_with_their_latest_rating(archive_of):
    archive = archive_of(RECORDS)
    update_ratings(archive)
    (ann,) = find_players(archive, "ANN")
    assert (ann.games, ann.first_year, ann.last_year) == (10, 2001, 2002)
    assert ann.rating == player_ratings(archive, "Ann")[-1].rating
    assert find_players(archive, "nobody") == []
    with pytest.raises(SetupError, match="no player"):
        player_ratings(archive, "nobody")


def test_the_strongest_of_the_years_around_2012_are_the_champions(archive_path, shared_data):
    files = [shared_data / "othello" / "wthor" / f"WTH_{year}.wtb" for year in range(2010, 2016)]
    with open_for_writing(archive_path, game="othello") as archive:
        import_files(archive, record_files(files, "othello"))
        update_ratings(archive)
        top = {rating.name for year in range(2010, 2016) for rating in top_ratings(archive, 10, year, human=True)}
    assert {"Takanashi Yusuke", "Okamoto Kazuki", "Suekuni Makoto", "Borassi Michele", "Seeley Ben"} <= top
