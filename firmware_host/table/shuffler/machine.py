"""
What the shuffler tells of itself, and what follows for the decks.

Whatever touches the deck inside takes its proof away; after it, and after the shuffler was away, its cards in are
compared with its cards out before anything from inside counts. Cards found inside put both decks in doubt.
"""

from collections.abc import Collection
from typing import assert_never

from firmware_host.rules.cards import DECK
from firmware_host.rules.decision import Code, Draft, Refusal
from firmware_host.rules.struct import Paragraphs
from firmware_host.table.acts.shuffler import (
    OrderReconciliation,
    ReportActFailure,
    ReportClearing,
    ReportDelivery,
    ReportFirmwareList,
    ReportReconciliation,
    ReportSelfTest,
    ReportWear,
    SenseFaultLamp,
    SenseHousing,
    SenseJam,
    SenseLid,
    SenseReadyDark,
    SenseRestart,
    SenseShelf,
    SenseSwitch,
    ShufflerAct,
)
from firmware_host.table.facts.decks import DeckSuspected
from firmware_host.table.facts.fact import Body, Decision, Drafts, TableDraft
from firmware_host.table.facts.shuffler import (
    DeckDelivered,
    HousingClosed,
    HousingOpened,
    ReconciliationFailed,
    ReconciliationOrdered,
    ShelfSeen,
    ShufflerCleared,
    ShufflerFaultOver,
    ShufflerFaultShown,
    ShufflerJammed,
    ShufflerLidClosed,
    ShufflerLidOpened,
    ShufflerReconciled,
    ShufflerRestarted,
    ShufflerSwitched,
    ShufflerTested,
)
from firmware_host.table.paragraphs import SHUFFLED
from firmware_host.table.shuffler import firmware, service
from firmware_host.table.shuffler.proof_loss import all_suspect, lost, suspect, touched
from firmware_host.table.state import reconciliation
from firmware_host.table.state.decks import Deck, Place
from firmware_host.table.state.proof import witnesses
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back, JamPlace, Mode

COUNTED: Paragraphs = ("14.5(a)", "I-8")


def answer(state: TableState, act: ShufflerAct) -> Decision:
    """Answer what the shuffler tells, or who asks it to compare."""
    match act:
        case SenseLid(open=opened):
            return _lid(state, opened=opened)
        case SenseHousing():
            return _housing(state, act)
        case SenseJam(place=place):
            return _jammed(state, place)
        case SenseSwitch(mode=mode):
            return _switched(state, mode)
        case SenseRestart():
            return (_draft(ShufflerRestarted()), *touched(state, "the shuffler lost its power"))
        case SenseShelf(back=back):
            return _shelf(state, back)
        case SenseFaultLamp(lit=lit):
            return _fault_lamp(state, lit=lit)
        case SenseReadyDark():
            return _ready_dark(state)
        case ReportClearing():
            return _cleared(state, act)
        case ReportDelivery():
            return _delivered(state, act)
        case ReportReconciliation():
            told = _reconciled(state, act)
            return (*told, *_contradicted(state, told))
        case ReportSelfTest():
            return (_draft(ShufflerTested(failed=act.failed, worn=act.worn)),)
        case ReportWear():
            return service.told(state, act)
        case ReportFirmwareList():
            return firmware.told(state, act)
        case ReportActFailure():
            return _failed(state, act)
        case OrderReconciliation():
            return _order(state)
        case _:
            assert_never(act)


def _lid(state: TableState, *, opened: bool) -> Drafts:
    if opened is state.shuffler.lid_open:
        return ()
    if opened:
        before = "the lid of the shuffler was opened before it had counted the deck out"
        touch = touched(state, "the lid of the shuffler was opened")
        return (_draft(ShufflerLidOpened()), *touch, *_missed_suspect(state, before))
    return (_draft(ShufflerLidClosed()),)


def _housing(state: TableState, act: SenseHousing) -> Drafts:
    """Whatever lies there could be reached; what the dealer has cut or is dealing from could not."""
    if act.open is state.shuffler.housing_open:
        return ()
    if not act.open:
        return (_draft(HousingClosed(why=act.why)),)
    reason = "the housing of the shuffler was opened"
    lying = [deck for deck in state.decks if not deck.cut and deck.place not in (Place.IN_PLAY, Place.SHUFFLER)]
    voided = (draft for deck in lying for draft in lost(deck, reason))
    uncompared = (*_uncompared(state, reason), *_missed_suspect(state, f"{reason} before it had counted the deck out"))
    return (_draft(HousingOpened()), *touched(state, reason), *voided, *uncompared)


def _uncompared(state: TableState, reason: str) -> Drafts:
    """A machine that is read by its lamps cannot say what is missing: two people count the deck that lay in it."""
    inside = state.in_shuffler
    return suspect(state, inside, reason) if inside is not None and witnesses(state.config) else ()


def _jammed(state: TableState, place: JamPlace) -> Drafts:
    if place is state.shuffler.jam:
        return ()
    jammed = (_draft(ShufflerJammed(place=place)), *service.jammed(state))
    return (*jammed, *touched(state, f"cards jammed in the {place} of the shuffler"))


def _switched(state: TableState, mode: Mode) -> Drafts:
    if mode is (state.shuffler.mode or Mode.SHUFFLE):
        return ()
    reason = "the shuffler was switched to sort" if mode is Mode.SORT else "the shuffler was switched back to shuffle"
    return (_draft(ShufflerSwitched(mode=mode)), *touched(state, reason))


