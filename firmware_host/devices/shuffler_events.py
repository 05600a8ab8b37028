"""Turns a shuffler's messages into acts of the table."""

from typing import Protocol, assert_never

from drivers.shuffler import port
from firmware_host.table.acts.decks import ReportLoad, ReportShuffle, ReportShuffleFailure, SenseDeck
from firmware_host.table.acts.intent import Act, Answer
from firmware_host.table.acts.shuffler import (
    ReportActFailure,
    ReportClearing,
    ReportDelivery,
    ReportEmptied,
    ReportReconciliation,
    ReportSelfTest,
    ReportStanding,
    ReportUnreadable,
    ReportWear,
    SenseJam,
    SenseLid,
    SenseRestart,
    SenseSwitch,
    ShufflerSensed,
)
from firmware_host.table.device_orders import DeliverCommand, DeviceCommand, ShuffleCommand
from firmware_host.table.terms import Back, Fill, JamPlace, Mode, Rest

Told = SenseDeck | ReportShuffle | ReportShuffleFailure | ShufflerSensed
PARTS = ("feed", "camera", "shelves", "output", "lid", "memory")


class Teller(Protocol):
    """Submits an act in the shuffler's name, under the id `id_` or a new one."""

    async def __call__(self, act: Act, /, *, id_: str = "") -> Answer:
        """Return the table's answer."""
        ...


def act(event: port.KeptEvent | port.UnreadableEvent) -> Told:
    """Return the act that reports this event to the table."""
    match event:
        case port.UnreadableEvent():
            return _unreadable(event)
        case port.Emptied():
            return _emptied(event)
        case port.DeckLoaded(back=back):
            return SenseDeck(back=Back(back))
        case port.ShuffleFinished() | port.ShuffleFailed():
            return _shuffle(event)
        case port.LidOpened() | port.LidClosed():
            return SenseLid(open=isinstance(event, port.LidOpened))
        case port.Jammed(place=place):
            return SenseJam(place=JamPlace(place))
        case port.ModeSwitched(mode=mode):
            return SenseSwitch(mode=Mode(mode))
        case port.Restarted():
            return SenseRestart()
        case port.SelfTested():
            return _tested(event)
        case port.Cleared() | port.Delivered() | port.Reconciled() | port.ActFailed():
            return _done(event)
        case _:
            assert_never(event)


def standing(status: port.Status) -> ReportStanding:
    """Return the report of the machine's STATUS; the table records only what is new in it."""
    return ReportStanding(rest=rest(status))


def rest(status: port.Status) -> Rest:
    """Translate STATUS into the table's terms."""
    return Rest(
        mode=Mode(status.mode),
        lid_open=status.lid_open,
        jam=None if status.jam is None else JamPlace(status.jam),
        feed=_back(status.feed),
        shelf=_back(status.shelf),
        shelf_cards=status.shelf_cards,
        output=_back(status.output),
        output_cards=status.output_cards,
        astray=status.astray,
        moving=status.activity is not port.Activity.IDLE,
    )


def _back(back: port.Back | None) -> Back | None:
    return None if back is None else Back(back)


def under_the_number_of_another(event: port.KeptEvent | port.UnreadableEvent) -> ReportUnreadable:
    """Return the report of an event that has the number of an earlier event, so that nothing in it is believed."""
    return _unreadable(event if isinstance(event, port.UnreadableEvent) else port.as_unreadable(event))


def _unreadable(event: port.UnreadableEvent) -> ReportUnreadable:
    command = event.command
    return ReportUnreadable(
        what=event.what,
        length=event.length,
        digest=event.digest,
        journal="" if command is None else command.journal.hex(),
        order=0 if command is None else command.number,
    )


def _emptied(event: port.Emptied) -> ReportEmptied:
    return ReportEmptied(place=JamPlace(event.place))


def wear(told: port.Wear) -> ReportWear:
    """Return the report of the wear counters."""
    return ReportWear(
        cycles=told.cycles, since_service=told.since_service, service_every=told.service_every, life=told.life
    )


def unlike_a_deck(told: port.Load, command: ShuffleCommand) -> ReportLoad | None:
    """Return the report of a feed that cannot hold the ordered deck of 52; None if it can."""
    plausible = told.fill is port.Fill.PLAUSIBLE and (told.back is None or Back(told.back) is command.back)
    if plausible:
        return None
    back = None if told.back is None else Back(told.back)
    return ReportLoad(journal=command.journal, order=command.number, back=back, fill=Fill(told.fill))


def refusal(command: DeviceCommand, status: port.Status) -> ReportShuffleFailure | ReportActFailure:
    """Return the report of a command that the machine has refused for good; `status` gives the reason."""
    reason = f"the shuffler refused the order: {in_the_way(status, delivers=isinstance(command, DeliverCommand))}"
    if isinstance(command, ShuffleCommand):
        return ReportShuffleFailure(journal=command.journal, order=command.number, reason=reason, refused=True)
    return ReportActFailure(journal=command.journal, order=command.number, reason=reason)


def in_the_way(status: port.Status, *, delivers: bool = False) -> str:
    """Return why a machine in this state refuses an order; `delivers` says that the order is to deliver a deck."""
    if status.lid_open:
        return "its lid is open"
    if status.jam is not None:
        return f"cards are jammed in its {status.jam}"
    if delivers:
        lies = f"the {status.output} deck lies in its output"
        return "its shelf is empty" if status.shelf is None or status.output is None else lies
    if status.shelf is not None:
        return f"the {status.shelf} deck lies on its shelf"
    if status.astray:
        return f"{status.astray} cards lie where none should be"
    return "its feed is empty" if status.feed is None else f"a {status.feed} deck lies in its feed"


def _shuffle(event: port.ShuffleFinished | port.ShuffleFailed) -> ReportShuffle | ReportShuffleFailure:
    journal, order = event.command.journal.hex(), event.command.number
    if isinstance(event, port.ShuffleFailed):
        return ReportShuffleFailure(journal=journal, order=order, reason=event.reason)
    return ReportShuffle(
        journal=journal,
        order=order,
        mode=Mode(event.mode),
        counted=event.counted,
        back=Back(event.back),
        duration_ms=event.duration_ms,
    )


def _done(event: port.Cleared | port.Delivered | port.Reconciled | port.ActFailed) -> ShufflerSensed:
    journal, order = event.command.journal.hex(), event.command.number
    match event:
        case port.Cleared(found=found):
            return ReportClearing(journal=journal, order=order, found=found)
        case port.Delivered(back=back, counted=counted):
            return ReportDelivery(journal=journal, order=order, back=Back(back), counted=counted)
        case port.Reconciled():
            return ReportReconciliation(
                journal=journal,
                order=order,
                went_in=event.went_in,
                came_out=event.came_out,
                lying=event.lying,
                astray=event.astray,
            )
        case port.ActFailed(reason=reason):
            return ReportActFailure(journal=journal, order=order, reason=reason)
        case _:
            assert_never(event)


def _tested(event: port.SelfTested) -> ReportSelfTest:
    verdicts = {part: getattr(event, part) for part in PARTS}
    return ReportSelfTest(
        journal=event.command.journal.hex(),
        order=event.command.number,
        failed=tuple(part for part, verdict in verdicts.items() if verdict is port.Verdict.FAILED),
        worn=tuple(part for part, verdict in verdicts.items() if verdict is port.Verdict.WORN),
    )
