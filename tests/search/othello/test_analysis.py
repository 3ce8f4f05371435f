"""Moves judged by search and solver together."""

from threading import Event, Thread

import pytest

from kibitz.rules.othello.position import START, parse_board, play_all
from kibitz.rules.squares import PASS, parse_transcript
from kibitz.search.conformance import check_search
from kibitz.search.othello.analysis import Analyst
from kibitz.search.othello.endgame import solve, solve_moves
from kibitz.search.othello.judgement import Judgement
from kibitz.search.othello.levels import Limits
from kibitz.search.othello.midgame import Engine
from some_evaluation import positions_of_random_games, random_evaluation

# White has no move; Black then takes the only white disc with c1.
PASS_FORCED = parse_board("XO" + "-" * 62 + " O")


MIDDLE = play_all(parse_transcript("f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6"))
# Position 59 of the suite fforum: 34 empty, which takes a solver hours.
FAR_FROM_THE_END = parse_board("-----------------------O-OXXXOOO-XOXXXXO--OXXXXX---XXXXX--X-XX-- X")
FOREVER = Limits(None, 0)


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(random_evaluation(), hash_mb=4)


@pytest.fixture
def analyst(engine) -> Analyst:
    engine.forget()
    return Analyst(engine, solver_hash_mb=1)


class NodeCounter:
    """Hands searches on to an engine and counts the nodes they take."""

    def __init__(self, engine: Engine) -> None:
        self.evaluation, self.nodes, self._engine = engine.evaluation, 0, engine

    def analyse(self, *question):
        before = question[-1]
        result = self._engine.analyse(*question)
        self.nodes += 0 if result is before else result.nodes
        return result

    def search(self, *question, **more):
        result = self._engine.search(*question, **more)
        self.nodes += result.nodes
        return result


def nodes_to_judge(engine: Engine, position, depth: int) -> int:
    counter = NodeCounter(engine)
    Analyst(counter).judge_moves(position, Limits(depth, 0))
    return counter.nodes


def nodes_to_choose(engine: Engine, position, depth: int) -> int:
    counter = NodeCounter(engine)
    Analyst(counter).best_move(position, Limits(depth, 0))
    return counter.nodes


def late_positions(empties: int):
    chosen = [position for position in positions_of_random_games(30, seed=9) if position.empty_count == empties]
    assert len(chosen) > 5
    return [position for position in chosen if not position.must_pass]


def test_before_the_end_every_legal_move_has_an_estimate(analyst):
    position = play_all(parse_transcript("f5d6c3d3c4"))
    judged = analyst.judge_moves(position, Limits(3, 6))
    assert sorted(row.move for row in judged) == list(position.legal_moves())
    assert [row.score for row in judged] == sorted((row.score for row in judged), reverse=True)
    assert {(row.depth, row.exact) for row in judged} == {(3, False)}
    assert all(0 < row.win_chance < 1 and row.line[0] == row.move for row in judged)


def test_near_the_end_the_scores_are_those_of_the_solver(analyst):
    for position in late_positions(9):
        judged = analyst.judge_moves(position, Limits(2, 9))
        assert {row.move: row.score for row in judged} == {row.move: row.score for row in solve_moves(position)}
        assert {(row.depth, row.exact) for row in judged} == {(9, True)}
        assert all(row.win_chance == {-1: 0, 0: 0.5, 1: 1}[(row.score > 0) - (row.score < 0)] for row in judged)


def test_the_best_move_is_one_of_the_best(analyst):
    for position in late_positions(8):
        best = analyst.best_move(position, Limits(2, 8))
        assert best.exact
        assert best.score == solve(position).score == -solve(position.play(best.move)).score


def test_one_empty_square_more_is_not_solved(analyst):
    position = late_positions(9)[0]
    assert not any(row.exact for row in analyst.judge_moves(position, Limits(2, 8)))
    assert not analyst.best_move(position, Limits(2, 8)).exact


def test_without_time_there_is_an_answer_all_the_same(analyst):
    position = play_all(parse_transcript("f5d6c3d3c4"))
    no_time = Limits(None, 60, 1e-6)
    judged = analyst.judge_moves(position, no_time)
    assert sorted(row.move for row in judged) == list(position.legal_moves())
    assert not any(row.exact for row in judged)
    assert analyst.best_move(position, no_time).move in position.legal_moves()


def test_a_watcher_sees_every_depth_and_last_what_is_returned(analyst):
    seen = []
    judged = analyst.judge_moves(START, Limits(4, 8), seen.append)
    assert [rows[0].depth for rows in seen] == [1, 2, 3, 4]
    assert seen[-1] == judged


def test_a_watcher_sees_estimates_before_exact_scores(analyst):
    seen = []
    position = late_positions(9)[0]
    judged = analyst.judge_moves(position, Limits(3, 10), seen.append)
    exact_counts = [sum(row.exact for row in rows) for rows in seen]
    assert exact_counts == [0, 0, 0, *range(1, len(position.legal_moves()) + 1)]
    assert seen[-1] == judged


@pytest.mark.parametrize("limits", [Limits(2, 4), Limits(2, 62)])
def test_a_forced_pass_is_a_move(analyst, limits):
    (judged,) = analyst.judge_moves(PASS_FORCED, limits)
    assert judged.move == analyst.best_move(PASS_FORCED, limits).move == PASS
    assert judged.line[0] == PASS
    # Black takes the only white disc and with it the board.
    assert judged.score == -64 or not judged.exact


