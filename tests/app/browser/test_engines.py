"""Other engines in a real browser: the settings, the voice, a game, and an engine that dies."""

import sys
from typing import Any

import pytest

from app.browser.conftest import running_server
from app.browser.visitor import Visitor, study_environment, visit
from players.external.conftest import ANALYST

axe_api = pytest.importorskip("axe_playwright_python.sync_playwright")

NINE = "#/analyse?start=go:9_komi:7_rules:chinese"


@pytest.fixture
def keyed_visitor(browser: Any, tmp_path: Any) -> Any:
    """A window on an app of its own, and the key that it printed."""
    environment = study_environment(tmp_path) | {"KIBITZ_ENGINES": str(tmp_path / "engines.json")}
    log = tmp_path / "log"
    for server in running_server(tmp_path, environment, log):
        for visitor in visit(browser, server):
            key = log.read_text().rpartition("key=")[2].split()[0]
            yield visitor, key


def settings(visitor: Visitor) -> Any:
    visitor.page.get_by_role("button", name="Settings").click()
    return visitor.page.get_by_role("dialog")


def add(visitor: Visitor, name: str, fault: str = "") -> None:
    dialog = settings(visitor)
    dialog.get_by_role("textbox", name="Name small").fill(name)
    dialog.get_by_role("combobox", name="Game", exact=True).select_option("go")
    dialog.get_by_role("textbox", name="Program").fill(sys.executable)
    dialog.get_by_role("textbox", name="Arguments").fill(f"{ANALYST}\n{fault}")
    dialog.get_by_role("button", name="Test and add").click()


def test_without_the_key_the_settings_say_how_to_add_engines(go_visitor: Visitor) -> None:
    dialog = settings(go_visitor.open())
    assert "kibitz engines add" in dialog.locator(".engine-settings").text_content()
    assert dialog.get_by_role("button", name="Test and add").count() == 0


def test_an_engine_is_added_speaks_plays_and_dies(keyed_visitor: Any) -> None:
    visitor, key = keyed_visitor
    visitor.open(f"{NINE}&key={key}")
    assert key not in visitor.page.url
    add(visitor, "analyst")
    visitor.see(".engine-list", "Analyst 2.1")
    found = axe_api.Axe().run(visitor.page).response["violations"]
    assert [fault["id"] for fault in found if fault["impact"] in ("serious", "critical")] == []
    visitor.page.keyboard.press("Escape")
    visitor.page.get_by_role("combobox", name="Engine", exact=True).select_option("analyst")
    visitor.see(".engine-status", "Analyst 2.1, ")
    visitor.see('tr[data-move="A9"] .column-engine', "62")
    visitor.page.keyboard.press("Escape")
    add(visitor, "mortal", "die")
    visitor.see(".engine-list", "mortal")
    visitor.page.keyboard.press("Escape")
    visitor.page.get_by_role("combobox", name="Engine", exact=True).select_option("mortal")
    visitor.see(".why", "out of memory")
    visitor.page.get_by_role("combobox", name="Engine", exact=True).select_option("")
    visitor.see(".engine-status", "playouts")
    visitor.open("#/play/new?game=go").page.check('input[name="kind"][value="external"]', force=True)
    opponents = visitor.page.get_by_role("combobox", name="Engine", exact=True).locator("option")
    assert opponents.all_text_contents() == ["Analyst 2.1", "Analyst 2.1"]