def _shelf(state: TableState, back: Back | None) -> Drafts:
    """What was shuffled for this table, or is to be told of, lies there rightly; any other deck is in the way."""
    inside = state.in_shuffler
    ours = inside is not None and inside.back is back and (inside.order is not None or inside.proof is not None)
    stray = None if ours else back
    return () if stray is state.shuffler.shelf else (_draft(ShelfSeen(back=stray)),)


def _fault_lamp(state: TableState, *, lit: bool) -> Drafts:
    if lit is state.shuffler.fault_lamp:
        return ()
    if lit:
        return (_draft(ShufflerFaultShown()), *touched(state, "the fault lamp of the shuffler was lit"))
    return (_draft(ShufflerFaultOver()),)


def _ready_dark(state: TableState) -> Drafts:
    """It works: on what was put in, as it should, or, nobody having put anything in, on the deck it has shuffled."""
    inside = state.in_shuffler
    ordered = inside is not None and inside.order is not None
    return () if ordered else touched(state, "the ready lamp of the shuffler went dark")


def _delivered(state: TableState, act: ReportDelivery) -> Drafts:
    """What came out is what is dealt: fewer or more than 52 hold the deck, whatever went in."""
    if act.journal != state.journal:
        return ()
    deck = next((deck for deck in state.decks if _asked(deck) == act.order), None) or state.deck(act.back)
    if deck is None:
        return ()
    told = (_draft(DeckDelivered(back=deck.back, order=act.order, counted=act.counted)),)
    if act.counted == DECK and act.back is deck.back:
        return told
    reason = f"{act.counted} cards with {act.back} backs came out of the shuffler instead of {DECK} {deck.back} ones"
    return (*told, *suspect(state, deck, reason))


def _asked(deck: Deck) -> int | None:
    return deck.proof.proved if deck.proof else None


def _cleared(state: TableState, act: ReportClearing) -> Drafts:
    """What lay in the path may be of the deck outside."""
    if not state.shuffler.jam and (act.journal != state.journal or act.order != state.shuffler.clear):
        return ()
    reason = f"{reconciliation.were_found(act.found)} in the path of the shuffler"
    return (_draft(ShufflerCleared(found=act.found)), *(_missed_suspect(state, reason) if act.found else ()))


def _contradicted(state: TableState, told: Drafts) -> Drafts:
    """Counts are told once: what they say against a deck outside holds, whatever deck lies inside by now."""
    held = {draft.body.back for draft in told if isinstance(draft.body, DeckSuspected)}
    for draft in told:
        why = reconciliation.contradicted(draft.body) if isinstance(draft.body, ShufflerReconciled) else None
        if why is not None:
            return _missed_suspect(state, why, but=held)
    return ()


def _missed_suspect(state: TableState, reason: str, *, but: Collection[Back] = ()) -> Drafts:
    missed = (deck for deck in reconciliation.missed(state) if deck.back not in but)
    return tuple(draft for deck in missed for draft in suspect(state, deck, reason))


def _reconciled(state: TableState, act: ReportReconciliation) -> Drafts:
    """
    A machine counts anew from each comparison, so one that is wrong is heard whoever asked for it and when.

    One that is right ends the doubt only if it answers what was asked last: what happened since is not in it.
    """
    late = act.journal != state.journal or act.order != state.shuffler.compare
    body = ShufflerReconciled(went_in=act.went_in, came_out=act.came_out, lying=act.lying, astray=act.astray, late=late)
    if body.agrees:
        return () if late else (_draft(body),)
    if body.astray:
        return (_draft(body), *all_suspect(state, f"{reconciliation.were_found(body.astray)} inside the shuffler"))
    inside = state.in_shuffler
    if inside is not None and inside.order is not None:
        # Whatever is missing, all 52 cards of this deck are about to be counted.
        return (_draft(body),)
    if inside is not None and body.went_in > body.came_out + body.lying:
        # They left through the lid, by hand: the next cycle counts all 52 of the deck that lies there.
        return (_draft(body), *touched(state, "cards were taken out of the shuffler by hand"))
    reason = f"{body.went_in} cards went into the shuffler and {body.came_out + body.lying} are accounted for"
    return (_draft(body), *all_suspect(state, reason))


def _failed(state: TableState, act: ReportActFailure) -> Drafts:
    """A jam and an open lid tell of themselves; a comparison that failed is to be asked for again."""
    if act.journal == state.journal and act.order == state.shuffler.compare:
        return (_draft(ReconciliationFailed(reason=act.reason)),)
    return ()


def _order(state: TableState) -> Decision:
    why_not = reconciliation.why_not_compared(state)
    if why_not is not None:
        return _refused(why_not, "close and clear it first")
    if state.shuffler.compare:
        return _refused("it compares its cards already", "wait until it has")
    return (_draft(ReconciliationOrdered()),)


def _refused(reason: str, allowed_by: str) -> Refusal:
    return Refusal(
        code=Code.NOT_NOW, paragraphs=COUNTED, reason=f"the shuffler cannot compare: {reason}", allowed_by=allowed_by
    )


def _draft(body: Body) -> TableDraft:
    return Draft(body=body, paragraphs=COUNTED if isinstance(body, ShufflerReconciled | DeckDelivered) else SHUFFLED)
