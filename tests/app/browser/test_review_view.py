"""A judged game in the browser."""

import pytest

from app.browser.visitor import GAME

JUDGING = 300_000  # milliseconds on a busy machine
WORST_PLY, WORST, BETTER = 34, "g8", "h8"


@pytest.fixture
def judged(visitor):
    """The review of the game, made by pasting it."""
    visitor.open("#/review").page.get_by_role("button", name="Paste a game").click()
    visitor.page.fill(".drop-place textarea", GAME)
    visitor.page.get_by_role("button", name="Judge", exact=True).click()
    visitor.see(".mistake-button", timeout=JUDGING)
    return visitor


@pytest.mark.slow
def test_the_known_worst_move_is_found_explained_and_tried_again(judged) -> None:
    first = judged.see(".mistake-button")
    assert first.get_attribute("data-number") == str(WORST_PLY)
    assert WORST in first.inner_text() and BETTER in first.inner_text()
    assert judged.page.locator('.tree-move[aria-current="true"]').text_content().startswith(f"{WORST_PLY}{WORST}")
    assert judged.page.locator(".reasons li").count() >= 1
    assert judged.page.locator(".mistake-dot").count() == judged.page.locator(".mistake-button").count()
    assert judged.page.locator("table.accuracy tbody tr").count() == 4

    judged.page.keyboard.press("r")
    judged.see("#retry", "What is better?")
    assert judged.page.locator(".label-line").count() == 0
    judged.play(BETTER)
    judged.see("#retry", "Right!")

    judged.page.keyboard.press("Home")
    judged.page.keyboard.press("m")
    numbers = judged.page.eval_on_selector_all(".mistake-button", "all => all.map(entry => Number(entry.dataset.number))")
    assert judged.page.locator('.tree-move[aria-current="true"]').text_content().startswith(str(min(numbers)))

    report = judged.page.get_by_role("link", name="Report as text").get_attribute("href")
    assert WORST in judged.page.evaluate("path => fetch(path).then(answer => answer.text())", report)
    assert "<svg" in judged.page.evaluate("path => fetch(path).then(a => a.text())", report.replace("txt", "svg"))

    judged.open("#/review").see(".games-table .tag", "judged")
    judged.open("#/study/mistakes").see("#drill-question", "What is better?")
