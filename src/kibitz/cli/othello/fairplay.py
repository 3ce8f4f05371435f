"""What Othello contributes to `kibitz fairplay`."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from kibitz.cli.contributions import Contribution
from kibitz.cli.output import print_json
from kibitz.errors import SetupError

if TYPE_CHECKING:
    from kibitz.models.othello.portrait import PlayerGames


def _fairplay(
    player: str, as_json: bool, files: tuple[Path, ...], archive: Path | None, rating: float | None, years: str | None
) -> None:
    from kibitz.review.othello.fair_play import fair_play_report

    report = fair_play_report(_games(player, files, archive, years), rating)
    if as_json:
        print_json(report)
    else:
        click.echo(format_report(report))


def _games(player: str, files: tuple[Path, ...], archive: Path | None, years: str | None) -> "PlayerGames":
    from kibitz.archive.othello.fetch import parse_years
    from kibitz.models.othello.portrait import PlayerGames, archived_games
    from kibitz.records.othello.files import read_games

    span = None if years is None else parse_years(years)
    if files:
        games = PlayerGames.of(player, (record for file in files for record in read_games(file, on_skip=_say)))
    else:
        games = archived_games(player, archive, rated_before=9999 if span is None else span[-1] + 1)
    if span is None:
        return games
    chosen = games.between(span[0], span[-1])
    if not chosen.records:
        raise SetupError(f"there is no game of {games.name} of {years}")
    return replace(chosen, rating=games.rating)


def format_report(report: dict[str, Any]) -> str:
    """The report for people."""
    left = f" ({report['left_out']} too short to be judged)" if report["left_out"] else ""
    lines = [
        f"{report['player']}, rated {report['rating']:.0f}: {report['games']} games{left}, {report['moves']} moves.",
        f"{'':30}{'here':>9}{'expected':>10}{'deviation':>11}",
        f"{'discs lost a move':30}{report['mean_loss']:>9.2f}{report['expected_loss']:>10.2f}{report['loss_deviation']:>+11.2f}",
        f"{'best move by the engine':30}{100 * report['agreement']:>7.1f} %{100 * report['expected_agreement']:>8.1f} %"
        f"{report['agreement_deviation']:>+11.2f}",
        f"Index of both: {report['index']:+.2f} standard deviations; {_chance(report['as_far_by_chance'])} of clean sets are "
        "expected to lie as far or further.",
        report["conclusion"],
        *_checks(report),
    ]
    return "\n".join(lines)


def _chance(share: float) -> str:
    return "fewer than one in 10,000" if share < 1e-4 else f"{100 * share:.2f} %"


def _checks(report: dict[str, Any]) -> list[str]:
    """How often clean games were beyond each threshold when it was measured."""
    year = report["reference"]["checked_year"]
    clean = [check for check in report["checks"] if not check["assisted"]]
    parts = [
        f"{beyond['sets']} of {check['sets']} sets of {check['games']} games beyond {beyond['index']}"
        for check in clean
        for beyond in check["beyond"]
    ]
    return [f"False alarms on clean tournament games of {year}: {', '.join(parts)}."]


def _say(about: object) -> None:
    click.echo(str(about), err=True)


CONTRIBUTION: Final = Contribution(
    _fairplay,
    "NAME is a player of the archive, or of the files that --file names; then --rating is needed. The engine "
    "looks at moves 11 to 48 that left a choice. Both figures are compared with tournament games by players of the same rating, "
    "in positions that are as difficult. "
    "docs/fair-play.md says how it was measured and what it must not be used for.",
    (
        'kibitz fairplay "Seeley Ben" --years 2020',
        "kibitz fairplay Anna --file tournament.pgn --rating 1450 --json",
    ),
    (
        click.Option(
            ["--file", "files"],
            multiple=True,
            type=click.Path(path_type=Path),
            help="Games of the player; may be given several times.",
        ),
        click.Option(["--archive"], type=click.Path(path_type=Path), help="The archive to ask; your own unless given."),
        click.Option(["--rating"], type=click.FloatRange(500, 3000), help="The rating to compare with; else the archive's."),
        click.Option(["--years"], metavar="A-B", help="Only games of these years, such as 2016 or 2010-2015."),
    ),
)
