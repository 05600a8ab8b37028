"""What passes over a line between host and device. Frames carry tags and are not encrypted: anybody may listen."""

from drivers.link.frame import FrameReader, Kind, LinkStatistics, SealedFrame
from drivers.shuffler.host_messages import EventAck, Identify
from drivers.shuffler.messages import Message, WireError, decode
from drivers.shuffler.port import EventId, KeptEvent

_HEAD = 16


class _Way:
    """One direction: whole frames, and each message once however often its DATA is sent."""

    def __init__(self) -> None:
        self._reader = FrameReader(LinkStatistics())
        self._last: tuple[int, bytes] | None = None

    def messages(self, data: bytes) -> list[Message]:
        found: list[Message] = []
        for frame in self._reader.feed(data):
            if not isinstance(frame, SealedFrame) or frame.kind is not Kind.DATA:
                continue
            name = (frame.session, frame.body[_HEAD - 2 : _HEAD])
            if name == self._last:
                continue
            self._last = name
            try:
                found.append(decode(frame.body[_HEAD:]))
            except WireError:
                continue
        return found


class Overheard:
    """`unheard`: events that the device has told and its host has not acknowledged since."""

    def __init__(self) -> None:
        self._host = _Way()
        self._device = _Way()
        self.unheard: set[EventId] = set()

    def from_host(self, data: bytes) -> None:
        for message in self._host.messages(data):
            match message:
                case EventAck(event=event):
                    self.unheard.discard(event)
                case Identify():
                    self.unheard.clear()
                case _:
                    pass

    def from_device(self, data: bytes) -> None:
        for message in self._device.messages(data):
            if isinstance(message, KeptEvent):
                self.unheard.add(message.event)
