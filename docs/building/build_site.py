"""Writes the manual page and builds the site without a warning; `make docs` starts it.

python docs/building/build_site.py
"""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def main() -> int:
    """The exit code of mkdocs, which ends with 1 for any warning."""
    import command_tree

    import kibitz

    page = ROOT / "build" / "man" / "kibitz.1"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(command_tree.man_page(kibitz.__version__))
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--clean"]
    # The theme's advertisement for another program is no warning about these pages.
    return subprocess.run(command, cwd=ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
