"""One game of a match as a job for a worker process."""

import random
from dataclasses import dataclass
from datetime import date
from typing import Final, TypeAlias

from kibitz.arena.match_game import MatchGame, MatchRecord
from kibitz.arena.opening import Opening
from kibitz.errors import SetupError
from kibitz.players.referee import PlayedGame, TimeControl, play_game
from kibitz.players.registry import find_kind, make_player, parse_player_text

GameKey: TypeAlias = tuple[int, int]
"""The number of a pair from 1 on, and 1 or 2 for the game in it."""


PROBLEM_TAG: Final = "PROBLEM"
"""The tag of a record that says what a player did that failed."""


@dataclass(frozen=True, slots=True)
class GameJob:
    """All a process must know to play a game: who against whom, from where, with which seeds and clock."""

    match: int  # which of several matches that are played together
    key: GameKey
    black: str
    white: str
    opening: Opening
    seeds: tuple[int, int]  # Black's and White's
    time_control: TimeControl | None
    game: MatchGame

    def __str__(self) -> str:
        return f"game {self.key[0]}.{self.key[1]} of {self.black} against {self.white}"


def play_job(job: GameJob) -> MatchRecord:
    """The record of the game, the players under the names they were given.

    Both are made for this game and closed after it: nothing goes over from one game to the next, so the order of the games makes
    no difference, and a program that died is simply started again.
    """
    black_seed, white_seed = job.seeds
    with make_player(job.black, black_seed) as black, make_player(job.white, white_seed) as white:
        names = black.name, white.name
        rules, count = job.game.rules, job.game.count
        played = play_game(rules, black, white, opening=job.opening, time_control=job.time_control, count=count)
        return job.game.record(
            played,
            black=job.black,
            white=job.white,
            event="kibitz match",
            round=f"{job.key[0]}.{job.key[1]}",
            date=date.today().isoformat(),
            tags=_tags(played, names),
        )


def check_players(*texts: str, game: str) -> None:
    """Raise NotationError or SetupError if a player cannot be made, is a person or plays another game alone."""
    for text in texts:
        only_game = find_kind(parse_player_text(text).name).only_game
        if only_game not in ("", game):
            raise SetupError(f"{text!r} plays {only_game.capitalize()}; say --game {only_game}")
        with make_player(text) as player:
            if player.may_take_back:
                raise SetupError(f"{text!r} is a person, and matches are for programs; kibitz play is for people")


def game_seed(seed: int, key: GameKey, player: int) -> int:
    """The seed of the first (0) or the second (1) player of a match in one of its games."""
    return random.Random(f"{seed} {key[0]}.{key[1]} {player}").getrandbits(31)


def _tags(played: PlayedGame, names: tuple[str, str]) -> dict[str, str]:
    """What a program calls itself once it runs, and what a player that failed did; `names` are those before the game."""
    tags = {"BLACKPROGRAM": played.black, "WHITEPROGRAM": played.white, PROBLEM_TAG: played.problem}
    return {tag: text for tag, text in tags.items() if text and text not in names}
