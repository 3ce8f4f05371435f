"""The expert: how likely a tournament player plays each legal move, in the light install.

The model joins five sources: tables of patterns around and after each move (in the core), the engine's value of each move (a
small search, exact near the end), counts of archived openings, the player's rating where it is known, and the player's own
openings where a name is. It is a safetensors file; nothing in it is executed. kibitz.learn.tables.othello.expert trains it.
"""

import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.features.othello.candidates import LAYOUT_VERSION, Players, candidates, first_moves, keys_after
from kibitz.features.othello.openings import OpeningBook, ReachedCounts
from kibitz.features.othello.own_openings import OwnOpenings, mixed_with_own
from kibitz.features.othello.patterns import pattern_masks
from kibitz.features.othello.planes import Situations
from kibitz.models.othello.known_players import KnownPlayers
from kibitz.models.othello.model import Ratings
from kibitz.models.othello.shares import shares_of_weights
from kibitz.models.store import find_by_name
from kibitz.rules.othello.bulk import Boards, Children, Masks, children
from kibitz.search.othello.endgame import solve_children_many
from kibitz.search.othello.evaluation import Evaluation, load_evaluation
from kibitz.search.othello.move_values import move_values
from kibitz.tensor_files import Facts, Tensors, read_tensors, write_tensors

FORMAT: Final = "kibitz expert 2"
RATING_RANGE: Final = (1000.0, 2200.0)  # the steps of features.candidates

# More than any model has, so that a damaged file cannot ask for the whole memory.
_MOST_ROW_BYTES: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class MoveSearch:
    """How moves are valued before the model sees them: to a depth, and exactly from a number of empties on."""

    evaluation: Evaluation
    depth: int = 4
    exact_from: int = 11

    def values(self, boards: Boards) -> NDArray[np.float32]:
        """The value of every legal move of every position in discs for the mover, by position and then square, [M]."""
        first = first_moves(boards)
        values = np.empty(int(first[-1]), np.float32)
        late = 64 - np.bitwise_count(boards.own | boards.opp) <= self.exact_from
        for chosen in (late, ~late):
            if chosen.any():
                some = Boards(boards.own[chosen], boards.opp[chosen])
                values[_places(first, chosen)] = self._exact(some) if chosen is late else self._searched(some)
        return values

    def _exact(self, boards: Boards) -> NDArray[np.float32]:
        return solve_children_many(boards).score.astype(np.float32)

    def _searched(self, boards: Boards) -> NDArray[np.float32]:
        return move_values(self.evaluation, boards, self.depth).value


@dataclass(frozen=True, slots=True)
class ExpertWeights:
    """What training leaves: table rows as whole steps of a unit a lane, the heads of the network, and what was played by whom.

    `rows` is int8 [rows, lanes], `unit` [lanes], `heads` [stages, weights].
    """

    rows: NDArray[np.int8]
    unit: NDArray[np.float32]
    heads: NDArray[np.float32]
    book: OpeningBook
    players: KnownPlayers
    own_openings: OwnOpenings
    patterns: str
    evaluation: str  # the name of the model that values the moves
    depth: int
    exact_from: int


@dataclass(frozen=True, slots=True)
class FirstLook:
    """What the expert makes of every legal move of some positions, by position and then square, [M], and from what.

    `share` is the probability of a move, `values` what a small search says of it in discs, `reached` and `keys` are the counts
    and the keys of the positions after.
    """

    share: NDArray[np.float32]
    values: NDArray[np.float32]
    reached: ReachedCounts
    keys: Masks


class ExpertModel:
    """Probabilities of moves; see kibitz.models.othello.model for the contract."""

    def __init__(self, name: str, weights: ExpertWeights, evaluation: Evaluation) -> None:
        self.name = name
        self._search = MoveSearch(evaluation, weights.depth, weights.exact_from)
        self._book = weights.book
        self._own_openings = weights.own_openings
        self.known_players = weights.players
        self._scorer = _native.othello.MoveScorer(pattern_masks(weights.patterns), weights.rows, weights.unit, weights.heads)

    @property
    def rating_range(self) -> tuple[float, float]:
        """The ratings between which it tells players apart."""
        return RATING_RANGE

    def probabilities(self, situations: Situations, rating: Ratings = None) -> NDArray[np.float64]:
        """How likely each square is played, [N, 64]; a row sums to 1 over the legal squares, or is 0 where there are none."""
        share = self.first_look(situations, rating).share
        return as_table(share, children(situations.boards), situations.boards)

    def personal_probabilities(self, situations: Situations, names: NDArray[np.str_]) -> NDArray[np.float64]:
        """As probabilities(), with the strength and the habits of the player to move in each position, [N] names."""
        numbers = self.known_players.numbers(names)
        moves = children(situations.boards)
        found = self.first_look(situations, self.known_players.ratings_of(numbers))
        own = self.own_weights(numbers, found.keys, moves.parent)
        return as_table(mixed_with_own(found.share, own, moves.parent, len(numbers)), moves, situations.boards)

    def own_weights(self, players: NDArray[np.int64], keys: Masks, position: NDArray[np.int64]) -> NDArray[np.float32]:
        """How often the player to move in each position, [N] numbers, brought about the position after each move, as weights [M].

        `keys` are those of first_look(), `position` [M] says which position a move belongs to.
        """
        return self._own_openings.weights_of(players[position], keys)

    def win_chances(self, situations: Situations) -> NDArray[np.float64]:
        """The mover's chance to win, draws counted as half, [N]: the value of the best move read as a chance."""
        boards = situations.boards
        first = first_moves(boards)
        values = self._search.values(boards).astype(np.float64)
        best = self._search.evaluation.values(boards)
        movable = np.diff(first) > 0
        if movable.any():
            best[movable] = np.maximum.reduceat(values, first[:-1][movable])
        return self._search.evaluation.win_chances.of(best, np.bitwise_count(boards.own | boards.opp))

    def ownership(self, situations: Situations) -> NDArray[np.float64]:
        """The chance that the mover owns each square at the end, [N, 64], by the model of final boards that comes with Kibitz."""
        # Loaded when first asked: most questions are about moves, and should not wait for another network.
        from kibitz.models.othello.ownership import shipped_ownership

        return shipped_ownership().ownership(situations)

    def first_look(self, situations: Situations, rating: Ratings = None) -> FirstLook:
        """What it makes of every legal move, for players of some ratings."""
        boards = situations.boards
        keys = keys_after(boards, situations.black_to_move)
        values, reached = self._search.values(boards), self._book.reached(keys)
        known = candidates(boards, values, reached, Players.of_rating(len(boards), rating))
        recent = np.ascontiguousarray(situations.recent[:, :2].T)
        share = self._scorer.predict(boards.own, boards.opp, recent[0], recent[1], known.first, known.inputs, known.rows)
        return FirstLook(share, values, reached, keys)


