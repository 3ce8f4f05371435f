"""The first minute: the start page, the example, the tour, one number on each square, and what empty pages offer."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from app.browser.visitor import Visitor

TASKS = Path(__file__).parents[3] / "docs" / "study-app.md"
LINES_BY_SQUARE = "all => all.map(label => label.querySelectorAll('.label-line').length)"


def test_the_start_page_leads_to_an_example_with_one_number_on_each_square(newcomer: Visitor) -> None:
    newcomer.page.goto(newcomer.server.address)
    newcomer.see("#start-play")
    newcomer.page.click("#open-example")
    newcomer.see(".label-line.engine")
    assert set(newcomer.page.eval_on_selector_all(".board .label", LINES_BY_SQUARE)) == {1}
    assert newcomer.page.locator(".board .depth").count() == 0
    assert "ahead" in newcomer.text("#legend-sentence")
    newcomer.page.click("#all-numbers")
    newcomer.see(".label-line.expert")
    newcomer.see(".board .depth")
    newcomer.page.click(".legend summary")
    assert "Proven" in newcomer.page.locator(".legend-list").inner_text()
    unlabelled = "all => all.filter(e => e.checkVisibility() && !e.querySelector('.icon-label')).map(e => e.ariaLabel)"
    assert newcomer.page.eval_on_selector_all(".top-bar .icon-button, .toolbar .icon-button", unlabelled) == []


def test_the_tour_has_four_steps_and_can_be_left_at_each(newcomer: Visitor) -> None:
    newcomer.open("#/start").page.click("#begin-tour")
    titles = []
    for step in range(4):
        newcomer.see(".tour small", f"{step + 1} of 4")
        titles.append(newcomer.text("#tour-title"))
        assert newcomer.page.locator(".tour-target").count() == 1
        newcomer.page.click("#tour-next")
    assert len(set(titles)) == 4
    newcomer.page.locator(".tour").wait_for(state="detached")
    newcomer.page.click("#brand")
    newcomer.page.click("#begin-tour")
    newcomer.page.click("#tour-skip")
    newcomer.page.locator(".tour").wait_for(state="detached")
    assert newcomer.page.locator(".tour-target").count() == 0


def test_an_empty_page_offers_what_would_fill_it(newcomer: Visitor) -> None:
    newcomer.open("#/study/mistakes").see("#drill-verdict a").click()
    newcomer.see(".empty-state button", "example").click()
    newcomer.see(".mistake-button")
    assert newcomer.page.locator(".reasons li").count() >= 1


# Tasks from the start page: each gets a visitor and a click that is counted.


def play_at_my_strength(visitor: Visitor, click: Callable[[str], None]) -> None:
    click("#start-play")
    click("button[type=submit]")
    visitor.see("#game-status")


def paste_a_game(visitor: Visitor, _click: Callable[[str], None]) -> None:
    visitor.paste("f5d6c3d3c4")
    visitor.see(".tree-move >> nth=4")


def find_what_champions_play(visitor: Visitor, click: Callable[[str], None]) -> None:
    click("#start-explore")
    visitor.see(".explorer-table tbody tr")


def look_at_an_example(visitor: Visitor, click: Callable[[str], None]) -> None:
    click("#open-example")
    visitor.see(".tree-move >> nth=50")


def see_every_number(visitor: Visitor, click: Callable[[str], None]) -> None:
    click("#start-analyse")
    click("#all-numbers")
    visitor.see(".label-line.expert")


def solve_an_endgame(visitor: Visitor, click: Callable[[str], None]) -> None:
    click("#start-train")
    visitor.see("#drill-question", "to move")


def drill_an_opening(visitor: Visitor, click: Callable[[str], None]) -> None:
    click("#start-train")
    click('.tabs a[href*="/repertoire"]')
    visitor.see("#repertoire-moves")


def find_my_worst_mistake(visitor: Visitor, click: Callable[[str], None]) -> None:
    click("#start-review")
    click(".games-table a >> nth=0")
    visitor.see(".mistake-button[aria-current]")


def switch_the_game(visitor: Visitor, click: Callable[[str], None]) -> None:
    click("#games a >> nth=1")
    visitor.see('.board[data-disc="stone"]')


def choose_a_language(visitor: Visitor, click: Callable[[str], None]) -> None:
    click("#tool-settings")
    click("#language")
    visitor.page.select_option("#language", "fr")
    visitor.see("#brand[aria-label*='accueil']")


DONE = {
    "play a game at my strength": play_at_my_strength,
    "find my worst mistake": find_my_worst_mistake,
    "paste a game": paste_a_game,
    "find what champions play": find_what_champions_play,
    "look at an example game": look_at_an_example,
    "see every number on the squares": see_every_number,
    "solve an endgame": solve_an_endgame,
    "drill an opening": drill_an_opening,
    "switch to another game": switch_the_game,
    "choose a language": choose_a_language,
}


def stated_clicks() -> dict[str, int]:
    """The table of tasks in the documentation."""
    rows = re.findall(r"^\| ([a-z][\w ]+) \| (\d) \|", TASKS.read_text(encoding="utf-8"), re.MULTILINE)
    return {task: int(clicks) for task, clicks in rows}


def has_review(visitor: Visitor) -> bool:
    return any(entry["state"] == "done" for entry in visitor.ask("/api/reviews")["reviews"])


@pytest.mark.parametrize("size", [{"width": 1360, "height": 900}, {"width": 390, "height": 844}], ids=["desktop", "phone"])
def test_ten_tasks_take_as_many_clicks_as_the_documentation_says(guest: Visitor, size: dict[str, int]) -> None:
    guest.page.set_viewport_size(size)
    guest.open("#/start")
    if not has_review(guest):
        body = json.dumps({"name": "a game", "text": "f5d6c3d3c4f4c5b3c2d1"})
        guest.page.evaluate("body => fetch('/api/reviews/upload?name=game', {method: 'POST', body: JSON.parse(body).text})", body)
        while not has_review(guest):
            guest.page.wait_for_timeout(100)
    counted: dict[str, int] = {}
    for task, do in DONE.items():
        guest.open("#/start")
        clicks: list[str] = []

        def click(selector: str, clicks: list[str] = clicks) -> None:
            clicks.append(selector)
            guest.page.click(selector)

        do(guest, click)
        counted[task] = len(clicks)
    assert counted == {task: clicks for task, clicks in stated_clicks().items() if task in DONE}
