"""Games of Go that tests play through the app's routes."""

from app.conftest import wait_for

NINE = "go:9 komi:7 rules:chinese"


def new_game(client, **settings):
    answer = client.post("/api/games", json={"start": NINE, **settings})
    assert answer.status_code == 201, answer.text
    return answer.json()


def play(client, game, *moves):
    for move in moves:
        answer = client.post(f"/api/games/{game['id']}/moves", json={"move": move})
        assert answer.status_code == 200, answer.text
    return answer.json()


def settled(client, game):
    def asked():
        now = client.get(f"/api/games/{game['id']}").json()
        return None if now["thinking"] else now

    return wait_for(asked)
