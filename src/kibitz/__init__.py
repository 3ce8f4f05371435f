"""Kibitz watches a board game over your shoulder: what people play, what is best, and what was played before."""

__version__ = "0.2.0"
