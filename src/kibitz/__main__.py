"""`python -m kibitz` is the command `kibitz`."""

import sys

from kibitz.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
