"""A match: pairs of games from the same opening with colours swapped, until all are played or a test has decided.

See docs/measuring.md for the method.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import chain
from typing import Final, TypeAlias

from kibitz.arena.game_job import PROBLEM_TAG, GameJob, GameKey, game_seed, play_job
from kibitz.arena.match_folder import MatchFolder
from kibitz.arena.match_game import MatchRecord
from kibitz.arena.sprt import Sprt, Verdict
from kibitz.arena.tally import PairResult, Tally
from kibitz.players.referee import CRASH
from kibitz.workers import Workers

GAMES_OF_A_PAIR: Final = (1, 2)

Watcher: TypeAlias = Callable[["Match"], None]


class Match:
    """The first `pairs` pairs of the match in a folder, some of them played, some not. `number` tells it from others.

    A pair in which a player crashed says nothing of how well anybody plays: it counts only with `counts_crashes`.
    """

    def __init__(
        self, folder: MatchFolder, pairs: int, number: int = 0, sprt: Sprt | None = None, counts_crashes: bool = False
    ) -> None:
        self.folder = folder
        self.number = number
        self.sprt = sprt
        self._pair_count = pairs
        self._counts_crashes = counts_crashes
        self._weighed = 0  # pairs the test has seen, whether they count or not
        self._weigh()

    @property
    def total_games(self) -> int:
        return len(GAMES_OF_A_PAIR) * self._pair_count

    @property
    def games_played(self) -> int:
        return sum(pair <= self._pair_count for pair, _ in self.folder.games)

    @property
    def is_decided(self) -> bool:
        """Whether a test has its verdict, so that no more games are needed."""
        return self.sprt is not None and self.sprt.verdict != Verdict.UNDECIDED

    def add(self, job: GameJob, record: MatchRecord) -> None:
        """Keep a game that was played for this match."""
        self.folder.add(job.key, record)
        self._weigh()

    def missing_jobs(self) -> Iterator[GameJob]:
        """The games still to be played, in order, until the test has decided."""
        for pair in range(1, self._pair_count + 1):
            for game in GAMES_OF_A_PAIR:
                if self.is_decided:
                    return
                if (pair, game) not in self.folder.games:
                    yield self._job((pair, game))

    def tally(self) -> Tally:
        """The pairs that count: all that are complete, or those the test needed for its verdict."""
        last = self._weighed if self.is_decided else self._pair_count
        pairs = [result for pair in range(1, last + 1) if (result := self._result(pair))]
        counted = tuple(result for result in pairs if self._counts(result))
        left_out = tuple(result for result in pairs if not self._counts(result))
        return Tally(counted, self.folder.settings.game.counts_points, left_out)

    def crashes(self) -> dict[GameKey, str]:
        """What happened in each game that ended because a player crashed, counted or not."""
        ended = {key: record for key, record in sorted(self.folder.games.items()) if key[0] <= self._pair_count}
        return {key: record.tags.get(PROBLEM_TAG, "") for key, record in ended.items() if record.ending == CRASH}

    def _counts(self, result: PairResult) -> bool:
        return self._counts_crashes or CRASH not in result.endings

    def _weigh(self) -> None:
        """Let the test see the pairs that follow those it has seen, as far as they are complete."""
        while self.sprt and not self.is_decided and self._weighed < self._pair_count:
            result = self._result(self._weighed + 1)
            if result is None:
                return
            self._weighed += 1
            if self._counts(result):
                self.sprt.add([result.kind])

    def _result(self, pair: int) -> PairResult | None:
        as_black, as_white = (self.folder.games.get((pair, game)) for game in GAMES_OF_A_PAIR)
        if as_black is None or as_white is None:
            return None
        score = self.folder.settings.game.black_score
        return PairResult((score(as_black) or 0, -(score(as_white) or 0)), (as_black.ending, as_white.ending))

    def _job(self, key: GameKey) -> GameJob:
        settings = self.folder.settings
        names = (settings.first, settings.second)
        seeds = (game_seed(settings.seed, key, 0), game_seed(settings.seed, key, 1))
        if key[1] == GAMES_OF_A_PAIR[1]:
            names, seeds = names[::-1], seeds[::-1]
        opening = self.folder.openings[key[0] - 1]
        return GameJob(self.number, key, *names, opening, seeds, settings.time_control, settings.game)


def most_crashed(matches: Sequence[Match]) -> str:
    """A sentence on the cause if players crashed in most games of some matches, else an empty one."""
    crashes = [problem for match in matches for problem in match.crashes().values()]
    played = sum(match.games_played for match in matches)
    if 2 * len(crashes) <= played:
        return ""
    return f"players crashed in {len(crashes)} of {played} games; the first time: {crashes[0] or 'it is not known why'}"


def play_matches(matches: Sequence[Match], workers: Workers, watch: Watcher | None = None) -> None:
    """Play all that is missing in some matches, one after the other; their numbers must be their places.

    Every game is on the disk before the next one of its worker ends; `watch` is called after each.
    """
    jobs = chain.from_iterable(match.missing_jobs() for match in matches)
    with closing(workers.run(play_job, jobs)) as played:
        for job, record in played:
            match = matches[job.match]
            match.add(job, record)
            if watch:
                watch(match)
            if all(match.is_decided for match in matches):
                return
