"""The players of Othello that have a name."""

from dataclasses import replace
from typing import Final

from kibitz.players.kind import (
    NUMBER_FROM_0,
    POSITIVE_NUMBER,
    SEED,
    TEXT,
    WHOLE_NUMBER,
    YES_OR_NO,
    Option,
    PlayerKind,
    temperature,
)
from kibitz.search.othello.levels import DEFAULT_BLUNDER_MARGIN, DEFAULT_LEVEL, DEFAULT_TABLES_MB, HIGHEST_LEVEL

_SOLVED: Final = Option("solved", WHOLE_NUMBER, "plays perfectly from so many empty squares on", 0)

_LOOK_AHEAD: Final = (
    Option("search", WHOLE_NUMBER, "searches so many plies deep and leaves out blunders"),
    Option("margin", NUMBER_FROM_0, "with search, how many discs worse than the best a move may be", DEFAULT_BLUNDER_MARGIN),
)

_PLAYED_LIKE: Final = (
    Option("rating", POSITIVE_NUMBER, "the strength of the player it plays like"),
    Option("player", TEXT, "the name of the player it plays like, instead of a rating"),
    Option("mode", TEXT, "quick or full: how far a model that searches looks, four plies or eight; quick unless given"),
)

KINDS: Final = (
    PlayerKind(
        "greedy",
        "the move after which it has the most discs, ties at random",
        "kibitz.players.othello.greedy:GreedyPlayer",
        (SEED,),
    ),
    PlayerKind(
        "engine",
        "looks ahead for the best move and plays the end perfectly",
        "kibitz.players.othello.engine:EnginePlayer",
        (
            Option(
                "level", WHOLE_NUMBER, f"1 to {HIGHEST_LEVEL}, how far it looks; {DEFAULT_LEVEL} unless depth or seconds is given"
            ),
            Option("depth", WHOLE_NUMBER, "how many plies deep it searches, instead of a level"),
            Option("seconds", POSITIVE_NUMBER, "how long it thinks about a move, instead of a level"),
            Option("margin", NUMBER_FROM_0, "plays any move at most this many discs worse than the best", 0.0),
            Option("give", NUMBER_FROM_0, "discs it gives away in the whole game, where tournament players might", 0.0),
            Option("ponder", YES_OR_NO, "thinks while its opponent does too"),
            Option(
                "book", YES_OR_NO, "plays the opening by its book and by what is proven; off searches from the first move", True
            ),
            Option("hash", WHOLE_NUMBER, "size of its transposition tables in megabytes", DEFAULT_TABLES_MB),
            SEED,
        ),
        has_main_option=True,
    ),
    PlayerKind(
        "alphabeta",
        "a plain search with any evaluation, to compare evaluations at equal depth",
        "kibitz.players.othello.alpha_beta:AlphaBetaPlayer",
        (
            Option(
                "evaluation",
                TEXT,
                "learned, squares (values of squares and mobility), or a model that predicts winners or was evolved",
                "learned",
            ),
            Option("depth", WHOLE_NUMBER, "how many plies deep it searches", 4),
        ),
        has_main_option=True,
    ),
    PlayerKind(
        "wystan",
        "plays for mobility, stability and good squares, two moves ahead; Leouski and Utgoff's opponent of 1996",
        "kibitz.players.othello.foresight:WystanPlayer",
        (Option("depth", WHOLE_NUMBER, "how many plies deep it searches", 2), _SOLVED),
    ),
    PlayerKind(
        "network",
        "plays by a network or pattern tables that value positions, and the end perfectly",
        "kibitz.players.othello.foresight:NetworkPlayer",
        (
            Option("model", TEXT, "its name or file; kibitz models lists them", is_required=True),
            Option("depth", WHOLE_NUMBER, "how many plies deep it searches", 2),
            replace(_SOLVED, default=10),
        ),
        has_main_option=True,
    ),
    PlayerKind(
        "value",
        "searches with a value network and may ponder while its opponent thinks, after Ng",
        "kibitz.players.othello.value_player:ValuePlayer",
        (
            Option("model", TEXT, "a model that predicts winners; kibitz models lists them", "ng2017"),
            Option("depth", WHOLE_NUMBER, "how many plies deep it searches", 4),
            Option("seconds", POSITIVE_NUMBER, "how long it thinks about a move, instead of a depth"),
            Option("ponder", YES_OR_NO, "thinks while its opponent does too"),
        ),
        has_main_option=True,
    ),
    PlayerKind(
        "expert",
        "plays as tournament players do, each move as often as they would",
        "kibitz.players.othello.model_player:ModelPlayer",
        (
            Option("model", TEXT, "who it plays like; kibitz models lists them", "expert"),
            *_PLAYED_LIKE,
            temperature(1.0),
            Option("calibrated", YES_OR_NO, "with a rating, errs as players of it do; off errs as the model expects", True),
            Option("resigns", YES_OR_NO, "gives up when it is behind, as often as online players do"),
            *_LOOK_AHEAD,
            SEED,
        ),
    ),
    PlayerKind(
        "net",
        "a trained model by its name, playing its first choice",
        "kibitz.players.othello.model_player:ModelPlayer",
        (
            Option("model", TEXT, "its name; kibitz models lists them", is_required=True),
            *_PLAYED_LIKE,
            temperature(0.0),
            *_LOOK_AHEAD,
            SEED,
        ),
        has_main_option=True,
    ),
    PlayerKind(
        "puct",
        "searches a tree as AlphaZero does, guided by tables trained by self-play or by a model",
        "kibitz.players.othello.puct:PuctPlayer",
        (
            Option("model", TEXT, "its name or file; kibitz models lists them", is_required=True),
            Option("simulations", WHOLE_NUMBER, "simulations for each move", 800),
            Option("exact", WHOLE_NUMBER, "solves the position from so many empty squares on", 0),
            Option("halving", YES_OR_NO, "sequential halving: searches all moves equally, then the better half, and so on"),
            Option("rate", POSITIVE_NUMBER, "the exploration rate: the weight of the prior of its model", 0.5),
        ),
        has_main_option=True,
    ),
    PlayerKind(
        "nboard",
        "another program that speaks the protocol of NBoard",
        "kibitz.players.othello.nboard:NBoardPlayer",
        (
            Option("command", TEXT, "how the program is started", is_required=True),
            Option("depth", WHOLE_NUMBER, "how many plies deep it searches", 8),
            Option("timeout", POSITIVE_NUMBER, "seconds it may take for one answer", 60.0),
        ),
        has_main_option=True,
    ),
)
