"""Expert, engine and archive on the board and beside it."""

import json
import re
from typing import Any

import pytest

from app.browser.visitor import GAME

LINE = "f5d6c3d3c4f4c5b3c2"
UNPLAYED = "f5d6c7g5g6b8"  # nothing of it is in the book
PICTURES = {
    "ownership": ".tint.own-black",
    "stable": ".tint.stable",
    "frontier": ".tint.frontier",
    "mobility": ".tint.mobility-black",
    "attention": ".tint.attention",
}


def test_expert_and_engine_stand_on_every_legal_square_and_the_shares_sum_to_one(visitor) -> None:
    visitor.open(f"#/analyse?moves={LINE}")
    visitor.see(".label-line.engine")
    visitor.see(".label-line.expert")
    legal = len(visitor.legal())
    assert visitor.page.locator(".label-line.expert").count() == legal
    assert visitor.page.locator(".label-line.engine").count() == legal
    told = visitor.ask(f"/api/predictions?moves={LINE}")["moves"]
    shown = visitor.page.locator(f'tr[data-move="{told[0]["move"]}"] .column-expert .figure').inner_text()
    assert shown == f"{100 * told[0]['probability']:.0f}\u00a0%"


def test_the_engine_deepens_and_says_how_deep_it_looked_and_why_a_value_changed(visitor) -> None:
    visitor.open(f"#/analyse?moves={UNPLAYED}").see(".label-line.engine .depth")
    first = int(visitor.text(".label-line.engine .depth"))
    visitor.until("first => Number(document.querySelector('.label-line.engine .depth')?.textContent) > first", first)
    assert visitor.text(".why")


def test_a_searched_value_says_between_what_a_deeper_search_puts_it(visitor) -> None:
    # The range goes once the search itself is 16 plies deep, which may be before anybody looks; so the page notes it.
    visitor.page.add_init_script("""new MutationObserver(() => {
        window.rangeSeen ??= document.querySelector('.column-engine[title*="nine times in ten"]')?.title;
    }).observe(document, {subtree: true, childList: true, attributes: true});""")
    visitor.open(f"#/analyse?moves={UNPLAYED}").see(".column-engine .figure")
    title = visitor.page.wait_for_function("() => window.rangeSeen").json_value()
    assert re.search(r"16 plies deep it lies between [+−]?\d+ and [+−]?\d+ nine times in ten", title)


def test_an_endgame_is_exact_and_says_so(visitor) -> None:
    visitor.open(f"#/analyse?moves={GAME[:104]}")
    visitor.see(".column-engine .certainty", "exact")
    visitor.see(".engine-status", "exact")


def test_each_voice_is_switched_off_and_on_by_its_key(visitor) -> None:
    visitor.open().see(".label-line.expert")
    visitor.page.keyboard.press("1")
    visitor.page.locator(".label-line.expert").first.wait_for(state="detached")
    assert visitor.page.locator("th.column-expert").count() == 0
    visitor.page.keyboard.press("1")
    visitor.see(".label-line.expert")


def test_the_archive_speaks_where_games_were_played(visitor) -> None:
    visitor.open().see(".label-line.archive")
    visitor.see("td.column-archive .figure")


def test_a_row_plays_its_line_on_the_small_board_and_a_click_plays_it_on_the_large_one(visitor) -> None:
    visitor.open(f"#/analyse?moves={LINE}").see(".line-move")
    row = visitor.page.locator(".move-table tbody tr").first
    row.hover()
    visitor.until("document.querySelector('.preview-line').textContent.split(' ').length >= 2")
    assert visitor.text(".preview-line").startswith(row.get_attribute("data-move"))
    row.locator(".line-move").nth(1).click()
    assert visitor.page.locator(".tree-move").count() == len(LINE) // 2 + 3


def test_who_would_play_this_shows_the_share_of_each_rating(visitor) -> None:
    visitor.open(f"#/analyse?moves={LINE}").see(".rating-chart")
    label = visitor.page.locator(".rating-chart").get_attribute("aria-label")
    assert label.startswith("c2: ") and "players rated 1000" in label and "players rated 2200" in label


