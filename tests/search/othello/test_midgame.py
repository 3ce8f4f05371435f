"""The midgame engine against plain minimax, with and without memory, and how it ends."""

import signal
import threading

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import START, Position, parse_board
from kibitz.rules.squares import PASS
from kibitz.search.othello.evaluation import Evaluation
from kibitz.search.othello.midgame import Engine, SearchResult
from kibitz.search.othello.minimax import minimax_move_values
from kibitz.search.othello.probable_cuts import CutTable, load_cuts, measure_cuts
from some_evaluation import positions_of_random_games, random_evaluation

# White must pass; Black then plays c1 and nobody can move.
MUST_PASS = parse_board("XO------" + "--------" * 7 + "O")


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    return random_evaluation()


@pytest.fixture(scope="module")
def cuts(evaluation) -> CutTable:
    return measure_cuts(evaluation, Boards.of(positions_of_random_games(20, seed=1, every=4)), deepest=4)


def some_positions(depth: int) -> list[Position]:
    middles = positions_of_random_games(6, seed=depth, every=23)[:: max(1, depth - 1)]
    ends = [position for position in positions_of_random_games(10, seed=depth) if position.empty_count == depth]
    return middles + ends


def move_scores(evaluation: Evaluation, position: Position, depth: int) -> dict[int, float]:
    values = minimax_move_values(evaluation.values, Boards.of([position]), depth)
    return dict(zip(values.square.tolist(), values.value.tolist(), strict=True))


@pytest.mark.parametrize("hash_mb", [0, 16])
@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_a_search_finds_the_value_of_plain_minimax(evaluation, depth, hash_mb):
    engine = Engine(evaluation, hash_mb)
    for position in some_positions(depth):
        scores = move_scores(evaluation, position, depth)
        result = Engine(evaluation, hash_mb).search(position, depth=depth)
        assert result.score == max(scores.values())
        assert scores[result.move] == result.score
        # A table that remembers other searches of the same depth changes no value.
        assert engine.search(position, depth=depth).score == result.score


@pytest.mark.parametrize("depth", [2, 4])
def test_an_analysis_values_every_move_as_plain_minimax_does(evaluation, depth):
    for position in some_positions(depth):
        result = Engine(evaluation, 16).analyse(position, depth=depth)
        assert {move.move: move.score for move in result.moves} == move_scores(evaluation, position, depth)
        scores = [move.score for move in result.moves]
        assert scores == sorted(scores, reverse=True)


def test_the_line_leads_to_a_position_with_the_value_found(evaluation):
    for position in some_positions(4):
        result = Engine(evaluation, 16).search(position, depth=4)
        end = position
        for move in result.line:
            end = end.play(move)
        value = evaluation.values(Boards.of([end]))[0]
        assert result.score == (value if end.to_move == position.to_move else -value)


def test_a_search_to_the_end_of_the_game_is_exact(evaluation):
    position = next(position for position in positions_of_random_games(3, seed=6) if position.empty_count == 6)
    result = Engine(evaluation).search(position, depth=20)
    assert result.exact
    assert result.depth == 6
    assert result.score == int(result.score)
    assert not Engine(evaluation).search(position, depth=3).exact


def test_every_finished_depth_is_reported(evaluation):
    seen: list[SearchResult] = []
    result = Engine(evaluation).search(START, depth=5, progress=seen.append)
    assert [found.depth for found in seen] == [1, 2, 3, 4, 5]
    assert seen[-1] == result
    nodes = [found.nodes for found in seen]
    assert nodes == sorted(nodes)


def test_a_forced_pass_is_the_move(evaluation):
    for result in (Engine(evaluation).search(MUST_PASS, depth=2), Engine(evaluation).analyse(MUST_PASS, depth=2)):
        assert result.move == PASS
        assert len(result.moves) == 1
        assert result.line[0] == PASS
        after = Engine(evaluation).search(MUST_PASS.play(PASS), depth=2)
        assert result.score == -after.score


def test_probable_cuts_save_nodes_and_stay_near_the_value(evaluation, cuts):
    position = positions_of_random_games(1, seed=3)[20]
    full = Engine(evaluation).search(position, depth=7)
    cut = Engine(evaluation, cuts=cuts, width=1.0).search(position, depth=7)
    assert cut.nodes < full.nodes
    assert not cut.exact


