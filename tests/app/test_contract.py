"""The OpenAPI document is true: whatever fits it, or does not, is answered as it says and never with a mistake of the server."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_every_operation_is_told_in_the_docs_and_nothing_else(client):
    operations = {
        f"{method.upper()} {re.sub('{game}|{card}|{engine}|{study}|{job}', '{id}', path)}"
        for path, methods in client.get("/openapi.json").json()["paths"].items()
        for method in methods
    }
    told = re.findall(r"`((?:GET|POST|PUT|PATCH|DELETE) /api[^`? ]*)", (ROOT / "docs" / "api.md").read_text())
    assert operations == set(told)


@pytest.mark.slow
def test_schemathesis_finds_nothing(start_server):
    """A few examples for each operation; without --phases and with more of them it takes minutes."""
    server = start_server()
    asked = ["--phases", "fuzzing", "--max-examples", "3", "--generation-deterministic", "--checks", "all", "--no-color"]
    done = subprocess.run(
        [
            Path(sys.executable).parent / "st",
            "--config-file",
            ROOT / "schemathesis.toml",
            "run",
            f"{server.url}/openapi.json",
            *asked,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    paths = server.client.get("/openapi.json").json()["paths"]
    assert f"Tested: {sum(map(len, paths.values()))}\n" in done.stdout, done.stdout
