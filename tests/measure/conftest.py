"""The small expert model, for the tests of this folder."""

from small_expert import evaluation, evaluation_file, small_expert, small_games  # noqa: F401
