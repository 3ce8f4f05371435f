"""Ng, "Playing Othello by deep learning neural network" (University of Hong Kong, 2017).

The value networks of the report trained again on positions drawn one per game, its tables side by side with what was measured,
what it does that its test sets share their games with training, and how his player does. Nothing is shown that was not run.
"""
