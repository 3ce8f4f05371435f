"""A second look at the expert's moves: a small network that knows what the tables had no room for.

The first look is an expert's. The second one reads its probabilities beside deeper values of the engine, the counts of openings,
the player and the last eight moves. In the quick mode nothing is searched that the expert has not searched already; in the full
mode the plausible moves are searched deeper, each position by itself. Whoever has searched already hands its values over.
Where there are deeper values, networks that see the whole board are asked too, if the card names any.
kibitz.learn.networks.othello.second_look trains it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.othello.own_openings import NOBODY
from kibitz.features.othello.planes import Situations
from kibitz.features.othello.second_look import (
    DEEPEST,
    INPUTS,
    LEAST_DEPTH,
    Archive,
    Evidence,
    second_look_inputs,
)
from kibitz.models.card import ModelCard, card_beside, read_card
from kibitz.models.othello.board_networks import BoardNetworks, load_networks
from kibitz.models.othello.expert import ExpertModel, FirstLook, as_table
from kibitz.models.othello.expert import load as load_expert
from kibitz.models.othello.known_players import KnownPlayers
from kibitz.models.othello.model import KnownValues, Mode, Ratings
from kibitz.models.store import find_by_name
from kibitz.nets.sessions import RUNTIME_ERRORS, open_session
from kibitz.rules.othello.bulk import Boards, Children, children
from kibitz.search.othello.deep_values import DeepValues
from kibitz.search.othello.evaluation import load_evaluation
from kibitz.search.othello.probable_cuts import load_cuts

INPUT: Final = "moves"
OUTPUT: Final = "scores"

DEEP_EMPTIES: Final = range(12, 51)
"""Where it pays to search deeper: before that openings are known, behind that the expert solves."""

PLAUSIBLE: Final = 0.01
_BATCH: Final = 1024

# Values of moves [M], NaN where there are none, and how deep they are, [N].
DeepLook: TypeAlias = tuple[NDArray[np.float32], NDArray[np.int64]]


@dataclass(frozen=True, slots=True)
class _Asked:
    """Some positions and who is to move: ratings and numbers of known players, [N], and where the games are played."""

    situations: Situations
    rating: NDArray[np.float32]
    player: NDArray[np.int64]
    archive: Archive = Archive.TOURNAMENT

    @classmethod
    def strangers(cls, situations: Situations, rating: Ratings, archive: Archive = Archive.TOURNAMENT) -> "_Asked":
        """Players of whom no more than a rating is known."""
        ratings = np.broadcast_to(np.asarray(np.nan if rating is None else rating, np.float32), len(situations))
        return cls(situations, ratings, np.full(len(situations), NOBODY), archive)

    def __len__(self) -> int:
        return len(self.situations)

    def take(self, rows: slice) -> "_Asked":
        return _Asked(self.situations.take(rows), self.rating[rows], self.player[rows], self.archive)


@dataclass(frozen=True, slots=True)
class SmallNetwork:
    """The network of a second look, and which version of the inputs it reads."""

    name: str
    version: int
    session: Any

    def scores(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """The score of each move, [M]."""
        if not len(inputs):
            return np.zeros(0, np.float32)
        try:
            scores: NDArray[np.float32] = self.session.run([OUTPUT], {INPUT: inputs})[0][:, 0]
        except RUNTIME_ERRORS as error:
            raise SetupError(f"the model {self.name} cannot be run: {error}") from None
        return scores


class SecondLookModel:
    """Probabilities of moves; see kibitz.models.othello.model for the contract."""

    def __init__(
        self, net: SmallNetwork, first: ExpertModel, deep: DeepValues, networks: BoardNetworks, mode: Mode = Mode.QUICK
    ) -> None:
        self.name = net.name
        self.mode = mode
        self._net = net
        self._first = first
        self._deep = deep
        self._networks = networks

    def in_mode(self, mode: Mode) -> "SecondLookModel":
        """The same model, quick or full."""
        return SecondLookModel(self._net, self._first, self._deep, self._networks, mode)

    @property
    def rating_range(self) -> tuple[float, float]:
        """The ratings between which it tells players apart."""
        return self._first.rating_range

    @property
    def known_players(self) -> KnownPlayers:
        """The people the expert has met."""
        return self._first.known_players

    def probabilities(self, situations: Situations, rating: Ratings = None) -> NDArray[np.float64]:
        """How likely each square is played, [N, 64]; a row sums to 1 over the legal squares, or is 0 where there are none."""
        return self._answers(_Asked.strangers(situations, rating))

    def personal_probabilities(self, situations: Situations, names: NDArray[np.str_]) -> NDArray[np.float64]:
        """As probabilities(), with the strength and the habits of the player to move in each position, [N] names."""
        numbers = self.known_players.numbers(names)
        return self._answers(_Asked(situations, self.known_players.ratings_of(numbers), numbers))

    def archive_probabilities(self, situations: Situations, archive: Archive, rating: Ratings = None) -> NDArray[np.float64]:
        """As probabilities() of games of another archive, with ratings on that archive's own scale."""
        return self._answers(_Asked.strangers(situations, rating, archive))

    def probabilities_with_values(
        self, situations: Situations, known: KnownValues, rating: Ratings = None
    ) -> NDArray[np.float64]:
        """As probabilities() of positions that somebody has searched; no more is searched than the quick mode does.

        Values of less than LEAST_DEPTH, and where a deeper search does not pay, change nothing.
        """
        moves = children(situations.boards)
        empties = 64 - np.bitwise_count(situations.boards.own | situations.boards.opp).astype(np.int64)
        helps = (empties >= DEEP_EMPTIES.start) & (empties < DEEP_EMPTIES.stop) & (known.depth >= LEAST_DEPTH)
        deep = np.where(helps[moves.parent], known.value[moves.parent, moves.square], np.float32(np.nan))
        return self._answer(_Asked.strangers(situations, rating), moves, lambda _: (deep, np.where(helps, known.depth, 0)))

    def win_chances(self, situations: Situations) -> NDArray[np.float64]:
        """The mover's chance to win, as the expert's."""
        return self._first.win_chances(situations)

    def ownership(self, situations: Situations) -> NDArray[np.float64]:
        """The chance that the mover owns each square at the end, as the expert's."""
        return self._first.ownership(situations)

    def _answers(self, asked: _Asked) -> NDArray[np.float64]:
        parts = [self._searched_answer(asked.take(slice(start, start + _BATCH))) for start in range(0, len(asked), _BATCH)]
        return np.concatenate(parts) if parts else np.zeros((0, 64))

    def _searched_answer(self, asked: _Asked) -> NDArray[np.float64]:
        boards, moves = asked.situations.boards, children(asked.situations.boards)
        if self.mode is Mode.FULL:
            return self._answer(asked, moves, lambda look: searched_deeper(self._deep, boards, moves, look))
        return self._answer(
            asked, moves, lambda look: (np.full(len(look.share), np.nan, np.float32), np.zeros(len(asked), np.int64))
        )

    def _answer(self, asked: _Asked, moves: Children, deepen: Callable[[FirstLook], DeepLook]) -> NDArray[np.float64]:
        look = self._first.first_look(asked.situations, _tournament_rating(asked))
        own = self._first.own_weights(asked.player, look.keys, moves.parent)
        deep, depth = deepen(look)
        archive = np.full(len(asked), asked.archive, np.int8)
        network = self._networks.shares(asked.situations, moves, depth > 0)
        evidence = Evidence(look.share, look.values, deep, depth, look.reached, own, asked.rating, archive, network)
        scores = self._net.scores(second_look_inputs(asked.situations, evidence, self._net.version))
        return as_table(shares_of_scores(scores, moves.parent, len(asked)), moves, asked.situations.boards)