def as_table(probabilities: NDArray[np.float32], moves: Children, boards: Boards) -> NDArray[np.float64]:
    """Probabilities of moves [M] by squares, [N, 64], as the contract wants them."""
    table = np.zeros((len(boards), 64))
    table[moves.parent, moves.square] = probabilities
    return shares_of_weights(table, boards)


def save_expert(weights: ExpertWeights, path: Path) -> None:
    """Write a model file; rows that hold only zeros take no space. Raises SetupError if it cannot be written."""
    present = weights.rows.any(axis=1)
    # Lane after lane, because values of one lane are alike and so pack tighter.
    packed = zlib.compress(np.ascontiguousarray(weights.rows[present].T).tobytes(), 9)
    tensors: dict[str, NDArray[Any]] = {
        "present": np.packbits(present),
        "rows": np.frombuffer(packed, np.uint8),
        "unit": weights.unit,
        "heads": weights.heads,
        "book_keys": weights.book.keys,
        "book_ever": weights.book.ever,
        "book_recently": weights.book.recently,
        "player_names": weights.players.names_as_bytes(),
        "player_ratings": weights.players.ratings,
        "own_keys": weights.own_openings.keys,
        "own_weights": weights.own_openings.weights,
    }
    facts = {
        "format": FORMAT,
        "layout": str(LAYOUT_VERSION),
        "patterns": weights.patterns,
        "evaluation": weights.evaluation,
        "depth": str(weights.depth),
        "exact_from": str(weights.exact_from),
        "rows": str(len(weights.rows)),
    }
    write_tensors(path, tensors, facts)


def read_expert(path: Path) -> ExpertWeights:
    """The weights in a file; raises SetupError if it is missing, damaged, or of another kind or layout."""
    tensors, facts = read_tensors(path, "an expert", FORMAT)
    _require_layout(path, facts)
    try:
        return _weights(tensors, facts)
    except (zlib.error, KeyError, ValueError) as error:
        raise SetupError(f"{path} is damaged and cannot be used ({error}); get the file again") from None


def load(path: Path) -> ExpertModel:
    """The model in a file; the evaluation it names is one of the models at hand. Raises SetupError."""
    weights = read_expert(path)
    try:
        evaluation = load_evaluation(find_by_name(weights.evaluation).weights)
    except SetupError as error:
        raise SetupError(f"{path} needs the evaluation {weights.evaluation!r}: {error}") from None
    try:
        return ExpertModel(path.stem, weights, evaluation)
    except ValueError as error:
        raise SetupError(f"{path} is damaged and cannot be used ({error}); get the file again") from None


def _require_layout(path: Path, facts: Facts) -> None:
    if facts.get("layout") != str(LAYOUT_VERSION):
        raise SetupError(f"{path} needs layout {facts.get('layout')} of the inputs; this release has layout {LAYOUT_VERSION}")


def _weights(tensors: Tensors, facts: Facts) -> ExpertWeights:
    count = int(facts["rows"])
    if not 0 < count * _native.othello.ROW_LANES <= _MOST_ROW_BYTES:
        raise ValueError(f"{count} rows are too many")
    present = np.unpackbits(tensors["present"], count=count).astype(np.bool_)
    size = int(present.sum()) * _native.othello.ROW_LANES
    unpacked = zlib.decompressobj().decompress(tensors["rows"].tobytes(), size + 1)
    if len(unpacked) != size:
        raise ValueError(f"{len(unpacked)} bytes of rows instead of {size}")
    rows = np.zeros((count, _native.othello.ROW_LANES), np.int8)
    rows[present] = np.frombuffer(unpacked, np.int8).reshape(_native.othello.ROW_LANES, -1).T
    book = OpeningBook(tensors["book_keys"], tensors["book_ever"], tensors["book_recently"])
    depth, exact_from = int(facts["depth"]), int(facts["exact_from"])
    players = KnownPlayers.from_bytes(tensors["player_names"], tensors["player_ratings"])
    own = OwnOpenings(tensors["own_keys"], tensors["own_weights"])
    return ExpertWeights(
        rows, tensors["unit"], tensors["heads"], book, players, own, facts["patterns"], facts["evaluation"], depth, exact_from
    )


def _places(first: NDArray[np.int64], chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Where the moves of the chosen positions stand in the list of all moves."""
    counts = np.diff(first)[chosen]
    begin = np.repeat(first[:-1][chosen] - np.cumsum(counts) + counts, counts)
    places: NDArray[np.int64] = begin + np.arange(counts.sum())
    return places
