"""Loading, shuffling and cutting a deck (14.5(a), 14.5(b), 14.2(d))."""

from collections.abc import Mapping

from firmware_host.rules.cards import DECK
from firmware_host.rules.decision import Code, Refusal, Role, Step, draft, refuse
from firmware_host.rules.wording import in_turn, sentence
from firmware_host.table.acts.decks import (
    CutDeck,
    LoadDeck,
    OrderRecut,
    ReportLoad,
    ReportShuffle,
    ReportShuffleFailure,
    SenseDeck,
    SenseFeed,
)
from firmware_host.table.acts.intent import Intent, TableStep
from firmware_host.table.answering import answers, answers_asker
from firmware_host.table.clocks import Stamp, elapsed_ms
from firmware_host.table.decks import gate
from firmware_host.table.decks.counting import all_cards_are_dealt
from firmware_host.table.decks.gate import ALTERNATE
from firmware_host.table.facts.decks import (
    DeckCut,
    DeckLoaded,
    ForeignDeckSeen,
    ProofVoided,
    RecutOrdered,
    ShuffleOrdered,
    ShuffleProved,
    ShuffleRejected,
)
from firmware_host.table.facts.fact import Decision, Drafts, TableDraft
from firmware_host.table.facts.round import RoundHalted
from firmware_host.table.facts.shuffler import OrderEnded, ShelfSeen
from firmware_host.table.state import contradictions, proof, reconciliation
from firmware_host.table.state.between_rounds import round_under_way
from firmware_host.table.state.decks import Deck, Place, Stage
from firmware_host.table.state.hindrance import of_machine
from firmware_host.table.state.proof import witnesses
from firmware_host.table.state.shuffler import Kind
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import SHUFFLED, AlertKind, Back, Fill, Known, Mode, failure_in_words

UNLIKE_A_DECK: Mapping[Fill, str] = {
    Fill.EMPTY: "the feed of the shuffler is empty",
    Fill.SHORT: f"far fewer than {DECK} cards are in the feed of the shuffler",
    Fill.LONG: f"far more than {DECK} cards are in the feed of the shuffler",
    Fill.MIXED: "cards with backs of different colours are in the feed of the shuffler",
}


@answers(SenseDeck)
def sense_deck(state: TableState, act: SenseDeck) -> tuple[TableDraft, ...]:
    """
    Order the shuffle of a deck put into the shuffler, which ends any proof it had.

    A deck that is not prepared, is held, or was counted wrong is not shuffled. The shuffler's count does not replace
    the dealer's.
    """
    deck = state.deck(act.back)
    if deck is None:
        return (draft(ForeignDeckSeen(back=act.back), "14.2(a)", "14.2(d)1"),)
    if deck.place is Place.SHUFFLER and deck.order is not None and not deck.overdue:
        # The same deck before its cycle has ended: wait for the order that it has.
        return ()
    loaded = (*_voided(deck), *_taken_out(state, deck), draft(DeckLoaded(back=act.back), *ALTERNATE))
    if deck.stage is not Stage.READY or deck.suspect is not None or deck.miscounted:
        return loaded
    return (*loaded, draft(ShuffleOrdered(back=act.back), *SHUFFLED), *_left_play(state, deck))


@answers(SenseFeed)
def sense_feed(state: TableState, act: SenseFeed) -> Decision:
    """
    Accept a deck that STATUS reports in the feed although no event announced it, as when it was put in without power.

    STATUS is asked for repeatedly; a foreign deck raises one alert, which lasts.
    """
    deck = state.deck(act.back)
    known = state.in_shuffler is not None or deck.place is Place.IN_PLAY if deck else _is_foreign(state, act.back)
    return () if known or state.by_hand else sense_deck(state, SenseDeck(back=act.back))


def _is_foreign(state: TableState, back: Back) -> bool:
    return any(alert.kind is AlertKind.FOREIGN_DECK and alert.about == back for alert in state.alerts)


@answers(LoadDeck)
def load_deck(state: TableState, act: LoadDeck) -> tuple[TableDraft, ...] | Refusal:
    """Accept the dealer's statement of which deck was put in, at a shuffler that is read by its lamps."""
    if not witnesses(state.config):
        return refuse(
            "this table's shuffler reports by itself which deck was put in",
            "put the deck in; if the shuffler is read by its lamps, list witnessed under `accepts` in table.toml",
            *ALTERNATE,
            code=Code.NOT_OFFERED,
        )
    return sense_deck(state, SenseDeck(back=act.back))


