"""The exact solver against brute force, published scores and itself."""

import signal
from pathlib import Path
from threading import Event, Timer

import numpy as np
import pytest

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.models.othello.engine import shipped_evaluation
from kibitz.records.othello import wthor
from kibitz.rules.game import Color
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import Position, parse_board, play_all
from kibitz.rules.squares import PASS, board_shape, parse_square, parse_transcript
from kibitz.rules.symmetry import SYMMETRIES
from kibitz.search.othello import endgame


def minimax(own: int, opp: int, playable: int, known: dict[tuple[int, int], int]) -> int:
    """The exact score for the mover, by trying everything."""
    score = known.get((own, opp))
    if score is None:
        score = known[own, opp] = _minimax(own, opp, playable, known)
    return score


def _minimax(own: int, opp: int, playable: int, known: dict[tuple[int, int], int]) -> int:
    moves = _native.othello.portable_legal_mask(own, opp) & playable
    if moves:
        return max(-minimax(*_after(own, opp, square), playable, known) for square in range(64) if moves >> square & 1)
    if _native.othello.portable_legal_mask(opp, own) & playable:
        return -minimax(opp, own, playable, known)
    difference = own.bit_count() - opp.bit_count()
    empties = playable.bit_count() - own.bit_count() - opp.bit_count()
    return difference + (difference > 0) * empties - (difference < 0) * empties


def _after(own: int, opp: int, square: int) -> tuple[int, int]:
    flips = _native.othello.portable_flip_mask(own, opp, square)
    return opp & ~flips, own | flips | 1 << square


def boards_with_empties(empties: int, games: int, size: int = 8, seed: int = 1) -> Boards:
    """Positions of random games with so many empty squares."""
    moves, _, _ = bulk.random_games(games, seed, size)
    boards = bulk.replay(moves, Position.start(size)).boards
    chosen = size * size - np.bitwise_count(boards.own | boards.opp) == empties
    return Boards(boards.own[chosen], boards.opp[chosen])


@pytest.mark.parametrize(("size", "empties", "games"), [(8, e, 60) for e in range(1, 8)] + [(8, 8, 10), (6, 7, 40), (4, 9, 60)])
def test_every_move_has_the_score_of_brute_force(size: int, empties: int, games: int) -> None:
    boards = boards_with_empties(empties, games, size)
    playable = board_shape(size).playable
    solved = endgame.solve_children_many(boards, size)
    listed = bulk.children(boards, size)
    assert solved.parent.tolist() == listed.parent.tolist()
    assert solved.square.tolist() == listed.square.tolist()
    known: dict[tuple[int, int], int] = {}
    children = zip(listed.boards.own.tolist(), listed.boards.opp.tolist(), strict=True)
    assert solved.score.tolist() == [-minimax(own, opp, playable, known) for own, opp in children]


@pytest.mark.parametrize("empties", [1, 4, 7, 11])
def test_a_score_is_that_of_the_best_move(empties: int) -> None:
    boards = boards_with_empties(empties, 60)
    solved = endgame.solve_children_many(boards)
    best = np.full(len(boards), -64, np.int8)
    np.maximum.at(best, solved.parent, solved.score)
    has_move = bulk.legal_masks(boards) != 0
    assert has_move.any()
    assert endgame.scores_many(boards)[has_move].tolist() == best[has_move].tolist()
    passed = Boards(boards.opp[~has_move], boards.own[~has_move])
    assert endgame.scores_many(passed).tolist() == (-endgame.scores_many(Boards(passed.opp, passed.own))).tolist()


def test_the_last_flip_count_is_the_number_of_flips() -> None:
    boards = boards_with_empties(1, 500)
    for own, opp in zip(boards.own.tolist(), boards.opp.tolist(), strict=True):
        square = (~(own | opp) & (1 << 64) - 1).bit_length() - 1
        assert _native.othello.last_flip_count(own, square) == _native.othello.portable_flip_mask(own, opp, square).bit_count()


def test_the_solver_flips_what_the_rules_flip() -> None:
    moves, _, _ = bulk.random_games(30, 3)
    boards = bulk.replay(moves).boards
    for own, opp in zip(boards.own.tolist(), boards.opp.tolist(), strict=True):
        for square in range(64):
            if not (own | opp) >> square & 1:
                assert _native.othello.solver_flip_mask(own, opp, square) == _native.othello.portable_flip_mask(own, opp, square)


