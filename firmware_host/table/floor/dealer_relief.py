"""The dealer on duty: relief every half hour, and the call for a floorperson."""

from msgspec.structs import replace

from firmware_host.rules.decision import Role, Step, draft, refuse
from firmware_host.table.acts.floor import CallFloor, EndFloorCall, RelieveDealer
from firmware_host.table.acts.intent import TableStep
from firmware_host.table.answering import answers
from firmware_host.table.clocks import Deadline, began_ms
from firmware_host.table.facts.fact import Decision, Drafts, Fact
from firmware_host.table.facts.floor import DealerRelieved, FloorBody, FloorCalled, FloorCallEnded, ReliefDue
from firmware_host.table.state import people
from firmware_host.table.state.table import TableState


@answers(CallFloor)
def call(state: TableState, _act: CallFloor) -> Decision:
    """Call a floorperson; a second call changes nothing."""
    return () if state.floor_called else (draft(FloorCalled()),)


@answers(EndFloorCall)
def end_call(state: TableState, _act: EndFloorCall) -> Decision:
    """End the call: the floorperson came or is no longer wanted."""
    if not state.floor_called:
        return refuse("the floor has not been called", "call the floor first")
    return (draft(FloorCallEnded()),)


def folded(state: TableState, body: FloorBody, fact: Fact) -> TableState:
    """Fold a fact about calls."""
    del fact
    return replace(state, floor_called=isinstance(body, FloorCalled))


RELIEF = "dealer-relief"

WARNING_MS = 5 * 60_000


@answers(RelieveDealer)
def relieve(state: TableState, act: RelieveDealer) -> Decision:
    """Let another dealer take over, also in the middle of a round; each fact names its dealer."""
    if state.dealer is None:
        return refuse("no dealer is on duty yet", "open the table first", "14.6(b)")
    if act.dealer == state.dealer:
        return refuse(f"{act.dealer} is on duty already", "name the dealer who takes over", "14.6(b)")
    return people.can_deal(state, act.dealer) or (
        draft(DealerRelieved(dealer=act.dealer, relieved=state.dealer), "14.6(b)"),
    )


def deadlines(state: TableState) -> tuple[Deadline, ...]:
    """Return the time by which the dealer should be relieved, where the house sets one."""
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
            say=f"{state.dealer} will soon be due to be relieved.",
            in_round=True,
            paragraphs=("14.6(b)",),
        ),
    )


def bites(state: TableState, name: str) -> Drafts:
    """Report that the relief is due; the dealer continues until relieved."""
    if name != RELIEF or state.dealer is None:
        return ()
    return (draft(ReliefDue(dealer=state.dealer), "14.6(b)"),)


def next_steps(state: TableState) -> tuple[TableStep, ...]:
    """Offer the relief by each other enrolled dealer, once it is due."""
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
