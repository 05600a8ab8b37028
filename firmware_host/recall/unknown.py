"""What the record of a round does not know, said in so many words: software never invents a card (I-11)."""

from collections.abc import Iterator

from firmware_host.recall.played import Played
from firmware_host.recall.story import DeckStory, Seated, Shake
from firmware_host.rules.bodies import PotAwarded
from firmware_host.rules.game import Tracking
from firmware_host.rules.record import HIDDEN
from firmware_host.table.contract import Fact
from firmware_host.table.decks.deck import Grade
from firmware_host.words.lists import number, seats


def unknown(
    facts: tuple[Fact, ...],
    *,
    found: Played | None,
    deck: DeckStory | None,
    players: tuple[Seated, ...],
    shake: Shake | None,
) -> Iterator[str]:
    """Name it, the gravest first."""
    if deck is not None:
        yield from _of_deck(deck)
    elif found is not None:
        yield "Which deck was played with: none was let through the gate"
    if shake is not None:
        yield from _of_shake(shake)
    if found is not None:
        if not found.is_over:
            yield "How it ends: the round is under way"
        yield from _of_steps(facts) if found.started.tracking is Tracking.PROCEDURE else _of_cards(found, players)
    if any(not fact.at.synced for fact in facts):
        yield "The exact time of day: the clock was not synchronised"


def _of_deck(deck: DeckStory) -> Iterator[str]:
    if deck.grade is Grade.REPORTED:
        yield "That the shuffler runs what the house has approved: its proof is only reported, not attested"
    if deck.grade is Grade.OVERRIDDEN:
        yield "Whether the deck was shuffled: two people let it be dealt without a proof"
    if deck.counted is None:
        yield "How many cards the deck had when it was shuffled: no device counted them"
    if deck.cut:
        yield "How many cards were cut: the dealer confirms ten or more, nothing counts them"


def _of_shake(shake: Shake) -> Iterator[str]:
    if not shake.is_settled:
        yield "How it ends: the shake is not settled"
    elif shake.paid_cents is None:
        yield "Who wagered what, and what was paid: this table is told the steps of a shake only"
    yield "What the dice showed but for what the dealer called: nothing sees them"


def _of_steps(facts: tuple[Fact, ...]) -> Iterator[str]:
    yield "Bets, stacks, cards, the pot and what was taken from it: this table is told the steps of a round only"
    yield "Who folded, where nobody told the table"
    awards = [fact.body for fact in facts if isinstance(fact.body, PotAwarded)]
    if awards and not any(award.seats for award in awards):
        yield "Who won: the dealer did not say"


def _of_cards(found: Played, players: tuple[Seated, ...]) -> Iterator[str]:
    hidden = [player.seat for player in players if HIDDEN in player.cards]
    if hidden:
        yield f"The cards of {seats(hidden)} that were never shown"
    if unseen := sum(card == HIDDEN for card in found.reached.board):
        yield f"{number(unseen, 'community card')} that the table was not told"
    burns = f"{number(found.reached.burns, 'burnt card')} and the " if found.reached.burns else "The "
    yield f"{burns}{number(found.reached.stub, 'card')} left in the stub: nobody saw them"