def test_a_game_that_is_over_has_no_moves(analyst):
    assert analyst.judge_moves(parse_board("X" * 64 + " O"), Limits(2, 4)) == ()


@pytest.mark.parametrize("limits", [FOREVER, Limits(None, 40), Limits(60, 40), Limits(None, 40, 1e6)])
@pytest.mark.parametrize("position", [MIDDLE, FAR_FROM_THE_END])
def test_once_stopped_by_another_thread_it_answers_with_what_it_knows(analyst, position, limits):
    begun, stop = Event(), Event()
    answers: list[Judgement] = []
    seen: list[Judgement] = []

    def watch(judgement: Judgement) -> None:
        seen.append(judgement)
        if judgement[0].depth == 3:
            begun.set()

    asking = Thread(target=lambda: answers.append(analyst.judge_moves(position, limits, watch, stop)))
    asking.start()
    begun.wait()
    stop.set()
    asking.join()
    assert answers == [seen[-1]]
    assert sorted(row.move for row in answers[0]) == list(position.legal_moves())
    assert 3 <= answers[0][0].depth < position.empty_count


@pytest.mark.parametrize("limits", [FOREVER, Limits(60, 40), Limits(None, 40, 1e6)])
@pytest.mark.parametrize("position", [MIDDLE, FAR_FROM_THE_END, PASS_FORCED])
def test_told_to_stop_beforehand_it_still_has_a_legal_move(analyst, position, limits):
    stop = Event()
    stop.set()
    assert analyst.best_move(position, limits, stop).move in position.legal_moves()
    assert {row.move for row in analyst.judge_moves(position, limits, stop=stop)} == set(position.legal_moves())


@pytest.mark.parametrize("exact_from", [0, 40])
def test_the_best_move_is_due_once_it_is_stopped(analyst, exact_from):
    stop = Event()
    answers = []
    asking = Thread(target=lambda: answers.append(analyst.best_move(FAR_FROM_THE_END, Limits(None, exact_from), stop)))
    asking.start()
    stop.set()
    asking.join()
    assert answers[0].move in FAR_FROM_THE_END.legal_moves()
    assert not answers[0].exact


def test_a_second_question_waits_until_the_first_is_stopped(analyst):
    begun, stop = Event(), Event()
    first = Thread(target=lambda: analyst.judge_moves(MIDDLE, FOREVER, lambda _: begun.set(), stop))
    first.start()
    begun.wait()
    answers = []
    second = Thread(target=lambda: answers.append(analyst.judge_moves(START, Limits(2, 0))))
    second.start()
    assert not answers
    stop.set()
    first.join()
    second.join()
    assert {row.depth for row in answers[0]} == {2}


def test_asked_again_it_goes_on_with_the_next_depth(analyst):
    before = analyst.judge_moves(MIDDLE, Limits(4, 0))
    seen = []
    analyst.judge_moves(MIDDLE, Limits(6, 0), seen.append)
    assert seen[0] == before
    assert [rows[0].depth for rows in seen] == [4, 5, 6]


def test_what_was_asked_before_is_answered_without_searching(engine):
    counter = NodeCounter(engine)
    analyst = Analyst(counter)
    before = analyst.judge_moves(MIDDLE, Limits(5, 0))
    spent = counter.nodes
    assert analyst.judge_moves(MIDDLE, Limits(3, 0)) == analyst.judge_moves(MIDDLE, Limits(5, 0)) == before
    assert counter.nodes == spent > 0


@pytest.mark.parametrize(("nodes_to_answer", "depth", "share"), [(nodes_to_choose, 7, 0.3), (nodes_to_judge, 6, 0.9)])
def test_the_next_position_of_a_game_takes_fewer_nodes_than_a_new_one(engine, nodes_to_answer, depth, share):
    engine.forget()
    best = Analyst(engine).best_move(MIDDLE, Limits(depth, 0)).move
    engine.forget()
    fresh = nodes_to_answer(engine, MIDDLE.play(best), depth - 1)
    engine.forget()
    nodes_to_answer(engine, MIDDLE, depth)
    assert nodes_to_answer(engine, MIDDLE.play(best), depth - 1) < share * fresh


def test_perfect_play_is_solved_only_once(analyst, monkeypatch):
    position = late_positions(9)[0]
    best = analyst.best_move(position, Limits(2, 9))
    monkeypatch.setattr("kibitz.search.othello.endgame.solve", lambda *_, **__: pytest.fail("it was solved again"))
    score = best.score
    while not position.is_over:
        answer = analyst.best_move(position, Limits(2, 9))
        assert (answer.score, answer.exact) == (score, True)
        position, score = position.play(answer.move), -score
    assert position.own.bit_count() - position.opp.bit_count() == score or position.empty_count


def test_it_can_forget(engine):
    counter = NodeCounter(engine)
    counter.forget = engine.forget
    analyst = Analyst(counter)
    counts = []
    for _ in range(2):
        analyst.forget()
        analyst.judge_moves(MIDDLE, Limits(5, 0))
        counts.append(counter.nodes)
    assert counts[1] == 2 * counts[0]


def test_an_analyst_with_limits_keeps_the_contract_of_searches(analyst):
    for position in (START, MIDDLE, PASS_FORCED):
        check_search(analyst.within(Limits(3, 6)), position)


def test_a_game_that_is_over_has_no_ranked_moves(analyst):
    assert analyst.within(Limits(2, 4)).deepen(parse_board("X" * 64 + " O")).moves == ()
