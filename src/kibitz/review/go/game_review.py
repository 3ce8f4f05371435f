"""A game of Go reviewed move by move, by playouts that a model of moves guides.

Every position is searched once. The best move of a position is the one that was tried most; a move that was played is worth what
the next position is worth to the side that played it. Scores are percentage points of the chance to win above an even game.
Passes are not reviewed. kibitz.review.game_review is the road; here is what Go brings to it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from kibitz.errors import SetupError
from kibitz.models.go.model import GoMoveModel
from kibitz.players.external.searching import ExternalSearch
from kibitz.players.place import places_along
from kibitz.records.go.record import GoRecord
from kibitz.review.game_review import GameReview, Judged, Progress, Reviewers, Scale, Valued, review_turns
from kibitz.review.go.turns import plies_reviewed, turn_of
from kibitz.rules.go.points import format_go_move
from kibitz.rules.go.position import GoGame, GoPosition
from kibitz.search.contract import Ranking
from kibitz.search.go.tree import TreeLimits
from kibitz.voices.go.voices import ask_human, engine_voice

DEFAULT_PLAYOUTS: Final = 2000
# Two searches of so many playouts differ by a few points where nothing was lost.
SCALE: Final = Scale("percentage points", mistake=10.0, exact_mistake=10.0, halving_loss=10.0)
_SHOWN_ANSWERS: Final = 4


@dataclass(frozen=True, slots=True)
class GoReviewer:
    """Who reviews: a search of so many playouts for each position, and the model of moves that guides it."""

    model: GoMoveModel
    playouts: int = DEFAULT_PLAYOUTS
    external: ExternalSearch | None = None  # another program, instead of the playouts

    def review(self, record: GoRecord, progress: Progress | None = None) -> GameReview:
        """The review of a game; a search that is asked twice says the same. `progress` gets the moves done and their number.

        Whatever `progress` raises ends the work. Raises SetupError for a game without moves and for a model that is too slow to
        guide a search, and IllegalMoveError for a move that the rules of the game forbid.
        """
        positions, moves = list(record.positions()), tuple(move.point for move in record.moves)
        search, by = self._engine(record.game(), positions, moves)
        game = _Searched(positions, moves, search, self.model)
        found = review_turns(plies_reviewed(moves), game.reviewed, SCALE, by, progress)
        return replace(found, engine=self.external.title) if self.external else found

    def _engine(
        self, game: GoGame, positions: list[GoPosition], moves: tuple[int, ...]
    ) -> tuple[Callable[[int], Ranking], Reviewers]:
        """What searches the position before a move of the game, and who that is."""
        if self.external is None:
            engine = engine_voice(TreeLimits(self.playouts), model=self.model)
            by = Reviewers(self.playouts, engine.source, self.model.name)
            return lambda ply: engine.deepen(positions[ply]), by
        external, places = self.external, places_along(game, positions, moves)
        return lambda ply: external.deepen(places[ply]), Reviewers(0, external.title, self.model.name)


@dataclass(frozen=True, slots=True)
class _Worth:
    """What a search says of a position: the chance to win of its side to move, and the moves that it expects."""

    win_chance: float
    line: tuple[int, ...]


@dataclass
class _Searched:
    """A game whose positions are searched when they are needed, each once."""

    positions: list[GoPosition]
    moves: tuple[int, ...]
    search: Callable[[int], Ranking]  # of the position before a move
    model: GoMoveModel
    known: dict[int, _Worth] = field(default_factory=dict)

    def reviewed(self, ply: int) -> Judged:
        """The move of a turn beside the best one."""
        position, move, worth = self.positions[ply], self.moves[ply], self._worth(ply)
        human = ask_human(position, self.model).probabilities
        best = self._valued(worth, human)
        played = best if worth.line[0] == move else self._valued(self._played(ply), human)
        return turn_of(position, self.moves[:ply], played, best, lambda: _reasons(played, best))

    def _worth(self, ply: int) -> _Worth:
        if ply not in self.known:
            self.known[ply] = self._search(ply)
        return self.known[ply]

    def _search(self, ply: int) -> _Worth:
        position = self.positions[ply]
        outcome = position.outcome()
        if outcome is not None:
            score = outcome.score_for(position.to_move)
            return _Worth(0.5 if score == 0 else float(score > 0), ())
        found = self.search(ply).moves
        if not found or found[0].win_chance is None:
            raise SetupError("a review needs an engine that says chances to win; this one names its moves and no more")
        return _Worth(found[0].win_chance, found[0].line)

    def _played(self, ply: int) -> _Worth:
        """What the move of a turn is worth to the side that played it: what comes after it, seen from there."""
        after = self._worth(ply + 1)
        is_own = self.positions[ply + 1].to_move == self.positions[ply].to_move  # records need not alternate
        return _Worth(after.win_chance if is_own else 1 - after.win_chance, (self.moves[ply], *after.line))

    def _valued(self, worth: _Worth, human: Mapping[int, float]) -> Valued:
        move, chance = worth.line[0], worth.win_chance
        line = [self._write(step) for step in worth.line]
        return Valued(self._write(move), round(100 * chance - 50, 2), chance, human.get(move, 0.0), line)

    def _write(self, move: int) -> str:
        return format_go_move(move, self.positions[0].size)


def _reasons(played: Valued, best: Valued) -> list[str]:
    """What the move costs, what is expected after it, and what experts would play."""
    answers = " ".join(played.line[1 : _SHOWN_ANSWERS + 1])
    return [
        f"{best.move} wins with {_percent(best.win_chance)}, {played.move} with {_percent(played.win_chance)}.",
        *([f"The engine expects {answers} after {played.move}."] if answers else []),
        f"Experts play {best.move} with {_percent(best.probability)} and {played.move} with {_percent(played.probability)}.",
    ]


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"