def _voided(deck: Deck, reason: str = "the deck was put into the shuffler again") -> tuple[TableDraft, ...]:
    if deck.proof is None:
        return ()
    return (draft(ProofVoided(back=deck.back, order=deck.proof.order, reason=reason), *SHUFFLED),)


def _taken_out(state: TableState, deck: Deck) -> tuple[TableDraft, ...]:
    """End the proof of the deck that was inside, because nothing shows where it went."""
    inside = state.in_shuffler
    if inside is None or inside.back is deck.back:
        return ()
    return _voided(inside, "the deck was taken out of the shuffler to make room for the other deck")


def _left_play(state: TableState, deck: Deck) -> tuple[TableDraft, ...]:
    """Halt a round whose deck was taken away before all its cards were dealt."""
    if state.round is None or deck.place is not Place.IN_PLAY or all_cards_are_dealt(state.round):
        return ()
    halted = RoundHalted(
        why=f"the {deck.back} deck was put into the shuffler in the middle of its round", may_be_awarded=True
    )
    return (draft(halted, "I-8"),)


@answers_asker(ReportShuffle)
def report_shuffle(state: TableState, act: ReportShuffle, intent: Intent) -> Drafts:
    """
    Turn a completed cycle into a proof if it was a shuffle of all 52 cards of the ordered deck.

    Everything else that the machine reports has to agree: nonce, times, switch, and STATUS afterwards.
    """
    unexpected = _unexpected(state, act, "a finished shuffle")
    if unexpected:
        return unexpected
    deck = _ordered(state, act)
    if deck is None:
        return (draft(OrderEnded(order=act.order, how="the shuffle finished"), *SHUFFLED),)
    contradicted = _contradicted(state, deck, act, intent.at)
    reason = contradicted or _why_no_proof(deck, act) or contradictions.reached(act.rest)
    if reason:
        rejected = draft(ShuffleRejected(back=deck.back, order=act.order, reason=reason, ended=True), *SHUFFLED, "I-8")
        against = contradictions.disagreement(state, reason, rest=act.rest) if contradicted else ()
        return (rejected, *against, *_on_its_shelf(state, act))
    proved = ShuffleProved(
        back=deck.back,
        grade=act.known.grade,
        order=act.order,
        mode=act.mode,
        counted=act.counted,
        duration_ms=act.duration_ms,
        why=act.why,
        took_ms=act.took_ms,
        rest=act.rest,
    )
    return (draft(proved, *SHUFFLED),)


def _unexpected(state: TableState, act: ReportShuffle | ReportShuffleFailure, what: str) -> Drafts:
    """Return the consequences of an end that no order of this table waits for, or of a second end."""
    why = contradictions.unexpected(state, act.journal, act.order, what, Kind.SHUFFLE)
    if why is None:
        return ()
    in_play = contradictions.in_play_on(state, act.journal, act.order)
    ended = contradictions.cleared_otherwise(state, act.journal, act.order)
    return (*ended, *contradictions.disagreement(state, why, hold=in_play))


def _contradicted(state: TableState, deck: Deck, act: ReportShuffle, at: Stamp) -> str | None:
    """Return what contradicts a finished shuffle; None if everything agrees. Lamps report too little to check."""
    if not act.nonce_fits:
        return "the result of the shuffle does not carry the random number that the table sent with the order"
    too_quick = _too_quick(state, deck, act, at)
    if too_quick is not None or act.known is Known.WITNESSED:
        return too_quick
    sorts = state.shuffler.mode is Mode.SORT and state.shuffler.switched < act.order
    if sorts and act.mode is Mode.SHUFFLE:
        return "the switch of the shuffler is set to sort, but the shuffler reported a shuffle"
    if act.counted != DECK or act.mode is not Mode.SHUFFLE or act.back is not deck.back:
        return None
    return contradictions.after_shuffle(deck.back, act.counted, act.rest)


def _too_quick(state: TableState, deck: Deck, act: ReportShuffle, at: Stamp) -> str | None:
    """Return why the shuffle was too short to be one, by the machine's report or by the host's clock."""
    least_ms = 1000 * state.config.shuffle_least_s if state.config else 0
    if act.duration_ms < least_ms:
        return f"the shuffler reported a shuffle in {act.duration_ms} ms, but a shuffle takes at least {least_ms} ms"
    since_order = None if deck.ordered_at is None else elapsed_ms(deck.ordered_at, at)
    took_ms = since_order if act.took_ms is None else act.took_ms
    if act.known is Known.WITNESSED or took_ms is None or took_ms >= least_ms:
        return None
    return f"the shuffle ended {took_ms} ms after the order, but a shuffle takes at least {least_ms} ms"


