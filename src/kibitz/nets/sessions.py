"""Exported networks run without torch: onnxruntime's sessions, what they raise, and the card in a file."""

from pathlib import Path
from typing import Any

import onnxruntime
from onnxruntime.capi import onnxruntime_pybind11_state as state

from kibitz.errors import SetupError
from kibitz.files import parse_json
from kibitz.nets.embedded_card import CARD_KEY
from kibitz.nets.graph_check import problem_of_graph

_FATAL_ONLY = 4  # what goes wrong is raised; nothing is written to standard error as well
# All that onnxruntime throws at a damaged file; its exceptions have no base of their own.
RUNTIME_ERRORS = (
    state.EPFail,
    state.EngineError,
    state.Fail,
    state.InvalidArgument,
    state.InvalidGraph,
    state.InvalidProtobuf,
    state.NotImplemented,
    state.RuntimeException,
    UnicodeDecodeError,  # where a message or a name of the graph is no text
)


def open_session(path: Path, threads: int) -> Any:
    """A session of onnxruntime that runs the graph of a file; raises SetupError if there is none that could be run.

    A graph that repeats itself is refused: running it might never end.
    """
    if not path.is_file():
        raise SetupError(f"{path} is missing; a network exported as ONNX is expected there")
    data = path.read_bytes()
    _require_end(data, path)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = _FATAL_ONLY
    # Threads that spin between two questions would take the processor from the search that asks them.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        # Handed over as bytes, the graph cannot fetch weights from other files. The fallback would talk on standard output.
        return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"], enable_fallback=False)
    except RUNTIME_ERRORS as error:
        raise SetupError(f"{path} cannot be read as an ONNX network: {error}") from None


def _require_end(data: bytes, path: Path) -> None:
    try:
        problem = problem_of_graph(data)
    except ValueError as error:
        raise SetupError(f"{path} cannot be read as an ONNX network: {error}") from None
    if problem:
        raise SetupError(f"{path} is not run: {problem}")


def embedded_card(session: Any, path: Path) -> dict[str, Any]:
    """What nets.export wrote into the file beside the graph, with a `spec`; raises SetupError if it is not there."""
    try:
        card = parse_json(session.get_modelmeta().custom_metadata_map.get(CARD_KEY, "{}"))
    except ValueError:
        card = {}
    if not isinstance(card, dict) or not isinstance(card.get("spec"), dict):
        raise SetupError(f"{path} is an ONNX file, but not one of Kibitz's networks: its card is missing")
    return card
