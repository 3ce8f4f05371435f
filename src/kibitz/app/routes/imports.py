"""Routes: files and folders of any size in the background, and the names under which the user plays."""

from typing import Annotated, TypeAlias

from fastapi import APIRouter, Path, Query, Request

from kibitz.app.archive_intake import collections
from kibitz.app.folder import ID_PATTERN
from kibitz.app.import_job import ImportJob
from kibitz.app.requests import ServicesOf
from kibitz.app.shapes.base import Deleted
from kibitz.app.shapes.games import ChosenGames
from kibitz.app.shapes.imports import CollectionShape, ImportList, ImportShape, KnownNames, NameCount, Names, NewImport
from kibitz.errors import NotationError

router = APIRouter(prefix="/api")

_ImportId: TypeAlias = Annotated[str, Path(pattern=ID_PATTERN, description="the id of an import")]


@router.get("/imports")
def imports(services: ServicesOf) -> ImportList:
    """All imports since the server was started, the latest first, and the public collections that can be downloaded."""
    known = [CollectionShape(name=name, game=game) for name, game in sorted(collections().items())]
    return ImportList(imports=[_shape(job) for job in services.imports.jobs()], collections=known)


@router.post("/imports", status_code=201)
def new_import(asked: NewImport, services: ServicesOf) -> ImportShape:
    """Begin an import, which then waits for its files; one of a collection begins at once."""
    if asked.collection and collections().get(asked.collection) != asked.game:
        known = ", ".join(sorted(collections()))
        raise NotationError(f"{asked.collection[:40]!r} is no collection of this game; collections are {known}")
    target = "archive" if asked.collection else asked.target
    return _shape(services.imports.create(target, asked.game, asked.name or asked.collection, asked.collection))


@router.get("/imports/{job}")
def one_import(job: _ImportId, services: ServicesOf) -> ImportShape:
    """How far an import is."""
    return _shape(services.imports.job(job))


@router.post("/imports/{job}/pieces", openapi_extra={"requestBody": {"content": {"application/octet-stream": {}}}})
async def piece(
    job: _ImportId,
    request: Request,
    services: ServicesOf,
    name: Annotated[str, Query(max_length=1_000, description="the file's name, with its folders")] = "file",
    at: Annotated[int, Query(ge=0, le=1 << 40, description="how many bytes of the file were sent before")] = 0,
) -> ImportShape:
    """Add up to 1 MiB to a file of an import; the body is the piece."""
    data = await request.body()
    return await services.read_upload(lambda of, part, path: _shape(of.imports.receive(job, path, at, part)), data, name)


@router.post("/imports/{job}/start", status_code=202)
def start(job: _ImportId, services: ServicesOf) -> ImportShape:
    """Begin to read: all files are there."""
    return _shape(services.imports.begin(job))


@router.post("/imports/{job}/cancel")
def cancel(job: _ImportId, services: ServicesOf) -> ImportShape:
    """End an import; what it has taken stays."""
    return _shape(services.imports.cancel(job))


@router.get("/imports/{job}/games")
def games_taken(job: _ImportId, services: ServicesOf) -> ChosenGames:
    """The saved games that an import has made."""
    return ChosenGames(games=list(services.imports.job(job).taken_ids))


@router.delete("/imports/{job}")
def forget(job: _ImportId, services: ServicesOf) -> Deleted:
    """Cancel an import and forget it; its games stay."""
    services.imports.forget(job)
    return Deleted(deleted=job)


@router.get("/names")
def names(services: ServicesOf) -> KnownNames:
    """The names under which the user plays, and those that play in most of the saved games."""
    frequent = services.names.frequent(services.shelf.all())
    return KnownNames(names=services.names.all(), suggested=[NameCount(name=name, games=games) for name, games in frequent])


@router.put("/names")
def keep_names(asked: Names, services: ServicesOf) -> Names:
    """Keep the names under which the user plays: games and reviews are then seen from that side."""
    return Names(names=services.names.keep(asked.names))


def _shape(job: ImportJob) -> ImportShape:
    job.look()
    return ImportShape(
        id=job.id,
        target=job.target,
        game=job.game,
        name=job.name,
        collection=job.collection,
        state=job.state,
        files=len(job.files),
        bytes_done=job.bytes_done,
        bytes_total=job.bytes_total,
        doing=job.doing,
        games_read=job.games_read,
        taken=job.tally.taken,
        duplicates=job.tally.duplicates,
        left_out=job.tally.left_out,
        files_without_games=job.files_without_games,
        reasons=list(job.reasons),
        further_reasons=job.further_reasons,
        error=job.error,
        players=[NameCount(name=name, games=games) for name, games in job.most_frequent_players()],
    )
