"""
One hand of a hand history, read strictly: every error names the place of the mistake.

The standard says which fields a variant requires; optional fields are checked and kept. All other fields are kept and
ignored, as the standard asks of a reader, with or without the `_` that marks private fields.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal

from firmware_host.hand_history.errors import BadHistory
from firmware_host.hand_history.fields import Amount, Table, amount, amounts, check_optional, ended, posted, text, texts
from firmware_host.hand_history.variants import variant_of
from firmware_host.rules.game import GameName
from firmware_host.rules.games import GAMES
from firmware_host.rules.stakes import Limit

MOST_BET = "_max_bet"
"""Our own field: the highest bet of spread limit, for which the standard has no field."""


CHIP = "_chip"
"""Our own field: the smallest chip when pots were divided."""


BLINDS_IN_FULL = "_blinds_in_full"
"""Our own field: a short blind was called in full (14.1, 14.7(c)4)."""


RAISES = "_raises"
"""Our own field: the cap on raises in a fixed-limit betting round, the blind counting as the bet; 0 is no cap."""


KILLER = "_killer"
"""Our own field: the player who posted the kill blind, which may be at any seat (14.11(A)(i))."""


IN_TURN = "_blinds"
"""Our own field, used with `_killer`: how many blinds are posted left of the button; the next player acts first."""


BUTTON_FIRST = "_button_first"
"""Our own field, used with both: heads up, the button posts first and acts first in the first round (I-16)."""


STRADDLER = "_straddle"
"""Our own field: the player whose blind is a straddle, which counts as a raise (I-7)."""


DEAD_BLINDS = "_dead_blinds"
"""Our own field: how much of `antes` each player put in for a smaller missed blind (I-7)."""


USUAL_RAISES = 3
"""The cap where a file names none: a bet and three raises, the blind not counting as the bet (I-16)."""


MOST_PLAYERS = 52
"""More players than any game has; a longer list is refused before anything else is checked."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Hand:
    """
    One hand of a file: amounts in the file's own units, players in the order of the deal.

    `min_bet` is the lower bet of fixed limit; `max_bet` is its higher bet, or the maximum of spread limit.
    A negative blind is a post that makes up for a missed one. `trimmed` antes can be won only by a player who put in as
    much, like other wagers; otherwise antes belong to the pot, whoever wins it. `fields` holds all fields as read.
    """

    variant: str
    game: GameName
    limit: Limit
    antes: tuple[Amount, ...]
    blinds: tuple[Amount, ...]
    bring_in: Amount
    min_bet: Amount
    max_bet: Amount
    starting_stacks: tuple[Amount, ...]
    actions: tuple[str, ...]
    trimmed: bool = False
    finishing_stacks: tuple[Amount, ...] | None = None
    chip: Amount | None = None
    raises: int | None = None
    blinds_in_full: bool = False
    killer: int | None = None
    in_turn: int = 0
    button_first: bool = False
    straddler: int | None = None
    dead_blinds: tuple[Amount, ...] = ()
    fields: Table = field(default_factory=dict)


def parse_hand(table: Table) -> Hand:
    """Return the hand in these fields; raises `BadHistory` for the first wrong field."""
    variant = text(table, "variant")
    game, known = variant_of(variant)
    limit = known or (Limit.FIXED if "small_bet" in table else Limit.NO)
    stacks = _stacks(table)
    count = len(stacks)
    button = GAMES[game].button
    min_bet, max_bet = _bets(table, limit)
    check_optional(table, count)
    return Hand(
        variant=variant,
        game=game,
        limit=limit,
        antes=amounts(table, "antes", count),
        blinds=posted(table, "blinds_or_straddles", count) if button else _no_blinds(table, count),
        bring_in=_no_bring_in(table) if button else _positive(table, "bring_in"),
        min_bet=min_bet,
        max_bet=max_bet,
        starting_stacks=stacks,
        actions=texts(table, "actions"),
        trimmed=table.get("ante_trimming_status", False),
        finishing_stacks=_finishing(table, count),
        chip=_positive(table, CHIP) if CHIP in table else None,
        raises=_raises(table),
        blinds_in_full=table.get(BLINDS_IN_FULL) is True,
        killer=_counted(table, KILLER, count),
        in_turn=_counted(table, IN_TURN, count) or 0,
        button_first=table.get(BUTTON_FIRST) is True,
        straddler=_counted(table, STRADDLER, count),
        dead_blinds=_dead_blinds(table, count),
        fields=table,
    )


def _stacks(table: Table) -> tuple[Amount, ...]:
    stacks = amounts(table, "starting_stacks")
    if not 2 <= len(stacks) <= MOST_PLAYERS:
        raise BadHistory(
            "starting_stacks", f"{len(stacks)} player{'' if len(stacks) == 1 else 's'} cannot play poker", ("14.6(b)",)
        )
    for number, stack in enumerate(stacks, 1):
        if not stack:
            raise BadHistory("starting_stacks", f"player {number} has no chips", ("14.7(c)3",))
    return stacks


