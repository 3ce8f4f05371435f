"""Reviews: losses, mistakes and their order, on games whose worst move is known by other means."""

import json

import pytest

from kibitz.errors import SetupError
from kibitz.records.othello.record import GameRecord
from kibitz.review.othello.game_review import EXACT_MISTAKE, GameReview
from kibitz.review.othello.game_sources import own_games
from kibitz.rules.othello.position import Position, parse_position, with_passes
from kibitz.rules.squares import PASS, format_move, parse_transcript
from review.blunders import blundered_game, move_scores


def game(transcript: str) -> GameRecord:
    return GameRecord(with_passes(parse_transcript(transcript)))


def test_the_known_blunder_is_found_with_its_exact_loss_and_the_best_move(reviewer):
    record, ply, cost = blundered_game()
    found = reviewer.review(record)
    (blunder,) = [mistake for mistake in found.mistakes if mistake.ply == ply]
    position = list(record.positions())[ply]
    scores = move_scores(position)
    assert blunder.loss == cost
    assert blunder.move == format_move(record.moves[ply])
    assert blunder.best == format_move(max(scores, key=scores.__getitem__))
    assert found.moves[-1].exact


def test_every_exact_loss_is_what_plain_minimax_says(reviewer):
    record = own_games()[3]
    rows = {row.ply: row for row in reviewer.review(record).moves}
    checked = 0
    for ply, (position, move) in enumerate(zip(record.positions(), record.moves, strict=False)):
        if position.empty_count <= 6 and move != PASS:
            scores = move_scores(position)
            assert rows[ply].exact
            assert (rows[ply].score, rows[ply].loss) == (scores[move], max(scores.values()) - scores[move])
            checked += 1
    assert checked >= 4


def test_a_review_has_a_row_for_each_disc_and_ranks_mistakes_by_loss(reviewer):
    record = own_games()[0]
    found = reviewer.review(record)
    assert [row.move for row in found.moves] == [format_move(move) for move in record.moves if move != PASS]
    assert [row.path + row.move for row in found.moves[:-1]] == [row.path for row in found.moves[1:]]
    losses = [mistake.loss for mistake in found.mistakes]
    assert losses == sorted(losses, reverse=True)
    assert min(losses) >= EXACT_MISTAKE
    assert all(row.loss >= 0 and 0 <= row.expert_probability <= 1 for row in found.moves)
    assert all(row.loss == 0 for row in found.moves if row.forced or row.move == row.best)
    assert all(mistake.line[0] == mistake.move and mistake.best_line[0] == mistake.best for mistake in found.mistakes)


def test_black_scores_and_chances_are_black_s(reviewer):
    found = reviewer.review(own_games()[1])
    for row in found.moves:
        sign = 1 if row.side == "black" else -1
        assert row.black_score == sign * row.score
    last = found.moves[-1]
    assert last.black_score == own_games()[1].played_score()
    assert last.win_chance == (0.5 if last.black_score == 0 else float(last.black_score > 0))


def test_a_review_survives_json(reviewer):
    found = reviewer.review(game("f5d6c3d3c4f4f6"))
    assert GameReview.from_dict(json.loads(json.dumps(found.as_dict()))) == found


def test_progress_counts_the_moves_and_may_end_the_work(reviewer):
    seen = []
    reviewer.review(game("f5d6c3"), lambda done, total: seen.append((done, total)))
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]

    def enough(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        reviewer.review(game("f5d6c3"), enough)


def test_a_game_may_begin_anywhere_and_pass(reviewer):
    start = parse_position("X" * 56 + "------OX" + " black")
    record = GameRecord(with_passes(start.legal_moves(), start), start)
    assert reviewer.review(record).moves[0].side == "black"


def test_what_cannot_be_judged_is_told(reviewer):
    with pytest.raises(SetupError, match="no moves"):
        reviewer.review(GameRecord(()))
    with pytest.raises(SetupError, match="8×8"):
        reviewer.review(GameRecord((), Position.start(6)))
