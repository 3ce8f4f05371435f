"""What routes take from a request: the services behind them, a line of play, a choice of games, and ids."""

from typing import Annotated, TypeAlias

from fastapi import Depends, HTTPException, Path, Query, Request, Response

from kibitz.app.exported_files import ExportedFile
from kibitz.app.folder import ID_PATTERN
from kibitz.app.played_line import PlayedLine
from kibitz.app.services import Services
from kibitz.app.shapes.base import LONGEST_PATH, LONGEST_START, ShortText, Side
from kibitz.app.sides import color_named
from kibitz.app.study_games import parse_played_line
from kibitz.archive.filters import GameFilter

MOST_GAMES: int = 1000


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


StartQuery: TypeAlias = Annotated[
    str,
    Query(max_length=LONGEST_START, description="where the game begins and of which game; empty: the standard start"),
]
PathQuery: TypeAlias = Annotated[str, Query(max_length=LONGEST_PATH, description="a transcript such as f5d6c3")]


def _played_line(start: StartQuery = "", moves: PathQuery = "") -> PlayedLine:
    return parse_played_line(start, moves)


ServicesOf: TypeAlias = Annotated[Services, Depends(_services)]
GivenPlayedLine: TypeAlias = Annotated[PlayedLine, Depends(_played_line)]
ModelName: TypeAlias = Annotated[str, Query(max_length=100, description="one of the models of /api/status")]
GameId: TypeAlias = Annotated[str, Path(pattern=ID_PATTERN, description="the id of a saved game")]


_Year: TypeAlias = Annotated[int | None, Query(ge=1800, le=3000)]


def _filter(
    player: ShortText | None = None,
    color: Side | None = None,
    tournament: ShortText | None = None,
    from_year: _Year = None,
    to_year: _Year = None,
    human: bool = False,
) -> GameFilter:
    chosen = None if color is None or not player else color_named(color)
    return GameFilter(from_year, to_year, player or None, chosen, tournament or None, human)


GivenFilter: TypeAlias = Annotated[GameFilter, Depends(_filter)]


def sent_file(file: ExportedFile) -> Response:
    """The answer that a browser saves as a file."""
    headers = {"content-disposition": f'attachment; filename="{file.name}"'}
    return Response(file.content, media_type=file.media_type, headers=headers)


def refuse_method() -> None:
    """Refuse an address that would otherwise be read as an id; always raises."""
    raise HTTPException(405)


def require_known_query(request: Request) -> None:
    """Raise HTTPException for query parameters that an address does not have, or that are given twice.

    They would be passed over, and another question answered than was asked.
    """
    operation = request.app.openapi()["paths"].get(request.scope["route"].path, {}).get(request.method.lower())
    if operation is None:
        return
    known = [given["name"] for given in operation.get("parameters", ()) if given["in"] == "query"]
    asked = [name for name, _ in request.query_params.multi_items()]
    for name in asked:
        if name not in known:
            raise HTTPException(422, f"{name[:40]!r} is not a parameter of this address; known are {', '.join(known) or 'none'}")
        if asked.count(name) > 1:
            raise HTTPException(422, f"{name}: it is given more than once")
