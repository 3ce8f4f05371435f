"""A small expert model, trained once on a few random games: it knows little, but is made and stored like the real one."""

from pathlib import Path

import numpy as np
import pytest

import kibitz.models
from kibitz.features.othello.candidates import Players
from kibitz.features.othello.openings import OpeningYears
from kibitz.features.othello.planes import situations_of_replay
from kibitz.learn.tables.othello.expert import (
    ExpertGames,
    ExpertSettings,
    compressed,
    learn,
    lessons,
    new_trainer,
    training_candidates,
)
from kibitz.models.othello.expert import MoveSearch
from kibitz.models.othello.known_players import KnownPlayers
from kibitz.rules.othello.bulk import random_games, replay
from kibitz.search.othello.evaluation import load_evaluation


@pytest.fixture(scope="session")
def evaluation_file():
    return Path(kibitz.models.__file__).parent / "shipped" / "evaluation-2014.safetensors"


@pytest.fixture(scope="session")
def evaluation(evaluation_file):
    return load_evaluation(evaluation_file)


@pytest.fixture(scope="session")
def small_games():
    games = replay(random_games(60, seed=1)[0])
    count = len(games.square)
    players = Players(np.linspace(1100, 2100, count).astype(np.float32), np.zeros(count, np.bool_))
    people = KnownPlayers(("Black Ada", "White Bob"), np.array([1400, 1800], np.float32))
    mover = np.where(games.black_to_move, 0, 1)
    return ExpertGames(situations_of_replay(games), games.square, np.full(count, 2010), players, mover, people)


@pytest.fixture(scope="session")
def small_expert(small_games, evaluation):
    settings = ExpertSettings(last_year=2010, passes=1, row_evidence=0.0)
    search = MoveSearch(evaluation, depth=1, exact_from=4)
    boards, black = small_games.situations.boards, small_games.situations.black_to_move
    openings = OpeningYears.of_positions(boards, black, small_games.year)
    known = training_candidates(small_games, search.values(boards), openings, settings)
    trainer = new_trainer(settings)
    for lesson in lessons(len(small_games), settings):
        learn(trainer, small_games, known, lesson, settings)
    return compressed(trainer, small_games, openings, settings, search, "evaluation-2014")
