"""What the second look learns from: played moves with everything that may be told of them, hidden at random as they are drawn.

The expert that looks first must not have seen the games: what it says of moves it has learned by heart says nothing of others.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.openings import ReachedCounts
from kibitz.features.othello.own_openings import NOBODY
from kibitz.features.othello.planes import Situations
from kibitz.features.othello.samples import ExpertMoves
from kibitz.features.othello.second_look import DEEPEST, LEAST_DEPTH, Archive, Evidence, second_look_inputs
from kibitz.files import make_folder, whole_file
from kibitz.models.othello.board_networks import BoardNetworks
from kibitz.models.othello.expert import ExpertModel, FirstLook, as_table
from kibitz.models.othello.second_look import not_deeper, shares_of_scores, values_of_depths
from kibitz.rules.othello.bulk import Boards, Children, children
from kibitz.search.othello.deep_values import DeepValues

Floats = NDArray[np.float32]
Scorer = Callable[[Floats], Floats]

_CHUNK: Final = 2000  # positions between two files of the cache
_UNKNOWN: Final = -32768
_UNITS: Final = 64


@dataclass(frozen=True, slots=True)
class Telling:
    """How often each thing is told when positions are drawn; the player's own openings only where the rating is told."""

    rating: float = 0.7
    own: float = 0.6
    deep: float = 0.7
    less_deep: float = 0.2  # of those with deeper values, how many get those of LEAST_DEPTH
    network: float = 0.8  # of those with deeper values, how many hear what the networks say


@dataclass(frozen=True, slots=True)
class Batch:
    """The inputs of all moves of some positions, [M], the position of each, and which of them was played, [N]."""

    inputs: Floats
    position: NDArray[np.int64]
    played: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.played)


