"""What every game of the study app must answer to; see kibitz.app.study_game."""

import threading
from importlib import import_module

import pytest

from app.conftest import PATIENCE
from kibitz.app.analysis_pool import AnalysisPool
from kibitz.app.game_names import DEFAULT_GAME, GAME_NAMES
from kibitz.app.shapes.any_game import EXPORT_FORMATS
from kibitz.app.study_game import StudyGame, records_of
from kibitz.app.study_games import game_of, parse_played_line, study_game, study_games
from kibitz.app.thinkers import check_player_text, own_kinds
from kibitz.games.catalogue import GAMES

BEGINNINGS = {"othello": ("", "f5d6"), "go": ("go:9", "eecc--")}
every_game = pytest.mark.parametrize("game", study_games(), ids=lambda game: game.name)


def begun(game: StudyGame) -> tuple[str, str]:
    """Return a start and a path of a game; one that is not listed here begins with its own name and has no moves."""
    return BEGINNINGS.get(game.name, (f"{game.name}:", ""))


def test_the_games_are_those_of_the_catalogue_that_have_a_folder_here():
    assert [kit.name for kit in GAMES if kit.name in GAME_NAMES] == list(GAME_NAMES)
    assert {"othello", "go"} <= set(GAME_NAMES)
    assert parse_played_line().game_name == DEFAULT_GAME == GAME_NAMES[0]


@every_game
def test_a_start_is_read_by_its_own_game_and_its_text_leads_back_to_it(game):
    line = parse_played_line(*begun(game))
    assert game_of(line) is game
    again = parse_played_line(line.start_text, line.path)
    assert (again.start, again.moves) == (line.start, line.moves)
    assert line.with_moves(()).with_path(line.path) == line


@every_game
def test_moves_have_names_that_are_read_back(game):
    line = parse_played_line(*begun(game))
    moves = tuple(line.position.legal_moves())
    assert [line.parse_move(name) for name in line.format_moves(moves)] == list(moves)
    assert 0 <= line.played_share < 1


@every_game
def test_a_position_is_described_and_has_no_outcome_before_the_end(client, game):
    start, moves = begun(game)
    answer = client.get("/api/position", params={"start": start, "moves": moves})
    assert answer.status_code == 200
    assert {"board", "start", "to_move", "moves", "path", "legal_moves", "outcome"} <= answer.json().keys()
    assert parse_played_line(start, moves).outcome() is None


@every_game
def test_a_position_is_described_as_on_the_command_line(client, game):
    line = parse_played_line(*begun(game))
    (kit,) = (kit for kit in GAMES if kit.name == game.name)
    printed = kit.positions.describe(line.position)
    answered = client.get("/api/position", params={"start": line.start_text, "moves": line.path}).json()
    for key in ("game", "position", "board", "to_move", "legal_moves", "outcome"):
        assert answered[key] == printed[key]


@every_game
def test_there_are_players_and_one_of_them_gives_hints(game):
    assert "random" in [kind.name for kind in own_kinds(game.name)]
    check_player_text(game.adviser(), game.name)


@every_game
def test_the_engine_deepens_a_position_and_its_answer_is_described(game):
    line, pool, heard, found = parse_played_line(*begun(game)), AnalysisPool(workers=1), threading.Event(), []

    def listen(answer):
        found.append(answer)
        heard.set()

    end_watch = pool.watch(line.position, listen)
    assert heard.wait(PATIENCE)
    end_watch()
    pool.close()
    assert game.describe_analysis(found[0]).model_dump()["revision"] == 1
    assert {opinion.move for opinion in found[0].ranking.moves} <= set(line.position.legal_moves())


@every_game
def test_a_saved_game_comes_back_from_the_file_it_is_written_to(client, services, game):
    if game.records is None:
        pytest.skip("games of this kind are not written to files")
    start, moves = begun(game)
    saved = services.shelf.get(client.post("/api/games", json={"start": start, "moves": moves}).json()["id"])
    formats = import_module(f"kibitz.app.{game.name}.shapes").FORMATS
    suffix = "sgf" if "sgf" in formats else formats[0]
    assert suffix in EXPORT_FORMATS
    written = records_of(game).export([saved], suffix).content
    shapes, skipped, _ = records_of(game).shapes(written, "the file", 1)
    assert ([shape.path for shape in shapes], skipped) == ([saved.line.path], [])
    assert shapes[0].game == game.name


def test_what_a_game_lacks_is_said(monkeypatch, client):
    monkeypatch.setattr(type(study_game("go")), "records", None)
    game = client.post("/api/games", json={"start": "go:9"}).json()
    refused = client.get(f"/api/games/{game['id']}/export?format=sgf")
    assert (refused.status_code, refused.json()["error"]) == (
        409,
        "games of Go cannot be read from files or written to them",
    )
    assert client.post("/api/games", json={"start": "go:9", "even": True}).status_code == 409
