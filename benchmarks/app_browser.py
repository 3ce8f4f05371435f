"""How long after a move the first numbers of expert and engine stand on the board, in a real browser.

Starts the study app, plays the moves of a game in Chromium, and measures in the page from the press of a square to the first
paint with numbers of both voices for the new position. Goal: 300 ms. Nothing else should run meanwhile:
python benchmarks/app_browser.py
"""

import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

GAME: Final = "f5d6c3d3c4f4c5b3c2e3d2c6b4b5f2e6f3a4a5a3d7f1d1e2g4g3f6c1f7c7"
GOAL_MILLISECONDS: Final = 300
PAUSE_MILLISECONDS: Final = 1000  # between moves, as of a quick player
VOICES: Final = ("expert", "engine")
LANGUAGES: Final = ("en", "fr", "ja", "zh")
ALL_NUMBERS: Final = """localStorage.setItem("kibitz.settings", '{"numbers": "all"}')"""

# Presses a square and resolves to the milliseconds until each voice has written on a square that is legal now.
MEASURE: Final = """async (move) => {
    const written = (voice) => document.querySelector(`.label-line.${voice}`) !== null;
    const begun = performance.now();
    document.querySelector(`.board [data-square="${move}"]`).click();
    const seen = {};
    while (Object.keys(seen).length < 2 && performance.now() - begun < 10000) {
        await new Promise(requestAnimationFrame);
        for (const voice of ["expert", "engine"]) if (!(voice in seen) && written(voice)) seen[voice] = performance.now() - begun;
    }
    return seen;
}"""


def main() -> int:
    with tempfile.TemporaryDirectory() as study, sync_playwright() as playwright:
        server, address = start_server(study)
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            weigh(browser, address)
            times = measure(browser.new_page(), address)
        finally:
            browser.close()
            server.terminate()
            server.wait()
    return report(times)


def weigh(browser: Browser, address: str) -> None:
    """Print what the start page transfers in an empty browser, in each language."""
    for language in LANGUAGES:
        context = browser.new_context(locale=language)
        page = context.new_page()
        network = context.new_cdp_session(page)
        network.send("Network.enable")
        sizes: list[int] = []
        network.on("Network.loadingFinished", lambda event, sizes=sizes: sizes.append(event["encodedDataLength"]))
        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        page.wait_for_timeout(PAUSE_MILLISECONDS)
        print(f"first opening in {language}: {len(sizes)} files, {sum(sizes) / 1000:.0f} kB")
        context.close()


def start_server(study: str) -> tuple[subprocess.Popen[bytes], str]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    environment = os.environ | {"KIBITZ_STUDY": study, "KIBITZ_ARCHIVE": f"{study}/none.duckdb"}
    begun = time.monotonic()
    command = [sys.executable, "-m", "kibitz", "--no-browser", "--port", str(port)]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    while not answers(address):
        time.sleep(0.02)
    print(f"server ready after {time.monotonic() - begun:.2f} s")
    return process, address


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/api/status", timeout=5):
            return True
    except OSError:
        return False


def chromium() -> str:
    return os.environ.get("KIBITZ_CHROMIUM") or shutil.which("chromium") or sys.exit("this benchmark needs Chromium")


def measure(page: Page, address: str) -> dict[str, list[float]]:
    """Milliseconds of each voice after each move of the game."""
    page.add_init_script(ALL_NUMBERS)
    begun = time.monotonic()
    page.goto(f"{address}/#/analyse")
    page.wait_for_selector(".label-line.engine")
    print(f"page ready for the first move, with numbers, after {time.monotonic() - begun:.2f} s")
    times: dict[str, list[float]] = {voice: [] for voice in VOICES}
    for start in range(0, len(GAME), 2):
        seen = page.evaluate(MEASURE, GAME[start : start + 2])
        for voice in VOICES:
            times[voice].append(seen.get(voice, float("inf")))
        page.wait_for_timeout(PAUSE_MILLISECONDS)
    return times


def report(times: dict[str, list[float]]) -> int:
    for voice, values in times.items():
        ordered = sorted(values)
        within = sum(value <= GOAL_MILLISECONDS for value in values)
        print(
            f"{voice:8} median {statistics.median(ordered):6.0f} ms, 95 % {ordered[int(0.95 * (len(ordered) - 1))]:6.0f} ms, "
            f"worst {ordered[-1]:6.0f} ms, within {GOAL_MILLISECONDS} ms {within} of {len(values)}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
