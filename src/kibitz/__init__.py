"""Kibitz watches a game of Othello or Go over your shoulder: what an expert would play, what is best, and why."""

__version__ = "0.2.0"
