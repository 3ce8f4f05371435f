"""What explore() counts, against a slow scan of the same games with nothing but the rules."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from kibitz.archive.database import Archive, open_archive, open_for_writing
from kibitz.archive.explore import describe, explore
from kibitz.archive.filters import GameFilter
from kibitz.archive.importer import import_files, import_records, record_files
from kibitz.errors import NotationError, SetupError
from kibitz.records.othello.files import read_games
from kibitz.records.othello.record import GameRecord
from kibitz.rules.game import Color
from kibitz.rules.othello.position import START, Position, parse_position
from kibitz.rules.squares import NO_MOVE, PASS, format_move, parse_square, parse_transcript
from kibitz.rules.symmetry import SYMMETRIES, transform_square

YEARS = (1980, 1981, 1983)
FILTERS: list[tuple[GameFilter, Callable[[GameRecord], bool]]] = [
    (GameFilter(), lambda _: True),
    (GameFilter(from_year=1983), lambda game: game.year >= 1983),
    (GameFilter(to_year=1981), lambda game: game.year <= 1981),
    (GameFilter(from_year=1981, to_year=1990), lambda game: 1981 <= game.year <= 1990),
    (GameFilter(human=True), lambda game: "(" not in game.black + game.white),
    (GameFilter(player="Rose"), lambda game: "rose" in (game.black + "/" + game.white).lower()),
    (GameFilter(player="rose", color=Color.WHITE), lambda game: "rose" in game.white.lower()),
    (GameFilter(tournament="world champ"), lambda game: "World Champ" in game.event),
    (
        GameFilter(from_year=1981, human=True, tournament="world"),
        lambda game: game.year >= 1981 and "(" not in game.black + game.white and "World" in game.event,
    ),
]


def filed_move(position: Position, move: int) -> tuple[Position, int]:
    """A move as the smallest of its images in the canonical position: the same for all that count as one."""
    canonical = position.canonical()
    images = [transform_square(move, symmetry) for symmetry in SYMMETRIES if position.image(symmetry) == canonical]
    return canonical, min(images)


@dataclass
class Seen:
    """A position of the scan: which games went on with which move."""

    games: dict[int, list[GameRecord]] = field(default_factory=dict)


class Scan:
    """All positions of some games, found by playing them one by one."""

    def __init__(self, records: list[GameRecord]) -> None:
        self.seen: dict[Position, Seen] = {}
        for record in records:
            for position, move in zip(record.positions(), (*record.moves, NO_MOVE), strict=True):
                canonical, filed = filed_move(position, move)
                self.seen.setdefault(canonical, Seen()).games.setdefault(filed, []).append(record)

    def counts(self, position: Position, chosen: Callable[[GameRecord], bool]) -> dict[int, tuple]:
        """By filed move: games, Black's wins, White's wins, draws, mean score for the mover, last year."""
        found = self.seen.get(position.canonical(), Seen()).games
        sign = 1 if position.to_move == Color.BLACK else -1
        counts = {}
        for move, records in found.items():
            scores = [record.black_score for record in records if chosen(record)]
            years = [record.year for record in records if chosen(record)]
            if scores:
                wins = (sum(s > 0 for s in scores), sum(s < 0 for s in scores), scores.count(0))
                counts[move] = (len(scores), *wins, pytest.approx(sign * sum(scores) / len(scores)), max(years))
        return counts


@pytest.fixture(scope="module")
def wthor(shared_data, tmp_path_factory) -> Iterator[tuple[Archive, Scan, list[GameRecord]]]:
    files = [shared_data / "othello" / "wthor" / f"WTH_{year}.wtb" for year in YEARS]
    records = [record for file in files for record in read_games(file, pytest.fail)]
    path: Path = tmp_path_factory.mktemp("wthor") / "games.duckdb"
    with open_for_writing(path, game="othello") as archive:
        import_files(archive, record_files(files, "othello"))
    with open_archive(path, game="othello") as archive:
        yield archive, Scan(records), records


def explored(archive: Archive, position: Position, games: GameFilter) -> dict[int, tuple]:
    exploration = explore(archive, position, games)
    found = {}
    for played in exploration.moves:
        assert played.move in position.legal_moves()
        tally = played.tally
        results = (tally.games, tally.black_wins, tally.white_wins, tally.draws)
        found[filed_move(position, played.move)[1]] = (*results, tally.mean_score, played.last_year)
    assert sum(played.share for played in exploration.moves) == pytest.approx(1 if found else 0)
    if exploration.ended_here:
        found[NO_MOVE] = exploration.ended_here
    assert exploration.tally.games == sum(entry if key == NO_MOVE else entry[0] for key, entry in found.items())
    return found


def expected(scan: Scan, position: Position, chosen: Callable[[GameRecord], bool]) -> dict[int, tuple]:
    counts = scan.counts(position, chosen)
    if NO_MOVE in counts:
        counts[NO_MOVE] = counts[NO_MOVE][0]
    return counts


@pytest.mark.parametrize(("games", "chosen"), FILTERS, ids=[str(games.as_dict()) for games, _ in FILTERS])
@pytest.mark.parametrize("line", ["", "f5", "f5d6c3", "f5f6e6f4", "d3c3c4c5", "c4e3f6e6f5"])
def test_openings_are_counted_as_by_a_slow_scan(wthor, line, games, chosen):
    archive, scan, _ = wthor
    position = parse_position(line)
    assert explored(archive, position, games) == expected(scan, position, chosen)


def test_positions_from_all_over_the_games_are_counted_as_by_a_slow_scan(wthor):
    archive, scan, records = wthor
    chooser = random.Random(5)
    kinds = Counter()
    for _ in range(60):
        record = chooser.choice(records)
        position = chooser.choice(list(record.positions())).image(chooser.choice(SYMMETRIES))
        kinds[position.legal_moves() == (PASS,), position.is_over] += 1
        assert explored(archive, position, GameFilter()) == expected(scan, position, lambda _: True)
    assert kinds[False, False]


def test_passes_and_ends_are_counted_as_by_a_slow_scan(wthor):
    archive, scan, records = wthor
    passes = [position for record in records[:40] for position in record.positions() if position.must_pass]
    ends = [record.final_position() for record in records[:20]]
    assert passes
    for position in passes[:10] + ends:
        assert explored(archive, position, GameFilter()) == expected(scan, position, lambda _: True)


def test_every_filter_leaves_some_games_and_most_leave_out_others(wthor):
    archive, _, records = wthor
    totals = [explore(archive, START, games).tally.games for games, _ in FILTERS]
    assert totals[0] == len(records)
    assert all(0 < total < len(records) for total in totals[1:])


def game(line: str, score: int = 0, **fields: str) -> GameRecord:
    return GameRecord(parse_transcript(line), black_score=score, **fields)


def test_all_orientations_of_a_position_give_the_same_moves_turned(archive_of):
    archive = archive_of([game("f5d6c3d3", 10), game("f5d6c4", -4), game("d3c5e6", 2)])
    position = parse_position("f5d6")
    reference = explore(archive, position).moves
    assert [(format_move(move.move), move.tally.games) for move in reference] == [("c4", 2), ("c3", 1)]
    for symmetry in SYMMETRIES:
        turned = explore(archive, position.image(symmetry)).moves
        assert {(transform_square(move.move, symmetry), move.tally) for move in reference} == {
            (move.move, move.tally) for move in turned
        }


def test_twins_of_a_symmetric_position_count_as_one_move(archive_of):
    archive = archive_of([game("f5", 2), game("d3", 4), game("c4", -6), game("e6", 0)])
    (played,) = explore(archive, START).moves
    assert format_move(played.move) == "f5"
    assert [format_move(move) for move in played.twins] == ["d3", "c4", "f5", "e6"]
    assert (played.tally.games, played.tally.black_wins, played.tally.white_wins, played.tally.draws) == (4, 2, 1, 1)


def test_scores_are_seen_by_the_side_to_move(archive_of):
    archive = archive_of([game("f5d6c3", 10), game("f5d6c4", 20), game("f5f6", -6)])
    assert explore(archive, START).tally.mean_score == 8
    after_f5 = {format_move(move.move): move.tally.mean_score for move in explore(archive, parse_position("f5")).moves}
    assert after_f5 == {"d6": -15, "f6": 6}


def test_games_without_a_score_count_but_not_in_the_mean(archive_of):
    archive = archive_of(
        [game("f5d6", 10), GameRecord(parse_transcript("f5d6c3")), GameRecord(parse_transcript("f5"), winner=Color.WHITE)]
    )
    tally = explore(archive, START).tally
    assert (tally.games, tally.black_wins, tally.white_wins, tally.draws, tally.mean_score) == (3, 1, 1, 0, 10)


def test_the_same_discs_with_the_other_side_to_move_are_another_position(archive_of):
    archive = archive_of([game("f5d6c3")])
    position = parse_position("f5d6")
    assert explore(archive, position).tally.games == 1
    assert explore(archive, Position(position.own, position.opp, Color.WHITE)).tally.games == 0


def test_a_position_never_reached_has_no_moves(archive_of):
    exploration = explore(archive_of(), START)
    assert (exploration.tally.games, exploration.tally.mean_score, exploration.moves) == (0, None, ())


def test_top_players_are_those_who_made_the_move(archive_of):
    records = [game("f5d6c3", number, black="Ann", white="Bob", date=str(2000 + number)) for number in range(0, 6, 2)]
    records += [game("f5d6c3", -2, black="Cem", white="Bob", date="1999"), game("f5d6c4", -2, white="Bob")]
    archive = archive_of(records)
    by_black = explore(archive, parse_position("f5d6")).moves
    assert [move.top_players for move in by_black] == [(("Ann", 3), ("Cem", 1)), ()]
    (by_white,) = explore(archive, parse_position("f5")).moves
    assert by_white.top_players == (("Bob", 5),)


def test_names_are_found_without_accents_or_case_and_whole_names_go_first(archive_of):
    archive = archive_of([game("f5", 2, black="Lévy Éric"), game("f5d6", 2, black="Levy Eric Junior")])
    assert explore(archive, START, GameFilter(player="levy eric")).tally.games == 1
    assert explore(archive, START, GameFilter(player="LEVY")).tally.games == 2


def test_a_name_that_is_not_there_is_an_error(archive_of):
    archive = archive_of([game("f5", black="Ann")])
    with pytest.raises(SetupError, match=r"no player in the archive .* has 'Zoe' in the name"):
        explore(archive, START, GameFilter(player="Zoe"))
    with pytest.raises(SetupError, match="no tournament"):
        explore(archive, START, GameFilter(tournament="Worlds"))


def test_a_colour_needs_a_player_and_a_board_must_be_the_usual_one(archive_of):
    archive = archive_of()
    with pytest.raises(NotationError, match="name the player too"):
        explore(archive, START, GameFilter(color=Color.BLACK))
    with pytest.raises(NotationError, match="6×6"):
        explore(archive, Position.start(6))


def test_the_description_is_cut_at_the_limit_and_keeps_the_total(archive_of):
    document = describe(explore(archive_of([game("f5d6"), game("f5f6"), game("f5f4")]), parse_position("f5")), limit=2)
    assert (document["games"], document["to_move"], len(document["moves"])) == (3, "white", 2)
    assert document["moves"][0]["top_players"] == []
    assert parse_square(document["moves"][0]["move"]) in parse_position("f5").legal_squares()


def test_counts_do_not_depend_on_whether_the_index_was_sorted(archive_of, monkeypatch):
    archive = archive_of([game(line) for line in ("f5d6c3", "f5d6c4", "f5f6e6")])
    before = [describe(explore(archive, parse_position(line)))["moves"] for line in ("", "f5", "f5d6")]
    monkeypatch.setattr("kibitz.archive.sorting._TOLERATED", 0)
    import_records(archive, [game("f5d6c5")], "one more")
    (rows,) = zip(*archive.rows("SELECT key FROM positions"), strict=True)
    assert list(rows) == sorted(rows)
    assert describe(explore(archive, parse_position("f5d6")))["games"] == 3
    assert [describe(explore(archive, parse_position(line)))["moves"] for line in ("", "f5")] != before[:2]
