"""Learning of kind `noughts-evolution`: networks of noughts and crosses evolve until one of them never loses."""

from pathlib import Path

from kibitz.errors import SetupError
from kibitz.learn.evolution.noughts.settings import NoughtsEvolution
from kibitz.learn.evolution.run import Generation, evolve
from kibitz.learn.runs.configuration import Configuration, changed, require_positive
from kibitz.learn.runs.kinds import Job
from kibitz.models.card import write_card
from kibitz.models.evolved import Networks
from kibitz.models.noughts.evolved import NETWORKS
from kibitz.models.noughts.kinds import EVOLVED


def parse(configuration: Configuration) -> NoughtsEvolution:
    """The settings of a configuration; raises SetupError for whatever is wrong with them."""
    configuration.allow_tables(("settings",))
    settings = changed(NoughtsEvolution(), configuration.table("settings"), configuration.path)
    require_positive(settings, ["networks", "generations", "mutation", "first_spread"], configuration.path)
    if settings.networks % 2:
        raise SetupError(f"{configuration.path}: networks is {settings.networks}, but should be even: half of them live on")
    return settings


def run(settings: NoughtsEvolution, job: Job) -> Path:
    """Evolve, and return the file of the last generation's best network, which loses no line if there was time enough."""
    weights = job.model_path(".safetensors")
    last = evolve(settings, job.folder, job.workers, job.tell)
    if not job.is_finished(weights):
        last.champion.save(weights)
        _describe(settings, job, weights, last)
    return weights


def _describe(settings: NoughtsEvolution, job: Job, weights: Path, last: Generation[Networks]) -> None:
    """Write the card and the run's result."""
    lines = {"won": last.record.won, "drawn": last.record.drawn, "lost": last.record.lost}
    figures = {"all lines of play": lines, "generations": last.number, "weights": NETWORKS.weights}
    facts = {
        "kind": EVOLVED,
        "features": "squares of eight images",
        "features_version": 1,
        "licence": job.licence,
        "predicts": "what a position is worth to its side to move, on a scale of its own",
        "data": "none: networks evolved against every line of play",
        "split": "none: it is measured on every line of play",
        "command": job.command,
        "training": settings.to_json(),
        "figures": figures,
    }
    write_card(weights, facts)
    job.folder.save_result({"model": weights.name, "figures": figures})
