"""PGN as tournament sites publish it."""

import pytest

from kibitz.records.othello.files import parse_games, read_games
from kibitz.records.othello.pgn_writer import format_game
from kibitz.records.othello.record import GameRecord, MoveNote, SkippedGame
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import parse_square, parse_transcript
from records.example_games import unexpected

# Games in each file, counted with grep -c '^\[Event '.
SAMPLES = {"liveothello2005.pgn": 23, "liveothello2009.pgn": 192, "liveothello2013.pgn": 413, "liveothello2017.pgn": 892}


def read(text: str) -> tuple[list[GameRecord], list[SkippedGame]]:
    skipped: list[SkippedGame] = []
    return list(parse_games(text.encode(), "games.pgn", skipped.append)), skipped


def only(text: str) -> GameRecord:
    (game,), skipped = read(text)
    assert not skipped
    return game


@pytest.mark.parametrize(("name", "count"), SAMPLES.items())
def test_the_tournament_games_are_read_without_loss(shared_data, name, count):
    skipped: list[SkippedGame] = []
    games = list(read_games(shared_data / "othello/samples" / name, skipped.append))
    assert len(games) == count
    assert not skipped
    assert all(game.event and game.date and game.black and game.white and game.round for game in games)
    assert list(parse_games("".join(map(format_game, games)).encode(), name, unexpected)) == games


def test_a_wrong_result_is_reported_with_file_game_and_both_results(shared_data):
    path = shared_data / "othello/samples/liveothello2005.pgn"
    warnings: list[object] = []
    games = list(read_games(path, unexpected, warnings.append))
    assert len(games) == 23, "a game with a wrong result is still a game"
    assert [str(warning) for warning in warnings] == [f"{path}, game 14: the file states 24-40, the moves give 22-42"]


def test_everything_a_game_says_is_found():
    game = only(
        '[Event "World \\"Open\\""]\n[Site "Oslo"]\n[Date "2005.11.??"]\n[Round "F1"]\n[Black "Ann \\\\ B"]\n[White "Bob"]\n'
        '[Result "40-24"]\n[BlackElo "1800"]\n[Annotator "me"]\n[Termination "time"]\n\n'
        "{before} 1. F5 {[%eval 2.5] [%emt 0:01:05] good\nmove} d6!? $3 (1... f6 2. e6 (2. e3)) 2. c3 ; the rest of the line\n"
        "2... d3 40-24\n"
    )
    assert game.moves == parse_transcript("f5d6c3d3")
    assert (game.event, game.place, game.round) == ('World "Open"', "Oslo", "F1")
    assert (game.black, game.white, game.date) == ("Ann \\ B", "Bob", "2005-11")
    assert (game.black_score, game.black_rating, game.ending) == (16, 1800, "time")
    assert game.notes == {0: MoveNote(2.5, 65, "good move"), 2: MoveNote(comment="the rest of the line")}
    assert (game.comment, game.tags) == ("before", {"Annotator": "me"})
    assert game.variations_left_out == 2
    assert only(format_game(game)) == game


@pytest.mark.parametrize(
    ("result", "score", "winner"),
    [
        ("33-31", 2, None),
        ("41-22", 20, None),
        ("0-63", -64, None),
        ("32-32", 0, None),
        ("1-0", None, Color.BLACK),
        ("0-1", None, Color.WHITE),
        ("1/2-1/2", 0, None),
        ("*", None, None),
        ("0-0", None, None),
        ("?", None, None),
    ],
)
def test_results_are_discs_or_winners_and_empties_go_to_the_winner(result, score, winner):
    game = only(f'[Result "{result}"]\n\n1. f5 d6 {result if result != "?" else ""}\n')
    assert (game.black_score, game.winner) == (score, winner)
    assert only(format_game(game)) == game


def test_a_result_only_behind_the_moves_counts_too():
    assert only('[Black "Ann"]\n1. f5 d6 40-24\n').black_score == 16


def test_quotes_inside_quotes_and_question_marks_are_tolerated():
    game = only('[Event "The "big" one"]\n[Black "?"]\n[White "C:\\dir"]\n[Date "????.??.??"]\n\n1. f5')
    assert (game.event, game.black, game.white, game.date) == ('The "big" one', "", "C:\\dir", "")


def test_games_need_no_empty_lines_between_them():
    games, _ = read('[Black "A"]\n1. f5\n[Black "B"]\n1. d3 c3\n\n\n[Black "C"]\n[White "D"]\n1. c4')
    assert [game.black for game in games] == ["A", "B", "C"]


def test_a_tag_line_inside_a_comment_is_a_comment():
    (game,), _ = read('[Black "A"]\n1. f5 {see\n[Black "B"]\nthere} d6')
    assert len(game.moves) == 2


@pytest.mark.parametrize(
    ("moves", "problem"),
    [
        ("1. f5 d6 2. Nf3", "move 3: 'Nf3' is not a move"),
        ("1. f5 i9", "move 2: 'i9' is not a square; squares are a1 to h8"),
        ("1. f5 a1", "move 2: a1 is not legal for White; legal: f4, d6, f6"),
        ("1. f5 {no end", "the comment '{no end' is not closed"),
        ("1. f5 (1. d3", "a variation is not closed"),
        ("1. f5 pass", "move 2: a pass is not legal for White; legal: f4, d6, f6"),
    ],
)
def test_a_bad_game_is_skipped_with_its_reason_and_the_next_one_read(moves, problem):
    games, skipped = read(f'[Black "A"]\n\n{moves}\n\n[Black "B"]\n\n1. e6\n')
    assert [game.moves for game in games] == [(parse_square("e6"),)]
    assert [str(game) for game in skipped] == [f"games.pgn, game 1: {problem}"]


def test_another_start_stands_in_its_own_tag():
    start = Position.start(6).play(Position.start(6).legal_squares()[0])
    game = GameRecord(start.legal_squares()[:1], start=start)
    text = format_game(game)
    assert '[SetUp "1"]' in text
    assert "\n1... " in text
    assert only(text) == game


def test_braces_and_line_breaks_in_comments_are_replaced():
    game = GameRecord(parse_transcript("f5"), notes={0: MoveNote(comment='a {b}\n[Event "x"]')})
    assert only(format_game(game)).notes == {0: MoveNote(comment='a (b) [Event "x"]')}


def test_a_game_of_more_than_a_mebibyte_is_skipped():
    games, skipped = read('[Black "A"]\n1. f5 {' + "x\n" * 700_000 + '}\n\n[Black "B"]\n1. e6\n')
    assert [game.black for game in games] == ["B"]
    assert [game.problem for game in skipped] == ["it is larger than 1 MiB"]
