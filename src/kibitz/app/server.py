"""The study app as one ASGI application, and the server that runs it."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

from fastapi import Depends, FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.routing import compile_path
from starlette.types import ASGIApp

from kibitz import __version__
from kibitz.app.folder import MissingError
from kibitz.app.game_names import GAME_NAMES
from kibitz.app.live import LiveChannel
from kibitz.app.problems import problem_of
from kibitz.app.requests import require_known_query
from kibitz.app.routes import archive, engines, games, guesses, imports, lessons, positions, retries, reviews, selections, studies
from kibitz.app.security import Guard
from kibitz.app.services import Services
from kibitz.app.shapes.base import Error
from kibitz.app.study_games import study_games
from kibitz.errors import IllegalMoveError, KibitzError, NotationError, PeerError

PAGES: Final = Path(__file__).parent / "pages"
DEFAULT_PORT: Final = 8064

_PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    400: {"model": Error, "description": "Text that is not a move, position or game"},
    403: {"model": Error, "description": "Foreign Host or Origin"},
    404: {"model": Error, "description": "No such thing"},
    405: {"model": Error, "description": "No such method"},
    409: {"model": Error, "description": "Not possible now"},
    413: {"model": Error, "description": "Too large"},
    422: {"model": Error, "description": "A field is missing or of the wrong kind"},
}
_PARTS: Final = (positions, games, selections, imports, archive, reviews, retries, guesses, studies, lessons, engines)
_SENTENCES: Final = {404: "there is nothing at this address", 405: "this address does not do that"}


def create_app(services: Services, hosts: frozenset[str] = frozenset()) -> ASGIApp:
    """The application over some services, which it starts and closes; `hosts` are further names it answers to beside loopback."""
    app = FastAPI(
        title="Kibitz",
        version=__version__,
        description="The study app's API; docs/api.md tells more.",
        docs_url=None,
        redoc_url=None,
        lifespan=lambda _app: _running(services),
        responses=_PROBLEMS,
    )
    app.state.services = services
    own = tuple(router for game in study_games() for router in game.routers())
    for router in (*(part.router for part in _PARTS), *own):
        app.include_router(router, dependencies=[Depends(require_known_query)])
    _add_live_channel(app, services)
    _add_error_answers(app)
    app.get("/scripts/games/list.js", include_in_schema=False)(_list_of_games)
    app.mount("/", _Pages(directory=PAGES, html=True, check_dir=False))
    return Guard(app, hosts)


class _Pages(StaticFiles):
    """The pages, never kept by the browser without asking: after an update the new ones must be seen."""

    def file_response(self, *arguments: Any, **options: Any) -> Any:
        response = super().file_response(*arguments, **options)
        response.headers["cache-control"] = "no-cache"
        return response


def _list_of_games() -> Response:
    """The script that imports the games of the pages: those the app knows, in the same order."""
    imports = [f'import {{ game as {name} }} from "./{name}/game.js";' for name in GAME_NAMES]
    script = "\n".join([*imports, f"export const GAMES = [{', '.join(GAME_NAMES)}];", ""])
    return Response(script, media_type="text/javascript", headers={"cache-control": "no-cache"})


@contextlib.asynccontextmanager
async def _running(services: Services) -> AsyncIterator[None]:
    services.start()
    yield
    services.close()


def _add_live_channel(app: FastAPI, services: Services) -> None:
    channel = LiveChannel(services)

    @app.websocket("/api/live")
    async def live(socket: WebSocket) -> None:
        await channel.serve(socket)


def _add_error_answers(app: FastAPI) -> None:
    """Make one sentence of whatever goes wrong."""

    @app.exception_handler(KibitzError)
    async def known(_request: Request, error: KibitzError) -> JSONResponse:
        return _answer(_status_of(error), str(error))

    @app.exception_handler(RequestValidationError)
    async def wrong_field(_request: Request, error: RequestValidationError) -> JSONResponse:
        return _answer(422, _about_field(error))

    @app.exception_handler(HTTPException)
    async def no_route(request: Request, error: HTTPException) -> JSONResponse:
        methods = _methods_at(app, request.url.path) if error.status_code in (404, 405) else ""
        if methods:  # the pages answer for every address that has no GET
            return _answer(405, _SENTENCES[405], {"allow": methods})
        return _answer(error.status_code, _SENTENCES.get(error.status_code, str(error.detail)), error.headers)

    @app.exception_handler(Exception)
    async def mistake(_request: Request, error: Exception) -> JSONResponse:
        return _answer(500, f"unexpected {type(error).__name__}: this is a bug in Kibitz")


def _methods_at(app: FastAPI, path: str) -> str:
    """What may be done at an address; a route alone names only its own methods."""
    methods: set[str] = set()
    for template, operations in app.openapi()["paths"].items():
        if compile_path(template)[0].match(path):
            methods = methods or {method.upper() for method in operations}
    return ", ".join(sorted(methods))


def _answer(status: int, sentence: str, headers: Any = None) -> JSONResponse:
    return JSONResponse(_described(" ".join(sentence.split())).model_dump(exclude_defaults=True), status, headers)


def _described(sentence: str) -> Error:
    problem = problem_of(sentence)
    return Error(error=sentence) if problem is None else Error(error=sentence, code=problem.code, facts=problem.facts)


def _status_of(error: KibitzError) -> int:
    match error:
        case MissingError():
            return 404
        case NotationError() | IllegalMoveError():
            return 400
        case PeerError():
            return 500
        case _:
            return 409


def _about_field(error: RequestValidationError) -> str:
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    return f"{place or 'the request'}: {first['msg']}"


def run_server(services: Services, host: str, port: int, hosts: frozenset[str] = frozenset()) -> None:
    """Serve until interrupted."""
    import uvicorn

    config = uvicorn.Config(
        create_app(services, hosts),
        host=host,
        port=port,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=1 << 20,
        timeout_graceful_shutdown=2,
        server_header=False,
    )
    uvicorn.Server(config).run()
