"""Devices spoiled in what they do with orders, for the conformance kit to find."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from drivers.shuffler.host_messages import Deliver, GetStatus, Order, SelfTest, Shuffle
from drivers.shuffler.layout import tag_of
from drivers.shuffler.messages import Message, WireError, decode, encode
from drivers.shuffler.port import Cleared, CommandId, CommandStatus, Delivered, KeptEvent, Progress, Reconciled
from hil.shuffler.model import Happening, ShufflerModel
from hil.shuffler.trays import Deck, Trays

SHORT_MEMORY = 32


class ForgetsRefusals(ShufflerModel):
    def order(self, order: Order, now_ms: int) -> CommandStatus:
        status = super().order(order, now_ms)
        if status is CommandStatus.REFUSED:
            del self.commands[order.command]
        return status


class ThinksAgain(ShufflerModel):
    """Whether a command is to be refused it looks at each time that it is given."""

    def order(self, order: Order, now_ms: int) -> CommandStatus:
        if self.commands.get(order.command) is CommandStatus.REFUSED:
            del self.commands[order.command]
        return super().order(order, now_ms)


class ShortMemory(ShufflerModel):
    def order(self, order: Order, now_ms: int) -> CommandStatus:
        status = super().order(order, now_ms)
        while len(self.commands) > SHORT_MEMORY:
            del self.commands[next(iter(self.commands))]
        return status


class DoneTooSoon(ShufflerModel):
    """What it has taken it calls done."""

    def status_of(self, command: CommandId) -> CommandStatus:
        status = super().status_of(command)
        return CommandStatus.DONE if status is CommandStatus.RUNNING else status


class _Wordless(ShufflerModel):
    """What it does ends without an event."""

    without: ClassVar[type[KeptEvent]]

    def advance(self, now_ms: int) -> list[Happening]:
        happened = super().advance(now_ms)
        self.kept = {number: event for number, event in self.kept.items() if not isinstance(event, self.without)}
        return [event for event in happened if not isinstance(event, self.without)]


class WordlessReconcile(_Wordless):
    without = Reconciled


class WordlessClear(_Wordless):
    without = Cleared


class WordlessDeliver(_Wordless):
    without = Delivered


class _Takes(ShufflerModel):
    """An order that is to be refused is taken, and done in no time."""

    def wrongly(self, order: Order) -> bool:
        raise NotImplementedError

    def order(self, order: Order, now_ms: int) -> CommandStatus:
        if order.command in self.commands or not self.wrongly(order):
            return super().order(order, now_ms)
        self.commands[order.command] = CommandStatus.DONE
        return CommandStatus.RUNNING


class TakesAnyColour(_Takes):
    def wrongly(self, order: Order) -> bool:
        trays = self.trays
        return isinstance(order, Shuffle) and trays.feed is not None and trays.feed.back is not order.back


class DeliversNothing(_Takes):
    def wrongly(self, order: Order) -> bool:
        return isinstance(order, Deliver) and self.trays.shelf is None


class ShufflesOntoTheShelf(_Takes):
    def wrongly(self, order: Order) -> bool:
        return isinstance(order, Shuffle) and self.trays.shelf is not None


class TestsWithADeckInside(_Takes):
    __test__ = False

    def wrongly(self, order: Order) -> bool:
        return isinstance(order, SelfTest) and self.trays.shelf is not None


class NeverBeginsAnew(Trays):
    """It goes on counting from the comparison before."""

    def compared(self) -> tuple[int, int]:
        return self.went_in, self.came_out


class LosesWhatIsLifted(Trays):
    """A deck that people take off the shelf it has never seen come out."""

    def lifted_off(self, *, leaving: int) -> Deck | None:
        before = self.came_out
        out = super().lifted_off(leaving=leaving)
        self.came_out = before
        return out


def any_back(payload: bytes) -> Message:
    """An unknown back is no reason to end a session."""
    try:
        return decode(payload)
    except WireError:
        if payload[0] == tag_of(Shuffle):
            return GetStatus()
        raise


def somebodys_progress(message: Message) -> bytes:
    if isinstance(message, Progress):
        command = CommandId(journal=bytes(16), number=1)
        return encode(replace(message, command=command))
    return encode(message)
