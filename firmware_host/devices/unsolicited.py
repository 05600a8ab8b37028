"""
What a machine tells that nobody asked it for, and so can tell as often as it likes.

An order ends once. A second end, or the end of an order that this table does not wait for, is heard all the same: it
may be of before a restart, of another record, or a technician's. It is only not heard without end.
"""

from collections.abc import Iterable
from typing import Final, assert_never

from drivers.shuffler import port
from firmware_host.devices.flap_damping import Unrest

REMEMBERED: Final = 64

"""As many orders as a device has to remember."""

End = (
    port.ShuffleFinished
    | port.ShuffleFailed
    | port.Cleared
    | port.Delivered
    | port.Reconciled
    | port.SelfTested
    | port.ActFailed
)


class Orders:
    """The latest of the table's own orders, and which event told the end of each."""

    def __init__(self) -> None:
        """Knows of none."""
        self._ends: dict[port.CommandId, port.EventId | None] = {}

    def given(self, commands: Iterable[port.CommandId]) -> None:
        """Know of these: whatever is told of them once is what they were given for."""
        for command in commands:
            self._ends.setdefault(command, None)
        while len(self._ends) > REMEMBERED:
            del self._ends[next(iter(self._ends))]

    def unrest(self, event: port.KeptEvent) -> Unrest | None:
        """Return what it is if that is told again and again; none for the end of an order, however often told."""
        match event:
            case port.LidOpened() | port.LidClosed():
                return Unrest.LID
            case port.ModeSwitched():
                return Unrest.SWITCH
            case port.Restarted():
                return Unrest.POWER
            case port.Jammed():
                return Unrest.JAM
            case port.DeckLoaded():
                return Unrest.FEED
            case (
                port.ShuffleFinished()
                | port.ShuffleFailed()
                | port.Cleared()
                | port.Delivered()
                | port.Reconciled()
                | port.SelfTested()
                | port.ActFailed()
            ):
                return None if self._ends_one(event) else Unrest.ENDS
            case _:
                assert_never(event)

    def _ends_one(self, event: End) -> bool:
        if event.command not in self._ends:
            return False
        told = self._ends[event.command]
        self._ends[event.command] = told or event.event
        return told in (None, event.event)
