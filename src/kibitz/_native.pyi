"""What the C++ core offers; see native/bindings. A test compares the names here with those of the built module."""

from collections.abc import Callable
from typing import TypeAlias, TypedDict

import numpy as np
from numpy.typing import NDArray

Masks: TypeAlias = NDArray[np.uint64]
Squares: TypeAlias = NDArray[np.int8]

class ReplayedGames(TypedDict):
    own: Masks
    opp: Masks
    square: Squares
    black_to_move: NDArray[np.uint8]
    first: NDArray[np.int64]
    final_black: Masks
    final_white: Masks
    over: NDArray[np.uint8]
    failed_at: NDArray[np.int32]

def legal_mask(own: int, opp: int) -> int: ...
def flip_mask(own: int, opp: int, square: int) -> int: ...
def portable_legal_mask(own: int, opp: int) -> int: ...
def portable_flip_mask(own: int, opp: int, square: int) -> int: ...
def transform(mask: int, symmetry: int) -> int: ...
def perft(own: int, opp: int, depth: int, playable: int) -> int: ...
def legal_masks(own: Masks, opp: Masks, playable: int) -> Masks: ...
def flip_masks(own: Masks, opp: Masks, squares: Squares) -> Masks: ...
def play_many(own: Masks, opp: Masks, squares: Squares) -> tuple[Masks, Masks]: ...
def children(own: Masks, opp: Masks, playable: int) -> tuple[NDArray[np.int64], Squares, Masks, Masks]: ...
def canonical_many(own: Masks, opp: Masks) -> tuple[Masks, Masks, Squares]: ...
def transform_many(masks: Masks, symmetries: Squares) -> Masks: ...
def replay_games(moves: NDArray[np.int8], black: int, white: int, black_starts: bool, playable: int) -> ReplayedGames: ...
def random_games(count: int, seed: int, playable: int) -> tuple[Squares, Masks, Masks]: ...

class PatternSet:
    def __init__(self, masks: Masks) -> None: ...
    @property
    def row_count(self) -> int: ...
    @property
    def place_count(self) -> int: ...
    @property
    def pattern_starts(self) -> list[int]: ...
    def rows_of(self, own: Masks, opp: Masks) -> NDArray[np.uint32]: ...

def solve_children(own: Masks, opp: Masks, playable: int) -> tuple[NDArray[np.int64], Squares, NDArray[np.int8]]: ...
def solve_endgame(
    own: int,
    opp: int,
    playable: int,
    threads: int,
    hash_bytes: int,
    evaluation: Evaluation | None,
    win_loss_draw: bool,
    watch: Callable[[int], bool] | None,
) -> tuple[int, list[int], int, bool]: ...
def solve_endgame_moves(
    own: int,
    opp: int,
    playable: int,
    threads: int,
    hash_bytes: int,
    evaluation: Evaluation | None,
    watch: Callable[[int], bool] | None,
) -> list[tuple[int, int, list[int], bool]]: ...
def stable_masks(own: Masks, opp: Masks, playable: int) -> Masks: ...
def solver_flip_mask(own: int, opp: int, square: int) -> int: ...
def solver_table_bytes(bytes: int) -> int: ...
def last_flip_count(own: int, square: int) -> int: ...
def raw_planes(
    own: Masks, opp: Masks, black_to_move: NDArray[np.uint8], recent: Squares, out: NDArray[np.uint8] | NDArray[np.float32]
) -> None: ...
def hlynsson42_planes(
    own: Masks, opp: Masks, black_to_move: NDArray[np.uint8], recent: Squares, out: NDArray[np.uint8] | NDArray[np.float32]
) -> None: ...

UNITS_PER_DISC: int
COUNT_ROWS: int

class Evaluation:
    def __init__(self, patterns: PatternSet, knots: list[int], weights: NDArray[np.int16]) -> None: ...
    def values(self, own: Masks, opp: Masks) -> NDArray[np.int32]: ...

class EvaluationTrainer:
    def __init__(self, patterns: PatternSet, knots: list[int], with_counts: bool = True) -> None: ...
    def learn(self, own: Masks, opp: Masks, targets: NDArray[np.float32], rate: float) -> float: ...
    def predict(self, own: Masks, opp: Masks) -> NDArray[np.float32]: ...
    def weights(self) -> NDArray[np.float32]: ...
    def squares(self) -> NDArray[np.float32]: ...
    def restore(self, weights: NDArray[np.float32], squares: NDArray[np.float32]) -> None: ...

def move_values(
    evaluation: Evaluation, own: Masks, opp: Masks, depth: int
) -> tuple[NDArray[np.int64], Squares, NDArray[np.int32]]: ...
def best_moves(evaluation: Evaluation, own: Masks, opp: Masks, depth: int) -> tuple[Squares, NDArray[np.int32]]: ...
def position_values(evaluation: Evaluation, own: Masks, opp: Masks, depth: int, table_bytes: int) -> NDArray[np.int32]: ...

