"""How fast the rules are, beside other programs that pip can install. Prints rates and ratios measured in one run.

python benchmarks/rules.py
"""

from kibitz.cli.othello.peers import GAME_PEERS, PERFT_PEERS, cpu_seconds, rates
from kibitz.rules.othello import bulk
from kibitz.rules.othello.position import START

PERFT_DEPTH = 11
PERFT_LEAVES = 212_258_800


def kibitz_perft() -> float:
    """Leaves a second at depth 11, no hashing, one core."""
    assert bulk.perft(START, PERFT_DEPTH) == PERFT_LEAVES
    return PERFT_LEAVES / cpu_seconds(lambda: bulk.perft(START, PERFT_DEPTH))


def kibitz_games(count: int = 200_000) -> float:
    """Random games a second in bulk, one core."""
    return count / cpu_seconds(lambda: bulk.random_games(count, seed=1))


def print_table(title: str, ours: float, peers: dict[str, float]) -> None:
    print(f"\n{title}")
    print(f"  {'kibitz':<14}{ours:>16,.0f}")
    for name, rate in peers.items():
        print(f"  {name:<14}{rate:>16,.0f}   kibitz is {ours / rate:,.0f} times as fast")


def main() -> None:
    """Print both tables, with those peers that are installed."""
    print_table(
        f"perft leaves a second and core (kibitz: depth {PERFT_DEPTH} in the core; peers called from Python)",
        kibitz_perft(),
        rates(PERFT_PEERS),
    )
    print_table("random games a second and core (kibitz: in bulk; peers called from Python)", kibitz_games(), rates(GAME_PEERS))


if __name__ == "__main__":
    main()
