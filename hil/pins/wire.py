"""
The messages between product and world: one JSON object on a line.

To the product, once and first:  {"levels": {"17": 0, "4": 1}}   every pin that the world drives
To the product, afterwards:      {"pin": 17, "level": 0, "at_s": 5021.25}   at this time of the monotonic clock:
                                 now, or later if a movement is announced before it is over
                                 with "edges": 20000   toggled this many times, `FLOOD_EVERY_S` apart
From the product:                {"pin": 5, "output": 1}
"""

from typing import Literal, TypeAlias

import msgspec

SOCKET_VARIABLE = "HIL_PINS"


Level: TypeAlias = Literal[0, 1]


class Snapshot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    levels: dict[int, Level]
    now_s: float = 0.0
    """The monotonic clock as this is sent, for a board that has another one."""


class Driven(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pin: int
    level: Level
    at_s: float
    edges: int = 1


class Output(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pin: int
    output: Level


def line(message: Snapshot | Driven | Output) -> bytes:
    return msgspec.json.encode(message) + b"\n"
