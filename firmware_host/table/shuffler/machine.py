"""
What the shuffler reports about itself, and what that means for the decks.

Anything that touches the deck inside ends its proof. After that, and after a lost link, the shuffler compares the cards
that went in with those that came out before any deck from inside counts. Cards found inside put both decks in doubt.
"""

from collections.abc import Collection

from firmware_host.rules.cards import DECK
from firmware_host.rules.decision import Refusal, draft
from firmware_host.rules.struct import Paragraphs
from firmware_host.table.acts.shuffler import (
    ReportDelivery,
    ReportEmptied,
    ReportSelfTest,
    ReportStanding,
    SenseFaultLamp,
    SenseHousing,
    SenseJam,
    SenseLid,
    SenseReadyDark,
    SenseRestart,
    SenseShelf,
    SenseSwitch,
)
from firmware_host.table.answering import answers
from firmware_host.table.facts.decks import DeckSuspected
from firmware_host.table.facts.fact import Body, Decision, Drafts, TableDraft
from firmware_host.table.facts.shuffler import (
    CardsSeenAstray,
    DeckDelivered,
    DeckLiftedOff,
    HousingClosed,
    HousingOpened,
    OutputSeen,
    ReconciliationOrdered,
    ShelfSeen,
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
from firmware_host.table.shuffler import service
from firmware_host.table.state import contradictions, reconciliation
from firmware_host.table.state.decks import Deck, Place
from firmware_host.table.state.proof import witnesses
from firmware_host.table.state.proof_loss import lost, suspect, touched
from firmware_host.table.state.shuffler import Kind
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import SHUFFLED, Back, JamPlace, Mode, Rest

COUNTED: Paragraphs = ("14.5(a)", "I-8")


@answers(SenseLid)
def sense_lid(state: TableState, act: SenseLid) -> Drafts:
    """Follow the lid: hands can reach the cards inside while it is open."""
    if act.open is state.shuffler.lid_open:
        return ()
    if act.open:
        before = "the lid of the shuffler was opened before all cards were counted out"
        touch = touched(state, "the lid of the shuffler was opened")
        return (about_shuffler(ShufflerLidOpened()), *touch, *hold_missed(state, before))
    return (about_shuffler(ShufflerLidClosed()),)


@answers(SenseHousing)
def sense_housing(state: TableState, act: SenseHousing) -> Drafts:
    """End the proof of every deck in the housing; a deck that the dealer has cut or deals from was out of reach."""
    if act.open is state.shuffler.housing_open:
        return ()
    if not act.open:
        return (about_shuffler(HousingClosed(why=act.why)),)
    reason = "the housing of the shuffler was opened"
    lying = [deck for deck in state.decks if not deck.cut and deck.place not in (Place.IN_PLAY, Place.SHUFFLER)]
    voided = (draft for deck in lying for draft in lost(deck, reason))
    uncompared = (*_uncompared(state, reason), *hold_missed(state, f"{reason} before all cards were counted out"))
    return (about_shuffler(HousingOpened()), *touched(state, reason), *voided, *uncompared)


def _uncompared(state: TableState, reason: str) -> Drafts:
    """Have two people count the deck inside a machine that is read by its lamps: it cannot report missing cards."""
    inside = state.in_shuffler
    return suspect(state, inside, reason) if inside is not None and witnesses(state.config) else ()


@answers(SenseJam)
def sense_jam(state: TableState, act: SenseJam) -> Drafts:
    """Record a jam, unless it is known already."""
    if act.place is state.shuffler.jam:
        return ()
    jammed = (about_shuffler(ShufflerJammed(place=act.place)), *service.jammed(state))
    return (*jammed, *touched(state, f"cards jammed in the {act.place} of the shuffler"))


@answers(SenseSwitch)
def sense_switch(state: TableState, act: SenseSwitch) -> Drafts:
    """Follow the switch between shuffling and sorting."""
    mode = act.mode
    if mode is (state.shuffler.mode or Mode.SHUFFLE):
        return ()
    reason = "the shuffler was switched to sort" if mode is Mode.SORT else "the shuffler was switched back to shuffle"
    inside = state.in_shuffler
    # A cycle keeps the mode in which it began, and its result says which that was.
    cycle = inside is not None and inside.order is not None
    return (about_shuffler(ShufflerSwitched(mode=mode)), *(() if cycle else touched(state, reason)))


@answers(SenseRestart)
def sense_restart(state: TableState, _act: SenseRestart) -> Drafts:
    """Record that the shuffler lost its power, and with it all knowledge of the deck inside."""
    return (about_shuffler(ShufflerRestarted()), *touched(state, "the shuffler lost power"))


@answers(SenseShelf)
def sense_shelf(state: TableState, act: SenseShelf) -> Drafts:
    """Distinguish the deck that this table had shuffled from one that is in the way."""
    inside = state.in_shuffler
    if act.back is None and inside is not None and inside.proof is not None and _lies_on_shelf(state, inside):
        return (about_shuffler(DeckLiftedOff(back=inside.back)), *_compared_next(state))
    ours = inside is not None and inside.back is act.back and (inside.order is not None or inside.proof is not None)
    stray = None if ours else act.back
    return () if stray is state.shuffler.shelf else (about_shuffler(ShelfSeen(back=stray)),)


@answers(ReportEmptied)
def report_emptied(state: TableState, act: ReportEmptied) -> Decision:
    """Have the cards compared after a deck was lifted off the shelf; one from the output was counted already."""
    if act.place is JamPlace.OUTPUT:
        return () if state.shuffler.output is None else (about_shuffler(OutputSeen(back=None)),)
    return sense_shelf(state, SenseShelf(back=None)) if act.place is JamPlace.SHELVES else ()


def _lies_on_shelf(state: TableState, inside: Deck) -> bool:
    return inside.uncounted and not witnesses(state.config)


def _compared_next(state: TableState) -> Drafts:
    """Return the order to compare, unless there is one already or the machine cannot."""
    if state.shuffler.compare or reconciliation.why_not_compared(state) is not None:
        return ()
    return (about_shuffler(ReconciliationOrdered()),)


@answers(ReportStanding)
def report_standing(state: TableState, act: ReportStanding) -> Drafts:
    """
    Compare the machine's STATUS with what it has reported so far.

    Lid, switch and jam are followed, each with its own facts. The cards inside count only while the machine rests with
    its lid closed and no jam: then they have to be where the table believes them.
    """
    rest = act.rest
    machine = _lid_switch_and_jam(state, rest)
    if machine or rest.moving or rest.lid_open or rest.jam is not None:
        return machine
    shuffler = state.shuffler
    astray = (about_shuffler(CardsSeenAstray(astray=rest.astray)),) if rest.astray > shuffler.astray else ()
    against = contradictions.standing(state, rest)
    if against is not None:
        return (*astray, *contradictions.disagreement(state, against, rest=rest))
    return (*astray, *_facts(sense_shelf(state, SenseShelf(back=rest.shelf))), *_output(state, rest))


def _output(state: TableState, rest: Rest) -> Drafts:
    """Note a deck in the output that keeps the due deck from being delivered, until people have taken it."""
    before, now = state.shuffler.output, rest.output if rest.shelf is not None else None
    if now is before or (before is None and not _delivers_now(state)):
        return ()
    return (about_shuffler(OutputSeen(back=now)),)


def _delivers_now(state: TableState) -> bool:
    inside = state.in_shuffler
    if state.shuffler.shelf is not None:
        return True
    due = inside is not None and inside is state.due_deck and state.round is None
    return due and inside is not None and inside.proof is not None and inside.uncounted


def _lid_switch_and_jam(state: TableState, rest: Rest) -> Drafts:
    """Follow them as STATUS reports them, as if events had reported them."""
    return (
        *_facts(sense_lid(state, SenseLid(open=rest.lid_open))),
        *_facts(sense_switch(state, SenseSwitch(mode=rest.mode))),
        *(() if rest.jam is None else _facts(sense_jam(state, SenseJam(place=rest.jam)))),
    )


def _facts(decision: Decision) -> Drafts:
    return () if isinstance(decision, Refusal) else decision


@answers(SenseFaultLamp)
def sense_fault_lamp(state: TableState, act: SenseFaultLamp) -> Drafts:
    """Follow the fault lamp of a shuffler without a protocol."""
    if act.lit is state.shuffler.fault_lamp:
        return ()
    if act.lit:
        return (about_shuffler(ShufflerFaultShown()), *touched(state, "the fault lamp of the shuffler was lit"))
    return (about_shuffler(ShufflerFaultOver()),)


@answers(SenseReadyDark)
def sense_ready_dark(state: TableState, _act: SenseReadyDark) -> Drafts:
    """End the proof of the deck inside if the machine starts a cycle that nobody ordered."""
    inside = state.in_shuffler
    ordered = inside is not None and inside.order is not None
    return () if ordered else touched(state, "the ready lamp of the shuffler went dark")


@answers(ReportDelivery)
def report_delivery(state: TableState, act: ReportDelivery) -> Drafts:
    """Hold a deck of which more or fewer than 52 cards came out, and check the rest against STATUS."""
    unexpected = contradictions.unexpected(state, act.journal, act.order, "that it delivered a deck", Kind.DELIVER)
    if unexpected is not None:
        ended = contradictions.cleared_otherwise(state, act.journal, act.order)
        return (*ended, *contradictions.disagreement(state, unexpected, rest=act.rest))
    deck = next((deck for deck in state.decks if act.order in _asked(state, deck)), None) or state.deck(act.back)
    if deck is None:
        return contradictions.disagreement(
            state, f"the shuffler delivered a {act.back} deck, which does not belong to this table"
        )
    told = (about_shuffler(DeckDelivered(back=deck.back, order=act.order, counted=act.counted, rest=act.rest)),)
    if act.counted != DECK or act.back is not deck.back:
        reason = f"{act.counted} cards with {act.back} backs came out of the shuffler instead of {DECK} {deck.back}"
        return (*told, *suspect(state, deck, f"{reason} ones"))
    against = contradictions.after_delivery(deck.back, act.counted, act.rest)
    if against is not None:
        return (*told, *contradictions.disagreement(state, against, rest=act.rest, hold=deck.back))
    return told if act.rest is None else (*told, *_lid_switch_and_jam(state, act.rest))


def _asked(state: TableState, deck: Deck) -> tuple[int, ...]:
    """Return the orders to deliver this deck: by its proof, and again after another deck lay in the output."""
    if deck.proof is None:
        return ()
    again = deck.place is Place.SHUFFLER and state.shuffler.shelf is None and state.shuffler.deliver > 0
    return (deck.proof.proved, *((state.shuffler.deliver,) if again else ()))


@answers(ReportSelfTest)
def report_self_test(state: TableState, act: ReportSelfTest) -> Drafts:
    """Record the results of a self-test. The table orders none, so one that ends an order is a contradiction."""
    tested = about_shuffler(ShufflerTested(failed=act.failed, worn=act.worn))
    unexpected = contradictions.unexpected(state, act.journal, act.order, "a self-test") if act.journal else None
    if unexpected is None:
        return (tested,)
    ended = contradictions.cleared_otherwise(state, act.journal, act.order)
    return (tested, *ended, *contradictions.disagreement(state, unexpected))


def hold_contradicted(state: TableState, told: Drafts) -> Drafts:
    """Hold the decks outside that a comparison contradicts, because the machine reports each count only once."""
    held = held_by(told)
    for body in [one.body for one in told]:
        why = reconciliation.contradicted(body) if isinstance(body, ShufflerReconciled) else None
        if why is not None:
            return hold_missed(state, why, but=held)
    return ()


def hold_missed(state: TableState, reason: str, *, but: Collection[Back] = ()) -> Drafts:
    """Hold the decks that the machine has not counted out."""
    missed = (deck for deck in reconciliation.missed(state) if deck.back not in but)
    return tuple(draft for deck in missed for draft in suspect(state, deck, reason))


def held_by(told: Drafts) -> frozenset[Back]:
    """Return the decks that these facts hold."""
    return frozenset(draft.body.back for draft in told if isinstance(draft.body, DeckSuspected))


def about_shuffler(body: Body) -> TableDraft:
    """Draft a fact about the shuffler, with its paragraphs."""
    return draft(body, *(COUNTED if isinstance(body, ShufflerReconciled | DeckDelivered) else SHUFFLED))