def _on_its_shelf(state: TableState, act: ReportShuffle) -> Drafts:
    """Order the delivery of a deck without a proof at once, so that people can count it."""
    rest = act.rest
    if rest is None or rest.moving or rest.shelf is None or state.shuffler.shelf is rest.shelf:
        return ()
    return (draft(ShelfSeen(back=rest.shelf), *SHUFFLED),)


@answers(ReportLoad)
def check_load(state: TableState, act: ReportLoad) -> tuple[TableDraft, ...]:
    """Reject, before a card is moved, a load that cannot become a shuffle of the whole deck (I-8)."""
    deck = _ordered(state, act)
    reason = None if deck is None else _why_not_whole(deck, act)
    if deck is None or reason is None:
        return ()
    return (draft(ShuffleRejected(back=deck.back, order=act.order, reason=reason), *SHUFFLED, "I-8"),)


@answers(ReportShuffleFailure)
def report_failure(state: TableState, act: ReportShuffleFailure) -> tuple[TableDraft, ...]:
    """Reject a shuffle that did not finish, even if the machine had reported its end before."""
    unexpected = _unexpected(state, act, f"a shuffle that failed ({act.reason})")
    if unexpected:
        return unexpected
    deck = _ordered(state, act)
    if deck is None:
        return (draft(OrderEnded(order=act.order, how=act.reason, stopped=not act.refused), *SHUFFLED),)
    reason = f"the shuffler could not finish the shuffle ({failure_in_words(act.reason)})"
    rejected = ShuffleRejected(back=deck.back, order=act.order, reason=reason, ended=True, stopped=not act.refused)
    return (draft(rejected, *SHUFFLED),)


def _why_not_whole(deck: Deck, act: ReportLoad) -> str | None:
    if act.fill is not Fill.PLAUSIBLE:
        return UNLIKE_A_DECK[act.fill]
    if act.back is not None and act.back is not deck.back:
        return f"cards with {act.back} backs are in the feed of the shuffler instead of {deck.back} ones"
    return None


def _why_no_proof(deck: Deck, act: ReportShuffle) -> str | None:
    if act.known is Known.WITNESSED:
        # Lamps tell neither mode nor count; a table that deals on that posts it under `accepts`.
        return None if act.back is deck.back else f"the shuffler shuffled another deck, not the {deck.back} one"
    if act.mode is not Mode.SHUFFLE:
        return f"the shuffler was set to {act.mode}, not to shuffle"
    if act.counted != DECK:
        return f"the shuffler counted {act.counted} cards instead of {DECK}"
    if act.back is not deck.back:
        return f"the shuffler saw {act.back} backs in the {deck.back} deck"
    return None


def _ordered(state: TableState, act: ReportLoad | ReportShuffle | ReportShuffleFailure) -> Deck | None:
    """Return the deck of this order. An order of another journal is ignored: a device may come from another table."""
    if act.journal != state.journal:
        return None
    return next((deck for deck in state.decks if deck.order == act.order), None)


def steps(state: TableState) -> tuple[TableStep, ...]:
    """Offer the next deck for the shuffler, where it can shuffle."""
    inside = state.in_shuffler
    hindered = state.by_hand or of_machine(state) or reconciliation.comes_first(state.shuffler)
    if not state.is_open or hindered or (inside is not None and _may_stay(state, inside)):
        return ()
    deck = inside if inside is not None and _goes_in_again(state, inside) else _next_to_load(state)
    if deck is None or deck.stage is not Stage.READY:
        return ()
    by_word = proof.witnesses(state.config)
    there = _on_the_shelf(state) or _still_inside(deck)
    put = sentence(f"{_put(state, deck)} the {deck.back} deck into the shuffler{_then(state, deck, by_word=by_word)}")
    do = (*there, put)
    return (
        Step(
            act=(LoadDeck if by_word else SenseDeck)(back=deck.back),
            say=in_turn(do),
            do=do if there else (),
            short=put if there and not by_word else "",
            role=Role.DEALER,
            paragraphs=gate.ALTERNATE,
            expected=True,
        ),
    )


