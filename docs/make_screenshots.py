"""Pictures of the study app's main views, taken from the running app: `make screenshots`.

Starts the app on a folder of its own, plays, reviews and studies in Chromium, and writes docs/screenshots/*.png. The archive is
the user's own (or the one KIBITZ_ARCHIVE names); without one its voice is missing in the pictures. Names of
pictures as arguments take those alone.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

FOLDER: Final = Path(__file__).parent / "screenshots"
DESKTOP: Final = {"width": 1440, "height": 960}
PHONE: Final = {"width": 390, "height": 844}
PATIENCE: Final = 90  # seconds for the curve of a game

# Played by expert:rating=1700 against expert:rating=1900.
GAME: Final = (
    "c4c3d3e3f4c5e6f3e2f6d6g4g5f5d2f2e7c6b6c1d1f1e1g6b5a5a6b4a3a4c2b3h3h4b2f7b1h2g1a1a2h1g2g3h5b7d7c8d8f8b8e8g8h6g7h8a8c7h7a7"
)
OPENING: Final = "f5d6c3d3c4f4c5b3c2"
GO_OPENING: Final = "#/analyse?start=go:19_komi:7.5_rules:chinese&moves=pddpppddfccfhcqnqpnqjpnpfqcn"
GO_GAME: Final = "#/analyse?start=go:9_komi:7_rules:chinese&moves=eegccgggcccedecddccbcfbebdbfddbcffgfgebbcaadgdefhfdg"


def main() -> None:
    """Take every picture."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as study, sync_playwright() as playwright:
        server, address = start_server(Path(study))
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            for name in sys.argv[1:] or PICTURES:
                take(browser, address, name, *PICTURES[name])
        finally:
            browser.close()
            server.terminate()
            server.wait()


def start_server(study: Path) -> tuple[subprocess.Popen[bytes], str]:
    """The app in its own process, once it answers."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    command = [sys.executable, "-m", "kibitz", "--no-browser", "--port", str(port)]
    process = subprocess.Popen(command, env=os.environ | {"KIBITZ_STUDY": str(study)}, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    while process.poll() is None and not answers(address):
        time.sleep(0.1)
    return process, address


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/api/status", timeout=5):
            return True
    except OSError:
        return False


def chromium() -> str:
    found = os.environ.get("KIBITZ_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if found is None:
        sys.exit("make screenshots needs Chromium: apt-get install chromium, or set KIBITZ_CHROMIUM")
    return found


def take(browser: Browser, address: str, name: str, scheme: Any, size: Any, show: Callable[[Page, str], None]) -> None:
    """One picture in its own window."""
    context = browser.new_context(viewport=size, color_scheme=scheme, device_scale_factor=2 if size is PHONE else 1)
    page = context.new_page()
    show(page, address)
    page.mouse.move(2, 2)
    page.screenshot(path=FOLDER / f"{name}.png")
    context.close()


def show_start(page: Page, address: str) -> None:
    page.goto(f"{address}/#/start")
    page.wait_for_selector("#start-play")


def show_analysis(page: Page, address: str) -> None:
    page.goto(f"{address}/#/analyse?moves={GAME}&at=7")
    page.wait_for_selector(".label-line.engine")
    page.wait_for_selector(".rating-chart")
    wait_for_curve(page)


def wait_for_curve(page: Page) -> None:
    """Until the engine has looked at all positions of the game."""
    points = "(document.querySelector('.discs-line')?.getAttribute('d') ?? '').split('L').length"
    patience = time.monotonic() + PATIENCE
    while page.evaluate(points) < len(GAME) // 2 and time.monotonic() < patience:
        page.wait_for_timeout(200)
    page.wait_for_timeout(3000)


def show_phone(page: Page, address: str) -> None:
    page.goto(f"{address}/#/analyse?moves={OPENING}")
    page.wait_for_selector(".label-line.engine")
    page.wait_for_timeout(3000)


def show_game(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/new")
    page.get_by_label("Clock").select_option("300+3")
    page.click("button[type=submit]")
    for move in ("f5", "c3", "c4"):
        page.wait_for_selector("#game-status:has-text('You to move')")
        page.wait_for_selector('.board [data-state="legal"]')
        choice = page.locator(f'.board [data-square="{move}"][data-state="legal"]')
        (choice if choice.count() else page.locator('.board [data-state="legal"]').first).click()
        page.wait_for_timeout(1200)
    page.wait_for_selector("#game-status:has-text('You to move')")
    page.keyboard.press("h")
    page.wait_for_selector(".tint.hint-area")


def show_review(page: Page, address: str) -> None:
    page.goto(f"{address}/#/review")
    page.get_by_role("button", name="Paste a game").click()
    page.fill(".drop-place textarea", GAME)
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_selector(".mistake-button", timeout=300_000)
    page.wait_for_timeout(2500)


def show_explorer(page: Page, address: str) -> None:
    page.goto(f"{address}/#/study/explorer?moves={OPENING}")
    page.wait_for_selector(".explorer-table, #archive-missing")
    page.wait_for_timeout(1000)


def show_drill(page: Page, address: str) -> None:
    page.goto(f"{address}/#/study/guess")
    page.wait_for_selector("#drill-question:has-text('to move')")
    page.locator('.board [data-state="legal"]').first.click()
    page.wait_for_selector("#drill-verdict strong")


def show_picture(page: Page, address: str) -> None:
    page.goto(f"{address}/#/analyse?moves={GAME}&at=36")
    page.wait_for_selector(".label-line.engine")
    page.select_option("#overlay-choice", "ownership")
    page.wait_for_selector(".tint")
    wait_for_curve(page)


def show_go(page: Page, address: str) -> None:
    page.goto(f"{address}/{GO_OPENING}")
    page.wait_for_selector(".label-line.engine")
    page.wait_for_timeout(15_000)


def show_go_ownership(page: Page, address: str) -> None:
    page.goto(f"{address}/{GO_GAME}")
    page.wait_for_selector(".label-line.engine")
    page.select_option("#overlay-choice", "ownership")
    page.wait_for_selector(".tint")
    page.wait_for_timeout(15_000)


PICTURES: Final[dict[str, tuple[str, dict[str, int], Callable[[Page, str], None]]]] = {
    "start": ("light", DESKTOP, show_start),
    "start-phone": ("dark", PHONE, show_start),
    "analyse": ("light", DESKTOP, show_analysis),
    "play": ("dark", DESKTOP, show_game),
    "review": ("dark", DESKTOP, show_review),
    "explorer": ("light", DESKTOP, show_explorer),
    "guess": ("light", DESKTOP, show_drill),
    "ownership": ("dark", DESKTOP, show_picture),
    "phone": ("light", PHONE, show_phone),
    "go": ("light", DESKTOP, show_go),
    "go-ownership": ("dark", DESKTOP, show_go_ownership),
}


if __name__ == "__main__":
    main()
