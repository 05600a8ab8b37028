"""
Preparing the decks for play: inspection, verification, spread, wash (14.4); and the same again after idling (14.5(d)).

Each deck goes through its stages by itself, so that one that is replaced in the middle of a day is prepared like
those the table was opened with.
"""

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.rules.struct import Paragraphs, Seat
from firmware_host.table.acts.decks import (
    AcceptPreShuffled,
    DistributeDecks,
    InspectDecks,
    ShowDecks,
    SpreadDecks,
    VerifyDecks,
    WashDeck,
)
from firmware_host.table.acts.intent import Intent
from firmware_host.table.answering import answers, answers_asker
from firmware_host.table.facts.decks import (
    DecksDistributed,
    DecksInspected,
    DecksShown,
    DecksSpread,
    DecksVerified,
    DeckWashed,
    PreShuffledAccepted,
)
from firmware_host.table.facts.fact import Decision, Drafts
from firmware_host.table.facts.floor import DealerOnDuty
from firmware_host.table.identities import is_one_person
from firmware_host.table.state import reconciliation
from firmware_host.table.state.decks import Deck, Place, Stage
from firmware_host.table.state.people import acting
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back, Grade

INSPECTION: Paragraphs = ("14.4(a)",)

VERIFICATION: Paragraphs = ("14.4(b)",)

WASH: Paragraphs = ("14.4(c)",)

IDLE: Paragraphs = ("14.5(d)",)

PRE_SHUFFLED: Paragraphs = ("14.4(a)", "14.5(a)")

PLAYERS_WHO_LOOK = 2


@answers(DistributeDecks)
def distribute(_state: TableState, act: DistributeDecks) -> Decision:
    """Record which decks the table gets today, and why (14.2(c))."""
    return (draft(DecksDistributed(why=act.why), "14.2(c)"),)


@answers(InspectDecks)
def inspect(state: TableState, _act: InspectDecks) -> Decision:
    """Receive and inspect the decks that the table waits for; the dealer who does so is on duty."""
    waiting = at_stage(state, Stage.AWAITED)
    if not waiting or state.config is None:
        return _nothing_to("inspect", INSPECTION)
    inspected = draft(DecksInspected(backs=waiting), *INSPECTION)
    if state.dealer is not None:
        return (inspected,)
    return (draft(DealerOnDuty(dealer=state.config.dealer), "14.6(b)"), inspected)


@answers_asker(VerifyDecks)
def verify(state: TableState, _act: VerifyDecks, intent: Intent) -> Decision:
    """
    Record the floor's verification of the inspected decks.

    The dealer inspects and the floorperson verifies. These are two people, even where one of them could act in both
    roles.
    """
    verifier, waiting = acting(state, intent), at_stage(state, Stage.INSPECTED)
    if not waiting:
        return _nothing_to("verify", VERIFICATION)
    others = tuple(deck.back for deck in state.decks if deck.back in waiting and not _inspected_by(deck, verifier))
    if not others:
        return refuse(
            f"{verifier} inspected {named(waiting)} and may not also verify {'them' if len(waiting) > 1 else 'it'}",
            "have another person verify: a floorperson or a supervisor",
            *VERIFICATION,
            code=Code.TWO_PEOPLE_NEEDED,
        )
    return (draft(DecksVerified(backs=others), *VERIFICATION),)


@answers(SpreadDecks)
def spread(state: TableState, _act: SpreadDecks) -> Decision:
    """Spread verified decks face up by suit and in sequence; turn idle ones face up."""
    verified = at_stage(state, Stage.VERIFIED)
    if verified:
        return (draft(DecksSpread(backs=verified, face_up=True, in_sequence=True), *VERIFICATION, "14.2(b)"),)
    face_down = tuple(deck.back for deck in state.decks if deck.stage is Stage.SPREAD and not deck.face_up)
    if face_down:
        return (draft(DecksSpread(backs=face_down, face_up=True, in_sequence=False), *IDLE),)
    return _nothing_to("spread", VERIFICATION)


@answers(ShowDecks)
def show(state: TableState, _act: ShowDecks) -> Decision:
    """Let two players look at a deck that came to the open table."""
    waiting = to_show(state)
    if not waiting or not state.is_open:
        return _nothing_to("show", WASH)
    return too_few_to_look(state.present) or shown(waiting)


def shown(backs: tuple[Back, ...]) -> Drafts:
    """Draft the fact that two players had the opportunity to look at these decks."""
    return (draft(DecksShown(backs=backs), *WASH),) if backs else ()


@answers(AcceptPreShuffled)
def accept_pre_shuffled(state: TableState, act: AcceptPreShuffled) -> Decision:
    """Accept verified decks as shuffled by the manufacturer, if this table posts that it does."""
    del act
    verified = at_stage(state, Stage.VERIFIED)
    if not verified:
        return _nothing_to("accept", PRE_SHUFFLED)
    if state.config is None or Grade.PRE_SHUFFLED not in state.config.accepts:
        return refuse(
            "this table does not deal pre-shuffled decks",
            "spread, wash and shuffle the decks; or list pre-shuffled under `accepts` in table.toml",
            *PRE_SHUFFLED,
            code=Code.GRADE_NOT_ACCEPTED,
        )
    was_inside = next((deck for deck in state.decks if deck.back in verified and deck.uncounted), None)
    if was_inside is not None:
        return reconciliation.not_counted(was_inside)
    return (draft(PreShuffledAccepted(backs=verified), *PRE_SHUFFLED),)


@answers(WashDeck)
def wash(state: TableState, act: WashDeck) -> Decision:
    """Wash and stack one deck. A deck may be washed again between rounds, and then loses its proof."""
    deck = state.deck(act.back)
    if deck is None or deck.stage not in (Stage.SHOWN, Stage.READY) or not state.is_open:
        return _nothing_to("wash", WASH)
    if deck.place is Place.IN_PLAY:
        return refuse(f"the {deck.back} deck is in play", "wait until the round is over", *WASH)
    return (draft(DeckWashed(back=deck.back), *WASH),)


def at_stage(state: TableState, stage: Stage) -> tuple[Back, ...]:
    """Return the decks at this stage."""
    return tuple(deck.back for deck in state.decks if deck.stage is stage)


def named(backs: tuple[Back, ...]) -> str:
    """Return the decks in words."""
    return f"the {' and the '.join(backs)} deck{'s' if len(backs) > 1 else ''}"


def to_show(state: TableState) -> tuple[Back, ...]:
    """Return the decks that lie face up for the players."""
    return tuple(deck.back for deck in state.decks if deck.stage is Stage.SPREAD and deck.face_up)


def too_few_to_look(present: tuple[Seat, ...]) -> Refusal | None:
    """Refuse to continue before two players are there to look at the decks (14.4(c))."""
    if len(present) >= PLAYERS_WHO_LOOK:
        return None
    return refuse(
        f"two players have to be able to inspect the decks, but {'only one player is' if present else 'no player is'} "
        "at the table",
        "wait for a second player" if present else "wait for two players",
        *WASH,
        "14.6(b)",
        code=Code.TOO_FEW_PLAYERS,
    )


def _inspected_by(deck: Deck, name: str) -> bool:
    return deck.inspected_by is not None and is_one_person(deck.inspected_by, name)


def _nothing_to(verb: str, paragraphs: Paragraphs) -> Refusal:
    return refuse(f"there is no deck to {verb} now", "do the step that the table shows", *paragraphs)
