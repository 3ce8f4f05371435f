"""A player, a kind of model, a record format and an engine for Kibitz."""
