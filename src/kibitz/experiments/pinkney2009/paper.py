"""What the dissertation says of its own run; its figure 8 has no table, so these are its words."""

from typing import Final

NETWORKS: Final = "20–30"
GAMES_AGAINST_RANDOM: Final = 1000
RISE_FROM: Final = 80  # "improves markedly from approximately generation 80"
PLATEAU_FROM: Final = 300  # "reaching a plateau at around generation 300"
STOPPED_AFTER: Final = 800
DIPS_NEAR: Final = (400, 700)
DRAWS: Final = (30, 40)  # of each thousand games

# Section, what it says, what is done here.
CHOICES: Final = (
    (
        "3.2.2",
        "64 inputs of 1, −1 and 0, fully connected to 42 hidden nodes, one output",
        "the same; 1 is a disc of whoever has moved",
    ),
    (
        "3.2.2",
        "Ψ = (e^{tφ} − 1) / (e^{tφ} + 1) with a threshold t for each node, output the weighted sum",
        "the same, as tanh(tφ/2)",
    ),
    ("3.2.3", "all weights and thresholds drawn from the normal distribution, mean 0, deviation 1", "the same"),
    ("3.1.5", "the board after each legal move is valued, the highest is played, ties at random", "the same"),
    ("3.3", "20–30 networks", "24"),
    ("3.3.1", "everybody plays everybody twice, once with each colour; +1, −1, draws 0", "the same, 552 games"),
    ("3.3.1", "the lower half is eliminated", "the same; of equals the older network stays"),
    ("3.3.2", "copies get X + μ·Γ(0, 1) in every weight and threshold, μ = 0.05", "the same: additive, not relative"),
    (
        "3.3.3",
        "the best network plays 1,000 games against a random mover after each generation",
        "the same, 500 with each colour",
    ),
    ("4.2.8", "weights can be dumped to disk", "every generation is kept, as safetensors, and can be loaded and gone on from"),
    ("4.2.10", "the tree of alpha-beta printed as XML, drawn by other means", "`kibitz tree`, as XML and drawn"),
)
