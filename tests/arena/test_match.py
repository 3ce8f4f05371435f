"""Matches in a folder: fair, repeatable, resumed after anything, and never stopped by a player."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kibitz.arena.game_job import check_players
from kibitz.arena.match import most_crashed
from kibitz.arena.match_folder import MatchSettings
from kibitz.arena.othello.match_game import OTHELLO_MATCH
from kibitz.arena.sprt import EloBounds, Sprt, Verdict
from kibitz.errors import NotationError, SetupError
from kibitz.players.referee import TimeControl
from kibitz.records.othello.files import read_games

RANDOM = MatchSettings("random", "greedy", "random:6", seed=5, game=OTHELLO_MATCH)
PATIENCE = 120.0
"""Seconds after which something that must happen has not; nothing is measured by it."""


def moves_of(match) -> dict:
    return {key: record.moves for key, record in match.folder.games.items()}


def test_every_pair_plays_one_opening_with_colours_swapped(open_match, play):
    match = play(open_match(RANDOM, 4))
    assert sorted(match.folder.games) == [(pair, game) for pair in range(1, 5) for game in (1, 2)]
    for (pair, game), record in match.folder.games.items():
        assert record.moves[:6] == match.folder.openings[pair - 1]
        assert (record.black, record.white) == (("random", "greedy") if game == 1 else ("greedy", "random"))
        assert record.black_score == record.played_score()
    assert len({record.moves[:6] for record in match.folder.games.values()}) == 4


def test_the_tally_is_what_the_records_say(open_match, play):
    match = play(open_match(RANDOM, 6))
    signs = Counter()
    for (_, game), record in match.folder.games.items():
        score = record.black_score if game == 1 else -record.black_score
        signs[(score > 0) - (score < 0)] += 1
    tally = match.tally()
    assert (tally.wins, tally.draws, tally.losses) == (signs[1], signs[0], signs[-1])
    assert tally.discs().value == pytest.approx(
        sum(record.black_score * (1 if game == 1 else -1) for (_, game), record in match.folder.games.items()) / 12
    )


def test_the_same_seed_gives_the_same_games_with_one_worker_or_two(open_match, play):
    settings = MatchSettings("greedy", "engine:level=1,margin=2", "random:6", seed=8, game=OTHELLO_MATCH)
    one = play(open_match(settings, 4, "one"), workers=1)
    two = play(open_match(settings, 4, "two"), workers=2)
    assert moves_of(one) == moves_of(two)
    assert one.tally() == two.tally()


def test_another_seed_gives_other_games(open_match, play):
    one = play(open_match(RANDOM, 2, "one"))
    two = play(open_match(MatchSettings("random", "greedy", "random:6", seed=6, game=OTHELLO_MATCH), 2, "two"))
    assert not set(moves_of(one).values()) & set(moves_of(two).values())


def test_games_are_different_although_their_players_have_one_seed(open_match, play):
    match = play(open_match(MatchSettings("random", "random", "random:1", game=OTHELLO_MATCH), 1))
    assert len(set(moves_of(match).values())) == 2


def test_more_pairs_go_on_with_what_was_played(open_match, play):
    few = moves_of(play(open_match(RANDOM, 2)))
    more = open_match(RANDOM, 5)
    assert len(list(more.missing_jobs())) == 6
    play(more)
    assert few.items() <= moves_of(more).items()
    assert moves_of(more) == moves_of(play(open_match(RANDOM, 5, "at once")))


def test_fewer_pairs_are_the_first_ones(open_match, play):
    play(open_match(RANDOM, 4))
    match = open_match(RANDOM, 2)
    assert list(match.missing_jobs()) == []
    assert (len(match.tally().pairs), match.games_played, match.total_games) == (2, 4, 4)


def test_half_a_pair_does_not_count(open_match, play):
    match = play(open_match(RANDOM, 2))
    del match.folder.games[1, 2]
    assert len(match.tally().pairs) == 1


def test_a_line_that_was_not_written_to_its_end_is_played_again(open_match, play, tmp_path):
    whole = moves_of(play(open_match(RANDOM, 3)))
    file = tmp_path / "match" / OTHELLO_MATCH.games_file
    written = file.read_bytes()
    file.write_bytes(written[:-40])
    match = open_match(RANDOM, 3)
    assert len(match.folder.games) == 5
    play(match)
    assert moves_of(match) == whole
    assert file.read_bytes() == written


KILLED = """
import sys
from pathlib import Path
from kibitz.arena.match import Match, play_matches
from kibitz.arena.othello.match_game import OTHELLO_MATCH
from kibitz.arena.match import most_crashed
from kibitz.arena.match_folder import MatchFolder, MatchSettings
from kibitz.workers import LocalWorkers
if __name__ == "__main__":
    with MatchFolder(Path(sys.argv[1]), MatchSettings("random", "greedy", "random:6", seed=5, game=OTHELLO_MATCH), 30) as folder:
        play_matches([Match(folder, 30)], LocalWorkers(2))
