"""Checks on cards: none is dealt twice, and players discard only what they hold (14.2(a): one deck)."""

from collections.abc import Iterable, Sequence

from firmware_host.rules.cards import BIT
from firmware_host.rules.decision import Code, Refusal, refuse
from firmware_host.rules.game import Street
from firmware_host.rules.round.evolve_round import evolve
from firmware_host.rules.round.round_state import Player, Round, RoundDraft
from firmware_host.rules.round_facts import CardsDrawn, CommunityDealt, HandsDealt, StubShuffled
from firmware_host.rules.struct import HIDDEN

ONE_DECK = ("14.2(a)",)


def twice(round_: Round, cards: Iterable[str], street: Street) -> Refusal | None:
    """Refuse a card that does not exist or has already been dealt."""
    known = round_.known
    for card in cards:
        if card == HIDDEN:
            continue
        bit = BIT.get(card)
        if bit is None:
            return refused(street, f"{card!r} is not a card")
        if known & bit and card not in _face_up(round_) and round_.known & bit:
            # A card that lies face down is not named: a refusal is read at the table.
            return refuse(
                "these cards contradict cards that were entered before and lie face down",
                "enter the cards as they lie; if an earlier entry is wrong, have the floor correct it",
                *ONE_DECK,
                code=Code.WRONG_CARDS,
            )
        if known & bit:
            return refuse(
                f"{card} has already been dealt in this round",
                "name a card that has not been dealt",
                *ONE_DECK,
                code=Code.WRONG_CARDS,
            )
        known |= bit
    return None


def _face_up(round_: Round) -> set[str]:
    """Return the cards that everybody at the table has seen in this round."""
    hands = [(*player.up, *(player.down if player.shown else ())) for player in round_.players]
    return {*round_.board, *(card for hand in hands for card in hand)}


def dealt_twice(round_: Round, drafts: tuple[RoundDraft, ...], street: Street) -> Refusal | None:
    """Check all cards of these facts; a card shuffled back into the stub may be dealt again."""
    shuffled = [made for made in drafts if isinstance(made.body, StubShuffled)]
    if not shuffled:
        return twice(round_, [card for made in drafts for card in _dealt(made)], street)
    for made in drafts:
        wrong = twice(round_, _dealt(made), street)
        if wrong:
            return wrong
        round_ = evolve(round_, made.body)
    return None


def not_held(player: Player, cards: tuple[str, ...]) -> str | None:
    """Return the first card that is not among the down cards; a hidden card matches any."""
    left = list(player.down)
    for card in cards:
        held = card if card in left else HIDDEN
        if held not in left:
            return card
        left.remove(held)
    return None


def refused(street: Street, reason: str) -> Refusal:
    """Return a refusal with the deal that is due."""
    return refuse(reason, f"deal what is due: {street.say}", *street.deal_paragraphs, code=Code.WRONG_CARDS)


def _dealt(made: RoundDraft) -> Sequence[str]:
    match made.body:
        case HandsDealt(cards=hands):
            return [card for cards in hands for card in cards]
        case CommunityDealt(cards=cards) | CardsDrawn(cards=cards):
            return cards
        case _:
            return ()
