"""Whom the pages reach: phones of 320 pixels, four languages, screen readers, magnified pages, an installed app."""

import json
import time
import urllib.request
from typing import Any

import pytest

from app.browser.test_accessibility import NAMELESS, VIEWS, faults
from app.browser.visitor import PATIENCE, PLAIN, Server, Visitor, visit

LANGUAGES = {"en": "Analyse", "fr": "Analyser", "ja": "検討", "zh": "分析"}
# What sticks out of the window sideways, or is cut: a text in a box that is too small and hides the rest.
CUT = """() => {
    const says = (e) => [...e.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const isCut = (e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== "visible"
        && !["auto", "scroll"].includes(getComputedStyle(e).overflowX);
    const isOut = (e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".table-scroll, .list-panel");
    const all = [...document.querySelectorAll("body *:not(svg *):not(option):not(select)")];
    const texts = all.filter((e) => e.checkVisibility() && says(e));
    const unseen = (e) => e.closest(".unseen, .skip-link, .player-name") || getComputedStyle(e).clipPath !== "none";
    const wrong = texts.filter((e) => !unseen(e) && (isCut(e) || isOut(e))).map((e) => e.outerHTML.slice(0, 160));
    return document.documentElement.scrollWidth > innerWidth ? [...wrong, "the page scrolls sideways"] : wrong;
}"""


def look(visitor: Visitor, place: str, content: str) -> list[str]:
    """What is wrong with a view in a narrow window."""
    visitor.open(place).see(content)
    nameless = visitor.page.eval_on_selector_all("button, a, input, select, textarea", NAMELESS)
    return [*visitor.page.evaluate(CUT), *nameless, *faults(visitor.page)]


@pytest.fixture(scope="session")
def full_views(server: Server) -> dict[str, tuple[str, str]]:
    """Views with what a reader has made: a game that is played, a review, a study; and those of the other games."""
    game = post(server, "/api/games", {"moves": "f5d6c3", "black": {"name": "Ada Lovelace"}, "white": {"name": "Ben"}})["id"]
    reviewed = post(server, "/api/reviews", {"text": "f5d6c3d3c4f4c5b3c2d1"})["reviews"][0]["id"]
    places = [{"parent": -1, "comment": "The start"}, {"parent": 0, "move": "f5", "symbol": "!?"}, {"parent": 0, "move": "d3"}]
    study = post(server, "/api/studies", {"title": "Openings", "chapters": [{"title": "First", "places": places}]})["id"]
    patience = time.monotonic() + PATIENCE
    while asked(server, f"/api/reviews/{reviewed}")["state"] != "done":
        assert time.monotonic() < patience
        time.sleep(0.2)
    return {
        "playing": (f"#/play/{game}", ".board .square"),
        "reviewed": (f"#/review/{reviewed}", "table.accuracy"),
        "study": (f"#/studies/{study}", ".tree-move"),
        "games": ("#/games", ".games-table tbody tr"),
        "reviews": ("#/review", ".games-table tbody tr"),
        "go": ("#/analyse?game=go", ".board .square"),
        "play go": ("#/play/new?game=go", "button[type=submit]"),
        "noughts": ("#/analyse?game=noughts", ".board .square"),
    }


def post(server: Server, path: str, body: object) -> Any:
    headers = {"Content-Type": "application/json"}
    return asked(server, path, json.dumps(body).encode(), headers)


