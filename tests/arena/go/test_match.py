"""Matches of Go: the same folders, pairs and resumption as for Othello, with Go's board, counting and records."""

import json

import pytest

from gnugo_referee import GNUGO, needs_gnugo
from kibitz.archive.database import open_for_writing
from kibitz.archive.importer import import_records
from kibitz.arena.game_job import check_players
from kibitz.arena.go.match import GoMatch
from kibitz.arena.go.openings import choose_go_openings, format_go_opening, read_go_openings
from kibitz.arena.match_folder import OPENINGS_FILE, SETTINGS_FILE, MatchSettings, read_settings
from kibitz.arena.othello.match_game import OTHELLO_MATCH
from kibitz.errors import NotationError, SetupError
from kibitz.players.referee import PlayedGame
from kibitz.records.go.files import parse_go_games, read_go_games
from kibitz.rules.game import Color, Outcome, Reason
from kibitz.rules.go.position import GoGame, play_go_moves

SMALL = GoMatch(5, komi=0.5)
RANDOM = MatchSettings("random", "random", "random:3", seed=5, game=SMALL)


def moves_of(match) -> dict:
    return {key: record.moves for key, record in match.folder.games.items()}


def test_every_pair_plays_one_opening_with_colours_swapped(open_match, play, tmp_path):
    settings = MatchSettings("random", "uct:playouts=20", "random:3", seed=5, game=SMALL)
    match = play(open_match(settings, 2))
    assert sorted(match.folder.games) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    for (pair, game), record in match.folder.games.items():
        assert tuple(move.point for move in record.moves[:3]) == match.folder.openings[pair - 1]
        assert (record.black, record.white) == (("random", "uct:playouts=20") if game == 1 else ("uct:playouts=20", "random"))
        assert (record.size, record.komi, record.rules) == (5, 0.5, "Chinese")
    kept = list(read_go_games(tmp_path / "match" / "games.sgf", pytest.fail))
    assert kept == list(match.folder.games.values())


def test_the_tally_is_what_the_records_say_and_has_no_mean_of_points(open_match, play):
    match = play(open_match(RANDOM, 3))
    tally = match.tally()
    wins = sum(record.winner == (Color.BLACK if game == 1 else Color.WHITE) for (_, game), record in match.folder.games.items())
    assert (tally.wins, tally.games) == (wins, 6)
    assert "discs" not in tally.to_json()


def test_a_match_goes_on_where_it_stopped(open_match, play, tmp_path):
    whole = moves_of(play(open_match(RANDOM, 3)))
    file = tmp_path / "match" / "games.sgf"
    written = file.read_bytes()
    assert written.count(b"\n") == 6
    file.write_bytes(written[:-40])
    match = open_match(RANDOM, 3)
    assert len(match.folder.games) == 5
    assert moves_of(play(match)) == whole
    assert file.read_bytes() == written


def test_a_folder_belongs_to_one_game_and_board(open_match, play):
    play(open_match(RANDOM, 1))
    with pytest.raises(SetupError, match=r"game Go on 5×5, komi 0\.5, not Go on 7×7, komi 0\.5"):
        open_match(MatchSettings("random", "random", "random:3", seed=5, game=GoMatch(7, 0.5)), 1)
    with pytest.raises(SetupError, match=r"game go, not othello"):
        open_match(MatchSettings("random", "random", "random:3", seed=5, game=OTHELLO_MATCH), 1)


def test_what_was_agreed_is_read_again_and_folders_of_old_are_othello(open_match, tmp_path):
    open_match(RANDOM, 1)
    assert read_settings(tmp_path / "match", SMALL) == RANDOM
    file = tmp_path / "match" / SETTINGS_FILE
    told = json.loads(file.read_text())
    assert told.pop("game") == {"name": "go", "size": 5, "komi": 0.5}
    file.write_text(json.dumps(told))
    assert read_settings(tmp_path / "match", OTHELLO_MATCH) == MatchSettings(
        "random", "random", "random:3", seed=5, game=OTHELLO_MATCH
    )
    for broken in ({"name": 1}, {"name": "go", "size": 4}, {"name": "go", "rank": 1}, {}, None):
        file.write_text(json.dumps({**told, "game": broken}))
        with pytest.raises(SetupError, match="does not describe a match"):
            read_settings(tmp_path / "match", SMALL)


def test_a_game_given_up_has_a_winner_and_no_score():
    start = SMALL.rules.start()
    record = SMALL.record(PlayedGame(start, (12,), "a", "b", Outcome(25, Reason.RESIGNATION)))
    assert (record.black_score, record.winner, record.ending) == (None, Color.BLACK, "resignation")
    assert "RE[B+R]" in SMALL.format_record(record)
    assert SMALL.black_score(record) == 25
    crashed = SMALL.record(PlayedGame(start, (), "a", "b", Outcome(-25, Reason.CRASH)))
    (again,) = SMALL.parse_records(SMALL.format_record(crashed).encode(), "games.sgf")
    assert (again.ending, SMALL.black_score(again)) == ("crash", -25)


