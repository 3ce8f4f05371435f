"""What `kibitz reproduce PAPER --help` says of each paper: its networks, their sizes, and how long they take."""

from typing import Final

ABOUT: Final = {
    "hlynsson2017": """Hlynsson 2017: networks that predict the moves of experts at Othello.

    --networks takes PLANES-LAYERS with raw or hlynsson42 planes and 8 to 11 layers, such as hlynsson42-11; `all` stands for
    these eight, `variants` for the open questions of the thesis, such as hlynsson42-8-without-history, `sizes` for games of
    the trained raw network on other boards, `policy-gradient` for the shipped raw-11 going on by games against its past
    (three seeds, each 25 minutes of one core).

    --recipe is better (Muon, one cycle, all symmetries) or thesis (as printed). One core learns from about 3,000 positions a
    second with 11 layers, so 4 million positions take 25 minutes to an hour. The games are a folder of WTHOR files.

    \b
    Example: kibitz reproduce hlynsson2017 --networks raw-11,hlynsson42-11 --positions 4000000
             kibitz reproduce hlynsson2017 --runs checkpoints""",
    "leouski1996": """Leouski and Utgoff 1996: three networks that learn Othello by temporal differences.

    --networks takes network1, network2 and network3 of the paper, network3-averaged, network3-slower and network3-lambda,
    which change how it learns, network3-gated, which it proposes, and ntuple, which is ours; `all` stands for these, `matches`
    for the matches at the end of the page.

    Every network has five seeds of 15,000 games; the three of the paper take about 20 minutes of one core, ntuple an hour. No
    games are needed.

    \b
    Example: kibitz reproduce leouski1996 --networks network1,network2,network3
             kibitz reproduce leouski1996 --runs checkpoints""",
    "ng2017": """Ng 2017: value networks for Othello, and a player with alpha-beta that ponders.

    --networks takes 0 to 31 and final1 to final3 of the report; 13-board is network 13 with its first layer read on the
    board, 13-seed2 a second training, 13-discs or 13-rate-0.01 network 13 with something else. `all` stands for the report's,
    `variants` for those of network 13, `models` for our own models on the report's sets, `matches` for the player's, `styles`
    for how networks 0, 5 and 13 play, `after-games` for network 13 learning from each game it has played.

    --recipe is better (Adam, batches of 128), thesis (as printed, batches of 5) or taught (with a teacher). An epoch of
    92,077 positions takes one core a minute by the better recipe, or half of that with -board, where it has instructions for
    bfloat16, and five or more as printed. The games are a folder of WTHOR files; `matches` and `styles` need none.

    \b
    Example: kibitz reproduce ng2017 --networks 13,24-board --positions 1657386
             kibitz reproduce ng2017 --runs checkpoints""",
    "pinkney2009": """Pinkney 2009: networks that evolve by playing Othello against each other.

    --networks takes `paper` (as described: 800 generations of 24 networks, six minutes of one core), paper-seed2 to
    paper-seed10, his extensions crossover, larger, searcher and pool, and ours by CMA-ES; `seeds` stands for the ten of the
    paper, `all` for everything, which takes about two hours. No games are needed.

    \b
    Example: kibitz reproduce pinkney2009 --networks seeds --threads 2
             kibitz reproduce pinkney2009 --runs checkpoints""",
    "paisarnsrisomsuk2015": """Paisarnsrisomsuk and Wiratchotisatian 2015: a network that sees the final board of a game of Go.

    --networks takes the final board that is shown: none, record, simulated-1 to simulated-1000 (1, 5, 10, 50, 100, 200, 500,
    1000) or predicted; `all` stands for these, `variants` for the report's own choices made the other way, such as
    none-softplus, and `owners` for what owners are worth to our own network.

    --recipe is better (Adam, five networks) or thesis (as printed, ten networks), each from 100,000 moves. Networks take an
    hour or two of one core, and final boards of a thousand simulations four hours. The games are a folder of SGF archives, of
    KGS or, for `owners`, of professionals.

    \b
    Example: kibitz reproduce paisarnsrisomsuk2015 --data KGS --networks none,record --recipe thesis
             kibitz reproduce paisarnsrisomsuk2015 --runs checkpoints""",
}
