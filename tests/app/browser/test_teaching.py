"""A teaching game takes mistakes back and shows how they are answered."""

BAD_BEGINNING = "f5d6c3d3c4f4f6f3e6e7f7c5b6g6d2f8g5c6d7c7e3e2g3a6h7h4h5g4g7h3e1f2f1"
BAD = "g8"


def test_a_mistake_is_taken_back_with_its_answer_and_then_played_all_the_same(either):
    visitor = either
    page = visitor.open(f"#/analyse?moves={BAD_BEGINNING}").page
    page.get_by_role("button", name="Play from here").click()
    page.get_by_text("White", exact=True).first.wait_for()
    page.locator('label.segment:has(input[name="color"][value="white"])').click()
    page.select_option("#teaching-size", "2")
    page.select_option("#teaching-times", "3")
    page.get_by_role("button", name="Start", exact=True).click()
    visitor.see("#game-status", "You to move")
    before = visitor.board()

    visitor.play(BAD)
    visitor.see("#lesson .drill-question", f"{BAD} loses")
    assert visitor.board() == before
    assert visitor.text("#lesson").count("The answer:") == 1
    assert "2 more mistakes" in visitor.text("#lesson")
    page.get_by_role("button", name=f"Play {BAD} all the same").click()
    visitor.see(f'.board [data-square="{BAD}"][data-state="white"], .tree-move', BAD)
    visitor.until("document.querySelector('#lesson').hidden")
