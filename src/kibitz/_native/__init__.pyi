"""What the C++ core offers to all games; see native/bindings. A test compares the names here with those of the built module.

The extension module lies beside this folder, which holds its stubs alone. What one game needs is in a module of its own.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz._native import go as go
from kibitz._native import othello as othello

def transform(mask: int, symmetry: int) -> int: ...
def transform_many(masks: NDArray[np.uint64], symmetries: NDArray[np.int8]) -> NDArray[np.uint64]: ...
def layer_lanes() -> int: ...
def layer_convolve(
    inputs: NDArray[np.float32], filters: NDArray[np.float32], outputs: NDArray[np.float32], threads: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
def layer_activate(
    sums: NDArray[np.float32],
    skipped: NDArray[np.float32] | None,
    scale: NDArray[np.float32],
    shift: NDArray[np.float32],
    outputs: NDArray[np.float32],
    threads: int,
) -> None: ...
def layer_gate(
    gradients: NDArray[np.float32],
    outputs: NDArray[np.float32],
    sums: NDArray[np.float32],
    gated: NDArray[np.float32],
    threads: int,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
def layer_convolve_back(
    gated: NDArray[np.float32],
    sums: NDArray[np.float32],
    a: NDArray[np.float32],
    b: NDArray[np.float32],
    c: NDArray[np.float32],
    inputs: NDArray[np.float32],
    turned_filters: NDArray[np.float32] | None,
    skip: bool,
    input_gradients: NDArray[np.float32] | None,
    threads: int,
) -> NDArray[np.float32]: ...