def test_every_picture_is_drawn_over_the_board(visitor) -> None:
    visitor.open(f"#/analyse?moves={GAME[:96]}")
    for picture, mark in PICTURES.items():
        visitor.page.select_option("#overlay-choice", picture)
        visitor.see(mark)
    visitor.page.select_option("#overlay-choice", "none")
    visitor.page.locator(".tint").first.wait_for(state="detached")


def test_the_curve_of_a_pasted_game_fills_by_itself(visitor) -> None:
    visitor.open(f"#/analyse?moves={LINE}")
    visitor.until("(document.querySelector('.discs-line')?.getAttribute('d') ?? '').split('L').length >= 9")
    assert visitor.page.locator(".chance-line").count() == 1


def test_two_tabs_look_at_two_positions_at_once(visitor) -> None:
    visitor.open("#/analyse?moves=f5d6")
    other = visitor.page.context.new_page()
    other.goto(f"{visitor.server.address}/#/analyse?moves=f5f4")
    other.wait_for_selector(".label-line.engine")
    visitor.see(".label-line.engine")
    shown = other.eval_on_selector_all(".move-table tbody tr", "rows => rows.map(row => row.dataset.move).sort()")
    assert shown == sorted(visitor.ask("/api/position?moves=f5f4")["legal_moves"])
    assert visitor.legal() != shown


def test_a_fresh_install_is_ready_without_an_archive(fresh_visitor) -> None:
    fresh_visitor.open().see(".label-line.engine")
    fresh_visitor.see(".label-line.expert")
    assert fresh_visitor.page.get_by_role("button", name="Archive").is_disabled()
    fresh_visitor.open("#/study/explorer").see("#archive-missing", "still empty")


OVERFLOWING = """() => [...document.querySelectorAll(".board .label")].flatMap((label) => {
    const plate = label.querySelector(".label-plate").getBoundingClientRect();
    const radius = plate.width / 2;
    const outside = (line) => {
        const box = line.getBoundingClientRect();
        const middle = box.top + box.height / 2 - plate.top - radius;
        const reach = Math.abs(middle) + 0.25 * box.height;
        return box.width > 2 * Math.sqrt(Math.max(radius ** 2 - reach ** 2, 0)) + 0.5;
    };
    return [...label.querySelectorAll(".label-line")].filter(outside).map((line) => line.textContent);
})"""


LONG_TALLY = {"games": 123_456, "black_wins": 123_456, "white_wins": 0, "draws": 0, "mean_score": None, "share": 1.0}


def long_answer(message: str) -> str:
    """What the voices say, with the largest numbers that there are."""
    told = json.loads(message)
    for row in told.get("rows", []):
        if row["engine"]:
            row["engine"].update(score=-64, exact=True)
        row["human"] = 1.0
        row["archive"] = {**LONG_TALLY, "last_year": None, "top_players": []}
    return json.dumps(told)


@pytest.mark.parametrize("window", ["visitor", "phone"])
def test_the_longest_labels_stay_inside_their_circles(window: str, request: pytest.FixtureRequest) -> None:
    seen = request.getfixturevalue(window)

    def connect(socket: Any) -> None:
        socket.connect_to_server().on_message(lambda message: socket.send(long_answer(message)))

    seen.page.route_web_socket("**/api/live", connect)
    seen.open(f"#/analyse?moves={LINE}").see(".label-line.engine", "−64")
    seen.see(".label-line.archive", "123")
    assert seen.page.evaluate(OVERFLOWING) == []


def test_the_chance_to_err_stands_above_the_table_in_a_sentence_and_as_a_meter(visitor) -> None:
    visitor.open("#/analyse?moves=f5d6c3d3c4f4").see(".insight meter")
    sentence = visitor.page.locator(".insight p").inner_text()
    assert sentence.startswith("A tournament player ")
    assert 0 <= float(visitor.page.locator(".insight meter").get_attribute("value")) <= 1
    assert visitor.page.locator(".spark").count() == visitor.page.locator(".move-table tbody tr").count()
