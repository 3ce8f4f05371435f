"""Steps a second of random play in bulk environments, beside OpenSpiel and pgx where they are installed; one core, one run.

python benchmarks/environments.py --games 4096
"""

import argparse
import os
import random
import time
from collections.abc import Callable

# One core for everybody: XLA would take all of them. Set before anything is imported.
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

from kibitz.environments.othello.vector import OthelloVectorEnv

STEPS = 1200
STEPS_OF_PGX = 60  # whose rate does not change with their number


def kibitz_steps(games: int, reward: str = "result") -> float:
    """Steps a second of OthelloVectorEnv with random legal actions."""
    env = OthelloVectorEnv(games, reward=reward, exact_from=8)
    env.reset(seed=1)
    env.step(env.random_actions())

    def play() -> None:
        for _ in range(STEPS):
            env.step(env.random_actions())

    return games * STEPS / cpu_seconds(play)


def open_spiel_steps(games: int) -> float:
    """Steps a second of OpenSpiel's states from Python, one game after another, with the observation and the legal actions."""
    import pyspiel

    game, chooser, count = pyspiel.load_game("othello"), random.Random(1), 0

    def play() -> None:
        nonlocal count
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.observation_tensor(state.current_player())
                state.apply_action(chooser.choice(state.legal_actions()))
                count += 1

    seconds = cpu_seconds(play)
    return count / seconds


def pgx_steps(games: int) -> float:
    """Steps a second of pgx, compiled for this processor, with random legal actions and finished games begun anew."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("othello")
    start, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def play(state, key):
        def once(carry, key):
            actions_key, step_key = jax.random.split(key)
            logits = jax.numpy.where(carry.legal_action_mask, 0.0, -1e9)
            actions = jax.random.categorical(actions_key, logits)
            following = step(carry, actions, jax.random.split(step_key, games))
            return following, following.observation.sum()

        return jax.lax.scan(once, state, jax.random.split(key, STEPS_OF_PGX))

    state = jax.jit(start)(jax.random.split(jax.random.PRNGKey(1), games))
    jax.block_until_ready(play(state, jax.random.PRNGKey(2)))  # compiled now
    return games * STEPS_OF_PGX / cpu_seconds(lambda: jax.block_until_ready(play(state, jax.random.PRNGKey(3))))


def cpu_seconds(work: Callable[[], object]) -> float:
    """The processor seconds that work takes."""
    before = time.process_time()
    work()
    return time.process_time() - before


def main() -> None:
    """Print the table, with those peers that are installed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=4096, help="games at once")
    games = parser.parse_args().games
    ours = kibitz_steps(games)
    print(f"{'kibitz, ' + str(games) + ' games':<34}{ours:>14,.0f} steps a CPU second")
    print(f"{'kibitz, 64 games':<34}{kibitz_steps(64):>14,.0f}")
    print(f"{'kibitz, exact loss from 8 empties':<34}{kibitz_steps(64, 'loss'):>14,.0f}")
    for name, peer in (
        ("OpenSpiel, from Python", lambda: open_spiel_steps(400)),
        ("pgx, " + str(games) + " games", lambda: pgx_steps(games)),
    ):
        try:
            rate = peer()
        except ImportError as error:
            print(f"{name:<34}{'not installed: ' + str(error.name):>14}")
            continue
        print(f"{name:<34}{rate:>14,.0f}   kibitz has {ours / rate:,.1f} times as many")


if __name__ == "__main__":
    main()
