"""Decks sorted, changed, removed and confirmed, and the clocks that ask for it (14.2(b), 14.5, 14.6(e)4)."""

from collections.abc import Iterator

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.rules.struct import Paragraphs
from firmware_host.table.acts.decks import ConfirmDeck, CountCards, RemoveDeck, SortDeck
from firmware_host.table.acts.floor import IdleTable
from firmware_host.table.answering import answers
from firmware_host.table.clocks import Deadline, Stamp, began_ms, elapsed_in_boot_ms, elapsed_ms
from firmware_host.table.facts.decks import (
    DeckClockRanOut,
    DeckConfirmed,
    DeckRemoved,
    DeckSorted,
    ShuffleOverdue,
    StubCountDue,
)
from firmware_host.table.facts.fact import Decision, Drafts, TableDraft
from firmware_host.table.state import stub
from firmware_host.table.state.activity import IDLE
from firmware_host.table.state.decks import Deck, Place, Stage
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back, Clock

ROTATION_PARAGRAPHS: Paragraphs = ("14.2(b)",)


@answers(SortDeck)
def sort(state: TableState, act: SortDeck) -> Decision:
    """Place the 52 cards into suit and sequence: this restarts the three hours, but not the six."""
    deck = _at_hand(state, act.back)
    if isinstance(deck, Refusal):
        return deck
    if deck.stage is not Stage.READY or deck.ran_out is Clock.CHANGE:
        return _refused(
            deck,
            "cannot be sorted: it is not in use, or it has to leave the table",
            "sort a deck that is in use and may stay",
        )
    return (draft(DeckSorted(back=deck.back), *ROTATION_PARAGRAPHS),)


@answers(RemoveDeck)
def remove(state: TableState, act: RemoveDeck) -> Decision:
    """Take a deck off the table; the next deck of this colour is prepared from the beginning."""
    deck = _at_hand(state, act.back)
    if isinstance(deck, Refusal):
        return deck
    return (removed(deck.back, act.why, ROTATION_PARAGRAPHS),)


def removed(back: Back, why: str, paragraphs: Paragraphs) -> TableDraft:
    """Draft the fact that the deck has left the table."""
    return draft(DeckRemoved(back=back, why=why), *paragraphs)


@answers(ConfirmDeck)
def confirm(state: TableState, act: ConfirmDeck) -> Decision:
    """Continue the clocks from the age that the floor states; the three hours never end after the six."""
    deck = state.deck(act.back)
    if deck is None or deck.stage is Stage.AWAITED:
        return _no_deck(act.back)
    if not age_is_unknown(state, deck):
        return _refused(
            deck,
            "already has its times on record",
            "state the age only of a deck whose times were lost in a power failure",
        )
    if act.sorted_ago_min > act.opened_ago_min:
        return _refused(deck, "cannot have been sorted before it was opened", "exchange the two times")
    confirmed = DeckConfirmed(back=act.back, sorted_ago_min=act.sorted_ago_min, opened_ago_min=act.opened_ago_min)
    return (draft(confirmed, *ROTATION_PARAGRAPHS),)


def _at_hand(state: TableState, back: Back) -> Deck | Refusal:
    deck = state.deck(back)
    if deck is None or deck.stage is Stage.AWAITED:
        return _no_deck(back)
    if deck.place is Place.IN_PLAY:
        return _refused(deck, "is in play", "wait until the round is over")
    return deck


def _no_deck(back: Back) -> Refusal:
    return refuse(
        f"there is no {back} deck at this table",
        "name one of the two decks of this table",
        "14.2(a)",
        code=Code.WRONG_DECK,
    )


def _refused(deck: Deck, what: str, allowed_by: str) -> Refusal:
    return refuse(f"the {deck.back} deck {what}", allowed_by, *ROTATION_PARAGRAPHS)


MINUTE_MS = 60_000

LIMITS_MS = {Clock.SORT: 180 * MINUTE_MS, Clock.CHANGE: 360 * MINUTE_MS}
"""14.2(b): three hours without suit and sequence, six from opening to change."""

ENDS = {
    Clock.SORT: "has to be placed into suit and sequence within ten minutes",
    Clock.CHANGE: "has to leave the table within ten minutes",
}

STUB_COUNT_MS = 15 * MINUTE_MS
"""14.6(e)4."""

WARNING_MS = 10 * MINUTE_MS

REACTION_MS = 1_500
"""Longer than a finger takes to reach a key, shorter than the task that the table asks for."""


ROTATION: Paragraphs = ("14.2(b)",)

COUNT: Paragraphs = ("14.6(e)4",)

SHUFFLE: Paragraphs = ("14.5(a)",)

STUB = "stub-count"


def deadlines(state: TableState) -> tuple[Deadline, ...]:
    """Return the running clocks as deadlines."""
    return (*_shuffles(state), *_rotation(state), *_stub_count(state))


