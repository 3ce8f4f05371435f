"""Many players in one folder."""

from contextlib import ExitStack

import pytest

from kibitz.arena.ladder import Ladder, LadderSettings
from kibitz.arena.match import play_matches
from kibitz.arena.match_folder import MatchSettings
from kibitz.arena.othello.match_game import OTHELLO_MATCH
from kibitz.errors import SetupError
from kibitz.workers import LocalWorkers

TERMS = MatchSettings("", "", "random:6", seed=2, game=OTHELLO_MATCH)


@pytest.fixture
def climb(tmp_path):
    """Opens a ladder, counts the games that are missing, and plays them if asked to."""

    def run(*players: str, pairs: int = 2, apart: tuple[int, ...] = (), plays: bool = True) -> tuple[Ladder, int]:
        with ExitStack() as stack:
            ladder = Ladder(tmp_path / "ladder", players, LadderSettings(pairs, TERMS, apart), stack)
            missing = sum(len(list(match.missing_jobs())) for match in ladder.matches)
            if plays:
                play_matches(ladder.matches, LocalWorkers(2))
        return ladder, missing

    return run


def met(ladder: Ladder) -> list[tuple[str, str]]:
    return [(match.folder.settings.first, match.folder.settings.second) for match in ladder.matches]


def test_everybody_meets_everybody_and_the_strongest_comes_first(climb):
    ladder, missing = climb("random", "greedy", "engine:level=1")
    assert missing == 3 * 2 * 2
    assert met(ladder) == [("random", "greedy"), ("random", "engine:level=1"), ("greedy", "engine:level=1")]
    ratings, _ = ladder.ratings()
    assert ratings[0].player == "engine:level=1"
    assert sum(row.elo for row in ratings) == pytest.approx(0, abs=1e-6)
    assert [row.games for row in ratings] == [8, 8, 8]
    assert sum(row.score * row.games for row in ratings) == pytest.approx(12)
    assert all(row.low < row.elo < row.high for row in ratings)


def test_a_new_player_plays_only_its_own_games_and_old_ones_stay(climb):
    climb("random", "greedy")
    ladder, missing = climb("random:seed=3")
    assert ladder.players == ["random", "greedy", "random:seed=3"]
    assert missing == 2 * 2 * 2
    again, missing = climb()
    assert missing == 0
    assert again.ratings()[0] == ladder.ratings()[0]


def test_players_named_in_another_order_are_the_same_ladder(climb):
    climb("random", "greedy")
    ladder, missing = climb("greedy", "random")
    assert missing == 0
    assert met(ladder) == [("random", "greedy")]


def test_players_may_meet_only_at_a_distance(climb):
    names = [f"random:seed={number}" for number in range(5)]
    ladder, _ = climb(*names, apart=(2,), plays=False)
    assert met(ladder) == [(names[0], names[2]), (names[1], names[3]), (names[2], names[4])]


def test_groups_that_never_met_are_told(climb):
    names = [f"random:seed={number}" for number in range(4)]
    assert climb(*names, pairs=1, apart=(2,))[0].groups() == 2
    assert climb(pairs=1, apart=(1, 2))[0].groups() == 1


def test_names_alike_to_the_file_system_have_their_own_folders(climb):
    ladder, _ = climb("random:seed=1", "random: seed=1", "random:seed= 1", plays=False)
    assert len({match.folder.path for match in ladder.matches}) == 3


@pytest.mark.parametrize("players", [(), ("random",), ("random", "random")])
def test_a_ladder_needs_two_players(climb, players):
    with pytest.raises(SetupError, match="at least two different players"):
        climb(*players)


@pytest.mark.parametrize("text", ["", "[]", '{"players": 3}', "{}"])
def test_a_list_of_players_that_is_none_is_refused(climb, tmp_path, text):
    (tmp_path / "ladder").mkdir()
    (tmp_path / "ladder" / "ladder.json").write_text(text)
    with pytest.raises(SetupError, match="does not list the players"):
        climb("random", "greedy")
