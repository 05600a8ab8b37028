"""The retained documents as they should stand at the broker, whichever broker that is."""

from collections.abc import Iterable, Iterator

from firmware_host.mqtt.inflight import Item

GONE = b""
"""An empty retained message takes the one before it off the broker (MQTT 3.1.1, 3.3.1.3)."""


class Retained:
    """By topic: the newest alone counts, and what has not changed is not said again on the same connection."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._documents: dict[str, bytes] = {}
        self._unsent: set[str] = set()
        self._aside: dict[str, int] = {}
        """What the broker breaks off over, and how long it was."""

    def put(self, topic: str, document: bytes) -> bool:
        """Let this stand; return whether it is news."""
        if self._documents.get(topic) == document:
            return False
        self._documents[topic] = document
        self._unsent.add(topic)
        return True

    def take_away(self, topic: str) -> bool:
        """Let nothing stand there any more; return whether that is news."""
        return self.put(topic, GONE)

    def document(self, topic: str) -> bytes | None:
        """Return what is to stand there, None where that was never said."""
        return self._documents.get(topic)

    def stands(self, topic: str) -> bool:
        """Return whether something of ours stands there."""
        return self._documents.get(topic, GONE) != GONE

    def standing(self, prefix: str) -> tuple[str, ...]:
        """Return the topics of ours that begin so."""
        return tuple(topic for topic in self._documents if topic.startswith(prefix) and self.stands(topic))

    def is_new_to_the_broker(self) -> None:
        """Send the whole set: nobody knows what the broker at the other end has kept."""
        self._unsent = set(self._documents)

    def say_again(self, topics: Iterable[str]) -> None:
        """Send these again, as they are now."""
        self._unsent.update(topic for topic in topics if topic in self._documents)

    def unsent(self) -> Iterator[Item]:
        """Yield what is to be sent now, and take it for sent."""
        topics, self._unsent = sorted(self._unsent), set()
        for topic in topics:
            document = self._documents.get(topic)
            if document is not None and len(document) < self._aside.get(topic, len(document) + 1):
                yield Item(topic=topic, payload=document, retain=True)

    def acknowledged(self, item: Item) -> None:
        """Hear that the broker has it."""
        self._aside.pop(item.topic, None)
        if item.payload == GONE and self._documents.get(item.topic) == GONE:
            del self._documents[item.topic]

    def set_aside(self, item: Item) -> None:
        """Do not send this one again; a shorter one is tried."""
        self._aside[item.topic] = len(item.payload)
