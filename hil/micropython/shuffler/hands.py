"""What people do to the machine, and what a test may see of it: one JSON object a line, each answered by one.

{"do": "press"}                                   the pairing key: answered by the secret that the display shows
{"do": "load", "back": 1, "cards": 52}            a deck into the feed; "backs": [1, 1, 2] for a mixed one
{"do": "put", "into": "shelf", "back": 1, "cards": 3}
{"do": "take", "from": "shelf", "cards": 12}      all cards without "cards"
{"do": "lid", "open": true}    {"do": "switch", "mode": 2}
{"do": "fail", "after": 10, "jam": 3}             or "reason": 5, in the next order that gets so far
{"do": "wrong", "after": 10, "jam": 3}            in every shuffle until "wrong" comes with "after" alone; or
                                                  "reason", "counted": 51, "back": 3 (the camera says so), "inside": 16
{"do": "parts", "verdicts": [1, 1, 2, 1, 1, 3]}   what the next self-test finds
{"do": "look"}                                    where the cards are, and what was dropped
{"do": "stop"}                                    BYE 1, and the end
{"do": "cut"}                                     the end at once, as when the power goes; "back": a deck is put in then

On the bench only: "pace" (card_ms, run_ms), "pairing", "become" (host, key, id: another pairing; forget), "drop" (the
session), "image" (other: whether it runs another build), "tell" (event), "lie" (see lies.py) and "honest".
"""

import json

from .device import Device
from .device_world import COMPARTMENTS, Failure, World
from .lies import Lies
from .memory import Memory
from .works import Works

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
            world.failure = Failure(asked.get("after", 0), asked.get("jam", 0), asked.get("reason", 0), lasting=False)
        elif do == "wrong":
            jam, reason = asked.get("jam", 0), asked.get("reason", 0)
            world.failure = Failure(asked["after"], jam, reason, lasting=True) if jam or reason else None
            world.counted, world.seen_back = asked.get("counted", 0), asked.get("back", 0)
            world.left_inside = asked.get("inside", 0)
        elif do == "parts":
            world.verdicts = asked["verdicts"]
        elif do == "look":
            return self._look()
        elif do == "pairing":
            memory = self._memory
            return {"host": memory.host.hex(), "key": memory.key.hex(), "id": self._device.sessions.device_id.hex()}
        elif do == "stop":
            self._device.stop()
            self.state = STOP
        elif do == "cut":
            world.feed.extend([asked["back"]] * 52 if "back" in asked else [])
            self.state = CUT
        else:
            self._on_the_bench(do, asked, now)
        return {}

    def _on_the_bench(self, do: str, asked: dict, now: int) -> None:  # type: ignore[type-arg]  # JSON
        device = self._device
        if do == "pace":
            self._works.change_pace(asked["card_ms"], asked["run_ms"], now)
        elif do == "become":
            host, key, device_id = [bytes.fromhex(asked[name]) for name in ("host", "key", "id")]
            if asked.get("forget"):
                self._memory.pair(host, key)
            device.become(host, key, device_id)
        elif do == "drop":
            device.sessions.drop()
        elif do == "image":
            device.other_image = bool(asked["other"])
        elif do == "tell":
            device.tell(bytes.fromhex(asked["event"]))
        elif do == "honest":
            device.lies = None
        elif do == "lie":
            lies = device.lies = device.lies or Lies()
            for name in ("status_after", "status", "again_after", "broken", "renumbered"):
                setattr(lies, name, asked.get(name, getattr(lies, name)))
            lies.again = bytes.fromhex(asked["again"]) if "again" in asked else lies.again
            if "wrong" in asked:
                lies.wrong[asked["wrong"]] = asked["bytes"]
        else:
            raise ValueError("unknown: " + str(do))

    def _look(self) -> dict:  # type: ignore[type-arg]  # JSON, and MicroPython has no typing
        told: dict = {name: len(self._world.cards(name)) for name in COMPARTMENTS}  # type: ignore[type-arg]  # JSON
        told["backs"] = {name: self._world.cards(name)[:1] for name in COMPARTMENTS}
        sessions, reader = self._device.sessions, self._device.reader
        told.update({
            "moving": self._works.order is not None,
            "settling": self._works.settling(),
            "status": self._works.status().hex(),
            "identified": self._device.identified(),
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
