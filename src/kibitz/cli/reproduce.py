"""`kibitz reproduce`: a paper's experiments run again, its tables beside ours."""

from inspect import cleandoc
from pathlib import Path
from typing import Final

import click

from kibitz.cli.arena_options import cluster_option
from kibitz.cli.completions import complete_paper
from kibitz.cli.game_help import helped
from kibitz.cli.output import json_option, print_json
from kibitz.cli.train import require_extra, require_plots
from kibitz.experiments.about import ABOUT

_NAMED: Final = "kibitz.cli.reproduce.paper"


class _PaperCommand(click.Command):
    """A command whose help is about the paper that is named, if one is."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[_NAMED] = next((name for name in args if name in ABOUT), None)
        return super().parse_args(ctx, args)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        paper = ctx.meta.get(_NAMED)
        if paper is None:
            return super().format_help_text(ctx, formatter)
        about = click.Command(None, help=cleandoc(ABOUT[paper]))
        return about.format_help_text(ctx, formatter)


@helped
@click.command(cls=_PaperCommand)
@click.argument("paper", shell_complete=complete_paper)
@click.option("--budget", type=click.FloatRange(min=0, min_open=True), help="Minutes for all networks together.")
@click.option("--positions", type=click.IntRange(min=1), help="Positions for each network, instead of --budget.")
@click.option(
    "--networks",
    default="",
    help="Which networks, separated by commas; `all` and `variants` name several, `matches` the players' matches.",
)
@click.option("--recipe", default="better", show_default=True, help="thesis (as it was printed) or better.")
@click.option("--runs", type=click.Path(path_type=Path), help="The folder of runs, or the folder above.  [default: runs/PAPER]")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("docs/papers"), show_default=True, help="Where the page goes."
)
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="The folder of games.  [default: the games that `kibitz archive fetch` saved]",
)
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Threads that train; a run with one can be repeated bit for bit.",
)
@cluster_option
@json_option
def reproduce(
    paper: str,
    budget: float | None,
    positions: int | None,
    networks: str,
    recipe: str,
    runs: Path | None,
    out: Path,
    data: Path | None,
    threads: int,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Run a paper's experiments again and write its tables beside ours.

    Networks are trained within the budget and measured. An interrupted run goes on where it stopped, and a finished one is not
    run again. Without networks the page is drawn again from the runs that are there; that needs only matplotlib. With `verdicts`
    instead of a paper, the page about all papers is written from the runs under --runs. `kibitz reproduce PAPER --help` says
    which networks a paper has and how long they take.
    """
    from kibitz.experiments.papers import Wanted, data_of, find_paper, needs_torch, runs_of
    from kibitz.learn.runs.progress import progress_bar

    require_plots()
    if needs_torch(paper, networks):
        require_extra()
    found = find_paper(paper)
    data = data_of(paper, data, networks)
    with progress_bar(paper) as tell:
        folder = runs_of(paper, runs)
        page = found.reproduce(Wanted(networks, recipe, budget, positions, folder, out, data, threads, tell, cluster))
    if as_json:
        print_json({"page": str(page), "runs": str(folder)})
    else:
        click.echo(f"{page} is written.")
