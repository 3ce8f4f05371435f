"""A reviewed game in the browser."""

import pytest

from app.browser.visitor import GAME

REVIEWING = 300_000  # milliseconds on a busy machine
WORST_PLY, WORST, BETTER = 34, "g8", "h8"


@pytest.fixture
def reviewed(visitor):
    """The review of the game in a large window."""
    return with_review(visitor)


@pytest.fixture
def reviewed_on_either(either):
    """The same in a window of each size."""
    return with_review(either)


def with_review(visitor):
    """The window with the review of the game, made by pasting it; the first test waits for it."""
    done = [entry["id"] for entry in visitor.open("#/review").ask("/api/reviews")["reviews"] if entry["game"]["moves"] == 60]
    if done:
        visitor.open(f"#/review/{done[0]}").see(".mistake-button", timeout=REVIEWING)
        return visitor
    visitor.page.get_by_role("button", name="Paste a game").click()
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
    assert "Black" in reviewed.page.locator(".loss-chart").get_attribute("aria-label")

    reviewed.page.keyboard.press("r")
    reviewed.see("#retry", "What is better?")
    assert reviewed.page.locator(".label-line").count() == 0
    reviewed.play(WORST)
    reviewed.see(".why .wrong", "Try again")
    assert BETTER not in reviewed.text(".why .panel-body")
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
    reviewed.open("#/study/moments").page.locator("#drill-keep").click()
    reviewed.see("#drill-verdict strong")
    reviewed.open("#/study/today").see(".plan li", "1 of 5")


@pytest.mark.slow
def test_an_open_question_hides_whatever_tells_its_answer(reviewed_on_either) -> None:
    reviewed = reviewed_on_either
    page = reviewed.page
    page.get_by_role("button", name="Show the better line").click()  # now the answer stands in the list of moves
    page.keyboard.press("r")
    page.keyboard.press("w")
    page.keyboard.press("r")
    reviewed.see("#retry", f"{WORST} lost")
    assert page.locator(".mistake-button:visible").count() == 0
    assert page.locator(".tree-move").count() >= WORST_PLY - 1
    assert page.locator(".tree-move", has_text=BETTER).count() == 0
    assert page.locator(".tint").count() == 0
    told = page.locator(".mistake-dot title").all_text_contents()
    assert all(int(words.removeprefix("Move ").partition(",")[0]) < WORST_PLY for words in told)

    reviewed.play(BETTER)
    reviewed.see("#retry", "Right!")
    assert page.locator(".mistake-button:visible").count() > 0
    assert reviewed.text(".reasons-of") == f"What was wrong with {WORST}:"


@pytest.mark.slow
def test_a_review_is_compared_with_another(reviewed) -> None:
    page = reviewed.page
    found = reviewed.ask(f"/api/reviews/{page.url.rpartition('/')[2]}")
    other = {**found, "id": "f" * 16}
    line = {**{key: value for key, value in other.items() if key != "review"}, "worst_loss": None, "accuracy": None}
    page.route("**/api/reviews", lambda route: route.fulfill(json={"reviews": [line]}))
    page.route(f"**/api/reviews/{other['id']}", lambda route: route.fulfill(json=other))
    page.reload()
    reviewed.see("#compare-with")
    page.select_option("#compare-with", other["id"])
    reviewed.see(".comparison table")
    cells = page.locator(".comparison tbody tr").last.locator("td").all_text_contents()
    assert len(cells) == 2 and cells[0] == cells[1]
    assert page.locator(".comparison .loss-line").count() == 2


@pytest.mark.slow
def test_a_question_ends_where_one_goes_elsewhere(reviewed) -> None:
    page = reviewed.page
    page.keyboard.press("w")
    page.keyboard.press("r")
    reviewed.see("#retry", "What is better?")
    page.keyboard.press("ArrowRight")
    assert page.locator("#retry").count() == 0
    assert page.locator(".mistake-button:visible").count() > 0
    reviewed.play(reviewed.legal()[0])  # a variation, no answer
    assert page.locator("#retry").count() == 0


def test_a_review_that_waits_says_so(visitor) -> None:
    game = {"id": "0" * 16, "game": "othello", "black": "Ann", "white": "Bob", "date": "", "moves": 60}
    line = {"id": game["id"], "state": "waiting", "done": 0, "total": 0, "error": None, "game": game}
    reviews = {"reviews": [{**line, "worst_loss": None, "accuracy": None}]}
    visitor.page.route("**/api/reviews", lambda route: route.fulfill(json=reviews))
    visitor.open("#/review").see(".games-table", "Ann – Bob")
    assert visitor.text(".games-table tbody td") == "waiting"
    assert "0 of 0" not in visitor.text(".games-table")
