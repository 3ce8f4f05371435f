"""An engine: a program that speaks the Go Text Protocol and always plays the first legal move. `python -m` starts it."""

import sys

import kibitz

_COMMANDS = (
    "protocol_version",
    "name",
    "version",
    "list_commands",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "quit",
)


class Engine:
    """A board and what is done to it by commands."""

    def __init__(self) -> None:
        self.board = kibitz.Board("othello")

    def answer(self, words: list[str]) -> str:
        """The answer to a command; raises KibitzError or LookupError for one that cannot be followed."""
        match words:
            case ["protocol_version"]:
                return "2"
            case ["name"]:
                return "First"
            case ["version"]:
                return "0.1"
            case ["list_commands"]:
                return "\n".join(_COMMANDS)
            case ["boardsize", "8"] | ["komi", _] | ["quit"]:
                return ""
            case ["clear_board"]:
                self.board = kibitz.Board("othello")
                return ""
            case ["play", _, move]:
                return self._play(move)
            case ["genmove", _]:
                move = self.board.legal_moves[0]
                self._play(move)
                return move
        raise LookupError("unknown command")

    def _play(self, move: str) -> str:
        self.board = self.board.play(move.lower())
        return ""


def main() -> None:
    engine = Engine()
    for line in sys.stdin:
        words = line.split()
        number = words.pop(0) if words and words[0].isdecimal() else ""
        if not words:
            continue
        try:
            said = f"={number} {engine.answer(words)}"
        except (kibitz.KibitzError, LookupError) as error:
            said = f"?{number} {error}"
        sys.stdout.write(f"{said}\n\n")
        sys.stdout.flush()
        if words == ["quit"]:
            return


if __name__ == "__main__":
    main()