@dataclass(frozen=True, slots=True)
class Examples:
    """Moves played, [N], and what is known of all legal moves, by position and then square, [M]: see Evidence.

    `untold` is the first look without a rating, `told` with the rating of the player. `known` has values of depth DEEPEST,
    `less_deep` those of LEAST_DEPTH.
    """

    moves: ExpertMoves
    untold: Floats
    told: Floats
    less_deep: Floats
    known: Evidence

    def __len__(self) -> int:
        return len(self.moves)

    def take(self, rows: NDArray[np.int64]) -> "Examples":
        """Some of the positions."""
        of, _ = self._moves_of(rows)
        known = _taken(self.known, rows, of)
        return Examples(self.moves.take(rows), self.untold[of], self.told[of], self.less_deep[of], known)

    def with_choice(self) -> NDArray[np.int64]:
        """The positions with more than one legal move."""
        return np.flatnonzero(np.bitwise_count(self.moves.legal) > 1)

    def drawn(self, rows: NDArray[np.int64], random: np.random.Generator, telling: Telling) -> Batch:
        """Some positions with what chance tells of each."""
        chance = random.random((5, len(rows)))
        rated = chance[0] < telling.rating
        depth = np.where(chance[2] < telling.deep, np.where(chance[3] < telling.less_deep, LEAST_DEPTH, DEEPEST), 0)
        return self.batch(rows, rated, rated & (chance[1] < telling.own), depth, chance[4] < telling.network)

    def batch(self, rows: NDArray[np.int64], rated: Any, own: Any, depth: Any, network: Any = True) -> Batch:
        """Some positions with what is told of each, [N] each or one for all.

        `rated`, `own` and `network` are truth values, `depth` is 0, LEAST_DEPTH or DEEPEST; without depth no network is heard.
        """
        of, position = self._moves_of(rows)
        rated, own, depth, network = (np.broadcast_to(each, len(rows)) for each in (rated, own, depth, network))
        heard = network & (depth > 0)
        known = _taken(self.known, rows, of)
        deep = np.where(depth[position] == DEEPEST, known.deep, self.less_deep[of])
        evidence = known.told(
            share=np.where(rated[position], self.told[of], self.untold[of]),
            deep=np.where(depth[position] > 0, deep, np.float32(np.nan)),
            depth=np.minimum(known.depth, depth),
            own=np.where(own[position], known.own, np.float32(0)),
            rating=np.where(rated, known.rating, np.float32(np.nan)),
            network=np.where(heard[position], known.network, np.float32(np.nan)),
        )
        situations = self.moves.situations.take(rows)
        legal = children(situations.boards)
        played = np.flatnonzero(legal.square == self.moves.square[rows][legal.parent])
        return Batch(second_look_inputs(situations, evidence), position, played)

    def answers(self, scorer: Scorer, rated: bool, own: bool, depth: int) -> NDArray[np.float64]:
        """The probabilities a network gives, [N, 64], told the same of all positions."""
        parts = []
        for start in range(0, len(self), _CHUNK):
            rows = np.arange(start, min(start + _CHUNK, len(self)))
            batch = self.batch(rows, rated, own, depth)
            shares = shares_of_scores(scorer(batch.inputs), batch.position, len(rows))
            boards = self.moves.situations.take(rows).boards
            parts.append(as_table(shares, children(boards), boards))
        return np.concatenate(parts)

    def _moves_of(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Where the moves of some positions stand, and which of the positions each belongs to."""
        counts = np.bitwise_count(self.moves.legal).astype(np.int64)
        first = np.cumsum(counts) - counts
        chosen = counts[rows]
        position = np.repeat(np.arange(len(rows)), chosen)
        return first[rows][position] + np.arange(len(position)) - (np.cumsum(chosen) - chosen)[position], position


def joined(parts: list[Examples]) -> Examples:
    """All positions of some examples, one part behind the other."""
    situations = [part.moves.situations for part in parts]
    boards = Boards(_all(each.boards.own for each in situations), _all(each.boards.opp for each in situations))
    moves = ExpertMoves(
        Situations(boards, _all(each.black_to_move for each in situations), _all(each.recent for each in situations)),
        _all(part.moves.square for part in parts),
        _all(part.moves.legal for part in parts),
    )
    known = [part.known for part in parts]
    reached = ReachedCounts(_all(each.reached.ever for each in known), _all(each.reached.recently for each in known))
    names = ("share", "shallow", "deep", "depth", "own", "rating", "archive", "network")
    told = {name: _all(getattr(each, name) for each in known) for name in names}
    untold, rated, less_deep = (_all(getattr(part, name) for part in parts) for name in ("untold", "told", "less_deep"))
    return Examples(moves, untold, rated, less_deep, Evidence(reached=reached, **told))


def examples_of(
    first: ExpertModel,
    moves: ExpertMoves,
    rating: Floats,
    player: NDArray[np.int64] | None = None,
    archive: Archive = Archive.TOURNAMENT,
    deep: Callable[[Boards, Children, FirstLook], tuple[Floats, NDArray[np.int64]]] | None = None,
    networks: BoardNetworks | None = None,
) -> Examples:
    """Moves with the ratings of who made them, [N], and their numbers among the players the expert has met."""
    legal = children(moves.situations.boards)
    untold = _looked(first, moves.situations, None)
    told = _looked(first, moves.situations, rating).share if archive is Archive.TOURNAMENT else untold.share
    players = np.full(len(moves), NOBODY) if player is None else player
    values, depth = not_deeper(len(untold.share), len(moves))
    less_deep = values
    if deep is not None:
        both, depth = deep(moves.situations.boards, legal, untold)
        less_deep, values = (np.ascontiguousarray(column) for column in both.T)
    own = first.own_weights(players, untold.keys, legal.parent)
    archives = np.full(len(moves), archive, np.int8)
    network = (networks or BoardNetworks()).shares(moves.situations, legal, depth > 0)
    known = Evidence(untold.share, untold.values, values, depth, untold.reached, own, rating, archives, network)
    return Examples(moves, untold.share, told, less_deep, known)


class CachedDepth:
    """Values of plausible moves at LEAST_DEPTH and DEEPEST, [M, 2], and how deep the latter are, [N].

    They are kept in a folder some positions at a time, so that none is searched twice.
    """

    def __init__(self, deep: DeepValues, folder: Path, tell: Callable[[int, int], None]) -> None:
        self._deep, self._folder, self._tell = deep, folder, tell

    def __call__(self, boards: Boards, moves: Children, look: FirstLook) -> tuple[Floats, NDArray[np.int64]]:
        values, depths = [], []
        for start in range(0, len(boards), _CHUNK):
            self._tell(start, len(boards))
            rows = slice(start, start + _CHUNK)
            part = Boards(boards.own[rows], boards.opp[rows])
            of = (moves.parent >= start) & (moves.parent < start + _CHUNK)
            mine = Children(moves.parent[of] - start, moves.square[of], Boards(moves.boards.own[of], moves.boards.opp[of]))
            seen = FirstLook(look.share[of], look.values[of], look.reached, look.keys[of])
            found = self._kept(part, mine, seen)
            values.append(found[0])
            depths.append(found[1])
        return np.concatenate(values), np.concatenate(depths)

    def _kept(self, boards: Boards, moves: Children, look: FirstLook) -> tuple[Floats, NDArray[np.int64]]:
        path = self._folder / f"deep-{self._fingerprint(boards, look)}.npz"
        if not path.is_file():
            found, depth = values_of_depths(self._deep, boards, moves, look)
            values = found[:, [LEAST_DEPTH - 1, DEEPEST - 1]]
            make_folder(path.parent)
            with whole_file(path) as file:
                np.savez(file, values=units(values), depth=depth)
        with np.load(path, allow_pickle=False) as stored:
            values, depth = stored["values"], stored["depth"]
        return np.where(values == _UNKNOWN, np.nan, values / np.float32(_UNITS)).astype(np.float32), depth

    def _fingerprint(self, boards: Boards, look: FirstLook) -> str:
        """Changes when the positions, the plausible moves or the way they are searched change."""
        digest = hashlib.sha256(self._deep.evaluation.weights.tobytes())
        for array in (self._deep.cuts.relations, boards.own, boards.opp, look.share, look.values):
            digest.update(np.ascontiguousarray(array).tobytes())
        digest.update(str(self._deep.depth).encode())
        return digest.hexdigest()[:20]


def units(values: Floats) -> NDArray[np.int16]:
    """Values in discs as whole steps for a file."""
    return np.where(np.isnan(values), _UNKNOWN, np.rint(np.nan_to_num(values) * _UNITS)).astype(np.int16)


def _looked(first: ExpertModel, situations: Situations, rating: Floats | None) -> FirstLook:
    parts = [
        first.first_look(situations.take(rows), None if rating is None else rating[rows])
        for rows in (slice(start, start + _CHUNK) for start in range(0, len(situations), _CHUNK))
    ]
    reached = ReachedCounts(_all(part.reached.ever for part in parts), _all(part.reached.recently for part in parts))
    return FirstLook(_all(p.share for p in parts), _all(p.values for p in parts), reached, _all(p.keys for p in parts))


def _taken(known: Evidence, rows: NDArray[np.int64], of: NDArray[np.int64]) -> Evidence:
    reached = ReachedCounts(known.reached.ever[of], known.reached.recently[of])
    of_moves = (known.share[of], known.shallow[of], known.deep[of])
    of_positions = (known.rating[rows], known.archive[rows])
    return Evidence(*of_moves, known.depth[rows], reached, known.own[of], *of_positions, known.network[of])


def _all(parts: Any) -> NDArray[Any]:
    return np.concatenate(list(parts))
