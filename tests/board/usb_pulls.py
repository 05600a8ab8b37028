"""The shuffler's USB cable pulled at named states of the protocol, or at any moment, and put back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Final

from drivers.shuffler.host_messages import EventAck, Identify, Shuffle
from drivers.shuffler.messages import Message
from drivers.shuffler.port import DeckLoaded, Progress, ShuffleFinished
from hil.shuffler.device import SimulatedShuffler
from hil.shuffler.trace import Way

STATE_S: Final = 120.0

BACK_S: Final = 30.0

LINK_BACK_S: Final = 3.0
"""The link has to be back this long after the plug, by the board's kernel, its controller and the handshake."""

STATES: Final[Mapping[str, tuple[Way, Callable[[Message], bool]]]] = {
    "the host has asked who it is": (Way.IN, lambda message: isinstance(message, Identify)),
    "a deck was loaded": (Way.OUT, lambda message: isinstance(message, DeckLoaded)),
    "a shuffle was ordered": (Way.IN, lambda message: isinstance(message, Shuffle)),
    "the shuffle is half done": (Way.OUT, lambda message: isinstance(message, Progress) and message.done >= 26),
    "the shuffle has finished": (Way.OUT, lambda message: isinstance(message, ShuffleFinished)),
    "an event was acknowledged": (Way.IN, lambda message: isinstance(message, EventAck)),
}
"""The message in or out that shows each state."""


def seen(shuffler: SimulatedShuffler, way: Way, which: Callable[[Message], bool]) -> int:
    return sum(which(message) for message in shuffler.trace.messages(way))


def so_far(shuffler: SimulatedShuffler) -> dict[str, int]:
    """Return how often each state was reached."""
    return {name: seen(shuffler, way, which) for name, (way, which) in STATES.items()}


async def in_state(shuffler: SimulatedShuffler, name: str, since: Mapping[str, int]) -> None:
    """Wait until the protocol has reached this state since then."""
    way, which = STATES[name]
    before = since[name]
    await shuffler.wait_until(lambda: seen(shuffler, way, which) > before, within_s=STATE_S)


async def pulled(shuffler: SimulatedShuffler, *, for_s: float) -> float:
    """Pull the cable and put it back; return the seconds from the plug until the host has asked who it is."""
    shuffler.unplug()
    await asyncio.sleep(for_s)
    way, which = STATES["the host has asked who it is"]
    before, began_s = seen(shuffler, way, which), time.monotonic()
    shuffler.plug_in()
    await shuffler.wait_until(lambda: seen(shuffler, way, which) > before, within_s=BACK_S)
    return time.monotonic() - began_s