"""


def test_a_match_killed_in_the_middle_is_resumed_as_if_nothing_had_happened(open_match, play, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(KILLED)
    program = subprocess.Popen([sys.executable, script, tmp_path / "match"], start_new_session=True)
    games = tmp_path / "match" / OTHELLO_MATCH.games_file
    deadline = time.monotonic() + PATIENCE
    while not games.exists() or games.read_bytes().count(b"\n") < 4:
        assert time.monotonic() < deadline
        assert program.poll() is None, "it ended before it could be killed"
        time.sleep(0.001)
    os.killpg(program.pid, signal.SIGKILL)
    program.wait()
    before = games.read_bytes()
    match = open_match(RANDOM, 30)
    kept = len(match.folder.games)
    assert 4 <= kept < 60
    play(match, workers=2)
    assert games.read_bytes().startswith(before[: before.rfind(b"\n") + 1])
    assert moves_of(match) == moves_of(play(open_match(RANDOM, 30, "undisturbed")))


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds the worker processes in /proc")
def test_a_worker_killed_in_the_middle_costs_nothing(open_match, play):
    def kill_a_worker() -> None:
        deadline = time.monotonic() + PATIENCE
        while not (workers := children_with("multiprocessing.spawn")):
            assert time.monotonic() < deadline
            time.sleep(0.01)
        os.kill(workers[0], signal.SIGKILL)

    with ThreadPoolExecutor(1) as helper:
        killing = helper.submit(kill_a_worker)
        disturbed = play(open_match(RANDOM, 6, "disturbed"), workers=2)
        killing.result()
    assert moves_of(disturbed) == moves_of(play(open_match(RANDOM, 6, "undisturbed")))


def children_with(words: str) -> list[int]:
    """The numbers of this process's children whose command line contains some words."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except (OSError, ValueError):
            continue
        if parent == os.getpid() and words in command and "resource_tracker" not in command:
            found.append(int(entry.name))
    return found


@pytest.mark.parametrize(
    ("fault", "timeout", "ending"),
    [
        ("crash", 60, "crash"),
        ("hang", 2, "time"),
        ("illegal", 60, "illegal move"),
        ("nonsense", 60, "illegal move"),
        ("refuse-genmove", 60, "crash"),
        ("refuse-play", 60, "crash"),
        ("flood", 60, "crash"),
        ("close-output", 60, "crash"),
        ("resign", 60, "resignation"),
    ],
)
def test_a_program_that_misbehaves_loses_every_game_and_the_match_goes_on(
    open_match, play, program_with, tmp_path, fault, timeout, ending
):
    program = program_with(fault, timeout)
    match = play(open_match(MatchSettings("random", program, "random:4", game=OTHELLO_MATCH), 2))
    tally = match.tally()
    assert (tally.wins, tally.losses, len(tally.left_out)) == ((0, 0, 2) if ending == "crash" else (4, 0, 0))
    assert tally.lost_otherwise() == ({}, {ending: 4})
    skipped = []
    for record in read_games(tmp_path / "match" / OTHELLO_MATCH.games_file, skipped.append):
        assert record.ending == ending
        assert (record.tags.get("PROBLEM", "") != "") == (fault != "resign")
    assert skipped == []


