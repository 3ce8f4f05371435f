"""The app as a program: it survives being killed, serves many at once, and ends when it is told to."""

import asyncio
import json
import signal
import subprocess
import sys
import threading

import pytest
from websockets.asyncio.client import connect

from app.conftest import PATIENCE, ServerProcess, run_apart, wait_for
from kibitz.review.othello.game_sources import own_games
from kibitz.rules.squares import PASS, format_move, format_transcript


def test_a_killed_server_loses_no_move_it_has_answered_for(start_server):
    server = start_server()
    record = own_games()[5]
    game = server.client.post("/api/games", json={"black": {"name": "Ada"}}).json()
    answered = []

    def play_on() -> None:
        for move in record.moves:
            if move != PASS:
                try:
                    server.client.post(f"/api/games/{game['id']}/moves", json={"move": format_move(move)}).raise_for_status()
                except Exception:  # noqa: BLE001 - whatever a killed server makes of a request
                    return
                answered.append(format_move(move))

    player = threading.Thread(target=play_on)
    player.start()
    wait_for(lambda: len(answered) > 12)
    server.kill()
    player.join()
    again = start_server()
    found = again.client.get(f"/api/games/{game['id']}").json()
    placed = [move for move in found["moves"] if move != "pass"]
    # One more may be there: it was on the disk, and the answer did not get out any more.
    assert placed[: len(answered)] == answered
    assert len(placed) <= len(answered) + 1
    following = format_move([move for move in record.moves if move != PASS][len(placed)])
    assert again.client.post(f"/api/games/{game['id']}/moves", json={"move": following}).status_code == 200


def test_a_program_whose_turn_it_was_goes_on_after_the_restart(start_server):
    server = start_server()
    game = server.client.post("/api/games", json={"white": {"player": "engine:seconds=20,book=off"}}).json()
    server.client.post(f"/api/games/{game['id']}/moves", json={"move": "f5"})
    server.kill()
    again = start_server()
    found = again.client.get(f"/api/games/{game['id']}").json()
    assert (found["moves"], found["thinking"]) == (["f5"], True)


def test_an_interrupt_ends_the_server_though_tabs_are_open(start_server):
    server = start_server()

    async def look_and_interrupt() -> None:
        async with connect(f"ws://127.0.0.1:{server.port}/api/live") as live:
            await live.send('{"type": "analyse"}')
            await live.recv()
            server.process.send_signal(signal.SIGINT)
            await asyncio.to_thread(server.process.wait, PATIENCE)

    run_apart(look_and_interrupt())
    printed = server.process.stdout.read()
    assert server.process.returncode in (0, 130), printed
    assert "Traceback" not in printed


async def watch(server: ServerProcess, moves: str, messages: int) -> list[dict]:
    """What a tab hears of one position until it is done or has heard enough."""
    heard: list[dict] = []
    async with connect(f"ws://127.0.0.1:{server.port}/api/live") as live:
        await live.send(json.dumps({"type": "analyse", "moves": moves}))
        while len(heard) < messages and not (heard and heard[-1]["done"]):
            heard.append(json.loads(await asyncio.wait_for(live.recv(), PATIENCE)))
    return heard


@pytest.mark.slow
def test_fifty_tabs_analyse_at_once_without_an_error(start_server):
    server = start_server()

    async def all_at_once() -> list[list[dict]]:
        lines = [format_transcript(own_games()[number].moves[:46]) for number in range(40)]
        return await asyncio.gather(*(watch(server, line, 1000) for line in [*lines, *lines[:10]]))

    heard = run_apart(all_at_once())
    assert len(heard) == 50
    for messages in heard:
        assert all(message["type"] == "analysis" for message in messages)
        revisions = [message["revision"] for message in messages]
        assert revisions == sorted(set(revisions))
        assert messages[-1]["done"]  # the last word is never lost
        assert messages[-1]["exact"]
    for one, other in zip(heard, heard[40:], strict=False):
        assert one[-1]["moves"] == other[-1]["moves"]
    status = server.client.get("/api/status").json()
    wait_for(lambda: server.client.get("/api/status").json()["engine"]["watched_positions"] == 0)
    assert status["engine"]["workers"] >= 1


def test_the_app_needs_nothing_that_only_learning_needs():
    script = "import sys, kibitz.app.server; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert "fastapi" in loaded
    assert not {"torch", "matplotlib", "httpx", "httpx2"} & set(loaded)