def test_dead_stones_are_taken_off_before_counting():
    game = GoGame(5, komi=0.5)
    # White's stone in the corner has no chance, and both have passed.
    board = "O-X-X" + "-XXXX" + "XX-XX" + "XXXXX" + "X-XX-"
    position = game.parse_position(f"{board} X passes:2")
    assert SMALL.count(position).black_score == 24.5
    assert position.outcome().black_score < 24.5
    assert SMALL.count(game.start()) is None


def test_openings_are_different_unless_they_are_the_empty_board():
    game = GoGame(9)
    assert choose_go_openings(game, "start", 3) == [(), (), ()]
    drawn = choose_go_openings(game, "random:2", 20, seed=1)
    assert len({play_go_moves(opening, game.start()).canonical() for opening in drawn}) == 20
    assert drawn == choose_go_openings(game, "random:2", 20, seed=1)
    with pytest.raises(SetupError, match="random:1 has 15 different openings"):
        choose_go_openings(game, "random:1", 16)
    for source in ("xot", "random:0", "random:x"):
        with pytest.raises(SetupError):
            choose_go_openings(game, source, 1)


def test_openings_come_from_lines_of_text_or_from_sgf(tmp_path):
    game = GoGame(9)
    lines, games = tmp_path / "lines.txt", tmp_path / "games.sgf"
    lines.write_text("E5 C3\n\nstart\nE5 pass C7\n")
    expected = [tuple(map(game.parse_move, line)) for line in (["E5", "C3"], [], ["E5", "pass", "C7"])]
    assert read_go_openings(game, lines) == expected
    assert [format_go_opening(opening, 9) for opening in expected] == ["E5 C3", "start", "E5 pass C7"]
    games.write_text("(;SZ[9];B[ee];W[cg])(;SZ[9];B[gg])")
    assert read_go_openings(game, games) == [expected[0], (game.parse_move("G3"),)]
    assert sorted(choose_go_openings(game, str(games), 2)) == sorted(read_go_openings(game, games))
    for text in ("(;SZ[13];B[ee])", "(;SZ[9]AB[ee];W[cc])", "(;SZ[9];W[ee])", "(;SZ[9];B[];W[])"):
        games.write_text(text)
        with pytest.raises(NotationError, match="opening 1"):
            read_go_openings(game, games)
    lines.write_text("E5 E5\n")
    with pytest.raises(NotationError, match="opening 1: move 2: E5 is not empty"):
        read_go_openings(game, lines)


def test_openings_come_from_the_archive_the_commonest_first(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_ARCHIVE", str(tmp_path / "games.duckdb"))
    text = "(;SZ[9]PB[a];B[ee];W[cc])(;SZ[9]PB[b];B[ee];W[cc])(;SZ[9];B[cg];W[gc])(;SZ[9];B[gg];W[cc])(;SZ[9];B[];W[cc])"
    with open_for_writing(game="go") as archive:
        import_records(archive, parse_go_games(text.encode(), "games.sgf", pytest.fail), "test")
    game = GoGame(9)
    openings = choose_go_openings(game, "archive:2", 2)
    assert [format_go_opening(opening, 9) for opening in openings] == ["E5 C7", "C3 G7"]
    with pytest.raises(SetupError, match="archive:2 has 2 different openings"):
        choose_go_openings(game, "archive:2", 3)
    with pytest.raises(SetupError, match="archive:2 has 0 different openings"):
        choose_go_openings(GoGame(13), "archive:2", 1)


def test_openings_are_kept_in_the_folder(open_match, tmp_path):
    match = open_match(MatchSettings("random", "random", "start", game=SMALL), 2)
    assert match.folder.openings == [(), ()]
    assert (tmp_path / "match" / OPENINGS_FILE).read_text() == "start\nstart\n"


def test_players_of_go_are_refused_in_matches_of_othello():
    with pytest.raises(SetupError, match="plays Go; say --game go"):
        check_players("random", "uct", game="othello")
    check_players("random", "uct", game="go")


def test_a_player_of_othello_cannot_play_go(open_match, play):
    with pytest.raises(SetupError, match="plays only Othello"):
        play(open_match(MatchSettings("greedy", "random", "start", game=SMALL), 1))


@needs_gnugo
def test_gnu_go_is_told_the_board_the_komi_and_the_opening(open_match, play):
    peer = f'gtp:"{GNUGO} --mode gtp --level 0 --chinese-rules --capture-all-dead --seed 1"'
    settings = MatchSettings(peer, "random", "random:4", game=GoMatch(7, 3.5))
    match = play(open_match(settings, 1))
    tally = match.tally()
    assert (tally.wins, tally.lost_otherwise()) == (2, ({}, {}))
    for record in match.folder.games.values():
        assert {record.tags.get("BLACKPROGRAM"), record.tags.get("WHITEPROGRAM")} == {None, "GNU Go 3.8"}
        assert record.black_score is not None
        assert len(record.moves) > 4
