"""What Othello contributes to `kibitz prepare`: the portrait as text or as JSON."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from kibitz.cli.completions import complete_model
from kibitz.cli.contributions import Contribution
from kibitz.cli.output import print_json

if TYPE_CHECKING:
    from kibitz.models.othello.model import MoveModel
    from kibitz.models.othello.portrait import PlayerGames
    from kibitz.review.othello.portrait import Reached

_DEFAULT_MODEL: Final = "expert"


def _prepare(
    player: str,
    as_json: bool,
    files: tuple[Path, ...],
    archive: Path | None,
    model: str,
    judged: int,
    cut: int | None,
) -> None:
    from kibitz.models.othello.loading import load_model

    games = _games(player, files, archive, cut)
    asked = load_model(model)
    report = _portrait(games, asked, files, archive, judged) if cut is None else _check(games, asked, cut)
    if as_json:
        print_json(report)
    else:
        click.echo(format_portrait(report) if cut is None else format_check(report))


def _games(player: str, files: tuple[Path, ...], archive: Path | None, cut: int | None) -> "PlayerGames":
    from kibitz.models.othello.portrait import PlayerGames, archived_games
    from kibitz.records.othello.files import read_games

    if not files:
        return archived_games(player, archive) if cut is None else archived_games(player, archive, cut)
    return PlayerGames.of(player, (record for file in files for record in read_games(file, on_skip=_say)))


def _portrait(
    games: "PlayerGames", model: "MoveModel", files: tuple[Path, ...], archive: Path | None, judged: int
) -> dict[str, Any]:
    from kibitz.review.othello.portrait import portrait

    return portrait(games, model, _reached(archive) if not files or archive else None, judged)


def _reached(path: Path | None) -> "Reached":
    from kibitz.archive.database import open_archive
    from kibitz.archive.othello.index import games_at

    def ask(keys: Any) -> Any:
        with open_archive(path, game="othello") as archive:
            return games_at(archive, keys)

    return ask


def _check(games: "PlayerGames", model: "MoveModel", cut: int) -> dict[str, Any]:
    from kibitz.measure.othello.portraits import portrait_check

    return portrait_check(model, games, cut)


def format_check(report: dict[str, Any]) -> str:
    """Whether the portrait predicts later games better, for people."""
    gain, low, high = (report[name] for name in ("gain", "gain_low", "gain_high"))
    return (
        f"{report['player']}: {report['games_later']} later games, {report['moves']} moves; "
        f"nll {report['nll_nothing']:.3f} knowing nothing, {report['nll_rating']:.3f} with the rating, "
        f"{report['nll_portrait']:.3f} with the portrait of {report['games_before']} games: "
        f"{gain:+.3f} gained (95 % interval {low:+.3f} to {high:+.3f})"
    )


def format_portrait(report: dict[str, Any]) -> str:
    """The portrait for people."""
    parts = (_head, _colors, _leaving, _phases, _kinds, _mistakes, _expected, _periods)
    return "\n".join(line for part in parts for line in part(report))


def _head(report: dict[str, Any]) -> list[str]:
    years = "–".join(str(year) for year in dict.fromkeys(report["years"]))
    rating = "" if report["rating"] is None else f", rated {report['rating']:.0f}"
    judged = f"; mistakes are from the latest {report['judged_games']}" if report["not_judged"] else ""
    return [f"{report['player']}{rating}: {report['games']} games{f' of {years}' if years else ''}{judged}."]


def _tally(row: dict[str, Any]) -> str:
    mean = "" if row["mean_score"] is None else f"{row['mean_score']:+.1f}"
    return f"{row['games']:>6}{row['wins']:>6}{row['draws']:>6}{row['losses']:>6}{mean:>8}"


def _colors(report: dict[str, Any]) -> list[str]:
    lines = ["", f"{'':30}{'games':>6}{'won':>6}{'drawn':>6}{'lost':>6}{'discs':>8}"]
    for color, row in report["colors"].items():
        lines.append(f"{f'as {color}':30}{_tally(row)}")
        lines += [f"  {opening['name'][:27]:28}{_tally(opening)}  {opening['moves']}" for opening in row["openings"]]
        if row["further_openings"]:
            lines.append(f"  and {row['further_openings']} further openings")
    return lines


def _leaving(report: dict[str, Any]) -> list[str]:
    left = report["leaves_archive"]
    if left is None or not left["games"]:
        return []
    share = f"{100 * left['by_the_player']:.0f} %"
    return [
        "",
        f"Games leave the archive after {left['median_discs']:g} moves (median), in {share} by {report['player']}'s own move.",
    ]


def _phases(report: dict[str, Any]) -> list[str]:
    return ["", _FIGURES.format("phase"), *(_figures(row["phase"], row) for row in report["phases"])]


def _kinds(report: dict[str, Any]) -> list[str]:
    return ["", _FIGURES.format("kind of move"), *(_figures(row["kind"], row) for row in report["kinds"])]


_FIGURES: Final = "{:18}  moves    loss  expected  mistakes  blunders"


def _figures(name: str, row: dict[str, Any]) -> str:
    if not row["moves"]:
        return f"{name:18}{0:>7}"
    shares = f"{100 * row['mistakes']:>8.1f} %{100 * row['blunders']:>8.1f} %"
    return f"{name:18}{row['moves']:>7}{row['mean_loss']:>8.2f}{row['expected_loss']:>10.2f}{shares}"


def _mistakes(report: dict[str, Any]) -> list[str]:
    lines = [
        f"  {row['played']} instead of {row['best']} lost {row['loss']:.0f} "
        f"against {row['opponent'] or '?'} {row['date']}: {row['moves']}"
        for row in report["mistakes"]
    ]
    return ["", "The largest mistakes:", *lines] if lines else []


def _expected(report: dict[str, Any]) -> list[str]:
    lines = [
        f"  an error with {100 * row['error_chance']:.0f} %, {row['expected_loss']:.1f} discs expected, {_games_of(row)}: "
        f"{row['likeliest']} ({100 * row['probability']:.0f} %, loses {row['loss']:.1f}), best {row['best']}: {row['moves']}"
        for row in report["expected_errors"]
    ]
    return ["", f"Where {report['model']} expects errors:", *lines] if lines else []


def _games_of(row: dict[str, Any]) -> str:
    return "1 game" if row["games"] == 1 else f"{row['games']} games"


def _periods(report: dict[str, Any]) -> list[str]:
    rows = report["periods"]
    if len(rows) < 2:
        return []
    lines = [f"{row['period']:30}{_tally(row)}{_loss(row)}" for row in rows]
    return ["", f"{'':30}{'games':>6}{'won':>6}{'drawn':>6}{'lost':>6}{'discs':>8}{'loss a move':>13}", *lines]


def _loss(row: dict[str, Any]) -> str:
    return "" if row["mean_loss"] is None else f"{row['mean_loss']:>13.2f}"


def _say(about: object) -> None:
    click.echo(str(about), err=True)


CONTRIBUTION: Final = Contribution(
    _prepare,
    "NAME is a player of the archive, or of the files that --file names, such as your own games. Losses are in discs a move, by "
    "the engine 6 moves deep and exact in the last 12; a mistake loses 3 discs or more, a blunder 10. The expected loss is "
    "what the model of moves, conditioned on the player's rating and openings, loses on average in the same positions. "
    "expert:player=NAME is a sparring partner that plays these openings.",
    (
        'kibitz prepare "Seeley Ben"',
        "kibitz prepare Anna --file my-games.pgn --json",
        'kibitz prepare "Seeley Ben" --check 2015 --model expert-2014',
    ),
    (
        click.Option(
            ["--file", "files"],
            multiple=True,
            type=click.Path(path_type=Path),
            help="Games of the player; may be given several times.",
        ),
        click.Option(["--archive"], type=click.Path(path_type=Path), help="The archive to ask; your own unless given."),
        click.Option(
            ["--model"], shell_complete=complete_model, default=_DEFAULT_MODEL, show_default=True, help="The model of moves."
        ),
        click.Option(
            ["--games", "judged"],
            type=click.IntRange(1, 2000),
            default=40,
            show_default=True,
            help="How many of the latest games the engine looks through.",
        ),
        click.Option(
            ["--check", "cut"],
            metavar="YEAR",
            type=int,
            help="Predict the games from this year on with a portrait of those before.",
        ),
    ),
)