def _bets(table: Table, limit: Limit) -> tuple[Amount, Amount]:
    match limit:
        case Limit.FIXED:
            _absent(table, "min_bet", limit)
            return _positive(table, "small_bet"), _positive(table, "big_bet")
        case Limit.SPREAD:
            _absent(table, "small_bet", limit)
            _absent(table, "big_bet", limit)
            return _positive(table, "min_bet"), _positive(table, MOST_BET)
        case Limit.POT | Limit.NO:
            _absent(table, "small_bet", limit)
            _absent(table, "big_bet", limit)
            least = _positive(table, "min_bet")
            return least, least


def _absent(table: Table, name: str, limit: Limit) -> None:
    if name in table:
        raise BadHistory(name, f"{limit} limit has no such amount", ("I-6",))


def _positive(table: Table, name: str) -> Amount:
    if name not in table:
        raise BadHistory(name, "is missing")
    value = amount(name, table[name])
    if not value:
        raise BadHistory(name, "must be more than zero")
    return value


def _no_blinds(table: Table, count: int) -> tuple[Amount, ...]:
    """Refuse blinds in a game with a bring-in; accept a list of zeros."""
    if "blinds_or_straddles" in table and any(amounts(table, "blinds_or_straddles", count)):
        raise BadHistory("blinds_or_straddles", "a game without a button has no blinds", ("14.7(b)3",))
    return (0,) * count


def _no_bring_in(table: Table) -> Amount:
    if "bring_in" in table and amount("bring_in", table["bring_in"]):
        raise BadHistory("bring_in", "a game with a button has no bring-in", ("14.7(b)2",))
    return 0


def _finishing(table: Table, count: int) -> tuple[Amount, ...] | None:
    if "winnings" in table:
        ended(table, "winnings", count)
    return ended(table, "finishing_stacks", count) if "finishing_stacks" in table else None


def _raises(table: Table) -> int | None:
    value = table.get(RAISES)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BadHistory(RAISES, f"{str(value)[:40]!r} is not a number of raises", ("I-6",))
    return value


def _dead_blinds(table: Table, count: int) -> tuple[Amount, ...]:
    """Return the dead blinds. They are also part of `antes`, so a reader without this field still sees dead money."""
    if DEAD_BLINDS not in table:
        return ()
    dead, antes = amounts(table, DEAD_BLINDS, count), amounts(table, "antes", count)
    if any(cents > ante for cents, ante in zip(dead, antes, strict=True)):
        raise BadHistory(DEAD_BLINDS, "is more than the antes that include it", ("I-7",))
    return dead


def _counted(table: Table, name: str, count: int) -> int | None:
    value = table.get(name)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= count:
        raise BadHistory(name, f"{str(value)[:40]!r} is not one of the {count} players", ("14.11(A)(i)",))
    return value


_AMOUNT = re.compile(r"[0-9]{1,16}(?:\.[0-9]{1,16})?")


def parse_amount(word: str, place: str) -> Amount:
    """
    Return the amount an action names.

    >>> parse_amount("250", "action 7"), parse_amount("2.50", "action 7")
    (250, Decimal('2.50'))
    """
    if not _AMOUNT.fullmatch(word):
        below = " is below zero" if word[:1] == "-" and _AMOUNT.fullmatch(word[1:]) else " is not an amount"
        raise BadHistory(place, f"{word[:40]!r}{below}")
    return amount(place, Decimal(word) if "." in word else int(word))


def parse_cards(word: str, place: str) -> tuple[str, ...]:
    """
    Return the cards of an action, `??` for a hidden card. Whether the cards exist is checked later.

    >>> parse_cards("AsTd??", "action 1")
    ('As', 'Td', '??')
    """
    if len(word) % 2 or not word:
        raise BadHistory(place, f"{word[:40]!r} is not a list of cards")
    return tuple([word[at : at + 2] for at in range(0, len(word), 2)])


HUNDREDTHS = 100


class Units:
    """
    Converts between the units of the file and the whole parts in which the engine counts.

    One unit has a hundred parts, or more where the file has finer amounts.
    """

    def __init__(self, hand: Hand) -> None:
        """Use as many parts as the finest amount in the hand needs."""
        self.parts = HUNDREDTHS
        amounts = (*hand.starting_stacks, *hand.antes, *hand.blinds, hand.bring_in, hand.min_bet, hand.max_bet)
        fractions = {value for value in amounts if type(value) is not int}
        while any(value * self.parts != int(value * self.parts) for value in (*fractions, *_fractions_bet(hand))):
            self.parts *= 10

    def inside(self, amount: Amount) -> int:
        """Convert an amount of the file to parts."""
        return int(amount * self.parts)

    def outside(self, parts: int) -> Amount:
        """Convert parts to an amount of the file."""
        whole, rest = divmod(parts, self.parts)
        return whole if not rest else Decimal(parts) / self.parts

    def said(self, parts: int) -> str:
        """Write an amount for people, in the file's units."""
        amount = self.outside(parts)
        return f"{amount:,}" if isinstance(amount, int) else f"{amount:,f}"


def _fractions_bet(hand: Hand) -> Iterable[Amount]:
    """Yield the bets with a fraction. Nearly all bets are whole, so only actions with a point are parsed."""
    for action in hand.actions:
        if "." in action:
            words = action.partition("#")[0].split()
            if words[1:2] == ["cbr"] and len(words) == 3:
                try:
                    yield parse_amount(words[2], "an action")
                except BadHistory:
                    continue
