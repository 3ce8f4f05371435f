"""All targets by their names."""

from typing import Final

from fuzz import app_targets, folder_targets, protocol_targets, record_targets
from fuzz.contract import Target

TARGETS: Final[dict[str, Target]] = {
    target.name: target for group in (record_targets, protocol_targets, folder_targets, app_targets) for target in group.TARGETS
}
