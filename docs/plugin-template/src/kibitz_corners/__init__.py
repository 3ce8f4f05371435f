"""A player, a record format and an engine for Kibitz."""
