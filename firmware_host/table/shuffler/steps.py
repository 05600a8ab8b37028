"""What people can do about the shuffler, in words for the dealer."""

from firmware_host.rules.answers import Role, Step
from firmware_host.table.contract import TableStep
from firmware_host.table.decks.acts import ApproveHandShuffling
from firmware_host.table.decks.deck import Grade
from firmware_host.table.decks.gate import SHUFFLE
from firmware_host.table.shuffler.acts import OrderReconciliation
from firmware_host.table.shuffler.state import DEVICE
from firmware_host.table.shuffler.trouble import hindrance
from firmware_host.table.state import TableState


def steps(state: TableState) -> tuple[TableStep, ...]:
    """Return what is offered while something is the matter with the shuffler."""
    if state.config is None or not state.config.shuffler:
        return ()
    return (*_comparing(state), *_by_hand(state))


def _comparing(state: TableState) -> tuple[TableStep, ...]:
    shuffler = state.shuffler
    at_rest = not (shuffler.compare or shuffler.lid_open or shuffler.jam) and state.devices.get(DEVICE) is True
    if shuffler.doubt is None or not at_rest:
        return ()
    say = "Look into the shuffler, take out what lies where no card should be, and let it compare cards in and out."
    return (Step(act=OrderReconciliation(), say=say, role=Role.DEALER, paragraphs=SHUFFLE),)


def _by_hand(state: TableState) -> tuple[TableStep, ...]:
    """The floor agrees once to shuffling by hand; that is offered as soon as the shuffler cannot shuffle."""
    found = hindrance(state)
    accepted = state.config is not None and Grade.BY_HAND in state.config.accepts
    if found is None or state.by_hand or not accepted or not state.is_open:
        return ()
    return (
        Step(
            act=ApproveHandShuffling(why=found.reason),
            say=f"The floorperson agrees to shuffling by hand: {found.reason}.",
            role=Role.FLOORPERSON,
            paragraphs=SHUFFLE,
        ),
    )
