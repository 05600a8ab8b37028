"""Short sessions at a table, each with what somebody will ask its record about."""

from pathlib import Path

from msgspec.structs import replace

from firmware_host.rules.decision import Role
from firmware_host.rules.pots.rake import TimeCharge
from firmware_host.rules.round_acts import AwardPot, AwardUncontested, CompleteBetting, VoidRound
from firmware_host.table.acts.corrections import TakeBack
from firmware_host.table.acts.decks import CountCards, CutDeck, OverrideGate, SenseDeck
from firmware_host.table.acts.floor import CallFloor, ClearAlert, EndFloorCall, RelieveDealer
from firmware_host.table.acts.money import CollectTimeCharge, DenyBadBeat, OpenFund, PayBadBeat
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.shuffler import ReportReconciliation, SenseShelf
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.terms import Back, Counted
from hil.clock import MORNING_MS, VirtualClock
from tests.counting import right
from tests.golden.configs import BAD_BEAT
from tests.rules.spoken_table import dealing
from tests.worlds.hosted_table import FULL, PACE_MS, PROCEDURE, RAKED, HostedTable, recorded
from tests.worlds.pure_table import given_out, report

MINUTE_MS = 60_000

DAY_STARTS_MS = 6 * 60 * MINUTE_MS
"""After midnight, when the gaming day begins."""


async def of_steps(folder: Path) -> None:
    """Two rounds told by their steps: a showdown after a slip of the finger, then one where all fold."""
    async with recorded(folder, PROCEDURE) as table:
        await table.opened()
        await table.ready(Back.BLUE)
        await table.does(Deal(), CompleteBetting(), CompleteBetting(), TakeBack())
        await table.does(CompleteBetting(), CompleteBetting(), CompleteBetting(), AwardPot(seats=(4,)))
        await table.ready(Back.RED)
        await table.does(Deal(), AwardUncontested())


async def told_in_full(folder: Path) -> None:
    """One round of hold 'em: a side pot, one hand mucked unseen, another shown; then one under way."""
    async with recorded(folder, FULL) as table:
        await table.opened()
        await table.ready(Back.BLUE)
        await showdown(table)
        await table.ready(Back.RED)
        await table.does(Deal(), dealing())


async def showdown(table: HostedTable) -> None:
    """Seat 7 has the button. Seat 2 folds, 5 shows kings and queens, 7 mucks."""
    await table.does(Deal(), dealing())
    await table.does("seat 7 raises to $8", "seat 2 calls", "seat 5 calls")
    await table.does(dealing(board="Qs Kd 7c"))
    await table.does("seat 2 checks", "seat 5 bets $4", "seat 7 calls", "seat 2 folds")
    await table.does(dealing(board="2h"), "seat 5 bets $8", "seat 7 calls")
    await table.does(dealing(board="2c"), "seat 5 bets $8", "seat 7 raises to $16", TakeBack(), "seat 7 calls")
    await table.does("seat 5 shows Kh Qd", "seat 7 mucks", AwardPot())


async def shuffled_meanwhile(folder: Path) -> None:
    """While the first round is played the other deck is shuffled; the second is dealt from it."""
    async with recorded(folder, PROCEDURE) as table:
        await table.opened()
        await table.ready(Back.BLUE)
        await table.does(Deal(), SenseDeck(back=Back.RED))
        deck = table.state.deck(Back.RED)
        assert deck is not None
        assert deck.order is not None
        await table.does(CompleteBetting(), report(deck.order, Back.RED, journal=table.state.journal))
        await table.does(CompleteBetting(), CompleteBetting(), CompleteBetting(), AwardPot())
        await table.does(given_out(table.state, Back.RED), CutDeck(back=Back.RED), Deal())


async def lifted_off(folder: Path) -> None:
    """The deck is lifted off the shelf before it was given out, and dealt once the shuffler has compared."""
    async with recorded(folder, PROCEDURE) as table:
        await table.opened()
        await table.does(SenseDeck(back=Back.BLUE))
        deck = table.state.deck(Back.BLUE)
        assert deck is not None
        assert deck.order is not None
        await table.does(report(deck.order, Back.BLUE, journal=table.state.journal), SenseShelf(back=None))
        agree = {"went_in": 52, "came_out": 52, "lying": 0, "astray": 0}
        order = table.state.shuffler.compare
        compared = ReportReconciliation(journal=table.state.journal, order=order, **agree)
        await table.does(compared, CutDeck(back=Back.BLUE), Deal())