def asked(server: Server, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> Any:
    with urllib.request.urlopen(urllib.request.Request(server.address + path, body, headers or {}), timeout=PATIENCE) as answer:
        return json.load(answer)


def narrow(language: str) -> dict[str, Any]:
    return {"viewport": {"width": 320, "height": 640}, "locale": language, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_view_is_whole_at_320_pixels_in_every_language(browser: Any, server: Server, language: str) -> None:
    for visitor in visit(browser, server, newcomer=True, **narrow(language)):
        wrong = {name: look(visitor, *view) for name, view in {"start": ("#/start", "#start-play"), **VIEWS}.items()}
        assert {name: found for name, found in wrong.items() if found} == {}
        assert LANGUAGES[language] in visitor.text("#navigation")
        assert str(visitor.page.evaluate("document.documentElement.lang")).startswith(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_reader_has_made_is_whole_at_320_pixels(browser: Any, server: Server, full_views: Any, language: str) -> None:
    for visitor in visit(browser, server, newcomer=True, **narrow(language)):
        wrong = {name: look(visitor, *view) for name, view in full_views.items()}
        for key in "?,ei":
            visitor.open("#/analyse?moves=f5").page.keyboard.press(key)
            wrong[key] = [*visitor.page.evaluate(CUT), *faults(visitor.page)]
        assert {name: found for name, found in wrong.items() if found} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bar_at_the_top_has_room_in_every_width(browser: Any, server: Server, language: str) -> None:
    for visitor in visit(browser, server, newcomer=True, locale=language):
        visitor.open("#/games").see(".games-table")
        wrong = {}
        for width in (781, 900, 1024, 1180, 1280, 1366, 1401):
            visitor.page.set_viewport_size({"width": width, "height": 700})
            wrong[width] = visitor.page.evaluate(CUT)
        assert {width: found for width, found in wrong.items() if found} == {}


REFUSALS = {
    "fr": ("a1 n’est pas un coup légal ici", "format inconnu"),
    "ja": ("ここでは a1 に打てません", "未知の形式です"),
    "zh": ("此处不能下 a1", "的格式未知"),
}


@pytest.mark.parametrize("language", REFUSALS)
def test_what_is_refused_is_said_in_the_language_of_the_page(browser: Any, server: Server, language: str) -> None:
    by_the_page, by_the_server = REFUSALS[language]
    for visitor in visit(browser, server, locale=language):
        visitor.open("#/analyse?moves=a1").see(".toast.trouble", by_the_page)
        visitor.paste("hello")
        visitor.see(".toast.trouble", by_the_server)


def test_on_a_phone_the_moves_are_right_below_the_board_and_the_views_under_the_thumb(small_phone: Visitor) -> None:
    small_phone.open("#/analyse?moves=f5d6c3d3c4").see(".label-line.engine")
    top = "selector => document.querySelector(selector).getBoundingClientRect().top"
    order = [small_phone.page.evaluate(top, name) for name in (".board", ".toolbar", ".panel.moves", ".panel.voices")]
    assert order == sorted(order)
    assert small_phone.page.evaluate("innerHeight - document.querySelector('#navigation').getBoundingClientRect().bottom") == 0
    small = "all => all.filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 44).map(e => e.textContent)"
    assert small_phone.page.eval_on_selector_all("#navigation a, .toolbar button", small) == []
    assert [name for name, view in VIEWS.items() if small_phone.open(view[0]).page.evaluate(CUT)] == []


def test_at_twice_the_size_nothing_is_lost(browser: Any, server: Server) -> None:
    """A window of 1280 pixels at 200 % is one of 640 with two device pixels to each."""
    for visitor in visit(browser, server, viewport={"width": 640, "height": 400}, device_scale_factor=2):
        assert visitor.open("#/analyse?moves=f5d6c3d3c4").page.evaluate(CUT) == []
        assert visitor.page.locator("#navigation a").first.is_visible()


def test_the_grid_is_no_part_of_a_picture_to_a_screen_reader(visitor: Visitor) -> None:
    visitor.open("#/analyse?moves=f5d6c3d3c4")
    tree = visitor.page.context.new_cdp_session(visitor.page).send("Accessibility.getFullAXTree")["nodes"]
    nodes = {node["nodeId"]: node for node in tree}
    node = next(node for node in tree if node["role"]["value"] == "grid")
    above = []
    while node := nodes.get(node.get("parentId")):
        above.append(node["role"]["value"])
    assert "main" in above
    assert not {"image", "img", "graphics-document", "SvgRoot"} & set(above)


def test_the_app_can_be_installed_and_opens_without_its_server(browser: Any, bare_server: Server) -> None:
    context = browser.new_context(**{**PLAIN, "service_workers": "allow"})
    page = context.new_page()
    page.goto(bare_server.address)
    session = context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    while not page.evaluate("caches.match('scripts/main.js').then(Boolean)"):
        page.wait_for_timeout(100)
    context.set_offline(True)
    page.route("**/api/**", lambda route: route.abort())
    page.reload()
    page.wait_for_selector("#start-play")
    page.wait_for_selector("#banner:not([hidden])")
    context.close()
