"""Games that tests play through the app's routes."""


def new_game(client, **settings):
    answer = client.post("/api/games", json=settings)
    assert answer.status_code == 201, answer.text
    return answer.json()


def play(client, game, move, **more):
    return client.post(f"/api/games/{game['id']}/moves", json={"move": move, **more})


def get(client, game):
    return client.get(f"/api/games/{game['id']}").json()
