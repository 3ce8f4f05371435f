"""The C++ core: one of the builds in this folder, which kibitz.core_builds chooses, takes the place of this module."""

import sys

from kibitz.core_builds import load_core

sys.modules[__name__] = load_core(__path__)
