"""What the report printed: its networks, their mean squared errors, and the layers of the default one."""

from dataclasses import dataclass
from typing import Final

from kibitz.nets.othello.value_spec import ValueSpec


@dataclass(frozen=True, slots=True)
class PaperResult:
    """A row of the tables: the mean error on sets 2 to 7, and that on set 1, of which the network learned four fifths."""

    independent: float
    training: float


def _row(planes: str, nodes: int, dropout: float, independent: float, training: float) -> tuple[ValueSpec, PaperResult]:
    return ValueSpec(planes, nodes=nodes, convolution_dropout=dropout, dense_dropout=dropout), PaperResult(independent, training)


def _apart(nodes: int, convolution: float, dense: float, independent: float, training: float) -> tuple[ValueSpec, PaperResult]:
    spec = ValueSpec("ng-freemove", nodes=nodes, convolution_dropout=convolution, dense_dropout=dense)
    return spec, PaperResult(independent, training)


def _deep(convolutions: int, dense_layers: int, independent: float, training: float) -> tuple[ValueSpec, PaperResult]:
    return ValueSpec("ng-freemove", convolutions=convolutions, dense_layers=dense_layers), PaperResult(independent, training)


# Table 1: the same dropout everywhere. The first one has no number in the report.
TABLE_1: Final = {
    "0": _row("ng-border", 512, 0.3, 0.7427, 0.7058),
    "1": _row("ng-border", 1024, 0.3, 0.7312, 0.6624),
    "2": _row("ng-border", 1024, 0.4, 0.7331, 0.6886),
    "3": _row("ng-border", 1024, 0.5, 1.0817, 1.0802),
    "4": _row("ng-border", 512, 0.4, 0.7576, 0.7496),
    "5": _row("ng-corner", 512, 0.3, 0.7339, 0.6966),
    "6": _row("ng-corner", 1024, 0.3, 0.7298, 0.6750),
    "7": _row("ng-corner", 1024, 0.4, 0.7392, 0.7147),
    "8": _row("ng-corner", 1024, 0.5, 0.7595, 0.7457),
    "9": _row("ng-corner", 512, 0.4, 0.7300, 0.6921),
    "10": _row("ng-freemove", 1024, 0.4, 0.7230, 0.6394),
    "11": _row("ng-freemove", 1024, 0.3, 0.7207, 0.6666),
    "12": _row("ng-freemove", 1024, 0.5, 0.9178, 0.9094),
    "13": _row("ng-freemove", 512, 0.3, 0.7191, 0.6542),
    "14": _row("ng-freemove", 512, 0.4, 0.7393, 0.7262),
}
# Table 2: dropout behind the convolutions and behind the dense layers apart.
TABLE_2: Final = {
    "15": _apart(1024, 0.0, 0.4, 0.7525, 0.6874),
    "16": _apart(1024, 0.3, 0.4, 0.7231, 0.6907),
    "17": _apart(1024, 0.3, 0.5, 0.7383, 0.7254),
    "18": _apart(1024, 0.4, 0.3, 0.7318, 0.7149),
    "19": _apart(1024, 0.4, 0.5, 0.7430, 0.7339),
    "20": _apart(1024, 0.5, 0.3, 0.8176, 0.8116),
    "21": _apart(1024, 0.5, 0.4, 0.7643, 0.7567),
    "22": _apart(512, 0.3, 0.4, 0.7278, 0.6723),
    "23": _apart(512, 0.4, 0.3, 0.7549, 0.7425),
    "24": _apart(512, 0.0, 0.3, 0.7719, 0.6125),
    "25": _apart(512, 0.0, 0.4, 0.7624, 0.6068),
}
# Variations of network 13 in the number of layers.
TABLE_LAYERS: Final = {
    "26": _deep(3, 4, 0.7202, 0.6904),
    "27": _deep(2, 5, 0.7237, 0.6654),
    "28": _deep(3, 5, 0.7238, 0.6962),
    "29": _deep(1, 4, 0.7356, 0.6256),
    "30": _deep(2, 3, 0.7309, 0.6752),
    "31": _deep(1, 3, 0.7379, 0.6007),
}
# Network 13 once more: on all of set 1, on sets 1 to 7, and with 10 instead of 4 in the corners.
FINALS: Final = {
    "final1": (ValueSpec("ng-freemove"), PaperResult(0.7246, 0.6916)),
    "final2": (ValueSpec("ng-freemove"), PaperResult(0.6608, 0.5330)),
    "final3": (ValueSpec("ng-freemove-corner10"), PaperResult(0.7181, 0.6453)),
}
NETWORKS: Final = {**TABLE_1, **TABLE_2, **TABLE_LAYERS, **FINALS}
BEST: Final = "13"
SETS: Final = tuple(range(1, 8))

# The listed layers and their numbers of weights. The sum of the numbers is ten more than the one that is printed.
LAYERS: Final = (
    ("Conv2D", "32 × 8 × 8", 1472),
    ("Conv2D", "32 × 8 × 32", 2336),
    ("Conv2D", "32 × 8 × 32", 9248),
    ("Dense", "512", 4194816),
    ("Dense", "512", 262656),
    ("Dense", "512", 262656),
    ("Dense", "512", 262656),
    ("Dense", "64", 32832),
    ("Dense", "1", 65),
)
PRINTED_WEIGHTS: Final = 5_028_727
