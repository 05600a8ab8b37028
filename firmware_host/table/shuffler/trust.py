"""Whether the machine at the port may be believed at all: its boot count, its messages, its pairing, its line."""

from firmware_host.rules.decision import draft
from firmware_host.table.acts.decks import ReportLoad, ReportShuffle, ReportShuffleFailure, SenseDeck, SenseFeed
from firmware_host.table.acts.intent import Act
from firmware_host.table.acts.shuffler import (
    FromShuffler,
    ReportForeign,
    ReportTampering,
    ReportUnreadable,
    SenseBoot,
    SenseHousing,
)
from firmware_host.table.answering import answers
from firmware_host.table.facts.decks import ShuffleRejected
from firmware_host.table.facts.fact import Drafts
from firmware_host.table.facts.shuffler import (
    ClearingFailed,
    LinkTampered,
    OrderEnded,
    ReconciliationFailed,
    ShufflerBarred,
    ShufflerBooted,
    ShufflerForeign,
)
from firmware_host.table.facts.system import DeviceWentDown
from firmware_host.table.state import contradictions
from firmware_host.table.state.proof_loss import touched
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import DEVICE, SHUFFLED

OF_DECKS = (SenseDeck, SenseFeed, ReportLoad, ReportShuffle, ReportShuffleFailure)
"""What the shuffler says of the decks."""


def is_barred(state: TableState, act: Act) -> bool:
    """Return whether this act is the word of a machine that nobody believes before it is paired again."""
    words = isinstance(act, OF_DECKS) or (isinstance(act, FromShuffler) and not isinstance(act, SenseHousing))
    return state.shuffler.barred is not None and words


@answers(SenseBoot)
def sense_boot(state: TableState, act: SenseBoot) -> Drafts:
    """Follow the boot count. One that falls back reuses names of events, so that none of them could be told apart."""
    known = state.shuffler.boot
    if act.boot == known:
        return ()
    if act.boot > known:
        return (draft(ShufflerBooted(boot=act.boot), *SHUFFLED),)
    reason = f"the shuffler's count of starts fell from {known} to {act.boot}"
    return (
        draft(ShufflerBarred(reason=reason), *SHUFFLED),
        draft(DeviceWentDown(device=DEVICE, detail=f"{reason}; have a technician pair it again"), *SHUFFLED),
        *touched(state, reason),
        *contradictions.disagreement(state, reason, held=contradictions.inside(state)),
    )


@answers(ReportUnreadable)
def report_unreadable(state: TableState, act: ReportUnreadable) -> Drafts:
    """Take an event that PROTOCOL.md does not allow for a failure: whatever it was about has ended without a proof."""
    reason = (
        f"the shuffler sent a {act.what} that PROTOCOL.md does not allow ({act.length} bytes, SHA-256 {act.digest})"
    )
    ended = _ended(state, act.order, reason) if act.journal == state.journal else ()
    lost = touched(state, reason) if not ended else ()
    told = contradictions.disagreement(state, reason, held=contradictions.inside(state) if lost else ())
    return (*ended, *lost, *told)


@answers(ReportForeign)
def report_foreign(state: TableState, act: ReportForeign) -> Drafts:
    """Say why what answers at the port is not used, once for each reason."""
    return () if act.reason == state.shuffler.foreign else (draft(ShufflerForeign(reason=act.reason), *SHUFFLED),)


@answers(ReportTampering)
def report_tampering(_state: TableState, act: ReportTampering) -> Drafts:
    """Record frames that noise cannot make; none of them was believed, so no proof is lost by them."""
    return (draft(LinkTampered(forged=act.forged, replayed=act.replayed), *SHUFFLED),)


def _ended(state: TableState, order: int, reason: str) -> Drafts:
    shuffler = state.shuffler
    deck = next((deck for deck in state.decks if deck.order is not None and deck.order == order), None)
    if deck is not None:
        rejected = ShuffleRejected(back=deck.back, order=order, reason=reason, ended=True, stopped=True)
        return (draft(rejected, *SHUFFLED),)
    if order == 0:
        return ()
    if order == shuffler.compare:
        return (draft(ReconciliationFailed(reason=reason, order=order), *contradictions.AGREE),)
    if order == shuffler.clear:
        return (draft(ClearingFailed(reason=reason, order=order), *SHUFFLED),)
    was_asked = any(asked.number == order for asked in shuffler.asked)
    return (draft(OrderEnded(order=order, how=reason), *SHUFFLED),) if was_asked else ()
