"""
A shuffler that lies to its host, in valid frames under the valid key.

The machine behind it is honest; a lie changes, adds or repeats messages on their way out.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from drivers.shuffler.device_messages import DeviceMessage
from drivers.shuffler.messages import encode
from drivers.shuffler.port import (
    ActFailed,
    Activity,
    Back,
    Cleared,
    CommandId,
    DeckLoaded,
    Delivered,
    EventId,
    FailReason,
    Jammed,
    KeptEvent,
    LidClosed,
    LidOpened,
    Mode,
    ModeSwitched,
    Place,
    Reconciled,
    Restarted,
    ShuffleFailed,
    ShuffleFinished,
    Status,
)

Said: TypeAlias = DeviceMessage | bytes

NOBODYS: Final = 1 << 40
"""No table has so many facts."""

EVENTS: Final[Mapping[str, type[KeptEvent]]] = {
    "DECK_LOADED": DeckLoaded,
    "SHUFFLE_FINISHED": ShuffleFinished,
    "SHUFFLE_FAILED": ShuffleFailed,
    "LID_OPENED": LidOpened,
    "LID_CLOSED": LidClosed,
    "JAMMED": Jammed,
    "MODE_SWITCHED": ModeSwitched,
    "RESTARTED": Restarted,
    "CLEARED": Cleared,
    "DELIVERED": Delivered,
    "RECONCILED": Reconciled,
    "ACT_FAILED": ActFailed,
}


def an_event(name: str, event: EventId, command: CommandId, back: Back) -> KeptEvent:
    """Return an event of this name as a working machine sends it; a failure names a broken part."""
    match name:
        case "DECK_LOADED":
            return DeckLoaded(event=event, back=back)
        case "SHUFFLE_FINISHED":
            return ShuffleFinished(
                event=event, command=command, mode=Mode.SHUFFLE, counted=52, back=back, duration_ms=45_000
            )
        case "SHUFFLE_FAILED":
            return ShuffleFailed(event=event, command=command, reason=FailReason.BROKEN)
        case "LID_OPENED":
            return LidOpened(event=event)
        case "LID_CLOSED":
            return LidClosed(event=event)
        case "JAMMED":
            return Jammed(event=event, place=Place.SHELVES)
        case "MODE_SWITCHED":
            return ModeSwitched(event=event, mode=Mode.SORT)
        case "RESTARTED":
            return Restarted(event=event)
        case "CLEARED":
            return Cleared(event=event, command=command, found=0)
        case "DELIVERED":
            return Delivered(event=event, command=command, back=back, counted=52)
        case "RECONCILED":
            return Reconciled(event=event, command=command, went_in=52, came_out=52, lying=0, astray=0)
        case "ACT_FAILED":
            return ActFailed(event=event, command=command, reason=FailReason.BROKEN)
        case _:
            raise KeyError(name)


@dataclass(slots=True)
class Liar:
    """The lies that the device tells from now on."""

    next_event: Callable[[], EventId]
    status_after: type[KeptEvent] | None = None
    """After such an event, STATUS at rest has the values of `status`."""
    status: dict[str, object] = field(default_factory=dict)
    again_after: type[KeptEvent] | None = None
    """After such an event, once, another end of the same order follows."""
    again: str = ""
    wrong: dict[type[KeptEvent], dict[str, object]] = field(default_factory=dict)
    """Values that events of these kinds carry instead of the true ones."""
    broken: type[KeptEvent] | None = None
    """The next event of this kind has a value that PROTOCOL.md does not allow."""
    renumbered: bool = False
    """The next event has the number of the one before."""
    boots_back: int = 0
    """Its events are of so many starts ago."""
    _told: set[type[KeptEvent]] = field(default_factory=set)
    _last: EventId | None = None

    def status_says(self, after: str, fields: Mapping[str, object]) -> None:
        self.status_after = EVENTS[after] if after else None
        self.status = dict(fields)

    def says_too(self, after: str, event: str) -> None:
        self.again_after, self.again = EVENTS[after], event

    def changes(self, event: str, fields: Mapping[str, object]) -> None:
        self.wrong[EVENTS[event]] = dict(fields)

    def garbles(self, event: str) -> None:
        self.broken = EVENTS[event]

    def reuses_a_number(self) -> None:
        self.renumbered = True

    def says(self, message: DeviceMessage) -> Iterator[Said]:
        """Return the messages that are sent instead of this one."""
        if isinstance(message, Status):
            yield self._standing(message)
            return
        if not isinstance(message, KeptEvent):
            yield message
            return
        self._told.add(type(message))
        changed = replace(message, **self.wrong.get(type(message), {}))  # type: ignore[arg-type]  # by name
        yield self._written(self._numbered(changed))
        if type(message) is self.again_after:
            self.again_after = None
            command = getattr(message, "command", CommandId(journal=bytes(16), number=NOBODYS))
            yield an_event(self.again, self.next_event(), command, getattr(message, "back", Back.BLUE))

    def _standing(self, status: Status) -> Status:
        if status.activity is not Activity.IDLE or self.status_after not in (None, *self._told):
            return status
        return replace(status, **self.status)  # type: ignore[arg-type]  # fields of STATUS, by name

    def _numbered(self, event: KeptEvent) -> KeptEvent:
        number = event.event
        if self.renumbered and self._last is not None:
            number, self.renumbered = self._last, False
        if self.boots_back:
            number = EventId(boot=max(0, number.boot - self.boots_back), number=number.number)
        self._last = number
        return replace(event, event=number)

    def _written(self, event: KeptEvent) -> Said:
        if type(event) is not self.broken:
            return event
        # The byte behind the event's number, or behind its command: a mode, a back or a place.
        data = bytearray(encode(event))
        data[33 if hasattr(event, "command") else 9] = 0xEE
        self.broken = None
        return bytes(data)
