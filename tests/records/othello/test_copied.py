"""Games as they are copied from servers: in each layout names and moves are found, and nothing else is taken for a game."""

import pytest

from kibitz.errors import NotationError
from kibitz.records.othello.files import RecordFormat, detect_format, parse_games, write_games
from kibitz.rules.squares import format_transcript

LINE = "f5d6c3d3c4f4c5b3c2"
MIRRORED = "c5e6f3e3f4c4f5g3f2"
MOVES = [LINE[at : at + 2] for at in range(0, len(LINE), 2)]
LAYOUTS = {
    "an app's kifu below two names": f"黒: Ann (1534)\n白: Bob (1498)\n{LINE}\n",
    "a page with labelled rows": "Game 123456\nBlack player: Ann [1534]\nWhite player: Bob [1498]\nResult: 40-24\n"
    f"Transcript: {LINE.upper()}\n",
    "a list of moves with clocks": "Ann (1534) vs Bob (1498)\n"
    + "".join(f"{n}. {m}  0:{n:02}\n" for n, m in enumerate(MOVES, 1)),
    "pairs of moves in a table": "Ann (1534) vs. Bob (1498)\nBlack White\n"
    + "".join(f"{n // 2 + 1}\t{' '.join(MOVES[n : n + 2])}\n" for n in range(0, len(MOVES), 2)),
    "a telnet window": "/os: start .7 ( Ann (1534) vs. Bob (1498) ) unrated 8\n"
    + "".join(f"|{n:>3}: {m.upper()} // 3.{n}\n" for n, m in enumerate(MOVES, 1)),
    "one line with everything": f"Black: Ann (1534)  White: Bob (1498)  Date: 2024-05-01  Moves: {LINE}",
    "a board seen in a mirror": f"Black: Ann (1534)\nWhite: Bob (1498)\n{MIRRORED}\n",
}


def games(text: str) -> list:
    skipped: list = []
    found = list(parse_games(text.encode(), "the text", skipped.append))
    assert skipped == []
    return found


@pytest.mark.parametrize("text", LAYOUTS.values(), ids=LAYOUTS.keys())
def test_names_ratings_and_moves_are_found(text):
    assert detect_format(text.encode(), "the text") == RecordFormat.COPIED
    (game,) = games(text)
    assert format_transcript(game.moves) == LINE
    assert (game.black, game.white, game.black_rating, game.white_rating) == ("Ann", "Bob", 1534, 1498)


def test_games_of_one_text_are_told_apart_by_names_and_by_squares_that_come_again():
    text = f"Ann vs Bob\n{LINE}\n\nCarl vs Dora\n{LINE}\n{LINE}\n"
    assert [(game.black, format_transcript(game.moves)) for game in games(text)] == [("Ann", LINE), ("Carl", LINE), ("", LINE)]


def test_what_servers_send_in_a_format_of_their_own_is_still_read_as_that():
    text = '[Site "PlayOK"]\n[Black "Ann"]\n[White "Bob"]\n[Result "1-0"]\n\n1. f5 d6 2. c3 d3 3. c4 f4 4. c5 b3 5. c2 1-0\n'
    assert detect_format(text.encode(), "the text") == RecordFormat.PGN
    assert games(text)[0].black == "Ann"


@pytest.mark.parametrize("text", ["hello", "Black: Ann\nWhite: Bob\n", "room b2, floor c3", "f5 is better than d6 and c3"])
def test_a_text_with_hardly_a_move_is_no_game(text):
    with pytest.raises(NotationError, match="not a game file"):
        games(text)


def test_a_game_is_read_again_as_it_was_written(tmp_path):
    (game,) = games(LAYOUTS["one line with everything"])
    write_games(tmp_path / "game.copied", [game])
    (again,) = games((tmp_path / "game.copied").read_text())
    assert (again.moves, again.black, again.white, again.date) == (game.moves, "Ann", "Bob", "2024-05-01")
