"""Whether the graph of an ONNX file comes to an end: one with graphs inside its nodes can count to any number.

Read without the package onnx, which a light installation lacks; see https://protobuf.dev/programming-guides/encoding/ and
onnx.proto for the numbers of the fields.
"""

from collections.abc import Iterator
from typing import Final, TypeAlias

_GRAPH_OF_MODEL: Final = 7
_FUNCTIONS_OF_MODEL: Final = 25
_NODES_OF_GRAPH: Final = 1
_ATTRIBUTES_OF_NODE: Final = 5
_GRAPHS_OF_ATTRIBUTE: Final = (6, 11)
_LONGEST_NUMBER: Final = 10  # bytes
_FIXED: Final = {1: 8, 5: 4}  # bytes of the kinds of field that have a fixed length
_VARYING, _MEASURED = 0, 2

_Message: TypeAlias = memoryview


def problem_of_graph(data: bytes) -> str:
    """Why the graph of a file must not be run, or nothing; raises ValueError if the file is none.

    Whoever accepts more than this reads might run what was not seen, so nothing is tolerated.
    """
    model = memoryview(data)
    if any(True for _ in _parts(model, _FUNCTIONS_OF_MODEL)):
        return "it defines functions"
    for graph in _parts(model, _GRAPH_OF_MODEL):
        for node in _parts(graph, _NODES_OF_GRAPH):
            for attribute in _parts(node, _ATTRIBUTES_OF_NODE):
                if any(True for _ in _parts(attribute, *_GRAPHS_OF_ATTRIBUTE)):
                    return "it has a graph inside a node, as loops do"
    return ""


def _parts(message: _Message, *fields: int) -> Iterator[_Message]:
    """What some fields of a message hold; raises ValueError if it is none."""
    place = 0
    while place < len(message):
        key, place = _number(message, place)
        field, kind = key >> 3, key & 7
        if kind == _VARYING:
            _, place = _number(message, place)
            continue
        if kind == _MEASURED:
            length, place = _number(message, place)
        else:
            length = _FIXED.get(kind, len(message) + 1)
        if place + length > len(message):
            raise ValueError("a field is longer than its message")
        if field in fields and kind == _MEASURED:
            yield message[place : place + length]
        place += length


def _number(message: _Message, place: int) -> tuple[int, int]:
    """A number of seven bits a byte, and the place behind it."""
    number = 0
    for index, byte in enumerate(message[place : place + _LONGEST_NUMBER]):
        number |= (byte & 127) << (7 * index)
        if byte < 128:
            return number, place + index + 1
    raise ValueError("a number does not end")
