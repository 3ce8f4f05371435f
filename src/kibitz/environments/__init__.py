"""Games for reinforcement learning. All of it needs the extra `environments`; without it, importing it raises SetupError."""

from importlib.util import find_spec

from kibitz.errors import SetupError

for _name in ("gymnasium", "pettingzoo"):
    if find_spec(_name) is None:
        raise SetupError(f"environments need {_name}, which is not installed: pip install 'kibitz[environments]'")
