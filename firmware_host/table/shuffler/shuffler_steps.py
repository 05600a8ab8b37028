"""The steps at the shuffler, in words for the dealer."""

from firmware_host.rules.decision import Role, Step
from firmware_host.rules.wording import in_turn
from firmware_host.table.acts.decks import ApproveHandShuffling, EndHandShuffling
from firmware_host.table.acts.intent import TableStep
from firmware_host.table.acts.shuffler import OrderClearing, OrderReconciliation
from firmware_host.table.state import proof, reconciliation
from firmware_host.table.state.hindrance import hindrance
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import DEVICE, RECOVERY, SHUFFLED, Grade

LONGEST = 200
"""A reason, as acts carry it."""


def steps(state: TableState) -> tuple[TableStep, ...]:
    """Return the steps that lead on while the shuffler has a fault."""
    if state.config is None or not state.config.shuffler:
        return ()
    return (*_clearing(state), *_comparing(state), *_by_hand(state), *_by_machine_again(state))


def _clearing(state: TableState) -> tuple[TableStep, ...]:
    """
    Offer CLEAR for cards astray, and for a jam in a machine that reports no lid.

    Cards that are astray after it, too, are for hands and eyes: what is expected then is `_comparing`.
    """
    shuffler = state.shuffler
    at_rest = not (shuffler.clear or shuffler.lid_open) and state.devices.get(DEVICE) is True
    if not at_rest or not (shuffler.astray or shuffler.jam):
        return ()
    do: tuple[str, ...] = ()
    say = "Keep the lid closed, let the shuffler run its card path empty, and take out the cards that come."
    if shuffler.jam is not None:
        do = (f"Clear the jam: {RECOVERY[shuffler.jam]}.", "Let the shuffler run its card path empty.")
        say = in_turn(do)
    expected = shuffler.jam is None and state.round is None and not shuffler.cleared
    return (Step(act=OrderClearing(), say=say, do=do, role=Role.DEALER, paragraphs=SHUFFLED, expected=expected),)


def _comparing(state: TableState) -> tuple[TableStep, ...]:
    shuffler = state.shuffler
    at_rest = not (shuffler.compare or shuffler.lid_open or shuffler.jam) and state.devices.get(DEVICE) is True
    waits = reconciliation.waits_to_be_compared(state)
    if not at_rest or shuffler.clear or not (waits or shuffler.doubt):
        return ()
    do: tuple[str, ...] = ()
    say = "Keep the lid closed, and let the shuffler compare the cards that went in with those that came out."
    astray_again = bool(shuffler.astray) and shuffler.cleared
    if not waits or astray_again:
        do = (
            "Open the lid, take out stray cards, close it.",
            "Let the shuffler compare the cards that went in with those that came out.",
        )
        say = in_turn(do)
    contradicted_again = shuffler.contradicted and not shuffler.astray
    left_to_people = astray_again or contradicted_again or _keeps_the_due_deck(state)
    expected = waits or (left_to_people and state.round is None)
    return (Step(act=OrderReconciliation(), say=say, do=do, role=Role.DEALER, paragraphs=SHUFFLED, expected=expected),)


def _keeps_the_due_deck(state: TableState) -> bool:
    """Return whether the due deck is ready inside, and comes out once the cards were compared."""
    inside = state.in_shuffler
    return inside is not None and inside is state.due_deck and inside.proof is not None and not state.by_hand


def _by_hand(state: TableState) -> tuple[TableStep, ...]:
    """Offer shuffling by hand as soon as the table cannot deal on what the shuffler does; the floor agrees once."""
    why = _why_not_by_machine(state)
    accepted = state.config is not None and Grade.BY_HAND in state.config.accepts
    if why is None or state.by_hand or not accepted or not state.is_open:
        return ()
    return (
        Step(
            act=ApproveHandShuffling(why=why[:LONGEST]),
            say=f"A floorperson approves shuffling by hand: {why}.",
            role=Role.FLOORPERSON,
            paragraphs=SHUFFLED,
        ),
    )


def _why_not_by_machine(state: TableState) -> str | None:
    found, deck = hindrance(state), proof.any_too_low(state)
    if found is not None:
        return found.reason
    if reconciliation.waits_to_be_compared(state) and not state.shuffler.compare:
        return "the shuffler has not compared the cards that went in with those that came out"
    if deck is None or deck.proof is None:
        return None
    return f"the shuffle proof of the {deck.back} deck has {proof.shortfall(deck.proof)}"


def _by_machine_again(state: TableState) -> tuple[TableStep, ...]:
    """Offer to end shuffling by hand once the shuffler can shuffle again."""
    shuffled = state.hand_approved and state.round is None and state.is_open
    if not shuffled or hindrance(state) is not None or state.devices.get(DEVICE) is not True:
        return ()
    return (Step(act=EndHandShuffling(), say="Use the shuffler again.", role=Role.DEALER, paragraphs=SHUFFLED),)
