"""
A sum that was called wrong and found out only after money had moved on it: two people put it right (13.5(e), (f)).

Before that the dealer takes the roll back. Afterwards it can be told what is due to whom, until no more bets is called
for the next shake: from then on the wagers that lay there are another shake's.
"""

from collections import Counter

from msgspec.structs import replace

from firmware_host.rules.answers import Refusal
from firmware_host.rules.dice import Dice
from firmware_host.rules.record import Record, Seat
from firmware_host.rules.shaker import Moment
from firmware_host.table.dice.acts import CorrectSum
from firmware_host.table.dice.bodies import Decided, MoneyDue, SumCorrected
from firmware_host.table.dice.config import DiceConfig
from firmware_host.table.dice.facts import draft, not_now
from firmware_host.table.dice.settling import Outcome, decides
from firmware_host.table.dice.state import Gone, LastShake
from firmware_host.table.drafts import Decision
from firmware_host.table.state import TableState

PARAGRAPHS = ("13.5(e)", "13.5(f)")


def correct(state: TableState, act: CorrectSum) -> Decision:
    """Say what the shake decides by the dice as they were, and what is due for what was done by the wrong ones."""
    terms = state.config.mini_dice if state.config else None
    last = _last(state, act)
    if isinstance(last, Refusal):
        return last
    if terms is None or state.dice is None:
        return not_now("this is no mini-dice table", "a mini-dice table")
    if last.dice == act.dice:
        return not_now(f"that is what was called in round {act.round}", "other dice", *PARAGRAPHS)
    settled = state.dice.shaker.moment is Moment.WAGERS
    was, now = (_decided(last, faces, terms, settled=settled) for faces in (last.dice, act.dice))
    gone = tuple(_left(one, last.dice, act.dice, terms) for one in last.gone)
    body = SumCorrected(
        round=act.round,
        was=last.dice,
        dice=act.dice,
        total=sum(act.dice),
        losers=(*now.losers, *(lost for one in gone for lost in one.now.losers)),
        winners=(*now.winners, *(won for one in gone for won in one.now.winners if settled)),
        again=_again(was, now),
        due=(*_due(was, now), *(due for one in gone for due in one.due)),
        returned=tuple(back for one in gone for back in one.returned(settled=settled)),
        why=act.why,
    )
    return (draft(body, *PARAGRAPHS),)


class _Left(Record, frozen=True, kw_only=True):
    """A player who is no longer there: nothing of his lies on the table, whatever these dice leave undecided."""

    seat: Seat
    was: Outcome
    now: Outcome

    @property
    def due(self) -> tuple[MoneyDue, ...]:
        """Return what is between him and the house; he is not paid with the winners, and so is paid by this."""
        return tuple(replace(one, left=True) for one in _due(self.was, self.now))

    def returned(self, *, settled: bool) -> tuple[Decided, ...]:
        """Return what would stand in its place if he were there, and so goes back to him."""
        return (*_again(self.was, self.now), *(() if settled else self.now.winners))


def _left(one: Gone, was: Dice, now: Dice, terms: DiceConfig) -> _Left:
    return _Left(seat=one.seat, was=decides(one.wagers, was, terms), now=decides(one.wagers, now, terms))


def _last(state: TableState, act: CorrectSum) -> LastShake | Refusal:
    dice = state.dice
    if dice is not None and dice.last is not None and dice.last.round == act.round:
        return dice.last
    return not_now(
        f"round {act.round} is not the shake that was settled last, or no more bets has been called since",
        "a floorperson's decision on the money",
        *PARAGRAPHS,
    )


def _decided(last: LastShake, faces: Dice, terms: DiceConfig, *, settled: bool) -> Outcome:
    """Return what has been done about these faces: until the winners are paid, only losers have been collected."""
    outcome = decides(last.wagers, faces, terms)
    return outcome if settled else replace(outcome, winners=())


def _again(was: Outcome, now: Outcome) -> tuple[Decided, ...]:
    """Return the wagers that stand after all."""
    still = {(one.seat, one.wager) for one in now.all}
    return tuple(replace(one, pays_cents=0) for one in was.all if (one.seat, one.wager) not in still)


def _due(was: Outcome, now: Outcome) -> tuple[MoneyDue, ...]:
    """Return what the house should have given each player less what it gave, a wager put back among it."""
    due = Counter[Seat]()
    for sign, outcome in ((1, now), (-1, was)):
        for one in outcome.all:
            due[one.seat] += sign * (one.pays_cents or -one.cents)
    return tuple(MoneyDue(seat=seat, cents=cents) for seat, cents in sorted(due.items()) if cents)
