"""
What a machine told while it was not believed.

How the table's own orders ended is kept whole, and of what nobody asked for the latest of each kind; but one that says
that something is wrong gives way only to another that does, for counts are told once.
"""

from drivers.shuffler import port
from firmware_host.rules.cards import DECK


class HeldBack:
    """Of one session: in the next the machine tells again what nobody has acknowledged."""

    def __init__(self) -> None:
        """Holds nothing."""
        self._latest: dict[type[port.KeptEvent], port.KeptEvent] = {}
        self._ends: list[port.KeptEvent] = []

    def end(self, event: port.KeptEvent) -> None:
        """Keep for later how an order ended."""
        self._ends.append(event)

    def hold(self, event: port.KeptEvent) -> port.EventId | None:
        """
        Keep what nobody asked for, for later. Return the event that is not kept for it.

        That one may be acknowledged: the fault that is on record stands for it.
        """
        before = self._latest.get(type(event))
        if before is not None and _says_wrong(before) and not _says_wrong(event):
            return event.event
        self._latest[type(event)] = event
        return None if before is None else before.event

    def taken(self) -> tuple[port.KeptEvent, ...]:
        """Return them in their order, and hold nothing any more."""
        held = sorted((*self._latest.values(), *self._ends), key=lambda it: (it.event.boot, it.event.number))
        self._latest.clear()
        self._ends.clear()
        return tuple(held)


def _says_wrong(event: port.KeptEvent) -> bool:
    match event:
        case port.Reconciled():
            return bool(event.astray) or event.went_in != event.came_out + event.lying
        case port.Delivered(counted=counted):
            return counted != DECK
        case port.SelfTested():
            parts = (event.feed, event.camera, event.shelves, event.output, event.lid, event.memory)
            return port.Verdict.FAILED in parts
        case _:
            return False