def read_obf(path: Path) -> list[tuple[Position, int]]:
    """Positions and their best scores."""
    fields = [line.split(";") for line in path.read_text().splitlines() if line.strip() and not line.startswith("%")]
    return [(parse_board(board), int(best.split(":")[1])) for board, best, *_ in fields]


def played(position: Position, line: tuple[int, ...]) -> Position:
    for move in line:
        position = position.play(move)
    return position


def score_for_mover(start: Position, end: Position) -> int:
    return end.black_score() if start.to_move == Color.BLACK else -end.black_score()


SIXTEEN_EMPTIES = parse_board("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
TOO_MANY_EMPTIES = play_all(parse_transcript("f5d6c3d3c4f4f6g5e3f3g6e2"))


@pytest.mark.parametrize("suite", ["fforum-1-19.obf", "fforum-20-39.obf", "hard-20.obf"])
def test_published_scores_and_lines_that_reach_them(shared_data: Path, suite: str) -> None:
    positions = [(p, s) for p, s in read_obf(shared_data / "othello" / "endgames" / suite) if p.empty_count <= 20][:19]
    assert len(positions) > 10
    for position, score in positions:
        solution = endgame.solve(position)
        end = played(position, solution.line)
        assert (solution.score, solution.exact, end.is_over) == (score, True, True)
        assert score_for_mover(position, end) == score
        assert solution.move == solution.line[0]


def test_every_published_move_score(shared_data: Path) -> None:
    line = (shared_data / "othello" / "endgames" / "fforum-1-19.obf").read_text().splitlines()[0]
    board, *fields = [field.strip() for field in line.split(";") if field.strip()]
    published = {parse_square(name): int(score) for name, score in (field.split(":") for field in fields)}
    moves = endgame.solve_moves(parse_board(board))
    assert {move.move: move.score for move in moves} == published
    assert [move.score for move in moves] == sorted(published.values(), reverse=True)
    for move in moves:
        assert move.line[0] == move.move
        assert score_for_mover(parse_board(board), played(parse_board(board), move.line)) == move.score


def test_the_4x4_board_from_the_start() -> None:
    start = Position.start(4)
    brute_force = minimax(start.own, start.opp, board_shape(4).playable, {})
    solution = endgame.solve(start)
    assert solution.score == brute_force == -10
    assert score_for_mover(start, played(start, solution.line)) == -10


def test_symmetry_threads_and_table_size_do_not_change_the_score() -> None:
    scores = [endgame.solve(SIXTEEN_EMPTIES.image(symmetry), hash_mb=1).score for symmetry in SYMMETRIES]
    scores += [endgame.solve(SIXTEEN_EMPTIES, threads=threads).score for threads in (2, 3, 8)]
    assert set(scores) == {18}


def test_threads_agree_on_harder_positions(shared_data: Path) -> None:
    for position, score in read_obf(shared_data / "othello" / "endgames" / "fforum-20-39.obf")[4:12]:
        assert endgame.solve(position, threads=2).score == score


def positions_with_selective_passes(shared_data: Path) -> list[tuple[Position, int]]:
    """Some with so many empty squares that quick passes come before the exact one."""
    suite = read_obf(shared_data / "othello" / "endgames" / "hard-20.obf")[:60:12]
    return [(position, score) for position, score in suite if position.empty_count >= 18]


def test_an_evaluation_and_selective_passes_do_not_change_the_score(shared_data: Path) -> None:
    positions = positions_with_selective_passes(shared_data)
    assert len(positions) > 3
    for position, score in positions:
        guided = endgame.solve(position, evaluation=shipped_evaluation())
        assert (guided.score, guided.exact) == (score, True)
        assert score_for_mover(position, played(position, guided.line)) == score
        assert endgame.solve(position).score == score


def test_a_guided_search_gives_one_score_for_threads_and_images(shared_data: Path) -> None:
    position, score = positions_with_selective_passes(shared_data)[0]
    images = [position.image(symmetry) for symmetry in SYMMETRIES]
    scores = [endgame.solve(image, threads=1 + n % 2, evaluation=shipped_evaluation()).score for n, image in enumerate(images)]
    assert set(scores) == {score}


def test_win_loss_draw_of_a_guided_search_agrees_with_the_score(shared_data: Path) -> None:
    for position, score in positions_with_selective_passes(shared_data):
        result = endgame.solve(position, evaluation=shipped_evaluation(), mode=endgame.Mode.WIN_LOSS_DRAW)
        assert result.score == (score > 0) - (score < 0)


def test_an_evaluation_makes_the_search_smaller(shared_data: Path) -> None:
    positions = [position for position, _ in positions_with_selective_passes(shared_data)]
    guided = sum(endgame.solve(position, evaluation=shipped_evaluation()).nodes for position in positions)
    assert guided < 0.9 * sum(endgame.solve(position).nodes for position in positions)


def test_an_evaluation_is_not_asked_about_other_boards() -> None:
    start = Position.start(4)
    assert endgame.solve(start, evaluation=shipped_evaluation()).score == -10


def test_exact_scores_of_the_archive_at_24_empties(shared_data: Path) -> None:
    table, replay = wthor.read_positions([shared_data / "othello" / "wthor" / "WTH_2012.wtb"])
    boards, game = replay.boards, replay.game_of_row()
    rows = np.flatnonzero(64 - np.bitwise_count(boards.own | boards.opp) == table.perfect_from[game])[:2]
    for row in rows.tolist():
        color = Color.BLACK if replay.black_to_move[row] else Color.WHITE
        position = Position(int(boards.own[row]), int(boards.opp[row]), color)
        black_score = int(table.perfect_score[game[row]])
        score = black_score if color is Color.BLACK else -black_score
        assert position.empty_count == 24
        assert endgame.solve(position, evaluation=shipped_evaluation()).score == score


@pytest.mark.parametrize(("size", "empties"), [(8, 12), (6, 14)])
def test_win_loss_draw_agrees_with_the_score(size: int, empties: int) -> None:
    boards = boards_with_empties(empties, 40, size, seed=9)
    for own, opp in zip(boards.own.tolist(), boards.opp.tolist(), strict=True):
        position = Position(own, opp, Color.BLACK, size)
        exact = endgame.solve(position, hash_mb=1)
        result = endgame.solve(position, hash_mb=1, mode=endgame.Mode.WIN_LOSS_DRAW)
        assert result.score == (exact.score > 0) - (exact.score < 0)
        end = score_for_mover(position, played(position, result.line))
        assert result.score == (end > 0) - (end < 0)


def test_a_position_without_a_move_is_passed_or_over() -> None:
    over = parse_board("X" * 63 + "- X")
    assert endgame.solve(over).score == 64
    assert endgame.solve(over).move is None
    assert endgame.solve_moves(over) == []
    must_pass = parse_board("-OX" + "X" * 61 + " O")
    assert endgame.solve(must_pass).line == (PASS, 0)
    assert endgame.solve(must_pass).score == -64


def test_a_stop_event_ends_a_hopeless_search() -> None:
    stop = Event()
    seen: list[endgame.Progress] = []

    def progress(now: endgame.Progress) -> None:
        seen.append(now)
        if now.nodes > 0:
            stop.set()

    solution = endgame.solve(TOO_MANY_EMPTIES, threads=2, evaluation=shipped_evaluation(), stop=stop, progress=progress)
    assert not solution.exact
    # What it says then is a guess for an even opening, not a bound.
    assert abs(solution.score) < 30
    assert 0 < seen[-1].seconds <= solution.seconds
    assert not any(move.exact for move in endgame.solve_moves(TOO_MANY_EMPTIES, stop=stop))


def test_an_error_in_the_progress_function_ends_the_search() -> None:
    def interrupt(_: endgame.Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        endgame.solve(TOO_MANY_EMPTIES, threads=2, progress=interrupt)


def test_ctrl_c_ends_the_search() -> None:
    timer = Timer(0.1, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        endgame.solve(TOO_MANY_EMPTIES)
    timer.join()


def test_the_table_is_as_large_as_asked_for_and_no_larger() -> None:
    for megabytes in (1, 3, 64):
        assert 0.999 < _native.othello.solver_table_bytes(megabytes << 20) / (megabytes << 20) <= 1


def test_settings_that_make_no_sense_are_refused() -> None:
    with pytest.raises(SetupError, match="10×10"):
        endgame.solve(Position.start(10))
    with pytest.raises(SetupError, match="threads is 0"):
        endgame.solve(SIXTEEN_EMPTIES, threads=0)
