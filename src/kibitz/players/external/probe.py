"""Whether an engine works, and what it can do."""

import time
from dataclasses import dataclass

from kibitz.players.external.configured import ConfiguredEngine
from kibitz.players.external.session import Abilities
from kibitz.players.external.wires import open_session


@dataclass(frozen=True, slots=True)
class Findings:
    """What an engine can do, and after how many seconds it had answered."""

    abilities: Abilities
    seconds: float


def probe(engine: ConfiguredEngine) -> Findings:
    """Start an engine, ask it and end it; raises SetupError or ForfeitError that say what went wrong."""
    began = time.monotonic()
    session = open_session(engine)
    try:
        ready = time.monotonic() - began
        return Findings(session.abilities(), round(ready, 2))
    finally:
        session.close()


def sentence(findings: Findings) -> str:
    """What was found, for people."""
    found = findings.abilities
    sizes = ", ".join(map(str, found.sizes)) or "none"
    values = f"gives values by {found.analysis}" if found.analysis else "names its move and gives no values"
    return f"{found.title} over {found.protocol}: {values}; boards: {sizes}; ready after {findings.seconds:g} s"