def test_cuts_that_need_too_much_certainty_change_nothing(evaluation, cuts):
    position = positions_of_random_games(1, seed=3)[20]
    full = Engine(evaluation).search(position, depth=5)
    never = Engine(evaluation, cuts=cuts, width=1e6).search(position, depth=5)
    assert (never.score, never.move) == (full.score, full.move)


def test_a_table_of_cuts_is_read_back_as_it_was(cuts, tmp_path):
    cuts.save(tmp_path / "cuts.json")
    again = load_cuts(tmp_path / "cuts.json")
    assert again.shallow == cuts.shallow
    assert np.allclose(again.relations, cuts.relations, atol=1e-3)


@pytest.mark.parametrize("content", ["", "[1, 2]", '{"format": "other"}', '{"format": "kibitz probable cuts 1", "shallow": [0]}'])
def test_a_file_that_is_no_table_of_cuts_is_refused(tmp_path, content):
    path = tmp_path / "cuts.json"
    path.write_text(content)
    with pytest.raises(SetupError, match=r"cuts.json is not a ProbCut table"):
        load_cuts(path)


def test_a_search_stops_when_told_by_another_thread(evaluation):
    engine = Engine(evaluation)
    begun = threading.Event()
    stopper = threading.Thread(target=lambda: (begun.wait(), engine.stop()))
    stopper.start()
    result = engine.search(START, depth=60, progress=lambda found: begun.set() if found.depth == 3 else None)
    stopper.join()
    assert 3 <= result.depth < 60


def test_a_search_stops_when_an_event_is_set(evaluation):
    engine, stop = Engine(evaluation), threading.Event()
    result = engine.search(START, stop=stop, progress=lambda found: stop.set() if found.depth == 3 else None)
    assert 3 <= result.depth < 60
    # Set beforehand, it leaves time for little more than the first depth.
    assert engine.analyse(MUST_PASS.play(PASS), depth=60, stop=stop).depth >= 1


def test_an_analysis_goes_on_where_another_ended(evaluation):
    engine = Engine(evaluation)
    position = positions_of_random_games(1, seed=3)[20]
    known = engine.analyse(position, depth=3)
    seen: list[SearchResult] = []
    deeper = engine.analyse(position, depth=5, progress=seen.append, known=known)
    assert [found.depth for found in seen] == [4, 5]
    assert deeper.moves == Engine(evaluation).analyse(position, depth=5).moves
    assert engine.analyse(position, depth=4, known=deeper) is deeper


def test_a_table_takes_no_more_memory_than_allowed(evaluation):
    for hash_mb in (1, 3, 64):
        assert 0.99 * (hash_mb << 20) < Engine(evaluation, hash_mb).table_bytes <= hash_mb << 20


def test_an_engine_that_forgets_searches_as_a_new_one(evaluation):
    engine, position = Engine(evaluation), positions_of_random_games(1, seed=3)[20]
    first = engine.search(position, depth=6).nodes
    assert engine.search(position, depth=6).nodes < first
    engine.forget()
    assert engine.search(position, depth=6).nodes == first


def test_a_search_ends_when_its_time_is_over(evaluation):
    result = Engine(evaluation).search(START, seconds=0.05)
    assert 1 <= result.depth < 60


def test_ctrl_c_interrupts_a_search(evaluation):
    main = threading.main_thread().ident
    threading.Timer(0.2, lambda: signal.pthread_kill(main, signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        Engine(evaluation).search(START, depth=60)


def test_an_error_in_progress_ends_the_search(evaluation):
    def fail(_result: SearchResult) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Engine(evaluation).search(START, depth=3, progress=fail)


@pytest.mark.parametrize(
    ("position", "limits", "complaint"),
    [
        (Position.start(6), {"depth": 3}, "the engine plays on the 8×8 board, not on 6×6"),
        (parse_board("X" * 10 + "-" * 54 + "X"), {"depth": 3}, "the game is over"),
        (START, {}, "needs a depth or a number of seconds"),
        (START, {"depth": 0}, "a search of depth 0 is not possible"),
    ],
)
def test_questions_without_an_answer_are_refused(evaluation, position, limits, complaint):
    with pytest.raises(SetupError, match=complaint):
        Engine(evaluation).search(position, **limits)
