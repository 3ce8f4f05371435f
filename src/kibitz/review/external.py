"""An engine of the list as the one who reviews: small and picklable, as workers need it."""

from dataclasses import dataclass

from kibitz.players.external.configured import ConfiguredEngine
from kibitz.players.external.running import RunningEngines, engines_of_this_process
from kibitz.players.external.searching import ExternalSearch
from kibitz.players.external.session import ExternalLimits


@dataclass(frozen=True, slots=True)
class ExternalReviewer:
    """An engine and how many seconds it has for each position."""

    engine: ConfiguredEngine
    seconds: float

    def search(self, running: RunningEngines | None = None) -> ExternalSearch:
        """The engine as a search, among those that run here or in the process."""
        return ExternalSearch(self.engine, running or engines_of_this_process(), ExternalLimits(self.seconds))
