"""Where an ONNX file keeps what it says about itself."""

from typing import Final

CARD_KEY: Final = "kibitz"  # of the file's metadata
