"""Explorer, openings, repertoire and drills in the browser."""

from app.browser.visitor import Held, settle


def test_the_explorer_shows_the_archives_moves_and_opens_its_games(visitor) -> None:
    visitor.open("#/study/explorer").see(".explorer-table tbody tr")
    told = visitor.ask("/api/archive/explore")
    assert visitor.page.locator(".explorer-table tbody tr").count() == len(told["moves"])
    games = visitor.page.locator(".choice-list .list-button")
    assert games.count() == told["games"] == 5
    for _ in range(2):  # all five first moves are one another's mirror images
        with visitor.page.expect_response("**/archive/games?**"):
            visitor.page.locator(".explorer-table .move-button").first.click()
    visitor.until("document.querySelectorAll('.choice-list .list-button').length < 5")
    visitor.page.locator(".choice-list .list-button").first.click()
    visitor.page.wait_for_selector('html[data-ready="analyse"]')
    assert visitor.page.locator(".tree-move").count() > 5


def test_a_game_of_the_archive_opens_where_it_was_explored(visitor) -> None:
    visitor.open("#/study/explorer?moves=f5d6c3").see(".choice-list .list-button").click()
    visitor.page.wait_for_selector('html[data-ready="analyse"]')
    assert visitor.page.locator(".tree-move").count() > 5
    assert visitor.page.locator('.tree-move[aria-current="true"]').inner_text().split()[0] == "3"
    assert visitor.board().count("-") == 64 - 4 - 3


def test_the_explorers_filters_narrow_the_games(visitor) -> None:
    visitor.open("#/study/explorer").see(".explorer-table tbody tr")
    visitor.page.get_by_label("Player").fill("Black 3")
    visitor.until("document.querySelectorAll('.choice-list .list-button').length === 1")
    assert visitor.page.locator(".choice-list .list-button").inner_text().startswith("Black 3")


def test_an_endgame_drill_tells_the_exact_answer_and_counts(visitor) -> None:
    visitor.open("#/study/endgame").page.select_option("#drill-empties", "6")
    visitor.page.click("#drill-next")
    visitor.see("#drill-question", "6 empty")
    start = f"{visitor.board()} {'X' if 'Black' in visitor.text('#drill-question') else 'O'}"
    best = visitor.ask(f"/api/analysis?start={start}&seconds=2")["moves"][0]
    visitor.play(best["move"])
    visitor.see("#drill-verdict", "Right")
    assert "1 of 1 right" in visitor.text("#drill-score")
    assert visitor.page.locator(".label-line").count() == len(visitor.legal())
    visitor.page.keyboard.press("x")
    visitor.until("document.querySelector('#drill-verdict').textContent === ''")


def test_another_number_of_empty_squares_asks_at_once_and_the_last_choice_wins(visitor) -> None:
    visitor.open("#/study/endgame").see("#drill-question", "10 empty")
    slow = Held(visitor, "**/drills/endgame?empties=8")
    visitor.page.select_option("#drill-empties", "8")
    slow.wait()
    visitor.see("#drill-question", "Looking for a question")
    visitor.page.select_option("#drill-empties", "4")
    visitor.see("#drill-question", "4 empty")
    slow.let_go()
    settle(visitor)
    assert "4 empty" in visitor.text("#drill-question")
    assert visitor.board().count("-") == 4


def test_guessing_the_experts_move_gives_points(visitor) -> None:
    visitor.open("#/study/guess").see("#drill-question", "to move")
    visitor.play(visitor.legal()[0])
    visitor.see("#drill-verdict", "points")
    assert "points on average" in visitor.text("#drill-score")


def test_a_repertoire_line_becomes_cards_that_are_asked(either) -> None:
    visitor = either
    visitor.open("#/study/repertoire").page.fill("#repertoire-moves", "f5d6c3")
    visitor.page.get_by_role("button", name="Add", exact=True).click()
    visitor.see(".panel", "2 cards")
    visitor.page.click("#drill-next")
    visitor.see("#drill-question", "What do you play as Black?")
    visitor.play("f5" if visitor.board().count("-") == 60 else "c3")
    visitor.see("#drill-verdict", "Right")


