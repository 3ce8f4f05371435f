"""A reviewed game in the browser."""

import pytest

from app.browser.visitor import GAME

REVIEWING = 300_000  # milliseconds on a busy machine
WORST_PLY, WORST, BETTER = 34, "g8", "h8"


@pytest.fixture
def reviewed(visitor):
    """The review of the game, made by pasting it."""
    visitor.open("#/review").page.get_by_role("button", name="Paste a game").click()
    visitor.page.fill(".drop-place textarea", GAME)
    visitor.page.get_by_role("button", name="Review", exact=True).click()
    visitor.see(".mistake-button", timeout=REVIEWING)
    return visitor


@pytest.mark.slow
def test_the_known_worst_move_is_found_explained_and_tried_again(reviewed) -> None:
    first = reviewed.see(".mistake-button")
    assert first.get_attribute("data-number") == str(WORST_PLY)
    assert WORST in first.inner_text() and BETTER in first.inner_text()
    assert reviewed.page.locator('.tree-move[aria-current="true"]').text_content().startswith(f"{WORST_PLY}{WORST}")
    assert reviewed.page.locator(".reasons li").count() >= 1
    assert reviewed.page.locator(".mistake-dot").count() == reviewed.page.locator(".mistake-button").count()
    assert reviewed.page.locator("table.accuracy tbody tr").count() == 4

    reviewed.page.keyboard.press("r")
    reviewed.see("#retry", "What is better?")
    assert reviewed.page.locator(".label-line").count() == 0
    reviewed.play(BETTER)
    reviewed.see("#retry", "Right!")

    reviewed.page.keyboard.press("Home")
    reviewed.page.keyboard.press("m")
    numbers = reviewed.page.eval_on_selector_all(".mistake-button", "all => all.map(entry => Number(entry.dataset.number))")
    assert reviewed.page.locator('.tree-move[aria-current="true"]').text_content().startswith(str(min(numbers)))

    report = reviewed.page.get_by_role("link", name="Report as text").get_attribute("href")
    assert WORST in reviewed.page.evaluate("path => fetch(path).then(answer => answer.text())", report)
    assert "<svg" in reviewed.page.evaluate("path => fetch(path).then(a => a.text())", report.replace("txt", "svg"))

    reviewed.open("#/review").see(".games-table .tag", "reviewed")
    reviewed.open("#/study/mistakes").see("#drill-question", "What is better?")
