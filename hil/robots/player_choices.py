"""The robot players' choices at the full level: what they do, which cards turn up, which hands are shown."""

import random
from collections.abc import Iterator

from firmware_host.rules.cards import BIT
from firmware_host.rules.decision import Amounts
from firmware_host.rules.round import Round
from firmware_host.rules.round.dealing import common_card_due, street_due
from firmware_host.rules.round_acts import AwardPot, Bet, DealStreet, DealtHand, Draw, Fold, MuckHand, ShowHand
from firmware_host.rules.struct import HIDDEN
from firmware_host.table.acts.intent import Act, TableStep

FOLDS, BETS, MUCKS = 0.15, 0.25, 0.15

LARGEST_BET_STEPS = 12


class PlayerChoices:
    """
    Chooses what the players do and which cards turn up, seeded.

    A hidden card is any card not yet seen: its value is chosen when it is turned up.
    """

    def __init__(self, seed: int) -> None:
        """Seed all choices."""
        self._random = random.Random(seed)

    def choose(self, steps: tuple[TableStep, ...]) -> TableStep | None:
        """Return one of the steps of the round; the expected one most of the time."""
        expected = next((step for step in steps if step.expected), None)
        fold = next((step for step in steps if isinstance(step.act, Fold)), None)
        bet = next((step for step in steps if isinstance(step.act, Bet)), None)
        muck = next((step for step in steps if isinstance(step.act, MuckHand)), None)
        chance = self._random.random()
        if muck and chance < MUCKS:
            return muck
        if fold and chance < FOLDS:
            return fold
        return bet if bet and chance < FOLDS + BETS else expected

    def fill(self, step: TableStep, round_: Round) -> Act:
        """Return the step's act with its cards and amounts."""
        match step.act:
            case DealStreet():
                return self._deal(round_)
            case Bet(seat=seat) if step.amounts:
                return Bet(seat=seat, to_cents=self._amount(step.amounts))
            case Draw(seat=seat):
                return Draw(seat=seat, discards=(HIDDEN,) * self._random.randint(0, 3))
            case ShowHand(seat=seat):
                return self._show(round_, seat)
            case AwardPot() | _:
                return step.act

    def _amount(self, amounts: Amounts) -> int:
        more = amounts.step * self._random.randint(0, LARGEST_BET_STEPS)
        return min(amounts.min + more, amounts.max)

    def _deal(self, round_: Round) -> DealStreet:
        street, cards = street_due(round_), self._unseen(round_)
        if street is None or street.draw:
            return DealStreet()
        if common_card_due(round_, street):
            return DealStreet(board=(next(cards),))
        if street.board:
            return DealStreet(board=tuple(next(cards) for _ in range(street.board)))
        if not street.up:
            return DealStreet()
        hidden = (HIDDEN,) * street.down
        hands = (
            DealtHand(seat=player.seat, cards=(*hidden, *(next(cards) for _ in range(street.up))))
            for player in round_.live
        )
        return DealStreet(hands=tuple(hands))

    def _show(self, round_: Round, seat: int) -> ShowHand:
        cards = self._unseen(round_)
        player = next(player for player in round_.players if player.seat == seat)
        held = (*player.down, *player.up)
        return ShowHand(seat=seat, cards=tuple(next(cards) if card == HIDDEN else card for card in held))

    def _unseen(self, round_: Round) -> Iterator[str]:
        left = [card for card, bit in BIT.items() if not round_.known & bit]
        self._random.shuffle(left)
        return iter(left)
