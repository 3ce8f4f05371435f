"""`kibitz reproduce`: a paper's experiments run again, its tables beside ours."""

from pathlib import Path

import click

from kibitz.cli.arena_options import cluster_option
from kibitz.cli.output import json_option, print_json
from kibitz.cli.train import require_extra, require_plots


@click.command()
@click.argument("paper")
@click.option("--budget", type=click.FloatRange(min=0, min_open=True), help="Minutes for all networks together.")
@click.option("--positions", type=click.IntRange(min=1), help="Positions for each network, instead of --budget.")
@click.option("--networks", default="", help="Which, with commas between; `all` and `variants` stand for many.")
@click.option("--recipe", default="better", show_default=True, help="thesis, as it is printed, or better.")
@click.option("--runs", type=click.Path(path_type=Path), help="The folder of runs, or the folder above.  [default: runs/PAPER]")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("docs/papers"), show_default=True, help="Where the page goes."
)
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="The folder of WTHOR files, or of SGF archives for Go.  [default: WTHOR as fetched]",
)
@click.option("--threads", type=click.IntRange(min=1), default=1, show_default=True, help="With one a run repeats to the bit.")
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

    PAPER is hlynsson2017, leouski1996, ng2017, pinkney2009 or, for Go, paisarnsrisomsuk2015. Networks are trained within the
    budget and measured; a run that was interrupted goes on, a finished one is not run again. Without networks the page is
    drawn again from the runs that are there, for which matplotlib is enough.

    \b
    Example: kibitz reproduce hlynsson2017 --networks raw-8 --budget 10
             kibitz reproduce hlynsson2017 --runs checkpoints
             kibitz reproduce leouski1996 --networks all --budget 60
             kibitz reproduce pinkney2009 --networks paper --threads 2
             kibitz reproduce paisarnsrisomsuk2015 --data KGS --networks none,record --recipe thesis
    """
    from kibitz.archive.othello.fetch import default_folder
    from kibitz.experiments.papers import OF_GO, WITH_TORCH, WITHOUT_ARCHIVE, Wanted, find_paper, runs_of
    from kibitz.learn.runs.othello.wthor import require_wthor
    from kibitz.learn.runs.progress import progress_bar

    require_plots()
    if networks and paper in WITH_TORCH:
        require_extra()
    found = find_paper(paper)
    data = data or default_folder()
    if networks and paper not in WITHOUT_ARCHIVE | OF_GO:
        require_wthor(data, Path(paper))
    with progress_bar(paper) as tell:
        folder = runs_of(paper, runs)
        page = found.reproduce(Wanted(networks, recipe, budget, positions, folder, out, data, threads, tell, cluster))
    if as_json:
        print_json({"page": str(page), "runs": str(folder)})
    else:
        click.echo(f"{page} is written.")
