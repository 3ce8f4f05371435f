"""A player for Kibitz that takes the corners."""
