"""The test of the contract in kibitz.players.player; run it on any player you add.

The player plays whole games against a random mover, is asked in positions where it must pass, sees a game taken back and one
broken off, and must be closed twice without complaint.
"""

import random
from collections.abc import Callable
from typing import Any

from kibitz.players.player import Answer, Player, Request, Turn
from kibitz.rules.game import BrokenContractError, Color, Game, GamePosition
from kibitz.rules.squares import PASS


def check_player(make: Callable[[], Player], game: Game[Any], games: int = 6, seed: int = 0) -> None:
    """Raise BrokenContractError at the first thing that is not as the contract says.

    `make` makes a new player; it is called twice if the player claims to be repeatable.
    """
    first, is_repeatable = _answers(make, game, games, seed)
    if is_repeatable:
        second, _ = _answers(make, game, games, seed)
        _require(first == second, f"{game.name}", "two players made alike claim to be repeatable and answered differently")


def _answers(make: Callable[[], Player], game: Game[Any], games: int, seed: int) -> tuple[list[Answer], bool]:
    chooser = random.Random(seed)
    player = make()
    answers: list[Answer] = []
    try:
        _require(isinstance(player.name, str) and bool(player.name), game.name, "a player has a name")
        for number in range(games):
            color = Color(number % 2)
            answers += _play(player, game, color, chooser, f"{player.name} as {color}, {game.name}, game {number}")
        answers += _go_back(player, game, chooser, f"{player.name}, {game.name}, a game taken back")
    finally:
        player.close()
    player.close()
    return answers, player.is_repeatable


def _play(player: Player, game: Game[Any], color: Color, chooser: random.Random, where: str) -> list[Answer]:
    """The player's answers in one game against a random mover."""
    player.new_game(game)
    answers: list[Answer] = []
    turn = _first_turn(game)
    while legal := turn.position.legal_moves():
        move: Answer = chooser.choice(legal)
        if turn.to_move == color:
            move = _checked_answer(player, turn, f"{where}, move {len(turn.moves) + 1}")
            answers.append(move)
        if isinstance(move, Request):
            break
        turn = _after(turn, move)
    return answers


def _go_back(player: Player, game: Game[Any], chooser: random.Random, where: str) -> list[Answer]:
    """The player's answers to turns of which each third one is older than the one before; the game is interrupted."""
    player.new_game(game)
    turns = [_first_turn(game)]
    while len(turns) <= 8 and (legal := turns[-1].position.legal_moves()):
        turns.append(_after(turns[-1], chooser.choice(legal)))
    asked = [turn for turn in turns if turn.position.outcome() is None]  # short games have fewer
    return [_checked_answer(player, asked[index], where) for index in (0, 2, 6, 4, 8, 1, 7) if index < len(asked)]


def _first_turn(game: Game[Any]) -> Turn:
    start: GamePosition = game.start()
    return Turn(game, start, (), start)


def _after(turn: Turn, move: int) -> Turn:
    return Turn(turn.game, turn.start, (*turn.moves, move), turn.position.play(move))


def _checked_answer(player: Player, turn: Turn, where: str) -> Answer:
    answer = player.choose(turn)
    if answer == Request.RESIGN:
        return answer
    legal = turn.position.legal_moves()
    _require(type(answer) is int, where, f"the answer {answer!r} is neither a move nor a resignation")
    if legal == (PASS,):
        _require(answer == PASS, where, f"the answer is {answer!r} where only a pass is legal")
    _require(answer in legal, where, f"the answer {answer!r} is not among the legal moves {legal}")
    return answer


def _require(condition: bool, where: str, what: str) -> None:
    if not condition:
        raise BrokenContractError(f"{where}: {what}")
