"""The words by which dealers call a step where the regulation has another word."""

from firmware_host.panel.dealer_view import TradeWord
from firmware_host.rules.game import StreetName
from firmware_host.rules.round import Round
from firmware_host.rules.round.dealing import street_due
from firmware_host.rules.round_acts import CompleteBetting, DealStreet, MakeForcedBet
from firmware_host.table.acts.intent import TableStep

STREETS = {
    StreetName.FLOP: "Flop",
    StreetName.TURN: "Turn",
    StreetName.RIVER: "River",
    StreetName.FOURTH: "Fourth street",
    StreetName.FIFTH: "Fifth street",
    StreetName.SIXTH: "Sixth street",
    StreetName.SEVENTH: "Seventh street",
}
"""The streets that dealers call otherwise than the regulation."""

FORCED_BET = "Bring-in"


def trade_words(steps: tuple[TableStep, ...], round_: Round | None) -> tuple[TradeWord, ...]:
    """Return the words of the expected steps that have one."""
    words = ((at, _word(step, round_)) for at, step in enumerate(steps) if step.expected)
    return tuple(TradeWord(step=at, word=word) for at, word in words if word is not None)


def _word(step: TableStep, round_: Round | None) -> str | None:
    match step.act:
        case MakeForcedBet():
            return FORCED_BET
        case CompleteBetting() | DealStreet() if round_ is not None:
            street = street_due(round_)
            return STREETS.get(street.name) if street is not None else None
        case _:
            return None
