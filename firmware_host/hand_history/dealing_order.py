"""
The dealing order that other programs use where it differs from the seeds (I-16).

Other programs let every player discard before any new card is dealt. When the stub ends they continue from muck,
discards and burns, even where seven-card stud has a common card (14.9(h)), and after that they use those cards freely.
No live table deals like this, and the engine does not know this order. The engine still answers all other acts and
folds the facts, and in this order too no card may be dealt twice.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from firmware_host.hand_history.actions import Actions
from firmware_host.hand_history.hand import Hand, Units
from firmware_host.rules.cards import mask
from firmware_host.rules.decision import Refusal, draft
from firmware_host.rules.game import Street
from firmware_host.rules.round import Phase, Round, advance
from firmware_host.rules.round.card_tracking import dealt_twice, refused
from firmware_host.rules.round.dealing import after_deal, common_card_due, street_due
from firmware_host.rules.round.decide_round import Advanced, Drafts
from firmware_host.rules.round.evolve_round import fold
from firmware_host.rules.round.round_state import RoundDraft, stranger
from firmware_host.rules.round_acts import DealStreet, DealtHand, Draw, RoundAct
from firmware_host.rules.round_facts import (
    CardBurned,
    CardsDrawn,
    DrawOpened,
    HandsDealt,
    Pile,
    ShowdownBegan,
    StubShuffled,
)
from firmware_host.rules.struct import Seat

BY_FILE = ("I-16",)

Named = Mapping[Seat, tuple[str, ...]]


class ListedOrder(Actions):
    """A hand whose cards were dealt in the order in which its file lists them."""

    def __init__(self, hand: Hand, units: Units, opening: Drafts) -> None:
        """Start from the opening facts; no player is owed a new card yet."""
        super().__init__(hand, units, opening)
        self._owed: dict[Seat, int] = {}
        """How many new cards each player who has discarded is owed."""

    def _answer(self, act: RoundAct) -> Advanced | Refusal:
        round_ = self._round
        if isinstance(act, Draw) and round_.phase is Phase.DRAWING:
            return self._answer_draw(act)
        if not isinstance(act, DealStreet):
            return advance(round_, act)
        named = {hand.seat: hand.cards for hand in act.hands}
        if self._owed:
            return self._answer_draws(named)
        street = street_due(round_)
        if street is not None and street.draw and not round_.stub:
            return _checked(round_, street, (draft(DrawOpened(street=street.name), *street.deal_paragraphs),))
        if street is not None and common_card_due(round_, street) and _all_can_have_one(round_, named):
            return _checked(round_, street, _deal_on(round_, street, named))
        return advance(round_, act)

    def _answer_draw(self, act: Draw) -> Advanced | Refusal:
        """Let the engine check the discards; new cards not listed yet stay owed until all have discarded."""
        answer = advance(self._round, act)
        if isinstance(answer, Refusal):
            return answer
        drafts, _ = answer
        if act.discards and not act.drawn:
            self._owed[act.seat] = len(act.discards)
            # Keep only the discard: the engine has added the new cards, face down, right after it.
            drafts = drafts[:1]
        if not self._owed:
            return answer
        drafts = tuple(made for made in drafts if not isinstance(made.body, ShowdownBegan))
        after = fold(self._round, drafts)
        return drafts, replace(after, phase=Phase.DRAWING, to_act=_next_to_discard(after))

    def _answer_draws(self, named: Named) -> Advanced | Refusal:
        """Deal the new cards of every player who has discarded, one player after the other."""
        round_ = self._round
        out = stranger(round_, named)
        if out:
            return out
        drafts: list[RoundDraft] = []
        stub, pile = round_.stub, round_.discards + round_.burns
        for seat in round_.seats_in:
            due, cards = self._owed.get(seat, 0), named.get(seat, ())
            if due > stub or (round_.ended and pile and mask(cards) & round_.thrown):
                first = cards[:stub] if due > stub else ()
                drafts += [_drawn(round_, seat, first)] if first else []
                drafts.append(_shuffled(round_, pile))
                stub, pile, cards = stub - len(first) + pile, 0, cards[len(first) :]
            if len(cards) > stub:
                return refused(round_.on, "there are not that many cards in the deck")
            drafts += [_drawn(round_, seat, cards)] if cards else []
            stub -= len(cards)
        answer = _checked(round_, round_.on, tuple(drafts))
        if not isinstance(answer, Refusal):
            self._owed = {}
        return answer

    def _deals(self) -> None:
        if self._owed and self._round.to_act is None:
            self._deals_draws()
        else:
            super()._deals()

    def _deals_draws(self) -> None:
        """Read the new cards of every player who has discarded, in the order the file lists them."""
        self._at -= 1
        first = self._at
        hands = self._hole(sum(self._owed.values()))
        for seat in self._round.seats_in:
            due, dealt = self._owed.get(seat, 0), len(hands.get(seat, ()))
            if dealt != due:
                raise self._bad(f"player {seat} discards {due} cards and is dealt {dealt}")
        self._deals_in(first, DealStreet(hands=tuple([DealtHand(seat=seat, cards=hands[seat]) for seat in hands])))

    def _is_common(self, street: Street) -> bool:
        """Deal a card to each player where the file does, as long as stub, muck and burns suffice."""
        to_player = self._ahead[self._at - 1][1:2] == ["dh"]
        return super()._is_common(street) and not to_player

    def _new_cards(self, seat: Seat, due: int) -> tuple[str, ...]:
        """Return the new cards listed right after the discard; empty where the other players discard first."""
        drawn: tuple[str, ...] = ()
        for words in self._ahead[self._at :]:
            if len(drawn) >= due or (words and (words[:3] != ["d", "dh", f"p{seat}"] or len(words) != 4)):
                break
            drawn += self._cards(words[3]) if words else ()
            self._at += 1
        if drawn and len(drawn) != due:
            raise self._bad(f"player {seat} discards {due} cards and is dealt {len(drawn)}")
        return drawn


def _next_to_discard(round_: Round) -> int | None:
    return next((i for i, player in enumerate(round_.players) if not player.folded and not player.drew), None)


def _all_can_have_one(round_: Round, named: Named) -> bool:
    """Return whether the file deals to every player in the round, and stub, muck and burns have a card for each."""
    seats = round_.seats_in
    return {*named} == {*seats} and round_.stub + round_.discards + round_.burns >= len(seats)


def _deal_on(round_: Round, street: Street, named: Named) -> Drafts:
    """Deal the rest of the stub, shuffle muck and burns, and continue with the next player."""
    seats = round_.seats_in
    burned = (draft(CardBurned(street=street.name), *street.deal_paragraphs),) if round_.stub else ()
    first = max(0, round_.stub - 1)
    before = (_hands(street, seats[:first], named),) if first else ()
    pile = round_.discards + round_.burns + len(burned)
    return (*burned, *before, _shuffled(round_, pile), _hands(street, seats[first:], named))


def _checked(round_: Round, street: Street, drafts: Drafts) -> Advanced | Refusal:
    """Return these facts and those that follow from them; refuse a card that has already been dealt."""
    twice = dealt_twice(round_, drafts, street)
    if twice:
        return twice
    after = fold(round_, drafts)
    more = after_deal(after)
    return (*drafts, *more), fold(after, more)


def _drawn(round_: Round, seat: Seat, cards: tuple[str, ...]) -> RoundDraft:
    return draft(CardsDrawn(seat=seat, cards=cards), *round_.on.deal_paragraphs, *BY_FILE)


def _shuffled(round_: Round, cards: int) -> RoundDraft:
    return draft(StubShuffled(pile=Pile.MUCK_AND_BURNS, cards=cards), *round_.rules.stub_paragraphs, *BY_FILE)


def _hands(street: Street, seats: tuple[Seat, ...], named: Named) -> RoundDraft:
    cards = tuple([named[seat] for seat in seats])
    dealt = HandsDealt(street=street.name, seats=seats, down=street.down, up=street.up, cards=cards)
    return draft(dealt, *street.deal_paragraphs, *BY_FILE)