def test_pairs_with_a_crash_count_where_it_is_asked_for(open_match, play, program_with):
    settings = MatchSettings("random", program_with("crash"), "random:4", game=OTHELLO_MATCH)
    asked = play(open_match(settings, 2, counts_crashes=True))
    assert (asked.tally().wins, asked.tally().left_out) == (4, ())
    assert list(asked.crashes()) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert "exit code 3" in asked.crashes()[1, 1]


def test_a_test_never_decides_by_crashes(open_match, play, program_with):
    settings = MatchSettings("random", program_with("crash"), "random:4", game=OTHELLO_MATCH)
    match = play(open_match(settings, 3, sprt=Sprt(EloBounds(0, 300))))
    assert match.sprt.pairs == 0
    assert "players crashed in 6 of 6 games; the first time: " in most_crashed([match])


def test_a_program_that_behaves_plays_on_the_board(open_match, play, program_with):
    match = play(open_match(MatchSettings(program_with(), "random", "random:4", game=OTHELLO_MATCH), 2))
    assert match.tally().lost_otherwise() == ({}, {})
    assert [record.tags["BLACKPROGRAM"] for (_, game), record in match.folder.games.items() if game == 1] == ["Fake 1.0"] * 2
    assert all(record.played_score() is not None for record in match.folder.games.values())


def test_a_program_that_oversteps_its_time_loses(open_match, play, program_with):
    settings = MatchSettings("random", program_with("hang"), "random:4", time_control=TimeControl(0.5), game=OTHELLO_MATCH)
    assert play(open_match(settings, 1)).tally().lost_otherwise() == ({}, {"time": 2})


def test_a_program_that_cannot_be_started_ends_the_match_with_an_error(open_match, play):
    with pytest.raises(SetupError, match="'no-such-program' was not found"):
        play(open_match(MatchSettings("random", "gtp:no-such-program", "random:4", game=OTHELLO_MATCH), 1))


def test_a_test_stops_the_match_and_only_its_pairs_count(open_match, play):
    settings = MatchSettings("engine:level=1", "random", "random:6", game=OTHELLO_MATCH)
    match = play(open_match(settings, 200, sprt=Sprt(EloBounds(0, 200))), workers=2)
    assert match.sprt.verdict == Verdict.HIGHER
    assert len(match.tally().pairs) == match.sprt.pairs < 50
    again = open_match(settings, 200, sprt=Sprt(EloBounds(0, 200)))
    assert again.is_decided
    assert list(again.missing_jobs()) == []
    assert again.tally() == match.tally()


def test_a_test_hears_pairs_in_their_order_only(open_match, play, tmp_path):
    play(open_match(RANDOM, 6))
    file = tmp_path / "match" / OTHELLO_MATCH.games_file
    file.write_text("".join(line for line in file.read_text().splitlines(keepends=True) if "RO[3.1]" not in line))
    match = open_match(RANDOM, 6, sprt=Sprt(EloBounds(0, 20)))
    assert (match.sprt.pairs, len(match.tally().pairs)) == (2, 5)


@pytest.mark.parametrize(
    ("player", "error", "message"),
    [
        ("human", SetupError, "'human' is a person"),
        ("radnom", SetupError, "did you mean random"),
        ("engine:level=99", SetupError, "level is 99"),
        ("9", NotationError, "is not a player"),
    ],
)
def test_who_cannot_play_is_refused_before_anything_is_written(player, error, message):
    with pytest.raises(error, match=message):
        check_players("random", player, game="othello")
