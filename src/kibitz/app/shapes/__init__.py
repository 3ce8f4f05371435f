"""The JSON shapes of the API as types; docs/api.md explains them. FastAPI makes the OpenAPI document from them."""
