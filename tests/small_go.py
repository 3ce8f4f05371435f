"""Games of Go in which every move touches the last one where it can, and a small model that has learned so from them."""

import random
from functools import lru_cache

import numpy as np

from kibitz.learn.tables.go.expert import GoExpertSettings, chunks, compressed, count_patterns, learn_chunk, new_trainer
from kibitz.models.card import write_card
from kibitz.models.go.expert import GoExpertModel, save_go_expert
from kibitz.rules.go.bulk import GoGames, PlainGame
from kibitz.rules.go.points import format_sgf_vertex
from kibitz.rules.go.position import GoGame

CARD = {"kind": "go-tables", "features": "go-patterns", "features_version": 1, "licence": "MIT"}


def following_moves(size, moves, chooser):
    """The points of a game whose players answer beside the last stone, or anywhere where that is not legal."""
    position, played = GoGame(size).start(), []
    for _ in range(moves):
        legal = position.legal_points()
        beside = [point for point in legal if played and touch(point, played[-1], size)]
        played.append(chooser.choice(beside or legal))
        position = position.play(played[-1])
    return played


def touch(first, second, size):
    rows, columns = abs(first // size - second // size), abs(first % size - second % size)
    return rows + columns == 1


def following_games(size=19, games=12, moves=40, seed=1):
    chooser = random.Random(seed)
    colors = [1 - number % 2 for number in range(moves)]
    return GoGames.of(size, [PlainGame(following_moves(size, moves, chooser), colors) for _ in range(games)])


def write_following_games(folder, years, games=6, moves=40, size=19, more=""):
    """A folder of SGF files, so many for each year; `more` are properties that all of them have."""
    folder.mkdir(parents=True, exist_ok=True)
    chooser = random.Random(7)
    for year in years:
        for number in range(games):
            points = following_moves(size, moves, chooser)
            words = "".join(f";{'BW'[i % 2]}[{format_sgf_vertex(point, size)}]" for i, point in enumerate(points))
            facts = f"GM[1]FF[4]SZ[{size}]DT[{year}-05-01]RE[{'BW'[number % 2]}+3.5]{more}"
            (folder / f"{year}-{number}.sgf").write_text(f"(;{facts}{words})")
    return folder


@lru_cache(maxsize=1)
def small_weights():
    settings = GoExpertSettings(least=2, vector_least=4, sweeps=4, stride=4, chunk=6)
    games = following_games()
    chosen = np.arange(len(games))
    patterns = count_patterns(games, chosen, settings, lambda _: None)
    trainer = new_trainer(patterns, settings)
    for chunk in chunks(chosen, np.full(len(games), 2000), settings):
        learn_chunk(trainer, games, chunk, settings)
    return compressed(trainer, patterns)


def small_model():
    return GoExpertModel("small", small_weights())


def write_small_model(folder, name="small-go"):
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.safetensors"
    save_go_expert(small_weights(), path)
    write_card(path, CARD)
    return path