def bites(state: TableState, name: str) -> Drafts:
    """Return the facts that follow when the deadline of this name has passed."""
    if name == STUB:
        return (draft(StubCountDue(), *COUNT),)
    for deck in state.decks:
        if name == _shuffle_of(deck) and deck.order is not None:
            return (draft(ShuffleOverdue(back=deck.back, order=deck.order), *SHUFFLE),)
        for clock in Clock:
            if name == _name(clock, deck):
                body = DeckClockRanOut(back=deck.back, clock=clock, unknown=age_is_unknown(state, deck))
                return (draft(body, *ROTATION),)
    return ()


def ran_out(state: TableState, deck: Deck, at: Stamp) -> Clock | None:
    """
    Return which clock of a deck has run out, less the posted margin, by the time of the deal itself.

    A clock whose time is no longer known counts as run out.
    """
    if deck.ran_out is not None:
        return deck.ran_out
    for clock, since in _running(deck):
        elapsed = elapsed_in_boot_ms(since, at, started=state.started_at)
        if elapsed is None or elapsed >= limit_ms(state, clock):
            return clock
    return None


def age_is_unknown(state: TableState, deck: Deck) -> bool:
    """Return whether a power failure lost the clocks of this deck; then the floor may confirm its age."""
    now = state.started_at
    return now is not None and any(elapsed_ms(since, now) is None for _, since in _running(deck))


def asked_just_now(state: TableState, act: object, at: Stamp) -> Refusal | None:
    """
    Refuse a key that was pressed just as a clock changed the step.

    The dealer meant the step shown before: nobody counts a stub or sorts a deck within a second and a half.
    """
    struck = state.struck_at
    if struck is None or not isinstance(act, CountCards | SortDeck | RemoveDeck | IdleTable):
        return None
    elapsed = elapsed_ms(struck, at)
    if elapsed is None or elapsed >= REACTION_MS:
        return None
    return refuse(
        "the step on the screen changed just before the key was pressed",
        "read the step on the screen, do it, then press the key",
        *(COUNT if isinstance(act, CountCards) else IDLE if isinstance(act, IdleTable) else ROTATION),
        code=Code.OUT_OF_DATE,
    )


def stub_count_due(state: TableState, at: Stamp) -> bool:
    """Return whether the stub has to be counted before the next deal."""
    since = stub.timed_from(state)
    if state.stub_due or since is None:
        return state.stub_due
    elapsed = elapsed_in_boot_ms(since, at, started=state.started_at)
    return elapsed is None or elapsed >= STUB_COUNT_MS


def limit_ms(state: TableState, clock: Clock) -> int:
    """Return how long a deck may be used: the paragraph's hours less the margin this table posts."""
    margin = state.config.deck_margin_min if state.config else 0
    return LIMITS_MS[clock] - margin * MINUTE_MS


def _running(deck: Deck) -> Iterator[tuple[Clock, Stamp]]:
    """Yield the running clocks, the six hours first: a deck that leaves the table need not be sorted."""
    if deck.opened_at is not None:
        yield Clock.CHANGE, deck.opened_at
    if deck.sorted_at is not None:
        yield Clock.SORT, deck.sorted_at


def _rotation(state: TableState) -> Iterator[Deadline]:
    for deck in state.decks:
        for clock, since in _running(deck):
            if deck.ran_out in (None, Clock.SORT) and deck.ran_out is not clock:
                limit = limit_ms(state, clock)
                begun, boot = _begun(state, since, limit)
                yield Deadline(
                    name=_name(clock, deck),
                    boot=boot,
                    due_ms=begun + limit,
                    warn_ms=begun + limit - WARNING_MS,
                    say=f"The {deck.back} deck {ENDS[clock]}.",
                    paragraphs=ROTATION,
                )


def _shuffles(state: TableState) -> Iterator[Deadline]:
    limit = state.config.shuffle_limit_s * 1000 if state.config else 0
    for deck in state.decks:
        if deck.order and deck.ordered_at and not deck.overdue:
            begun, boot = _begun(state, deck.ordered_at, limit)
            yield Deadline(
                name=_shuffle_of(deck),
                boot=boot,
                due_ms=begun + limit,
                warn_ms=begun + limit // 2,
                say=f"The shuffler is taking long with the {deck.back} deck.",
                in_round=True,
                paragraphs=SHUFFLE,
            )


def _stub_count(state: TableState) -> Iterator[Deadline]:
    """Yield the clock of the stub count, which runs from the opening once a round has left a stub."""
    since = stub.timed_from(state)
    if state.is_open and since is not None and not state.stub_due:
        begun, boot = _begun(state, since, STUB_COUNT_MS)
        yield Deadline(name=STUB, boot=boot, due_ms=begun + STUB_COUNT_MS, paragraphs=COUNT)


def _begun(state: TableState, since: Stamp, limit: int) -> tuple[int, str]:
    """Convert to the clock of the present boot; treat an unknown age as due now."""
    now = state.started_at or since
    return began_ms(since, now=now, unknown_ms=limit), now.boot


def _name(clock: Clock, deck: Deck) -> str:
    return f"{clock}-{deck.back}"


def _shuffle_of(deck: Deck) -> str:
    return f"shuffle-{deck.back}"
