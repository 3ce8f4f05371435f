"""The WTHOR archive from the French federation's site: all years, or some, and the lists of names that belong to them."""

from collections.abc import Callable, Iterable
from datetime import date
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from kibitz.archive.download import Downloader, FetchReport, MissingFileError
from kibitz.archive.years import parse_span
from kibitz.errors import NotationError, PeerError
from kibitz.files import clear_parts, data_folder, make_folder
from kibitz.records.othello import wthor

WTHOR_URL = "https://www.ffothello.org/wthor/base/"
FIRST_YEAR = 1977
_NAME_LISTS = {"WTHOR.JOU": wthor.PLAYER_WIDTH, "WTHOR.TRN": wthor.TOURNAMENT_WIDTH}


def default_folder() -> Path:
    """Where the files are kept if no other folder is named."""
    return data_folder() / "wthor"


def parse_years(text: str) -> range:
    """The years of `2016` or `2010-2015`; raises NotationError for anything else."""
    return parse_span(text, FIRST_YEAR)


def fetch_wthor(
    folder: Path,
    years: Iterable[int] | None = None,
    base_url: str = WTHOR_URL,
    say: Callable[[str], None] = lambda _: None,
) -> FetchReport:
    """Bring the files of some years up to date, of all that are published if none are named, with the lists of names.

    Raises PeerError if the server does not answer or sends something else, if a named year is missing or one between others;
    SetupError if the folder cannot be written. What was fetched before that stays, and the next call goes on from there.
    """
    if urlsplit(base_url).scheme not in ("http", "https"):
        raise NotationError(f"{base_url!r} is not a web address; it must begin with https:// or http://")
    make_folder(folder)
    clear_parts(folder)
    report = FetchReport(folder, frozenset(_NAME_LISTS))
    downloader = Downloader(base_url, folder, say)
    for name, width in _NAME_LISTS.items():
        _record(report, name, downloader.fetch(name, partial(_check_names, width=width, name=name)), say)
    for year in years or range(FIRST_YEAR, date.today().year + 1):
        name = f"WTH_{year}.wtb"
        try:
            _record(report, name, downloader.fetch(name, partial(_check_games, year=year, name=name)), say)
        except MissingFileError:
            if years:
                raise
            report.missing.append(name)
    _require_no_gaps(report, base_url)
    return report


def _record(report: FetchReport, name: str, changed: bool, say: Callable[[str], None]) -> None:
    (report.fetched if changed else report.unchanged).append(name)
    say(f"{name}: {'downloaded' if changed else 'unchanged'}")


def _require_no_gaps(report: FetchReport, base_url: str) -> None:
    """Years behind the last one are not published yet; one that others follow is an error of the server or of the address."""
    found = [file.name for file in report.game_files()]
    gaps = [name for name in report.missing if not found or name < found[-1]]
    if gaps:
        raise PeerError(f"{base_url} has no {gaps[0]}; is this the folder with the WTHOR files?")


def _check_names(content: bytes, width: int, name: str) -> None:
    wthor.parse_names(content, width, name)


def _check_games(content: bytes, year: int, name: str) -> None:
    wthor.parse_table(content, name)
    found = wthor.parse_header(content, name).year
    if found != year:
        raise NotationError(f"{name} says that its games are of {found}")
