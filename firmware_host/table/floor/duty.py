"""The dealer on duty: relief every half hour, and the call for a floorperson."""

from msgspec.structs import replace

from firmware_host.rules.decision import Role, Step, draft, refuse
from firmware_host.table.acts.floor import CallFloor, EndFloorCall, RelieveDealer
from firmware_host.table.acts.intent import TableStep
from firmware_host.table.answering import answers
from firmware_host.table.facts.fact import Decision, Drafts, Fact
from firmware_host.table.facts.floor import DealerRelieved, FloorBody, FloorCalled, FloorCallEnded, ReliefDue
from firmware_host.table.stamp import began_ms
from firmware_host.table.state import people
from firmware_host.table.state.clocks import Deadline
from firmware_host.table.state.table import TableState


@answers(CallFloor)
def call(state: TableState, _act: CallFloor) -> Decision:
    """Ask for a floorperson; asking twice tells nothing new."""
    return () if state.floor_called else (draft(FloorCalled()),)


@answers(EndFloorCall)
def end_call(state: TableState, _act: EndFloorCall) -> Decision:
    """Note that the floorperson came or is no longer wanted."""
    if not state.floor_called:
        return refuse("the floor has not been called", "call the floor first")
    return (draft(FloorCallEnded()),)


def folded(state: TableState, body: FloorBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    del fact
    return replace(state, floor_called=isinstance(body, FloorCalled))


RELIEF = "dealer-relief"

WARNING_MS = 5 * 60_000


@answers(RelieveDealer)
def relieve(state: TableState, act: RelieveDealer) -> Decision:
    """Let another dealer take over, also in the middle of a round: the record names whoever dealt each card."""
    if state.dealer is None:
        return refuse("nobody deals yet", "open the table", "14.6(b)")
    if act.dealer == state.dealer:
        return refuse(f"{act.dealer} is on duty already", "the name of who takes over", "14.6(b)")
    return people.can_deal(state, act.dealer) or (
        draft(DealerRelieved(dealer=act.dealer, relieved=state.dealer), "14.6(b)"),
    )


def deadlines(state: TableState) -> tuple[Deadline, ...]:
    """Return until when the dealer on duty should be relieved, where the house sets a time."""
    minutes = state.config.relief_minutes if state.config else 0
    if not minutes or not state.is_open or state.relief_due or state.dealer_since is None or state.started_at is None:
        return ()
    due_ms = began_ms(state.dealer_since, now=state.started_at) + minutes * 60_000
    boot = state.started_at.boot
    return (
        Deadline(
            name=RELIEF,
            boot=boot,
            due_ms=due_ms,
            warn_ms=due_ms - WARNING_MS,
            say=f"{state.dealer} is soon due to be relieved.",
            in_round=True,
            paragraphs=("14.6(b)",),
        ),
    )


def bites(state: TableState, name: str) -> Drafts:
    """Return what follows when the time is up: it is said; the dealer goes on until somebody comes."""
    if name != RELIEF or state.dealer is None:
        return ()
    return (draft(ReliefDue(dealer=state.dealer), "14.6(b)"),)


def next_steps(state: TableState) -> tuple[TableStep, ...]:
    """Name the enrolled dealers who could take over, once the time is up."""
    if not state.relief_due:
        return ()
    others = (name for name, person in state.people.items() if person.has(Role.DEALER) and name != state.dealer)
    return tuple(
        Step(
            act=RelieveDealer(dealer=name),
            say=f"{state.dealer} is due to be relieved: {name} takes over.",
            role=Role.DEALER,
            paragraphs=("14.6(b)",),
        )
        for name in others
    )
