"""What Othello contributes to `kibitz bench`."""

from typing import TYPE_CHECKING, Any, Final

import click

from kibitz.cli.contributions import Contribution
from kibitz.cli.output import print_json
from kibitz.core_builds import loaded_build

if TYPE_CHECKING:
    from kibitz.models.othello.speed import Work

_RANDOM_GAMES: Final = 50_000


def _bench(peers: bool, as_json: bool) -> None:
    from kibitz.models.othello import speed

    works = {"perft": speed.count_leaves(), "solver": speed.solve_endgames(), "search": speed.search_midgames()}
    games = speed.play_random_games(_RANDOM_GAMES)
    ratios = _ratios(works["perft"], games) if peers else []
    if as_json:
        print_json(_described(works, games, ratios))
    else:
        click.echo(format_bench(works, games, ratios))


def format_bench(works: "dict[str, Work]", games: "Work", ratios: list[dict[str, Any]]) -> str:
    """What was measured, for people."""
    lines = [f"{'':8}{'nodes':>14}{'seconds':>10}{'nodes a second':>18}"]
    lines += [f"{name:8}{work.nodes:>14,}{work.seconds:>10.2f}{work.nodes_per_second:>18,.0f}" for name, work in works.items()]
    lines.append(f"{games.nodes_per_second:,.0f} random games a second; the core is the build {loaded_build()}")
    lines += [f"{row['times']:,.0f} times as fast as {row['peer']} called from Python: {row['work']}" for row in ratios]
    return "\n".join(lines)


def _described(works: "dict[str, Work]", games: "Work", ratios: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "build": loaded_build(),
        "nodes": sum(work.nodes for work in works.values()),
        "seconds": sum(work.seconds for work in works.values()),
        **{name: _described_work(work) for name, work in works.items()},
        "random_games_per_second": games.nodes_per_second,
        "peers": ratios,
    }


def _described_work(work: "Work") -> dict[str, Any]:
    return {"nodes": work.nodes, "seconds": work.seconds, "nodes_per_second": work.nodes_per_second}


def _ratios(perft: "Work", games: "Work") -> list[dict[str, Any]]:
    """How many times as fast as each peer that is installed."""
    from kibitz.cli.othello.peers import GAME_PEERS, PERFT_PEERS, rates

    rows = []
    for title, work, peers in (("perft", perft, PERFT_PEERS), ("random games", games, GAME_PEERS)):
        for name, rate in rates(peers).items():
            rows.append({"peer": name, "work": title, "rate": rate, "times": work.nodes_per_second / rate})
    return rows


CONTRIBUTION: Final = Contribution(
    _bench,
    "the work is perft from the start, six endgames, eight midgames and random games.",
    ("kibitz bench", "kibitz bench --no-peers --json"),
    (
        click.Option(
            ["--peers/--no-peers"],
            default=True,
            show_default=True,
            help="Measure other programs too, as far as they are installed with pip.",
        ),
    ),
)
