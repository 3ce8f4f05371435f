"""Matches between players: opening sets, paired games, ratings with their intervals, and a test that stops early."""
