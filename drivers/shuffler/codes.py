"""The numbers that stand for words on the wire, and the length of each message. A number never changes its meaning."""

import struct
from enum import IntEnum
from typing import Final

from drivers.shuffler.port import JOURNAL_BYTES

NAME_MAX: Final = 16


class Tag(IntEnum):
    IDENTIFY = 0x01
    SHUFFLE = 0x02
    WHAT_BECAME = 0x03
    EVENT_ACK = 0x04
    IDENTITY = 0x81
    PROGRESS = 0x82
    COMMAND_STATUS = 0x83
    DECK_LOADED = 0x91
    SHUFFLE_FINISHED = 0x92
    SHUFFLE_FAILED = 0x93


class BackCode(IntEnum):
    BLUE = 1
    RED = 2
    GREEN = 3
    BLACK = 4


class ModeCode(IntEnum):
    SHUFFLE = 1
    SORT = 2


class FailCode(IntEnum):
    JAM = 1
    LID = 2
    POWER = 3
    EMPTY = 4


class StatusCode(IntEnum):
    UNKNOWN = 0
    RUNNING = 1
    DONE = 2
    REFUSED = 3


_COMMAND = f"{JOURNAL_BYTES}sQ"
_EVENT = "II"
LAYOUTS: Final = {
    Tag.IDENTIFY: struct.Struct(">B"),
    Tag.SHUFFLE: struct.Struct(f">B{_COMMAND}B"),
    Tag.WHAT_BECAME: struct.Struct(f">B{_COMMAND}"),
    Tag.EVENT_ACK: struct.Struct(f">B{_EVENT}"),
    Tag.IDENTITY: struct.Struct(f">B{NAME_MAX}s{NAME_MAX}s"),
    Tag.PROGRESS: struct.Struct(f">B{_COMMAND}BB"),
    Tag.COMMAND_STATUS: struct.Struct(f">B{_COMMAND}B"),
    Tag.DECK_LOADED: struct.Struct(f">B{_EVENT}B"),
    Tag.SHUFFLE_FINISHED: struct.Struct(f">B{_EVENT}{_COMMAND}BBBI"),
    Tag.SHUFFLE_FAILED: struct.Struct(f">B{_EVENT}{_COMMAND}B"),
}
