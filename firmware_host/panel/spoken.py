"""
How a dealer hears a step: the trade's word, what the players do before the tap, and what the dealer does, in order.

The regulation's words stay in the step itself. A tap says that everything in `do` has been done.
"""

from firmware_host.panel.dealer_view import Spoken
from firmware_host.rules.game import StreetName
from firmware_host.rules.round import Round
from firmware_host.rules.round.dealing import street_due
from firmware_host.rules.round_acts import CompleteBetting, CompleteDraw, DealStreet, MakeForcedBet
from firmware_host.table.acts.decks import CountCards
from firmware_host.table.acts.intent import TableStep
from firmware_host.table.decks.deck_steps import BY_KEY

WORDS = {
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

BEFORE_THE_TAP = ("After the betting: ", "When all players have drawn: ")
"""At the procedure level a step is one tap: what the players do first, then this, then what the dealer does."""


def spoken(steps: tuple[TableStep, ...], round_: Round | None) -> tuple[Spoken, ...]:
    """Return the expected steps in these words."""
    return tuple(_spoken(at, step, round_) for at, step in enumerate(steps) if step.expected)


def _spoken(at: int, step: TableStep, round_: Round | None) -> Spoken:
    say, watch = step.say, ""
    if isinstance(step.act, CompleteBetting | CompleteDraw):
        ends = next((words for words in BEFORE_THE_TAP if words in say), "")
        before, _, after = say.partition(ends) if ends else ("", "", say)
        watch, say = before.strip(), f"{ends}{after}"
    if isinstance(step.act, CountCards):
        # On a page the number is typed.
        say = say.removesuffix(BY_KEY)
    return Spoken(step=at, word=_word(step, round_), watch=watch, do=_sentences(say))


def _word(step: TableStep, round_: Round | None) -> str:
    match step.act:
        case MakeForcedBet():
            return FORCED_BET
        case CompleteBetting() | DealStreet() if round_ is not None:
            street = street_due(round_)
            return WORDS.get(street.name, "") if street is not None else ""
        case _:
            return ""


def _sentences(say: str) -> tuple[str, ...]:
    """
    Return the sentences, each without the word that joins it to the one before.

    >>> _sentences("Blind bets: seat 2. Then deal two cards face down.")
    ('Blind bets: seat 2.', 'Deal two cards face down.')
    """
    parts = (part.strip().removeprefix("Then ") for part in say.replace(". ", ".\n").split("\n"))
    return tuple(f"{part[0].upper()}{part[1:]}" for part in parts if part)
