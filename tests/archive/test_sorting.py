"""When the index of positions is sorted, and that nothing is lost by it."""

from kibitz.archive import sorting
from kibitz.archive.importer import import_records
from kibitz.records.othello.record import GameRecord
from kibitz.rules.othello import bulk
from kibitz.rules.othello.position import with_passes


def random_records(count: int, seed: int) -> list[GameRecord]:
    moves, _, _ = bulk.random_games(count, seed)
    return [GameRecord(with_passes([move for move in game if move >= 0])) for game in moves.tolist()]


def keys(archive) -> list[int]:
    return [key for (key,) in archive.rows("SELECT key FROM positions")]


def test_few_rows_are_left_as_they_came(archive_of):
    found = keys(archive_of(random_records(20, seed=1)))
    assert found != sorted(found)


def test_many_rows_are_sorted_and_all_of_them_stay(archive_of, monkeypatch):
    monkeypatch.setattr(sorting, "_TOLERATED", 500)
    archive = archive_of(random_records(20, seed=1))
    found = keys(archive)
    assert found == sorted(found)
    assert len(found) == archive.row("SELECT sum((length(moves) // 2) + 1) FROM games")[0]


def test_small_imports_into_a_sorted_archive_are_sorted_in_after_a_quarter(archive_of, monkeypatch):
    monkeypatch.setattr(sorting, "_TOLERATED", 500)
    archive = archive_of(random_records(100, seed=1))
    states = []
    for seed in range(2, 8):
        import_records(archive, random_records(8, seed), "more")
        found = keys(archive)
        states.append(found == sorted(found))
    assert states == [False, False, False, True, False, False]


def test_the_room_of_the_unsorted_rows_is_used_again(archive_of, archive_path, monkeypatch):
    monkeypatch.setattr(sorting, "_TOLERATED", 0)
    archive_of(random_records(1000, seed=1)).close()
    sizes = []
    for seed in range(2, 6):
        archive_of(random_records(300, seed)).close()
        sizes.append(archive_path.stat().st_size)
    assert sizes[-1] < 2 * sizes[0]
