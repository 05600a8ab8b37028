"""A request that waits for the second person; and one that has both and waits for the end of the round."""

from firmware_host.rules.answers import Role
from firmware_host.rules.record import Record
from firmware_host.table.approvals.acts import Approvable
from firmware_host.table.stamp import Stamp


class Pending(Record, frozen=True, kw_only=True):
    """`number` is the fact that asks; `round` the round it was asked in, 0 between rounds."""

    number: int
    act: Approvable
    why: str
    asked_by: str
    role: Role
    at: Stamp
    round: int


class Agreed(Record, frozen=True, kw_only=True):
    """What two people agreed on in the middle of a round; `at` the second did."""

    number: int
    act: Approvable
    asked_by: str
    approved_by: str
    at: Stamp
