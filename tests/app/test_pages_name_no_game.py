"""The pages ask a game object: only the folders in scripts/games/ name games, and the server lists them."""

import re
from importlib.resources import files
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from kibitz.app.game_names import GAME_NAMES

PAGES = Path(str(files("kibitz.app"))) / "pages"
SCRIPTS = PAGES / "scripts"
GAMES = SCRIPTS / "games"
SHARED = sorted(path for path in PAGES.rglob("*.js") if GAMES not in path.parents or path.parent == GAMES)
DRAWN = [PAGES / "index.html", *sorted((PAGES / "styles").glob("*.css"))]
FOLDERS = sorted(path.name for path in GAMES.iterdir() if path.is_dir())

# "Go to", "go on" and the like are English; so are the names of steps through a game.
NAMES = [
    re.compile(r"othello|reversi|wthor|goban|baduk|noughts|tictactoe", re.IGNORECASE),
    re.compile(r"\b(?:of|at|on|a|for|or|and) Go\b|\bGo(?:'s| (?:board|game|stone|move)s?)\b"),
    re.compile(r"""["'`]go(?:["'`:._-])"""),
    re.compile(r"\bgo_|--go-|\bGO_|_go\b|\bgo\.|\bisGo\b|Go[A-Z]\w*|\bof[A-Z]?Go\b"),
    re.compile(r"\bgo(?!To|Back|Forward|On\b)[A-Z]\w*"),
]


def names_of_games(text: str) -> list[str]:
    """Return the places of a script that name a game, each as "line: word"."""
    lines = enumerate(text.splitlines(), start=1)
    return [f"{number}: {found[0]}" for number, line in lines for name in NAMES for found in name.finditer(line)]


@pytest.mark.parametrize("script", SHARED, ids=lambda path: str(path.relative_to(PAGES)))
def test_a_shared_script_names_no_game(script: Path) -> None:
    assert names_of_games(script.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("page", DRAWN, ids=lambda path: path.name)
def test_the_page_and_its_styles_name_no_game(page: Path) -> None:
    assert names_of_games(page.read_text(encoding="utf-8")) == []


def test_no_script_is_named_by_a_prefix() -> None:
    assert [path.name for path in SCRIPTS.rglob("*.js") if path.name.startswith(("go_", "othello_"))] == []


def test_the_servers_list_has_every_folder_of_a_game(client: TestClient) -> None:
    script = client.get("/scripts/games/list.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert sorted(re.findall(r'from "\./(\w+)/game\.js"', script.text)) == FOLDERS
    assert script.text.endswith(f"export const GAMES = [{', '.join(GAME_NAMES)}];\n")


@pytest.mark.parametrize("game", FOLDERS)
def test_a_game_imports_no_other_game(game: str) -> None:
    others = [other for other in FOLDERS if other != game]
    imports = [
        line for path in (GAMES / game).glob("*.js") for line in re.findall(r'from "(.+)"', path.read_text(encoding="utf-8"))
    ]
    assert [line for line in imports if any(f"/{other}/" in line for other in others)] == []


@pytest.mark.parametrize(
    "line",
    [
        'if (game.name === "go") return null;',
        "const isGo = true;",
        "export class GoPosition {",
        "/** The end of a game of Go. */",
        'import { OTHELLO } from "../rules/squares.js";',
        "this.voices.goExpert = null;",
        "const GO_KEYS = {};",
        '[data-game="go"] .surface {',
        "fill: var(--go-plate);",
        "Kibitz watches a game of chess or Go.",
    ],
)
def test_a_line_that_names_a_game_is_found(line: str) -> None:
    assert names_of_games(line)


@pytest.mark.parametrize("line", ["session.goTo(node);", "/** Go to an address as a link would. */", "const goOn = button();"])
def test_plain_english_is_no_game(line: str) -> None:
    assert names_of_games(line) == []
