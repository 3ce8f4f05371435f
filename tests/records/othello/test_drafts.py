"""From drafts to legal games, and what is said about their results."""

import pytest

from kibitz.records.othello.drafts import Draft, Turn, checked_games, moves_by_turn
from kibitz.records.othello.record import GameRecord, MoveNote, SkippedGame
from kibitz.records.othello.results import format_discs, parse_discs, result_problem, score_of_discs
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import PASS, parse_transcript
from records.example_games import play_randomly, unexpected

WIPE_OUT = parse_transcript("e6f4e3f6g5d6e7f5c5")  # Black has 13 discs, White none


def check(*records: GameRecord) -> list[GameRecord]:
    return list(checked_games((Draft(number, record) for number, record in enumerate(records, 1)), "x", unexpected))


def test_passes_are_put_in_and_notes_move_with_their_moves():
    complete = next(moves for moves in map(play_randomly, range(100)) if PASS in moves)
    squares = tuple(move for move in complete if move != PASS)
    notes = {index: MoveNote(comment=str(square)) for index, square in enumerate(squares)}
    (game,) = check(GameRecord(squares, notes=notes))
    assert game.moves == complete
    assert all(game.notes[index].comment == str(move) for index, move in enumerate(game.moves) if move != PASS)
    assert len(game.notes) == len(squares)


def test_thousands_of_games_keep_their_order():
    games = [GameRecord(play_randomly(seed, most_moves=seed % 5), black=str(seed)) for seed in range(5000)]
    assert check(*games) == games


def test_games_of_all_sizes_and_starts_are_checked_side_by_side():
    starts = [Position.start(size) for size in (4, 6, 8, 10)]
    games = [GameRecord(play_randomly(seed, starts[seed % 4]), start=starts[seed % 4]) for seed in range(40)]
    assert check(*games) == games


def test_a_skipped_game_stays_in_line_with_the_illegal_ones():
    skipped: list[SkippedGame] = []
    drafts = [
        Draft(1, GameRecord((0,))),
        SkippedGame("x", 2, "unreadable"),
        Draft(3, GameRecord((PASS,))),
        Draft(4, GameRecord(())),
    ]
    assert len(list(checked_games(drafts, "x", skipped.append))) == 1
    assert [game.number for game in skipped] == [1, 2, 3]


def test_a_list_far_too_long_for_a_game_is_refused_at_its_first_illegal_move():
    skipped: list[SkippedGame] = []
    drafts = [Draft(1, GameRecord(parse_transcript("f5d6") * 100_000))]
    assert not list(checked_games(drafts, "x", skipped.append))
    assert skipped[0].problem.startswith("move 3: f5 is not legal for Black")


def test_empties_a_file_did_not_count_go_to_the_winner():
    (game,) = check(GameRecord(WIPE_OUT, black_score=13))
    assert game.black_score == 64


def test_a_side_that_moves_twice_running_was_passed_to():
    turns = [Turn(Color.WHITE, 1), Turn(Color.BLACK, 2, MoveNote(1.0)), Turn(Color.BLACK, 3)]
    assert moves_by_turn(turns, Color.BLACK) == ((PASS, 1, 2, PASS, 3), {2: MoveNote(1.0)})


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (GameRecord(WIPE_OUT, black_score=64), None),
        (GameRecord(WIPE_OUT, black_score=13), None),
        (GameRecord(WIPE_OUT, black_score=10), "the file states 37-27, the moves give 64-0"),
        (GameRecord(WIPE_OUT, black_score=10, ending="resignation"), None),
        (GameRecord(WIPE_OUT), None),
        (GameRecord(WIPE_OUT, winner=Color.BLACK), None),
        (GameRecord(WIPE_OUT, winner=Color.WHITE), "the file states 0-1, the moves give 64-0"),
        (GameRecord(WIPE_OUT[:-1], black_score=10), None),
    ],
)
def test_a_result_is_wrong_only_if_a_complete_game_says_otherwise(record, problem):
    assert result_problem(record) == problem


@pytest.mark.parametrize("score", range(-64, 65))
def test_every_score_survives_its_text(score):
    assert parse_discs(format_discs(score)).black_score == score


@pytest.mark.parametrize("text", ["88-6", "0-65", "999-999", "*", "", "40", "40-24-1", "-4-2"])
def test_what_no_board_can_show_states_nothing(text):
    assert parse_discs(text) == (None, None)


def test_discs_below_the_board_leave_the_rest_to_the_winner():
    assert score_of_discs(41, 22) == 20
    assert score_of_discs(0, 49) == -64
    assert score_of_discs(20, 20) == 0
    assert score_of_discs(10, 2, size=4) == 12
