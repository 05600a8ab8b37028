"""The file's own units beside the whole parts the engine counts in: a hundred of one, or more where it writes finer."""

from collections.abc import Iterable
from decimal import Decimal

from firmware_host.phh.bad_history import BadHistory
from firmware_host.phh.fields import Amount
from firmware_host.phh.notation import Hand, parse_amount

HUNDREDTHS = 100


class Units:
    """How many parts one of the file's units has."""

    def __init__(self, hand: Hand) -> None:
        """Take the finest amount written anywhere in the hand."""
        self.parts = HUNDREDTHS
        amounts = (*hand.starting_stacks, *hand.antes, *hand.blinds, hand.bring_in, hand.min_bet, hand.max_bet)
        fractions = {value for value in amounts if type(value) is not int}
        while any(value * self.parts != int(value * self.parts) for value in (*fractions, *_fractions_bet(hand))):
            self.parts *= 10

    def inside(self, amount: Amount) -> int:
        """Return the parts of an amount."""
        return int(amount * self.parts)

    def outside(self, parts: int) -> Amount:
        """Return so many parts as the file would write them."""
        whole, rest = divmod(parts, self.parts)
        return whole if not rest else Decimal(parts) / self.parts

    def said(self, parts: int) -> str:
        """Write an amount for people, in the file's units."""
        amount = self.outside(parts)
        return f"{amount:,}" if isinstance(amount, int) else f"{amount:,f}"


def _fractions_bet(hand: Hand) -> Iterable[Amount]:
    """Nearly every hand bets in whole units; a point in an action is worth a closer look."""
    for action in hand.actions:
        if "." in action:
            words = action.partition("#")[0].split()
            if words[1:2] == ["cbr"] and len(words) == 3:
                try:
                    yield parse_amount(words[2], "an action")
                except BadHistory:
                    continue
