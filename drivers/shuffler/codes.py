"""The numbers that stand for words on the wire. A number never changes its meaning."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Final

from drivers.shuffler.words import Activity, Back, CommandStatus, FailReason, Fill, Mode, Place, Verdict


class Tag(IntEnum):
    IDENTIFY = 0x01
    SHUFFLE = 0x02
    WHAT_BECAME = 0x03
    EVENT_ACK = 0x04
    ATTEST = 0x05
    GET_STATUS = 0x10
    CHECK_LOAD = 0x11
    GET_WEAR = 0x12
    SELF_TEST = 0x18
    DELIVER = 0x19
    CLEAR = 0x1A
    RECONCILE = 0x1B
    IDENTITY = 0x81
    PROGRESS = 0x82
    COMMAND_STATUS = 0x83
    ATTESTATION = 0x84
    DECK_LOADED = 0x91
    SHUFFLE_FINISHED = 0x92
    SHUFFLE_FAILED = 0x93
    LID_OPENED = 0x94
    LID_CLOSED = 0x95
    JAMMED = 0x96
    MODE_SWITCHED = 0x97
    RESTARTED = 0x98
    CLEARED = 0x99
    DELIVERED = 0x9A
    RECONCILED = 0x9B
    SELF_TESTED = 0x9C
    ACT_FAILED = 0x9D
    STATUS = 0xA0
    LOAD = 0xA1
    WEAR = 0xA2


BACKS: Final[Mapping[int, Back]] = {1: Back.BLUE, 2: Back.RED, 3: Back.GREEN, 4: Back.BLACK}
MODES: Final[Mapping[int, Mode]] = {1: Mode.SHUFFLE, 2: Mode.SORT}
PLACES: Final[Mapping[int, Place]] = {1: Place.FEED, 2: Place.CAMERA, 3: Place.SHELVES, 4: Place.OUTPUT}
REASONS: Final[Mapping[int, FailReason]] = {
    1: FailReason.JAM,
    2: FailReason.LID,
    3: FailReason.POWER,
    4: FailReason.EMPTY,
    5: FailReason.DOUBLE_FEED,
    6: FailReason.BROKEN,
}
STATUSES: Final[Mapping[int, CommandStatus]] = {
    0: CommandStatus.UNKNOWN,
    1: CommandStatus.RUNNING,
    2: CommandStatus.DONE,
    3: CommandStatus.REFUSED,
    4: CommandStatus.BUSY,
}
ACTIVITIES: Final[Mapping[int, Activity]] = {
    0: Activity.IDLE,
    1: Activity.SHUFFLING,
    2: Activity.TESTING,
    3: Activity.DELIVERING,
    4: Activity.CLEARING,
    5: Activity.RECONCILING,
}
FILLS: Final[Mapping[int, Fill]] = {0: Fill.EMPTY, 1: Fill.SHORT, 2: Fill.PLAUSIBLE, 3: Fill.LONG, 4: Fill.MIXED}
VERDICTS: Final[Mapping[int, Verdict]] = {1: Verdict.GOOD, 2: Verdict.WORN, 3: Verdict.FAILED}