def not_deeper(moves: int, positions: int) -> DeepLook:
    """No deeper values at all."""
    return np.full(moves, np.nan, np.float32), np.zeros(positions, np.int64)


def searched_deeper(deep: DeepValues, boards: Boards, moves: Children, look: FirstLook) -> DeepLook:
    """Values of the plausible moves where a deeper search pays, NaN for others, [M], and how deep they are, [N]."""
    values, depth = values_of_depths(deep, boards, moves, look)
    return np.ascontiguousarray(values[:, -1]), depth


def values_of_depths(deep: DeepValues, boards: Boards, moves: Children, look: FirstLook) -> DeepLook:
    """As searched_deeper(), with the values of all depths on the way, [M, depth]."""
    empties = 64 - np.bitwise_count(boards.own | boards.opp).astype(np.int64)
    counts = np.bincount(moves.parent, minlength=len(boards))
    rows = np.flatnonzero((counts > 1) & (empties >= DEEP_EMPTIES.start) & (empties < DEEP_EMPTIES.stop))
    plausible = (look.share >= PLAUSIBLE) | (look.values >= _best(look.values, moves.parent, len(boards)))
    plausible &= np.isin(moves.parent, rows)
    wanted = np.zeros(len(boards), np.uint64)
    np.bitwise_or.at(wanted, moves.parent[plausible], np.uint64(1) << moves.square[plausible].astype(np.uint64))
    values = np.full((len(look.share), deep.depth), np.nan, np.float32)
    values[plausible] = deep.of(Boards(boards.own[rows], boards.opp[rows]), wanted[rows])
    depth = np.zeros(len(boards), np.int64)
    depth[rows] = deep.depth
    return values, depth