def test_the_first_card_is_asked_as_soon_as_there_is_one(fresh_visitor) -> None:
    fresh_visitor.open("#/analyse?moves=f5d6c3d3c4f4")
    fresh_visitor.open("#/study/repertoire").see("#drill-question", "No cards yet")
    assert fresh_visitor.page.input_value("#repertoire-moves") == ""
    fresh_visitor.page.fill("#repertoire-moves", "f5d6c3d3c4")
    fresh_visitor.page.get_by_role("button", name="Add", exact=True).click()
    fresh_visitor.see("#drill-question", "What do you play as Black?")
    fresh_visitor.see(".panel", "3 cards, 3 due")
    assert fresh_visitor.page.input_value("#repertoire-moves") == ""
    width = fresh_visitor.page.locator(".board-box").bounding_box()["width"]
    fresh_visitor.play("d3")
    fresh_visitor.see("#drill-verdict", "Right: d3 is f5 in a mirror.")
    assert fresh_visitor.page.locator(".board-box").bounding_box()["width"] == width  # what is right is not the right column
    fresh_visitor.page.click("#drill-next")
    fresh_visitor.until("document.querySelector('#drill-verdict').textContent === ''")
    for left in (2, 1, 0):
        fresh_visitor.page.get_by_role("button", name="Remove").first.click()
        fresh_visitor.see(".panel", f"{left} card")
    fresh_visitor.see("#drill-question", "No cards yet")


def test_openings_are_found_by_name_and_shown(visitor) -> None:
    visitor.open("#/study/openings").see(".openings .list-button")
    visitor.page.fill("#opening-search", "tiger")
    name = visitor.page.locator(".openings .list-button").first.inner_text()
    visitor.page.locator(".openings .list-button").first.click()
    assert "tiger" in name.lower()
    assert visitor.board().count("-") < 60


def test_the_map_of_the_proven_draw_is_walked_by_its_alternatives(visitor) -> None:
    visitor.open("#/study/proof?moves=f5d6").see(".proof .proof-said", "this is a draw")
    assert visitor.page.locator(".proof-rows li").count() == 3
    assert visitor.page.locator(".label-line").all_text_contents().count("=") == 1
    visitor.page.locator(".proof-rows li").nth(1).get_by_role("button", name="f4: at most a draw").click()
    visitor.see(".proof .proof-said", "Black has at least a draw")
    assert visitor.board().count("-") == 58
    visitor.page.locator(".proof-table .best .move-button").first.click()
    visitor.see(".proof .proof-said", "White has at most a draw")


def test_the_drill_holds_one_to_the_proven_draw(visitor) -> None:
    visitor.open("#/study/proof").page.get_by_role("button", name="Play White").click()
    discs = "document.querySelectorAll('.board [data-state=black], .board [data-state=white]').length"
    visitor.until(f"{discs} === 5")
    visitor.play("f4")
    visitor.see("#proof-drill", "f4 is not proven to hold the draw")
    assert visitor.board().count("-") == 59
    while "Again?" not in visitor.text("#proof-drill"):
        empty = visitor.board().count("-")
        here = visitor.ask(f"/api/openings/proven?start={visitor.board()} O")["positions"][0]
        if not (keeping := [move["move"] for move in here["moves"] if move["keeps"]]):
            break  # the proof goes no farther, and the page is about to say so
        visitor.play(keeping[0])
        visitor.until(f"{discs} === {66 - empty} || document.querySelector('#proof-drill').textContent.includes('Again?')")
    visitor.see("#proof-drill", "missed 1 times")


def test_a_portrait_opens_its_openings_on_the_board(visitor) -> None:
    field = visitor.open("#/study/prepare").see("#portrait-player")
    field.fill(visitor.ask("/api/archive/players")["players"][0]["name"])
    visitor.page.keyboard.press("Enter")
    opening = visitor.see(".portrait-table .list-button")
    moves = opening.get_attribute("title")
    opening.click()
    settle(visitor)
    assert moves
    assert visitor.board().count("-") == 64 - 4 - len(moves) // 2
