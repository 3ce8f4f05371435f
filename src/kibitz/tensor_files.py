"""Named arrays in one file with a few facts beside them (safetensors): how Kibitz keeps everything that was learnt."""

import json
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from kibitz.errors import SetupError
from kibitz.files import whole_path

Tensors: TypeAlias = dict[str, NDArray[Any]]
Facts: TypeAlias = dict[str, str]

_MOST_DIMENSIONS: Final = 8  # more than anything that is learnt has


def write_tensors(path: Path, tensors: Mapping[str, NDArray[Any]], facts: Facts) -> None:
    """Write arrays and facts, whole or not at all, of which `format` names the kind of file; raises SetupError."""
    # The file takes the memory of an array as it lies there, whatever its strides.
    in_order = {name: np.asarray(tensor, order="C") for name, tensor in tensors.items()}
    try:
        with whole_path(path) as part:
            part.write_bytes(_with_sorted_facts(save(in_order, metadata=facts)))
    except SafetensorError as error:
        raise SetupError(f"{path} cannot be written: {error}") from None


def _with_sorted_facts(content: bytes) -> bytes:
    """A file's content with its facts by name, so that equal content is equal bytes; the library writes them in any order."""
    start = 8 + struct.unpack_from("<Q", content)[0]
    header = json.loads(content[8:start])
    header["__metadata__"] = dict(sorted(header["__metadata__"].items()))
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    padded = text.ljust(-(-len(text) // 8) * 8)  # the arrays begin at a multiple of eight bytes
    return struct.pack("<Q", len(padded)) + padded + content[start:]


def read_tensors(path: Path, wanted: str, format_name: str) -> tuple[Tensors, Facts]:
    """The arrays and facts of a file; raises SetupError if it is missing, damaged or of another format.

    `wanted` says in the sentence what should be in it, as "an evaluation".
    """
    tensors, facts = read_any_tensors(path, wanted)
    if facts.get("format") != format_name:
        raise SetupError(f"{path} does not hold {wanted}: its format is {facts.get('format')!r}, not {format_name!r}")
    return tensors, facts


def read_any_tensors(path: Path, wanted: str) -> tuple[Tensors, Facts]:
    """The arrays and facts of a file of whatever format; raises SetupError if it is missing or damaged."""
    try:
        with safe_open(path, framework="numpy") as stored:
            facts = stored.metadata() or {}
            tensors = {name: stored.get_tensor(name) for name in stored.keys()}  # noqa: SIM118 - it is no dictionary
    except FileNotFoundError:
        raise SetupError(f"{path} does not exist") from None
    except (OSError, SafetensorError, ValueError, TypeError, LookupError, AttributeError) as error:
        raise SetupError(f"{path} cannot be read as {wanted}: {error}") from None
    for name, tensor in tensors.items():
        if tensor.ndim > _MOST_DIMENSIONS:
            raise SetupError(f"{path} cannot be read as {wanted}: {name} has {tensor.ndim} dimensions")
    return tensors, facts
