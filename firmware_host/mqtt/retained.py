"""The retained documents that the broker should hold."""

from collections.abc import Iterable, Iterator

from firmware_host.mqtt.inflight import Item

GONE = b""
"""An empty retained message removes the one before it (MQTT 3.1.1, 3.3.1.3)."""


class Retained:
    """The newest document for each topic; an unchanged one is sent only once on a connection."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._documents: dict[str, bytes] = {}
        self._unsent: set[str] = set()
        self._set_aside_bytes: dict[str, int] = {}
        """Documents that make the broker disconnect, by topic, with their length."""

    def put(self, topic: str, document: bytes) -> bool:
        """Set the document of a topic; return whether it is new."""
        if self._documents.get(topic) == document:
            return False
        self._documents[topic] = document
        self._unsent.add(topic)
        return True

    def take_away(self, topic: str) -> bool:
        """Remove the document of a topic; return whether there was one."""
        return self.put(topic, GONE)

    def document(self, topic: str) -> bytes | None:
        """Return the document of a topic, or None if there never was one."""
        return self._documents.get(topic)

    def stands(self, topic: str) -> bool:
        """Return whether the topic has a document of ours."""
        return self._documents.get(topic, GONE) != GONE

    def standing(self, prefix: str) -> tuple[str, ...]:
        """Return our topics with this prefix that have a document."""
        return tuple(topic for topic in self._documents if topic.startswith(prefix) and self.stands(topic))

    def is_new_to_the_broker(self) -> None:
        """Mark all documents as unsent: the broker may have kept any or none of them."""
        self._unsent = set(self._documents)

    def say_again(self, topics: Iterable[str]) -> None:
        """Mark the documents of these topics as unsent."""
        self._unsent.update(topic for topic in topics if topic in self._documents)

    def unsent(self) -> Iterator[Item]:
        """Yield the unsent documents and mark them as sent."""
        topics, self._unsent = sorted(self._unsent), set()
        for topic in topics:
            document = self._documents.get(topic)
            if document is not None and len(document) < self._set_aside_bytes.get(topic, len(document) + 1):
                yield Item(topic=topic, payload=document, retain=True)

    def acknowledged(self, item: Item) -> None:
        """Note that the broker has the document."""
        self._set_aside_bytes.pop(item.topic, None)
        if item.payload == GONE and self._documents.get(item.topic) == GONE:
            del self._documents[item.topic]

    def set_aside(self, item: Item) -> None:
        """Do not send this document again; try a shorter one for the topic."""
        self._set_aside_bytes[item.topic] = len(item.payload)
