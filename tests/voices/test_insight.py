"""Insight: the marks, the meter, and the sentence, which says what the numbers say."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.voices.insight import FEW, NATURAL, InsightScale, insight_of, percent

SCALE = InsightScale("discs", mistake=3.0, clear=1.0)


def insight(*said, rating=None):
    """Of moves with (probability, score)."""
    human, scores = ({move: pair[which] for move, pair in enumerate(said)} for which in (0, 1))
    return insight_of(human, scores, SCALE, rating, {move: f"m{move}" for move in human})


def test_a_gem_is_the_one_best_move_that_few_find():
    said = insight((0.1, 4.0), (0.9, 2.0))
    assert [said.moves[move].mark for move in (0, 1)] == ["gem", None]
    assert said.sentence == "A tournament player cannot go wrong here; m0 is a gem, the best move, which 10 % find."


def test_no_move_is_a_gem_where_another_is_nearly_as_good_or_many_find_it():
    assert insight((0.1, 4.0), (0.9, 3.5)).moves[0].mark is None
    assert insight((0.5, 4.0), (0.5, -9.0)).moves[0].mark is None


def test_a_trap_is_natural_and_a_mistake():
    said = insight((0.3, 4.0), (0.5, -2.0), (0.15, -6.0), (0.05, 4.0), rating=1500)
    assert [said.moves[move].mark for move in range(4)] == [None, "trap", None, None]
    assert said.error_chance == pytest.approx(0.65)
    assert said.error_size == pytest.approx((0.5 * 6 + 0.15 * 10) / 0.65)
    assert said.expected_loss == pytest.approx(0.5 * 6 + 0.15 * 10)
    assert said.sentence == (
        "A player rated 1500 errs here with a chance of 65 %, by 6.9 discs on average; "
        "m1 is a trap, played by 50 % and 6.0 discs worse than best."
    )


def test_nothing_is_said_before_the_engine_has_judged_what_people_play_or_of_a_single_move():
    assert insight((1.0, 0.0)) is None
    names = {0: "d3", 1: "c4"}
    assert insight_of({0: 0.5, 1: 0.5}, {1: 2.0}, SCALE, None, names) is None
    assert insight_of({}, {0: 1.0, 1: 2.0}, SCALE, None, names) is None


POSITIONS = st.lists(st.tuples(st.floats(1e-6, 1), st.floats(-64, 64)), min_size=2, max_size=20)


@given(POSITIONS, st.none() | st.integers(800, 2400))
def test_the_sentence_agrees_with_the_numbers(weights, rating):
    total = sum(weight for weight, _ in weights)
    shares = [weight / total for weight, _ in weights]
    said = insight(*((share, score) for share, (_, score) in zip(shares, weights, strict=True)), rating=rating)
    best = max(score for _, score in weights)
    losses = [best - score for _, score in weights]
    errors = [place for place, loss in enumerate(losses) if loss >= SCALE.mistake]
    chance = sum(shares[place] for place in errors)
    assert said.error_chance == pytest.approx(chance)
    assert said.expected_loss == pytest.approx(sum(share * loss for share, loss in zip(shares, losses, strict=True)))
    assert ("cannot go wrong" in said.sentence) == (not errors)
    if errors:
        told = re.search(r"with a chance of (.+ %), by ([\d.]+) discs", said.sentence)
        assert told[1] == percent(said.error_chance)
        assert float(told[2]) == pytest.approx(said.error_size, abs=0.0501)
        assert said.error_size >= SCALE.mistake - 1e-9
    assert ("a tournament player" in said.sentence.lower()) == (rating is None)
    assert rating is None or f"rated {rating} " in said.sentence
    gems = re.findall(r"m(\d+) is a gem, the best move, which (.+?) find", said.sentence)
    traps = re.findall(r"m(\d+) is a trap, played by (.+?) and ([\d.]+) discs", said.sentence)
    assert [int(move) for move, _ in gems] == [move for move, each in said.moves.items() if each.mark == "gem"]
    assert {int(move) for move, _, _ in traps} == {move for move, each in said.moves.items() if each.mark == "trap"}
    for move, share in gems:
        assert losses[int(move)] == 0
        assert shares[int(move)] <= FEW + 1e-9
        assert share == percent(shares[int(move)])
    for move, share, loss in traps:
        assert shares[int(move)] >= NATURAL - 1e-9
        assert share == percent(shares[int(move)])
        assert float(loss) == pytest.approx(losses[int(move)], abs=0.0501)


@given(st.floats(0, 1))
def test_a_share_reads_as_nothing_or_everything_only_where_it_is(share):
    assert (percent(share) == "0 %") == (share == 0)
    assert (percent(share) == "100 %") == (share == 1)
