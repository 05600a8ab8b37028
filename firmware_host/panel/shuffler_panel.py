"""The shuffler as the dealer sees it: what it does, where cards are stuck, and the steps of the way back in order."""

from collections.abc import Sequence

from firmware_host.panel.dealer_view import ShufflerPanel
from firmware_host.table.acts.intent import TableStep
from firmware_host.table.acts.shuffler import OrderClearing, OrderReconciliation
from firmware_host.table.state.decks import Deck, Place
from firmware_host.table.state.hindrance import hindrance
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import DEVICE
from firmware_host.table.view import DeviceReport


def shuffler_panel(
    state: TableState, steps: tuple[TableStep, ...], reports: Sequence[DeviceReport]
) -> ShufflerPanel | None:
    """Return the shuffler; none at a table without one."""
    if state.config is None or not state.config.shuffler:
        return None
    report = next((report for report in reports if report.device == DEVICE), None)
    trouble = hindrance(state)
    doubt = state.shuffler.doubt or ""
    return ShufflerPanel(
        doing=_doing(state),
        done=report.done if report else None,
        of=report.of if report else None,
        jam=state.shuffler.jam,
        lid_open=state.shuffler.lid_open,
        housing_open=state.shuffler.housing_open,
        trouble=trouble.reason if trouble else doubt,
        recovery=_recovery(state, steps),
        by_hand=state.hand_approved,
    )


def _doing(state: TableState) -> str:
    if state.devices.get(DEVICE) is not True:
        return "does not answer"
    if state.shuffler.clear:
        return "runs its card path empty"
    if state.shuffler.compare:
        return "compares cards in and out"
    return next((said for deck in state.decks if (said := _with(deck))), "is empty")


def _with(deck: Deck) -> str:
    if deck.order is not None:
        return f"shuffles the {deck.back} deck"
    if deck.place is not Place.SHUFFLER:
        return ""
    return f"holds the {deck.back} deck, shuffled" if deck.proof else f"holds the {deck.back} deck"


def _recovery(state: TableState, steps: tuple[TableStep, ...]) -> tuple[str, ...]:
    """Return the repair, one move of the hand at a time, then the steps that the table offers."""
    found = hindrance(state)
    by_hand = tuple(_sentence(move) for move in found.put_right.split(", ")) if found else ()
    offered = (step for step in steps if isinstance(step.act, OrderClearing | OrderReconciliation))
    # The step for a jam begins with the same moves of the hand.
    by_machine = tuple(step.do[-1] if state.shuffler.jam and step.do else step.say for step in offered)
    return (*by_hand, *by_machine) if found or state.shuffler.doubt else ()


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."
