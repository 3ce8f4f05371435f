"""Routes: other programs that Kibitz may start.

To change the list is to choose which programs are started here. So it takes a connection from this machine and the key of this
start, which only its user was told: another user of the machine, or of the network, has neither.
"""

import ipaddress
from typing import Annotated, Final

from fastapi import APIRouter, Header, HTTPException, Path, Request

from kibitz.app.requests import ServicesOf
from kibitz.app.services import Services
from kibitz.app.shapes.base import Deleted
from kibitz.app.shapes.engines import EngineList, EngineShape, NewEngine, TestedEngine
from kibitz.app.study_games import study_games
from kibitz.errors import KibitzError
from kibitz.players.external.configured import (
    ConfiguredEngine,
    engine_of,
    engines_path,
    find_engine,
    keep_engine,
    list_engines,
    remove_engine,
    titled,
)
from kibitz.players.external.probe import probe, sentence
from kibitz.players.external.wires import wire_of, wires

router = APIRouter(prefix="/api/engines")

_Name = Annotated[str, Path(pattern="^[a-z0-9][a-z0-9_.-]{0,39}$", description="the name of an engine")]
_Key = Annotated[str, Header(alias="X-Kibitz-Key", max_length=200, description="the key in the address that `kibitz` opened")]
_NO_KEY: Final = (
    "changing the list needs the address that `kibitz` has opened or printed, with its key; or use `kibitz engines` in a terminal"
)


@router.get("")
def engines() -> EngineList:
    """The engines of the list, without their commands."""
    problem, found = "", []
    try:
        found = list_engines()
    except KibitzError as error:
        problem = str(error)
    protocols = {game.name: [wire.name for wire in wires(game.name)] for game in study_games()}
    return EngineList(engines=[_describe(row) for row in found], file=str(engines_path()), problem=problem, protocols=protocols)


@router.put("/{engine}")
def keep(engine: _Name, asked: NewEngine, request: Request, services: ServicesOf, key: _Key = "") -> TestedEngine:
    """Test an engine and put it into the list, in the place of one of the same name; one that fails is not kept."""
    _require_key(request, services, key)
    made = engine_of({"name": engine, **asked.model_dump()})
    wire_of(made)
    tested = _test(made, services)
    keep_engine(titled(made, tested.title))
    return tested


@router.post("/{engine}/test")
def test(engine: _Name, services: ServicesOf) -> TestedEngine:
    """Start an engine of the list and say what it can do."""
    return _test(find_engine(engine), services)


@router.delete("/{engine}")
def remove(engine: _Name, request: Request, services: ServicesOf, key: _Key = "") -> Deleted:
    """Take an engine off the list."""
    _require_key(request, services, key)
    remove_engine(engine)
    return Deleted(deleted=engine)


def _require_key(request: Request, services: Services, key: str) -> None:
    if not _is_from_here(request) or not services.engines.is_key(key):
        raise HTTPException(403, _NO_KEY)


def _is_from_here(request: Request) -> bool:
    try:
        return request.client is not None and ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


def _test(engine: ConfiguredEngine, services: Services) -> TestedEngine:
    findings = probe(engine)
    services.engines.running.forgive(engine)
    found = findings.abilities
    return TestedEngine(
        name=engine.name,
        title=found.title,
        protocol=found.protocol,
        analysis=found.analysis,
        sizes=list(found.sizes),
        seconds=findings.seconds,
        sentence=sentence(findings),
    )


def _describe(engine: ConfiguredEngine) -> EngineShape:
    return EngineShape(name=engine.name, game=engine.game, protocol=engine.protocol, title=engine.title, seconds=engine.seconds)