class Searcher:
    def __init__(self, evaluation: Evaluation, table_bytes: int) -> None: ...
    def set_cuts(self, shallow: list[int], relations: NDArray[np.float32], width: float) -> None: ...
    def stop(self) -> None: ...
    def forget(self) -> None: ...
    @property
    def table_bytes(self) -> int: ...
    def search(
        self,
        own: int,
        opp: int,
        first_depth: int,
        depth: int,
        seconds: float,
        all_moves: bool,
        progress: Callable[[int, list[tuple[int, int, list[int]]], int, float], None],
        is_stopped: Callable[[], bool] | None,
    ) -> None: ...

def sigma(x: float) -> float: ...

class SigmaNet:
    def __init__(
        self,
        parts: NDArray[np.int64],
        weights: NDArray[np.float32],
        biases: NDArray[np.float32],
        to_output: NDArray[np.float32],
        output_biases: NDArray[np.float32],
        blend: NDArray[np.float32],
    ) -> None: ...
    def values(self, own: Masks, opp: Masks) -> NDArray[np.float32]: ...
    def two_ply_moves(self, own: Masks, opp: Masks) -> tuple[Squares, NDArray[np.float32]]: ...

class SelfPlay:
    def __init__(self, keep_chance: float, solved_empties: int) -> None: ...
    def game(self, net: SigmaNet, seed: int) -> tuple[Masks, Masks, NDArray[np.uint8], NDArray[np.float32]]: ...

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

EXTRA_INPUTS: int
EXTRA_TABLES: int
EXTRA_ROWS: int
ROW_LANES: int

class MoveTrainer:
    def __init__(self, after_patterns: Masks, seed: int) -> None: ...
    @property
    def rows(self) -> NDArray[np.float32]: ...
    @property
    def heads(self) -> NDArray[np.float32]: ...
    @property
    def head_squares(self) -> NDArray[np.float32]: ...
    def train(
        self,
        own: Masks,
        opp: Masks,
        last: Squares,
        before_last: Squares,
        first_move: NDArray[np.int64],
        extra_inputs: NDArray[np.float32],
        extra_rows: NDArray[np.uint16],
        played: Squares,
        order: NDArray[np.int64],
        row_rate: float,
        straight_rate: float,
        head_rate: float,
        threads: int,
    ) -> tuple[float, int, int]: ...
    def predict(
        self,
        own: Masks,
        opp: Masks,
        last: Squares,
        before_last: Squares,
        first_move: NDArray[np.int64],
        extra_inputs: NDArray[np.float32],
        extra_rows: NDArray[np.uint16],
    ) -> NDArray[np.float32]: ...

class MoveScorer:
    def __init__(
        self, after_patterns: Masks, rows: NDArray[np.int8], unit: NDArray[np.float32], heads: NDArray[np.float32]
    ) -> None: ...
    def predict(
        self,
        own: Masks,
        opp: Masks,
        last: Squares,
        before_last: Squares,
        first_move: NDArray[np.int64],
        extra_inputs: NDArray[np.float32],
        extra_rows: NDArray[np.uint16],
    ) -> NDArray[np.float32]: ...

class GoState:
    def __init__(self, size: int, ko: int, suicide: bool) -> None: ...
    @staticmethod
    def of_stones(
        size: int,
        ko: int,
        suicide: bool,
        stones: NDArray[np.int8],
        white_to_move: bool,
        forbidden: NDArray[np.int16],
        prisoners: tuple[int, int],
    ) -> GoState: ...
    def is_legal(self, point: int) -> bool: ...
    def after(self, point: int) -> GoState: ...
    def legal_points(self) -> NDArray[np.int16]: ...
    def forbidden_points(self) -> NDArray[np.int16]: ...
    def ladder_captures(self) -> NDArray[np.int16]: ...
    def ladder_escapes(self) -> NDArray[np.int16]: ...
    def stones(self) -> NDArray[np.int8]: ...
    def liberties(self) -> NDArray[np.int16]: ...
    def chains(self) -> NDArray[np.int16]: ...
    def owners(self, dead: NDArray[np.int16]) -> NDArray[np.int8]: ...
    def prisoners(self) -> tuple[int, int]: ...

def go_playouts(state: GoState, count: int, seed: int) -> tuple[NDArray[np.int16], NDArray[np.int32], int]: ...

GO_PLANES: int

class GoReplay(TypedDict):
    failed_at: NDArray[np.int32]
    slip: NDArray[np.int8]
    prisoners: NDArray[np.int32]
    stones: NDArray[np.int8]
    owners: NDArray[np.int8]

class GoTable:
    def __init__(
        self,
        size: int,
        points: NDArray[np.int16],
        is_black: NDArray[np.uint8],
        first: NDArray[np.int64],
        setup_points: NDArray[np.int16],
        setup_is_black: NDArray[np.uint8],
        first_setup: NDArray[np.int64],
    ) -> None: ...
    def replay(self) -> GoReplay: ...
    def positions(self, game: NDArray[np.int64], index: NDArray[np.int64]) -> tuple[NDArray[np.int8], NDArray[np.int16]]: ...
    def planes(
        self, game: NDArray[np.int64], index: NDArray[np.int64], out: NDArray[np.uint8] | NDArray[np.float32]
    ) -> None: ...