def _on_the_shelf(state: TableState) -> tuple[str, ...]:
    shelf = state.shuffler.shelf
    if shelf is None:
        return ()
    take = "take it out; open the lid if it does not come out"
    output = state.shuffler.output
    first = (f"Take the {output} deck out of the output of the shuffler.",) if output is not None else ()
    return (*first, f"The {shelf} deck lies on the shelf of the shuffler: {take}.")


def _still_inside(deck: Deck) -> tuple[str, ...]:
    """Say first how a deck comes out of a machine that gave no proof and does not deliver it, such as a stuck one."""
    take = reconciliation.take_out(deck) if deck.trouble and deck.uncounted else ""
    return (take,) if take else ()


def _put(state: TableState, deck: Deck) -> str:
    inside, shelf = state.in_shuffler, state.shuffler.shelf
    if shelf is not None:
        return "count all 52 cards and put" if shelf is deck.back else "put"
    if inside is not None and inside is not deck:
        return f"take the {inside.back} deck out and put"
    return "count all 52 cards and put" if deck.trouble and deck.uncounted else "put"


def _then(state: TableState, deck: Deck, *, by_word: bool) -> str:
    start = ", then start it" if by_word else ""
    if deck.proof is None or not proof.is_too_low(state, deck):
        return start
    return f" again{start}: its shuffle proof has {proof.shortfall(deck.proof)}"


def _may_stay(state: TableState, inside: Deck) -> bool:
    """Return whether this deck may stay inside: it is being shuffled, or waits for its turn and blocks no other."""
    due = state.due_deck
    idles = inside.proof is not None or inside.suspect is not None
    in_the_way = idles and due is not None and due is not inside and due in _idle(state)
    return not _goes_in_again(state, inside) and inside.stage is Stage.READY and not in_the_way


def _goes_in_again(state: TableState, inside: Deck) -> bool:
    return inside.trouble is not None or proof.is_too_low(state, inside)


def _next_to_load(state: TableState) -> Deck | None:
    idle = _idle(state)
    due = state.due_deck
    return due if due in idle else next(iter(idle), None)


def _idle(state: TableState) -> list[Deck]:
    return [deck for deck in state.decks if _may_be_loaded(state, deck) and not _to_be_counted_first(state, deck)]


def _may_be_loaded(state: TableState, deck: Deck) -> bool:
    """Return whether the deck is fit and outside, without a proof that this table deals on."""
    fit = deck.stage is Stage.READY and deck.suspect is None and not deck.miscounted and deck.ran_out is None
    return fit and _lies_there(state, deck)


def _lies_there(state: TableState, deck: Deck) -> bool:
    outside = deck.place in (Place.STORAGE, Place.TABLE)
    return outside and (deck.proof is None or proof.is_too_low(state, deck))


def _to_be_counted_first(state: TableState, deck: Deck) -> bool:
    return (state.stub_due or state.discards_due) and deck.back is state.last_used


RECUT = ("14.5(c)",)


@answers(CutDeck)
def cut(state: TableState, act: CutDeck) -> Decision:
    """Record the cut of the deck whose turn it is, once it has a proof (14.5(b))."""
    if state.round:
        return round_under_way()
    proved = gate.proved_deck(state)
    if isinstance(proved, Refusal):
        return proved
    deck, on = proved
    if deck.back is not act.back:
        return refuse(
            f"it is the {deck.back} deck's turn, not the {act.back} one's",
            f"use the {deck.back} deck",
            *gate.ALTERNATE,
            code=Code.WRONG_DECK,
        )
    if reconciliation.is_inside(state, deck, on):
        return reconciliation.not_out(state, deck)
    if deck.cut:
        return refuse(
            f"the {deck.back} deck has already been cut",
            "cut again only if a casino supervisor orders it (14.5(c))",
            *gate.CUT,
        )
    return (draft(DeckCut(back=deck.back), "14.5(b)1", "14.5(b)2", "14.5(b)3"),)


@answers(OrderRecut)
def order_recut(state: TableState, act: OrderRecut) -> Decision:
    """Withdraw the cut, as long as no card has been dealt."""
    deck = state.due_deck
    if state.round is None and deck is not None and deck.cut:
        return (draft(RecutOrdered(back=deck.back, why=act.why), *RECUT),)
    return refuse(
        "cards have already been dealt" if state.round else "no deck has been cut yet",
        "order a new cut only after the cut and before the first card is dealt",
        *RECUT,
    )
