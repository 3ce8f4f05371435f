"""Answers that the browser saves as files."""

import re
from typing import Final
from urllib.parse import quote

from fastapi import Response

HTML: Final = "text/html; charset=utf-8"


def as_file(content: str, media_type: str, name: str) -> Response:
    """A text to be saved as a file; its name keeps what file systems take."""
    kept = " ".join(re.sub(r'[\\/:*?"<>|\x00-\x1f]', " ", name).split())
    header = f"attachment; filename*=UTF-8''{quote(kept)}"
    return Response(content, media_type=media_type, headers={"content-disposition": header})
