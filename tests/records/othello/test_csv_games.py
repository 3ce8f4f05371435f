"""Tables of games, ours and other people's."""

import csv
import io

import pytest

from kibitz.errors import NotationError
from kibitz.records.othello.csv_games import HEADER, format_game
from kibitz.records.othello.files import RecordFormat, detect_format, parse_games, read_games
from kibitz.records.othello.record import GameRecord
from kibitz.rules.game import Color
from records.example_games import unexpected


def test_the_correspondence_games_are_read_with_their_winners(shared_data):
    path = shared_data / "othello/eothello/othello_dataset.csv"
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    problems: list[object] = []
    games = list(read_games(path, problems.append, problems.append))
    assert len(games) == len(rows) == 25_657
    assert not problems
    winners = {"1": (Color.BLACK, None), "-1": (Color.WHITE, None), "0": (None, 0)}
    assert [(game.winner, game.black_score) for game in games] == [winners[row["winner"]] for row in rows]
    assert games[0].tags == {"Othello_game_id": "1056798"}


@pytest.mark.parametrize(
    "text",
    [
        "black,white,moves\nAnn,Bob,f5d6\n",
        "Moves;Black player;White Player\nf5d6;Ann;Bob\n",
        'player_black\ttranscript\tname white\nAnn\t"f5 d6"\tBob\n',
        "\ufeffBLACK,WHITE,GAME_MOVES\r\nAnn,Bob,F5D6\r\n",
    ],
)
def test_columns_are_found_by_name(text):
    (game,) = parse_games(text.encode(), "games", unexpected)
    assert (game.black, game.white, len(game.moves)) == ("Ann", "Bob", 2)


@pytest.mark.parametrize(
    ("cells", "score", "winner"),
    [
        ("40-24,", 16, None),
        (",40-24", 16, None),
        ("-4,white", -4, None),
        (",Draw", 0, None),
        (",w", None, Color.WHITE),
        (",?", None, None),
    ],
)
def test_results_are_scores_discs_or_winners(cells, score, winner):
    (game,) = parse_games(f"moves,score,winner\nf5d6,{cells}\n".encode(), "games.csv", unexpected)
    assert (game.black_score, game.winner) == (score, winner)


def test_a_wrong_winner_is_reported(shared_data):
    text = (shared_data / "othello/eothello/othello_dataset.csv").read_text().splitlines()[:3]
    text[2] = text[2].replace(",-1,", ",1,")
    warnings = []
    assert len(list(parse_games("\n".join(text).encode(), "games.csv", unexpected, warnings.append))) == 2
    assert [warning.number for warning in warnings] == [2]
    assert warnings[0].problem.startswith("the file states 1-0, the moves give ")


def test_a_table_without_moves_is_refused_naming_its_columns():
    with pytest.raises(NotationError, match=r"games\.csv is not a game file of a known format"):
        list(parse_games(b"a,b\n1,2\n", "games.csv", unexpected))


def test_a_bad_row_is_skipped():
    skipped = []
    games = list(parse_games(b"moves,date\nf5d6,2001-05\nhello,\n\n,\nf5f6,soon\n", "games.csv", skipped.append))
    assert [game.date for game in games] == ["2001-05", ""]
    assert games[1].tags == {"date": "soon"}
    assert [str(game) for game in skipped] == [
        "games.csv, game 2: transcript, character 1: 'hello' is not a move; squares are a1 to h8"
    ]


def test_a_quote_that_is_never_closed_is_an_error_with_its_line():
    data = b'moves,black\nf5d6,"' + b"x\n" * 200_000
    with pytest.raises(NotationError, match=r"games.csv, below line \d+: field larger than field limit"):
        list(parse_games(data, "games.csv", unexpected))


def test_our_own_header_is_recognised():
    game = GameRecord((), black="Ann")
    data = (HEADER + format_game(game)).encode()
    assert detect_format(data, "games.txt") == RecordFormat.CSV
    assert list(parse_games(data, "games.txt", unexpected)) == [game]


@pytest.mark.parametrize(("score", "word"), [(4, "black"), (-4, "white"), (0, "draw"), (None, "")])
def test_the_winner_follows_from_the_score(score, word):
    row = next(csv.DictReader(io.StringIO(HEADER + format_game(GameRecord((19,), black_score=score)))))
    assert row["winner"] == word
