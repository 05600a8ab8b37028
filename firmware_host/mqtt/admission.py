"""
What is worth being looked at of all that arrives, decided where it arrives: each kind has a purse of its own.

A subscriber cannot see who published, and on a broker without rights anybody writes to every topic. So an actor pays
for nothing that is not provably its own:

- What a glance shows to be none of its commands (no key of its, another table or record, stale) is paid for by nobody;
  a few of these a second are read on, for the sake of the answer that names the reason.
- What passes the glance costs a check of its signature, about 0.1 ms here and 0.5 ms on a small board: so many a second
  for each actor who has a key. Whoever floods that purse has to make each message anew, with the public name of a key,
  the record's id and a fact number that is right; then one in so many of the actor's own is looked at, and it is sent
  again by the same id until it is.
- Copies of what was looked at a moment ago cost no check and are told the answer again, a few a second.
- Only what the signature proves is the actor's (`inbox.py`).
"""

import hashlib
import logging
from collections.abc import Callable

from firmware_host.mqtt.pacing import Allowance, Pace
from firmware_host.mqtt.tally import Tally, Wrong
from firmware_host.mqtt.topics import Topics

CHECKS = Allowance(at_once=200, each_second=200)
"""Of signatures, for each actor who has a key: a tenth of a small board's core at most."""
FEW = Allowance(at_once=20, each_second=5)
"""Of what is only there to be refused, or answered again."""
REPLAYS = Allowance(at_once=10, each_second=2)
"""For each name that asks for replays."""
REPLAYS_OF_STRANGERS = Allowance(at_once=200, each_second=200)
"""For all the names together that no key belongs to, for whoever makes up ever new ones."""
SOMEBODY = "somebody"
"""All whom no enrolled key belongs to share one purse."""
LATELY = 256
STANDING = ("alert", "device")
"""Topics of our own of which only what the broker keeps is of interest: it may be over."""

log = logging.getLogger(__name__)

Echoes = Callable[[str, bytes], bool]
"""Says whether these bytes on this topic are an echo of ours that has not been heard yet."""
Glance = Callable[[str, bytes], bool]
"""Says whether these bytes may be a command of this actor, as far as can be seen without its key."""


class Lately:
    """The last messages that were let in, by their digests."""

    def __init__(self) -> None:
        """None."""
        self._digests: dict[bytes, None] = {}

    def has(self, payload: bytes) -> bool:
        """Return whether it was one of these."""
        return hashlib.sha256(payload).digest() in self._digests

    def put(self, payload: bytes) -> None:
        """Remember it, and forget the oldest."""
        if len(self._digests) >= LATELY:
            del self._digests[next(iter(self._digests))]
        self._digests[hashlib.sha256(payload).digest()] = None


class Admission:
    """Counts what it does not let in."""

    def __init__(
        self,
        *,
        topics: Topics,
        tally: Tally,
        has_key: Callable[[str], bool],
        glance: Glance,
        echoes: Echoes,
        clock_s: Callable[[], float],
    ) -> None:
        """Store."""
        self._topics = topics
        self._tally = tally
        self._has_key = has_key
        self._glance = glance
        self._echoes = echoes
        self._checks = Pace(CHECKS, clock_s=clock_s)
        self._again = Pace(FEW, clock_s=clock_s)
        self._rubbish = Pace(FEW, clock_s=clock_s)
        self._replays = Pace(REPLAYS, clock_s=clock_s)
        self._strangers = Pace(REPLAYS_OF_STRANGERS, clock_s=clock_s)
        self._lately = Lately()

    def admits(self, topic: str, payload: bytes, retained: bool) -> bool:  # noqa: FBT001 - as `Admits` is called
        """Return whether to look at this; what trips us here, where the client reads, would end its session."""
        kind, name = self._topics.kind_and_name(topic)
        try:
            if kind in STANDING:
                return retained
            if kind not in ("cmd", "replay"):
                return not retained and self._echoes(topic, payload)
            admitted, why = self._is_let_in(kind, name, payload, retained=retained), Wrong.TOO_MANY
        except Exception:
            log.exception("a message on %s was not judged as it should have been", topic)
            admitted, why = False, Wrong.UNREADABLE
        if not admitted:
            self._tally.refused[why] += 1
            self._tally.unanswered += 1
        return admitted

    def purse(self, actor: str) -> str:
        """Return whose purse pays for what is refused on this actor's topics."""
        return actor if self._has_key(actor) else SOMEBODY

    def _is_let_in(self, kind: str, name: str, payload: bytes, *, retained: bool) -> bool:
        if kind == "cmd":
            return self._command(name, payload, retained=retained)
        return self._replay(name)

    def _command(self, actor: str, payload: bytes, *, retained: bool) -> bool:
        if retained or not self._has_key(actor) or not self._glance(actor, payload):
            return self._rubbish.allows(self.purse(actor))
        if self._lately.has(payload):
            return self._again.allows(actor)
        if not self._checks.allows(actor):
            return False
        self._lately.put(payload)
        return True

    def _replay(self, name: str) -> bool:
        return self._replays.allows(name) and (self._has_key(name) or self._strangers.allows(SOMEBODY))
