"""An automatic accessibility check of every view, in light and dark."""

from typing import Any

import pytest

axe_api = pytest.importorskip("axe_playwright_python.sync_playwright")

VIEWS = {
    "analyse": ("#/analyse?moves=f5d6c3d3c4", ".label-line.engine"),
    "play": ("#/play/new", "button[type=submit]"),
    "review": ("#/review", ".drop-place"),
    "explorer": ("#/study/explorer", ".explorer-table"),
    "openings": ("#/study/openings", ".openings .list-button"),
    "proof": ("#/study/proof", ".proof-rows"),
    "prepare": ("#/study/prepare", "#portrait-player"),
    "build": ("#/study/build", ".repertoire-table"),
    "repertoire": ("#/study/repertoire", "#drill-question"),
    "endgame": ("#/study/endgame", "#drill-question"),
    "mistakes": ("#/study/mistakes", "#drill-question"),
    "moments": ("#/study/moments", "#drill-question"),
    "today": ("#/study/today", ".plan li"),
    "studies": ("#/studies", ".page-head"),
    "guess": ("#/study/guess", "#drill-question"),
    "games": ("#/games", ".games-table"),
    "import": ("#/import", ".drop-place"),
}
SERIOUS = ("serious", "critical")
NAMELESS = """all => all
    .filter(e => e.checkVisibility() && !(e.ariaLabel || e.textContent.trim() || e.labels?.length || e.title))
    .map(e => e.outerHTML)"""


def faults(page: Any) -> list[str]:
    """The serious faults that axe finds, each as its name and the first element."""
    found = axe_api.Axe().run(page).response["violations"]
    return [f"{fault['id']}: {fault['nodes'][0]['html']}" for fault in found if fault["impact"] in SERIOUS]


@pytest.mark.parametrize(("place", "content"), VIEWS.values(), ids=VIEWS.keys())
def test_no_view_has_a_serious_fault_or_a_control_without_a_name(visitor, place: str, content: str) -> None:
    visitor.open(place).see(content)
    assert visitor.page.eval_on_selector_all("button, a, input, select, textarea", NAMELESS) == []
    assert faults(visitor.page) == []
    visitor.page.emulate_media(color_scheme="dark")
    assert faults(visitor.page) == []


@pytest.mark.parametrize("key", ["?", ",", "i", "e"])
def test_no_dialog_has_a_serious_fault(visitor, key: str) -> None:
    visitor.open().page.keyboard.press(key)
    assert faults(visitor.page) == []
