"""One board of Go is counted alike wherever it is counted: by the app, through GTP, in matches, and by players who may pass."""

import random

from kibitz.app.go.lines import describe_count, likely_dead
from kibitz.players.go.counting import wins_by_passing
from kibitz.players.go.games import count_go
from kibitz.players.go.uct import UctPlayer
from kibitz.protocols.go.gtp import go_gtp
from kibitz.rules.game import Color
from kibitz.rules.go.points import format_go_move
from kibitz.rules.go.position import GoGame, GoPosition
from kibitz.rules.go.rule_sets import CHINESE
from kibitz.rules.squares import PASS

GAMES = 200
SIZE = 5


def a_finished_game(seed: int) -> list[int]:
    """The moves of a game that ends early enough to leave dead stones on the board."""
    chooser, position, moves = random.Random(seed), GoGame(size=SIZE, rules=CHINESE).start(), []
    for _ in range(chooser.randrange(4, 2 * SIZE**2)):
        points = position.legal_points()
        if not points:
            break
        moves.append(chooser.choice(points))
        position = position.play(moves[-1])
    return [*moves, PASS, PASS]


def positions_of(moves: list[int]) -> list[GoPosition]:
    positions = [GoGame(size=SIZE, rules=CHINESE).start()]
    for move in moves:
        positions.append(positions[-1].play(move))
    return positions


def test_app_matches_and_gtp_count_a_board_alike(talk):
    go, with_dead = talk(go_gtp(), UctPlayer(playouts=1)), 0
    for seed in range(GAMES):
        moves = a_finished_game(seed)
        end = positions_of(moves)[-1]
        go.say_all(f"boardsize {SIZE}", f"komi {end.komi}", "clear_board")
        for number, move in enumerate(moves):
            assert go.say(f"play {'bw'[number % 2]} {format_go_move(move, SIZE)}") == "=\n"
        dead = likely_dead(end)
        counted = describe_count(end, dead)
        with_dead += bool(dead)
        assert set(go.say("final_status_list dead").removeprefix("=").split()) == set(counted.dead)
        winner, points = "B" if counted.black_score > 0 else "W", f"{abs(counted.black_score):g}"
        assert go.say("final_score") == f"= {winner}+{points}\n"
        assert count_go(end).black_score == counted.black_score
    assert with_dead > GAMES / 4


def test_who_wins_by_passing_wins_when_the_board_is_counted():
    passes = 0
    for seed in range(60):
        *_, asked, end = positions_of(a_finished_game(seed))
        if wins_by_passing(asked):
            passes += 1
            assert count_go(end).winner == asked.to_move
    assert passes > 10


def test_nobody_wins_by_passing_before_the_opponent_has_passed():
    ahead = GoGame(size=SIZE, komi=0, rules=CHINESE).set_up(black=[12], to_move=Color.WHITE)
    assert wins_by_passing(ahead.play(PASS))
    assert not wins_by_passing(ahead)
    assert not wins_by_passing(ahead.play(PASS).play(11))
