"""A network of a stranger is a graph that ends: nothing in it repeats itself."""

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from kibitz.errors import SetupError
from kibitz.models.store import SHIPPED
from kibitz.nets.graph_check import problem_of_graph
from kibitz.nets.sessions import open_session


def value(name, kind=TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, kind, [])


def model_of(*nodes, tensors=(), functions=()):
    graph = helper.make_graph(
        list(nodes), "graph", [], [value("last")], [numpy_helper.from_array(np.array(x), n) for n, x in tensors]
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9, functions=list(functions))


def counting_to(trips):
    """A graph of 400 bytes that adds so many times."""
    nodes = [helper.make_node("Identity", ["go"], ["go on"]), helper.make_node("Add", ["x", "x"], ["y"])]
    ends = (
        [value("i", TensorProto.INT64), value("go", TensorProto.BOOL), value("x")],
        [value("go on", TensorProto.BOOL), value("y")],
    )
    loop = helper.make_node("Loop", ["trips", "go first", "one"], ["last"], body=helper.make_graph(nodes, "body", *ends))
    return model_of(loop, tensors=[("trips", trips), ("go first", True), ("one", np.float32(1))])


def test_a_loop_is_refused_before_it_is_run(tmp_path):
    path = tmp_path / "loop.onnx"
    path.write_bytes(counting_to(1 << 60).SerializeToString())
    with pytest.raises(SetupError, match="it has a graph inside a node, as loops do"):
        open_session(path, threads=1)


def test_functions_are_refused():
    function = helper.make_function("own", "Twice", ["x"], ["y"], [helper.make_node("Add", ["x", "x"], ["y"])], [])
    assert problem_of_graph(model_of(functions=[function]).SerializeToString()) == "it defines functions"


def test_a_graph_that_is_said_twice_is_looked_at_twice():
    plain = model_of(helper.make_node("Identity", ["one"], ["last"]), tensors=[("one", np.float32(1))])
    assert problem_of_graph(plain.SerializeToString()) == ""
    assert problem_of_graph(plain.SerializeToString() + counting_to(3).SerializeToString())


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.onnx")), ids=lambda path: path.stem)
def test_the_shipped_networks_do_not_repeat_themselves(path):
    assert len(onnx.load(path).graph.node) > 1
    assert problem_of_graph(path.read_bytes()) == ""


@pytest.mark.parametrize("data", [b"", b"\xff" * 40, b"\x3a\x7f", b"\x3b", b"no ONNX at all"])
def test_what_is_no_onnx_is_refused_as_such(data, tmp_path):
    path = tmp_path / "junk.onnx"
    path.write_bytes(data)
    with pytest.raises(SetupError, match="cannot be read as an ONNX network"):
        open_session(path, threads=1)
