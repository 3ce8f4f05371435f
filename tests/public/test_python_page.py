"""docs/python.md says what is true: its table runs line by line, on both sides, and it names all that is public."""

import re
from pathlib import Path

import pytest

import kibitz
from kibitz.archive.database import open_for_writing
from kibitz.archive.importer import import_files, record_files

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "python.md").read_text()
TABLE = PAGE.split("## Everyday tasks")[1].split("## Questions")[0]
CODE = re.compile(r"`([^`]+)`")
TASKS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TABLE.splitlines() if line.startswith("| ")][1:]


def run(code: str, names: dict[str, object]) -> object:
    """The value of an expression; None of a statement, which may bind names."""
    try:
        compiled = compile(code, "docs/python.md", "eval")
    except SyntaxError:
        exec(code, names)
        return None
    return eval(compiled, names)


def code_of(cell: str) -> str | None:
    found = CODE.fullmatch(cell)
    return found[1] if found else None


@pytest.fixture
def folder_with_an_archive(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    kibitz.write_games("archived.pgn", [kibitz.Board("othello", "f5d6c3d3c4f4f6")])
    with open_for_writing("games.duckdb", game="othello") as archive:
        import_files(archive, record_files([Path("archived.pgn")], "othello"))
    return tmp_path


@pytest.mark.usefixtures("folder_with_an_archive")
def test_every_task_of_the_table_gives_what_it_says():
    names: dict[str, object] = {"kibitz": kibitz}
    assert len(TASKS) == 26
    for task, ours, gives, _ in TASKS:
        assert code_of(ours), task
        value = run(code_of(ours), names)
        if code_of(gives):
            assert repr(value) == code_of(gives), task


@pytest.mark.usefixtures("folder_with_an_archive")
def test_the_lines_of_python_chess_run():
    chess = pytest.importorskip("chess", reason="needs python-chess (pip install chess)")
    pytest.importorskip("chess.pgn")
    pytest.importorskip("chess.svg")
    names: dict[str, object] = {"chess": chess}
    theirs = [code for *_, cell in TASKS if (code := code_of(cell))]
    assert len(theirs) > 15
    for code in theirs:
        run(code, names)


def test_the_page_says_what_happens_to_names():
    assert "deprecated for two minor versions" in PAGE
    assert "deprecated for two minor versions" in " ".join(kibitz.__doc__.split())


def test_the_page_names_every_question():
    asked = {name for name in kibitz.__all__ if name.islower() and not name.startswith("_")}
    assert asked <= set(re.findall(r"(?:kibitz\.|`)(\w+)\(", PAGE)) | {"svg"}
