"""The JSON shapes of the API as types; docs/api.md tells what they mean. FastAPI makes the OpenAPI document from them."""
