"""The list of saved games."""


def test_a_game_whose_file_is_damaged_is_named_above_the_list(fresh_visitor) -> None:
    folder = fresh_visitor.server.folder / "study" / "games"
    folder.mkdir(parents=True, exist_ok=True)
    damaged = folder / "0123456789abcdef.jsonl"
    damaged.write_text("{}\n")
    fresh_visitor.open("#/games").see(".unreadable-games li", f"{damaged} is damaged")
    damaged.unlink()
    fresh_visitor.page.reload()
    fresh_visitor.see(".games-table")
    fresh_visitor.until("document.querySelector('.unreadable-games').hidden")
