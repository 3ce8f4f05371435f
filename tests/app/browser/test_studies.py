"""A study is made, marked and shared; the file that it becomes plays by itself, without the server."""

import json

from app.browser.test_accessibility import faults
from app.browser.visitor import visit

OPENING = "f5d6c3d3c4f4f6f3"
FILE = "kibitz-study.html"


def _chapters(visitor):
    """A study of three chapters, made as one would: the first in the view, the others of another game and with variations."""
    chapters = [
        {"title": "The way", "places": [{"parent": -1, "comment": "Black begins."}]},
        {
            "title": "Variations",
            "places": [
                {"parent": -1},
                {"parent": 0, "move": "f5"},
                {"parent": 1, "move": "d6"},
                {"parent": 2, "move": "c3", "comment": "The main line."},
                {"parent": 1, "move": "f6", "symbol": "?!", "comment": "Diagonal instead."},
                {"parent": 4, "move": "e6", "marks": {"f4": "circle"}, "arrows": [["e6", "c4"]]},
            ],
        },
        {
            "title": "Stones",
            "start": "go:9 komi:7 rules:chinese",
            "places": [{"parent": -1}, {"parent": 0, "move": "E5"}, {"parent": 1, "move": "C3"}],
        },
    ]
    made = visitor.page.evaluate(
        """content => fetch("api/studies", {method: "POST", headers: {"Content-Type": "application/json"}, body: content})
            .then(answer => answer.json())""",
        json.dumps({"title": "Three chapters", "chapters": chapters}),
    )
    return made["id"]


def test_a_study_is_written_shared_as_one_file_and_played_without_the_server(visitor, browser, tmp_path):
    page = visitor.open("#/studies").page
    key = _chapters(visitor)
    visitor.open(f"#/studies/{key}/1").see(".chapter-list a[aria-current]", "The way")

    visitor.play("f5", "d6")
    page.keyboard.press("ArrowLeft")
    visitor.play("f4")
    page.get_by_role("button", name="Mistake", exact=True).click()
    page.get_by_role("button", name="Circles").click()
    visitor.play("e3")
    page.get_by_role("button", name="Arrows").click()
    visitor.play("f4", "d4")
    assert page.locator(".board .markup").count() == 2
    page.fill("#study-comment", "Parallel, and not good.")
    page.locator("#study-comment").blur()
    visitor.see("#study-state", "Saved.")
    assert faults(page) == []
    places = visitor.ask(f"api/studies/{key}")["chapters"][0]["places"]
    assert [place["move"] for place in places] == ["", "f5", "d6", "f4"]
    assert places[3] == {
        "parent": 1,
        "move": "f4",
        "comment": "Parallel, and not good.",
        "symbol": "?",
        "marks": {"e3": "circle"},
        "arrows": [["f4", "d4"]],
    }

    with page.expect_download() as download:
        page.get_by_role("button", name="Save as one HTML file").click()
    download.value.save_as(tmp_path / FILE)
    _play_the_file(browser, tmp_path / FILE)


def _play_the_file(browser, path):
    """Nothing but the file: the window is offline, and a request would be an error."""
    context = browser.new_context(viewport={"width": 390, "height": 800}, offline=True)
    page = context.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: faults.append(request.url) if not request.url.startswith("file:") else None)
    page.goto(path.as_uri())
    page.wait_for_selector("html[data-ready]")
    assert page.title() == "Three chapters"
    shown = page.locator(".chapter:not([hidden])")
    assert shown.locator(".said").text_content() == "Start: Black begins."
    assert shown.locator(".pieces > *").count() == 4

    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert shown.locator(".said").text_content() == "2 White d6"
    page.keyboard.press("ArrowDown")  # the variation
    assert shown.locator(".said").text_content() == "2 White f4?: Parallel, and not good."
    assert shown.locator(".over .arrow").count() == 1 and shown.locator(".over .shape").count() == 1

    page.get_by_role("link", name="Variations").click()
    shown.get_by_role("button", name="4 White", exact=False).first.wait_for(state="detached")
    page.get_by_role("button", name="2 White f6?!").click()
    page.get_by_role("button", name="One move forward").locator("visible=true").click()
    assert shown.locator(".said").text_content() == "3 Black e6"
    assert page.url.endswith("#2.5")
    page.get_by_role("link", name="Stones").click()
    page.locator(".chapter").nth(2).wait_for()
    page.get_by_role("button", name="To the end").locator("visible=true").click()
    assert shown.locator(".pieces > *").count() == 2
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".chapter:visible").count() == 3
    assert page.locator(".printed:visible").count() == 4  # one for each comment
    context.close()
    assert faults == []


def test_a_link_carries_variations_and_a_diagram_is_saved(visitor, browser, server):
    page = visitor.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.open(f"#/analyse?moves={OPENING}")
    page.keyboard.press("ArrowLeft")
    visitor.play(visitor.legal()[0])
    page.fill("#comment", "Another try.")
    page.locator("#comment").blur()
    page.get_by_role("button", name="Copy a link to this position").click()
    visitor.see(".toast", "with variations and comments")
    link = page.evaluate("navigator.clipboard.readText()")
    for other in visit(browser, server):
        other.open(link.partition("/#")[2] and "#" + link.partition("/#")[2])
        other.see(".tree .comment", "Another try.")
        assert other.page.locator(".tree .variation").count() == 1
        assert other.board() == visitor.board()

    page.get_by_role("button", name="Make a diagram").click()
    visitor.until("document.querySelector('#diagram').naturalWidth === 480")
    page.select_option("#diagram-ink", "print")
    page.fill("#diagram-numbers", "1")
    for kind, begins in [("SVG", b"<svg"), ("PNG", b"\x89PNG")]:
        with page.expect_download() as download:
            page.get_by_role("button", name=f"Save as {kind}").click()
        assert download.value.path().read_bytes().startswith(begins)


def test_a_study_is_written_on_a_phone(phone):
    phone.open("#/studies").see(".page-head", "New study")
    phone.page.get_by_role("button", name="New study").click()
    phone.see("#study-title")
    phone.play("f5")
    phone.see("#study-state", "Saved.")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 375