def shares_of_scores(scores: NDArray[np.float32], parent: NDArray[np.int64], count: int) -> NDArray[np.float32]:
    """Softmax over the moves of each position, [M]."""
    weights = np.exp(scores - _best(scores, parent, count))
    shares: NDArray[np.float32] = weights / np.bincount(parent, weights, count)[parent]
    return shares


def load(path: Path) -> SecondLookModel:
    """The model in a file; the models that its card names are among those at hand. Raises SetupError."""
    card = read_card(card_beside(path))
    if card.features_version not in INPUTS:
        known = " and ".join(map(str, INPUTS))
        raise SetupError(f"{path} needs layout {card.features_version} of the second look; this release has {known}")
    session = open_session(path, threads=1)
    _check_shapes(session, path, INPUTS[card.features_version])
    net, networks = SmallNetwork(card.name, card.features_version, session), load_networks(_networks(card))
    first = load_expert(find_by_name(_named(card, "first")).weights)
    return SecondLookModel(net, first, deep_values(_named(card, "evaluation")), networks)


def deep_values(evaluation: str, depth: int = DEEPEST) -> DeepValues:
    """The deeper search by the evaluation of a name; raises SetupError if it is not at hand."""
    weights = find_by_name(evaluation).weights
    return DeepValues(load_evaluation(weights), load_cuts(weights.with_suffix(".cuts")), depth)


def _named(card: ModelCard, key: str) -> str:
    name = card.settings.get(key)
    if not isinstance(name, str):
        raise SetupError(f"the card of {card.name} does not name its {key}: a text under settings is expected")
    return name


def _networks(card: ModelCard) -> list[str]:
    """The names of the networks that see the whole board; none if the card names none."""
    names = card.settings.get("networks", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise SetupError(f"the card of {card.name} does not name its networks: a list of texts under settings is expected")
    return names


def _check_shapes(session: Any, path: Path, inputs: int) -> None:
    found, given = session.get_inputs(), session.get_outputs()
    if [each.name for each in (*found, *given)] != [INPUT, OUTPUT] or found[0].shape[1:] != [inputs]:
        raise SetupError(f"{path} is not a second look: it should read {INPUT} of {inputs} numbers and give {OUTPUT}")


def _tournament_rating(asked: _Asked) -> NDArray[np.float32]:
    """What the expert is told: it knows no ratings but those of tournaments."""
    return asked.rating if asked.archive is Archive.TOURNAMENT else np.full(len(asked), np.nan, np.float32)


def _best(values: NDArray[np.float32], parent: NDArray[np.int64], count: int) -> NDArray[np.float32]:
    """The greatest value among the moves of its position, for each move."""
    best = np.full(count, -np.inf, np.float32)
    np.maximum.at(best, parent, values)
    return best[parent]
