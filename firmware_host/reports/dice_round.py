"""The outcome of a shake of the mini-dice, from its facts with corrections applied."""

from collections.abc import Iterable, Sequence

from firmware_host.reports.round_story import Shake, WagerDecided
from firmware_host.table.facts.corrections import SumCorrected
from firmware_host.table.facts.dice import (
    Decided,
    DiceShaken,
    LosersCollected,
    NoRollCalled,
    ShakeFellShort,
    ShakeSettled,
    ShakeSpoiled,
    SumCalled,
    WagersOpened,
    WinnersPaid,
)
from firmware_host.table.facts.fact import Fact


def shaken(facts: Iterable[Fact], *, tracked: bool) -> Shake | None:
    """Return the shake; None if this is not mini-dice. Amounts are None unless wagers are `tracked`."""
    bodies = [fact.body for fact in _of_this_shake(facts)]
    if not any(isinstance(body, WagersOpened) for body in bodies):
        return None
    shooters = [body.seat for body in bodies if isinstance(body, DiceShaken)]
    settled = next((body for body in bodies if isinstance(body, ShakeSettled)), None)
    faces = next((body.dice for body in reversed(bodies) if isinstance(body, SumCalled | SumCorrected)), None)
    known = settled if tracked else None
    return Shake(
        shaken_by=shooters[-1] if shooters else None,
        faces=faces,
        total=sum(faces) if faces else None,
        is_settled=settled is not None,
        no_rolls=sum(isinstance(body, NoRollCalled) for body in bodies),
        invalid=sum(isinstance(body, ShakeFellShort | ShakeSpoiled) for body in bodies),
        collected_cents=known.collected_cents if known else None,
        paid_cents=known.paid_cents if known else None,
        wagers=tuple(_wagers(bodies)),
    )


def _of_this_shake(facts: Iterable[Fact]) -> list[Fact]:
    """Drop corrections of another shake: version 0.1 could record a corrected sum during the next shake."""
    return [fact for fact in facts if not isinstance(fact.body, SumCorrected) or fact.body.round == fact.round]


def _wagers(bodies: Sequence[object]) -> Iterable[WagerDecided]:
    """Yield the decided wagers. If version 0.1 corrected the sum before paying, the correction names the losers."""
    collected = next((body for body in reversed(bodies) if isinstance(body, LosersCollected | SumCorrected)), None)
    losers = () if collected is None else collected.losers if isinstance(collected, SumCorrected) else collected.wagers
    yield from (_decided(wager, won=False) for wager in losers)
    for body in bodies:
        if isinstance(body, WinnersPaid):
            yield from (_decided(wager, won=True) for wager in body.wagers)


def _decided(wager: Decided, *, won: bool) -> WagerDecided:
    return WagerDecided(
        seat=wager.seat, wager=wager.wager, cents=wager.cents, won=won, pays_cents=wager.pays_cents if won else 0
    )
