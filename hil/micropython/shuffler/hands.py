"""What people do to the machine, and what a test may see of it: one JSON object a line, each answered by one.

{"do": "press"}                                   the pairing key: answered by the secret that the display shows
{"do": "load", "back": 1, "cards": 52}            a deck into the feed; "backs": [1, 1, 2] for a mixed one
{"do": "put", "into": "shelf", "back": 1, "cards": 3}
{"do": "take", "from": "shelf", "cards": 12}      all cards without "cards"
{"do": "lid", "open": true}    {"do": "switch", "mode": 2}
{"do": "fail", "after": 10, "jam": 3}             or "reason": 5, in the next order that gets so far
{"do": "parts", "verdicts": [1, 1, 2, 1, 1, 3]}   what the next self-test finds
{"do": "look"}                                    where the cards are, and what was dropped
{"do": "stop"}                                    BYE 1, and the end
{"do": "cut"}                                     the end at once, as when the power goes
"""

import json

from .device import Device
from .memory import Memory
from .works import Works
from .world import COMPARTMENTS, Failure, World

RUN, STOP, CUT = 0, 1, 2


class Hands:
    """Does what a line asks. `state` says whether the device goes on."""

    def __init__(self, device: Device, works: Works, world: World, memory: Memory) -> None:
        self._device = device
        self._works = works
        self._world = world
        self._memory = memory
        self.state = RUN

    def line(self, text: str, now: int) -> str:
        """Do what one line asks, and return the line that answers it."""
        try:
            asked = json.loads(text)
            told = self._do(asked, now)
        except (ValueError, KeyError, TypeError, AttributeError) as e:
            told = {"error": "not done: " + repr(e)}
        self._world.keep()
        return json.dumps(told)

    def _do(self, asked: dict, now: int) -> dict:  # type: ignore[type-arg]  # JSON, and MicroPython has no typing
        do, world = asked["do"], self._world
        if do == "press":
            secret = self._device.press(now)
            return {"secret": secret} if secret else {"error": "the machine is moving: press when it has stopped"}
        if do == "load":
            world.feed.extend(asked.get("backs") or [asked["back"]] * asked.get("cards", 52))
        elif do == "put":
            world.cards(asked["into"]).extend([asked["back"]] * asked["cards"])
        elif do == "take":
            return {"taken": world.take(asked["from"], asked.get("cards"))}
        elif do == "lid":
            world.lid_open = bool(asked["open"])
        elif do == "switch":
            world.switch = int(asked["mode"])
        elif do == "fail":
            world.failure = Failure(asked.get("after", 0), asked.get("jam", 0), asked.get("reason", 0))
        elif do == "parts":
            world.verdicts = asked["verdicts"]
        elif do == "look":
            return self._look()
        elif do == "stop":
            self._device.stop()
            self.state = STOP
        elif do == "cut":
            self.state = CUT
        else:
            return {"error": "unknown: " + str(do)}
        return {}

    def _look(self) -> dict:  # type: ignore[type-arg]  # JSON, and MicroPython has no typing
        told = {name: len(self._world.cards(name)) for name in COMPARTMENTS}
        sessions, reader = self._device.sessions, self._device.reader
        told.update({
            "moving": self._works.order is not None,
            "lid": self._world.lid_open,
            "jam": self._memory.jam,
            "boot": self._memory.boot,
            "paired": bool(self._memory.host),
            "session": sessions.open is not None,
            "events": len(self._memory.events),
            "damaged": reader.damaged,
            "overlong": reader.overlong,
            "forged": sessions.counts.forged,
            "replayed": sessions.counts.replayed,
            "other": sessions.counts.other,
        })  # fmt: skip
        return told