async def of_a_day(folder: Path, clock: VirtualClock) -> None:
    """
    A gaming day that begins at 6:00 with yesterday's dealer and a shuffler that has been away for a while.

    Before it one round; on it two rounds and a void one, a relief, an alert cleared, a call for the floor, a slip.
    """
    async with recorded(folder, FULL, clock) as table:
        await table.opened()
        await table.does(SenseDevice(device="shuffler", up=True, detail="SIM"))
        await table.ready(Back.BLUE)
        await showdown(table)
        await table.does(SenseDevice(device="shuffler", up=False, detail="no answer"))
        await clock.advance(DAY_STARTS_MS - (clock.wall_ms - MORNING_MS))
        await clock.advance(10 * MINUTE_MS - PACE_MS)
        await table.does(SenseDevice(device="shuffler", up=True, detail="SIM"))
        (alert,) = (alert.number for alert in table.state.alerts)
        await table.does(ClearAlert(alert=alert, note="cable"))
        compare = table.state.shuffler.compare
        assert compare is not None, "a shuffler that was away compares its cards"
        await table.does(
            ReportReconciliation(journal=table.state.journal, order=compare, went_in=52, came_out=52, lying=0, astray=0)
        )
        await table.does(CountCards(what=Counted.STUB, back=Back.BLUE, counted=right(table.state, Counted.STUB)))
        await table.ready(Back.RED)
        await table.does(Deal(), dealing(), "seat 2 folds", "seat 5 calls", TakeBack(), "seat 5 folds")
        await table.does(AwardPot())
        await table.does(RelieveDealer(dealer="dealer-2"), actor="dealer-2")
        await table.ready(Back.BLUE)
        await table.does(Deal(), dealing(), CallFloor())
        await clock.advance(3 * MINUTE_MS - PACE_MS)
        await table.does(EndFloorCall())
        await table.by_two(VoidRound(why="51 cards"))


def clock_of_the_day() -> VirtualClock:
    """An hour before the gaming day begins."""
    return VirtualClock(wall_ms=MORNING_MS + DAY_STARTS_MS - 60 * MINUTE_MS)


async def overridden(folder: Path, clock: VirtualClock) -> None:
    """A round dealt from a deck without a proof: two people answer for it. Its discards are counted wrong after it."""
    async with recorded(folder, PROCEDURE, clock) as table:
        await table.opened()
        await table.by_two(OverrideGate(back=Back.BLUE, why="the shuffler is broken"))
        if not table.state.decks[0].cut:
            await table.does(CutDeck(back=Back.BLUE))
        await table.does(Deal(), AwardUncontested())
        wrong = right(table.state, Counted.DISCARDS) + 1
        await table.does(CountCards(what=Counted.DISCARDS, back=Back.BLUE, counted=wrong))


async def charged_by_time(folder: Path, clock: VirtualClock) -> None:
    """Two half hours at $6 each, collected by two dealers; a third is over and nobody has collected it."""
    stakes = replace(RAKED, rake=TimeCharge(half_hour_cents=600))
    async with recorded(folder, replace(FULL, stakes=stakes), clock) as table:
        await table.opened()
        for dealer in ("dealer-1", "dealer-2"):
            await half_an_hour(table)
            await table.does(CollectTimeCharge(), actor=dealer)
            if dealer == "dealer-1":
                await table.does(RelieveDealer(dealer="dealer-2"), actor="dealer-2")
        await half_an_hour(table)


async def half_an_hour(table: HostedTable) -> None:
    """Let it pass minute by minute: whoever asks is answered after what fell due before."""
    while not table.state.money.halves_due:
        await table.clock.advance(MINUTE_MS)
        await table.ask(TakeBack())


async def with_a_fund(folder: Path, clock: VirtualClock) -> None:
    """
    A bad beat fund of $500 opened before the day, with $1 from a pot of then; a round declared void gives nothing.

    On the day a pot gives $1, and the bad beat in it is paid.
    """
    async with recorded(folder, replace(FULL, stakes=replace(RAKED, bad_beat=BAD_BEAT)), clock) as table:
        await table.opened()
        await table.does(OpenFund(cents=50_000), role=Role.CASINO_SUPERVISOR, actor="floorperson")
        await table.ready(Back.BLUE)
        await bad_beat(table, 7, 2, 5)
        await table.does(DenyBadBeat(why="a card was misread"), role=Role.CASINO_SUPERVISOR, actor="floorperson")
        await clock.advance(DAY_STARTS_MS - (clock.wall_ms - MORNING_MS))
        await table.does(CountCards(what=Counted.STUB, back=Back.BLUE, counted=right(table.state, Counted.STUB)))
        await table.ready(Back.RED)
        await bad_beat(table, 2, 5, 7)
        await table.does(PayBadBeat(), role=Role.CASINO_SUPERVISOR, actor="floorperson")
        await table.ready(Back.BLUE)
        await table.does(Deal(), dealing(), "seat 5 folds", "seat 7 folds")
        await table.by_two(VoidRound(why="51 cards"))


async def bad_beat(table: HostedTable, *order: int) -> None:
    """Aces full of kings beaten by four kings, in a pot of $24, by who is first, second and third before the flop."""
    first, second, third = order
    await table.does(Deal(), dealing(), f"seat {first} raises to $8", f"seat {second} calls", f"seat {third} calls")
    for board in ("Kh Kd Ad", "2c", "7s"):
        await table.does(dealing(board=board))
        await table.does(*(f"seat {seat} checks" for seat in (second, third, first)))
    await table.does(f"seat {second} shows As Ah", f"seat {third} shows Ks Kc", f"seat {first} mucks", AwardPot())
