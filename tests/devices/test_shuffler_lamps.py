"""A shuffler that speaks no protocol, by its two lamps; time is a number."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from drivers.pins.input import InputHealth
from drivers.shuffler.lamp_cycle import CycleSeen, CycleSpoiled, CycleTerms, FaultShown, LampEvent, LampLogic, WentDark
from firmware_host.devices.shuffler_lamps import LampsLink
from firmware_host.host.intents import Asker
from firmware_host.rules.decision import Code, Refusal
from firmware_host.table.acts.decks import CutDeck, LoadDeck
from firmware_host.table.acts.intent import Accepted, Act, Answer, Intent
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.shuffler import SenseFaultLamp, SenseReadyDark
from firmware_host.table.acts.system import SenseDevice, Start
from firmware_host.table.clocks import Stamp
from firmware_host.table.device_orders import shuffles
from firmware_host.table.prompts import next_steps
from firmware_host.table.terms import Back, Grade
from tests.worlds.pure_table import PureTable, configuration

READY, FAULT = 5, 6

LIT, DARK = False, True
"""An opto-coupler pulls its pin low while its lamp is lit."""

S = 1000


class Lamps:
    """The two lamps as somebody sees them, second by second."""

    def __init__(self, *, ready: bool = LIT, fault: bool = DARK) -> None:
        self.logic = LampLogic(
            ready=READY, fault=FAULT, levels={READY: ready, FAULT: fault}, terms=CycleTerms(), now_ms=0
        )
        first, *more = self.logic.settle(0)
        assert (first, more) == (FaultShown(lit=fault is LIT), []), "how it stands is told at once"
        self.told: list[LampEvent | InputHealth] = []

    def turns(self, pin: int, level: bool, at_s: float) -> None:  # noqa: FBT001 - LIT or DARK
        at_ms = int(at_s * S)
        self.told += self.logic.edge(pin=pin, level=level, at_ms=at_ms)
        self.told += self.logic.settle(at_ms + 500)


def test_a_ready_lamp_that_was_dark_for_a_plausible_time_is_a_cycle() -> None:
    lamps = Lamps()
    lamps.turns(READY, DARK, 10)
    lamps.turns(READY, LIT, 55)
    assert lamps.told == [WentDark(at_ms=10 * S), CycleSeen(began_ms=10 * S, duration_ms=45 * S)]


@pytest.mark.parametrize("dark_s", [0.5, 3, 19, 241, 3600])
def test_a_time_that_no_shuffle_takes_is_none(dark_s: float) -> None:
    lamps = Lamps()
    lamps.turns(READY, DARK, 10)
    lamps.turns(READY, LIT, 10 + dark_s)
    dark, spoiled = lamps.told
    assert dark == WentDark(at_ms=10 * S)
    assert isinstance(spoiled, CycleSpoiled)
    assert "dark for" in spoiled.why


def test_a_cycle_whose_beginning_nobody_saw_is_none() -> None:
    lamps = Lamps(ready=DARK)
    lamps.turns(READY, LIT, 45)
    assert lamps.told == [CycleSpoiled(why="the start of the cycle was not seen")]


def test_a_moment_of_the_fault_lamp_spoils_the_cycle() -> None:
    lamps = Lamps()
    lamps.turns(READY, DARK, 10)
    lamps.turns(FAULT, LIT, 20)
    lamps.turns(FAULT, DARK, 22)
    lamps.turns(READY, LIT, 55)
    shown, over = FaultShown(lit=True), FaultShown(lit=False)
    assert lamps.told == [
        WentDark(at_ms=10 * S),
        shown,
        over,
        CycleSpoiled(why="the fault lamp was lit during the cycle"),
    ]


def test_a_fault_lamp_lit_since_the_start_spoils() -> None:
    lamps = Lamps(fault=LIT)
    lamps.turns(READY, DARK, 10)
    lamps.turns(READY, LIT, 55)
    dark = WentDark(at_ms=10 * S)
    assert lamps.told == [dark, CycleSpoiled(why="the fault lamp was lit during the cycle")]


def test_after_a_spoiled_cycle_the_next_one_counts() -> None:
    lamps = Lamps()
    lamps.turns(READY, DARK, 10)
    lamps.turns(READY, LIT, 12)
    lamps.turns(READY, DARK, 20)
    lamps.turns(READY, LIT, 65)
    assert isinstance(lamps.told[-1], CycleSeen)


def test_a_flicker_is_no_cycle() -> None:
    lamps = Lamps()
    lamps.told += lamps.logic.edge(pin=READY, level=DARK, at_ms=10 * S)
    lamps.told += lamps.logic.edge(pin=READY, level=LIT, at_ms=10 * S + 20)
    lamps.told += lamps.logic.settle(12 * S)
    assert lamps.told == []


def test_an_input_that_floods_counts_as_a_fault() -> None:
    lamps = Lamps()
    lamps.turns(READY, DARK, 10)
    lamps.told += lamps.logic.muted(pin=READY, at_ms=20 * S)
    assert FaultShown(lit=True) in lamps.told
    lamps.told += lamps.logic.unmuted(pin=READY, level=LIT, at_ms=55 * S)
    assert not [event for event in lamps.told if isinstance(event, CycleSeen)]


def witnessing() -> PureTable:
    return PureTable(configuration(accepts=(Grade.WITNESSED,))).opened()


class Told:
    """Lamps that tell what a test says, once it lets them."""

    def __init__(self, *events: LampEvent) -> None:
        self.begin = asyncio.Event()
        self._events = events

    async def events(self) -> AsyncIterator[LampEvent | InputHealth]:
        await self.begin.wait()
        for event in self._events:
            yield event


class AtTable:
    """The host's side of an asker, on a pure table."""

    def __init__(self, table: PureTable) -> None:
        self._table = table

    async def submit(self, intent: Intent) -> Answer:
        answer = self._table.put(intent)
        assert not isinstance(answer, Refusal)
        return Accepted(id=intent.id)

    def stamp(self) -> Stamp:
        return self._table.now

    async def sleep_until(self, mono_ms: int) -> None:
        raise AssertionError(mono_ms)


async def heard(table: PureTable, *events: LampEvent, load: Back | None = None, now_ms: int = 0) -> None:
    """Let the lamps tell this to a table whose dealer says at `now_ms`, once they are read, which deck was put in."""
    there, lamps, changed = AtTable(table), Told(*events), asyncio.Event()
    link = LampsLink(
        lamps=lamps,
        asker=Asker(table=there, clock=there, actor="shuffler"),
        shuffles=lambda: shuffles(table.state),
        report=lambda _report: None,
        now_ms=lambda: now_ms,
    )
    task = asyncio.create_task(link.run(changed))
    await a_while()
    if load is not None:
        table.does(LoadDeck(back=load))
        changed.set()
        await a_while()
    lamps.begin.set()
    await a_while()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def a_while() -> None:
    """Let whoever can go on go on."""
    for _ in range(20):
        await asyncio.sleep(0)


CYCLE = CycleSeen(began_ms=10 * S, duration_ms=45 * S)


@pytest.mark.paragraph("14.5(a)")
async def test_a_witnessed_cycle_is_a_proof_of_its_grade_and_counts_no_cards() -> None:
    table = witnessing()
    await heard(table, WentDark(at_ms=10 * S), CYCLE, load=Back.BLUE, now_ms=9 * S)
    proof = table.deck(Back.BLUE).proof
    assert proof is not None
    assert (proof.grade, proof.counted) == (Grade.WITNESSED, None)
    table.does(CutDeck(back=Back.BLUE))
    table.does(Deal())


@pytest.mark.paragraph("14.5(a)")
@pytest.mark.parametrize(
    ("event", "told_at_ms"),
    [(CycleSpoiled(why="the fault lamp was lit during the cycle"), 0), (CYCLE, 11 * S)],
    ids=["spoiled", "begun before the table was told"],
)
async def test_what_is_no_cycle_of_this_deck_rejects_its_shuffle(event: LampEvent, told_at_ms: int) -> None:
    table = witnessing()
    await heard(table, event, load=Back.BLUE, now_ms=told_at_ms)
    assert table.deck(Back.BLUE).proof is None
    assert table.deck(Back.BLUE).trouble is not None


async def test_a_cycle_nobody_waits_for_proves_nothing() -> None:
    table = witnessing()
    await heard(table, CYCLE)
    assert all(deck.proof is None for deck in table.state.decks)


@pytest.mark.paragraph("14.5(a)")
async def test_a_fault_lamp_takes_the_proof_away_and_nothing_is_loaded_before_it_is_dark() -> None:
    table = witnessing()
    await heard(table, CYCLE, load=Back.BLUE, now_ms=9 * S)
    table.does(SenseFaultLamp(lit=True))
    assert table.refuses(CutDeck(back=Back.BLUE)).reason == "the fault lamp of the shuffler is lit"
    assert not list(loading(table))
    table.does(SenseFaultLamp(lit=False))
    assert LoadDeck(back=Back.BLUE) in list(loading(table))


@pytest.mark.paragraph("14.5(a)")
async def test_a_machine_that_goes_dark_with_a_shuffled_deck_in_it_has_shuffled_nothing() -> None:
    table = witnessing()
    await heard(table, CYCLE, WentDark(at_ms=70 * S), load=Back.BLUE, now_ms=9 * S)
    assert table.deck(Back.BLUE).proof is None
    assert table.refuses(CutDeck(back=Back.BLUE)).reason == "the ready lamp of the shuffler went dark"
    assert LoadDeck(back=Back.BLUE) in list(loading(table)), "counted, it goes in again"
    await heard(table, CYCLE, load=Back.BLUE, now_ms=9 * S)
    assert table.deck(Back.BLUE).proof is not None


@pytest.mark.paragraph("14.5(a)")
async def test_a_deck_that_was_cut_is_out_of_it_whatever_the_lamps_tell() -> None:
    table = witnessing()
    await heard(table, CYCLE, load=Back.BLUE, now_ms=9 * S)
    table.does(CutDeck(back=Back.BLUE))
    table.does(SenseReadyDark())
    table.does(Start(software="firmware-host 0", config=table.config))
    table.does(Deal())


@pytest.mark.paragraph("14.5(a)")
@pytest.mark.parametrize(
    "unread",
    [
        Start(software="firmware-host 0", config=configuration(accepts=(Grade.WITNESSED,))),
        SenseDevice(device="shuffler", up=False, detail="its part failed"),
    ],
    ids=["start", "part"],
)
async def test_what_was_witnessed_does_not_outlive_a_time_in_which_nobody_read_the_lamps(unread: Act) -> None:
    table = witnessing()
    await heard(table, CYCLE, load=Back.BLUE, now_ms=9 * S)
    table.does(unread)
    deck = table.deck(Back.BLUE)
    assert (deck.proof, deck.trouble) == (None, "the lamps of the shuffler were not read for a while")
    assert LoadDeck(back=Back.BLUE) in list(loading(table))


@pytest.mark.paragraph("14.5(a)")
async def test_a_shuffle_that_nobody_watched_from_its_order_on_is_none() -> None:
    table = witnessing()
    table.does(LoadDeck(back=Back.BLUE))
    await heard(table)
    assert table.deck(Back.BLUE).order is None
    assert (
        table.deck(Back.BLUE).trouble
        == "the shuffler could not finish the shuffle (the lamps of the shuffler were not read all the time)"
    )


@pytest.mark.paragraph("14.5(a)")
def test_what_a_device_tells_of_itself_outlives_a_start() -> None:
    table = PureTable().opened()
    order = table.shuffled(Back.BLUE)
    table.does(Start(software="firmware-host 0", config=table.config))
    proof = table.deck(Back.BLUE).proof
    assert proof is not None
    assert proof.order == order


def loading(table: PureTable) -> Iterator[Act]:
    return (step.act for step in next_steps(table.state) if isinstance(step.act, LoadDeck))


def test_a_dealer_does_not_load_for_a_machine_that_tells_by_itself() -> None:
    assert PureTable().opened().refuses(LoadDeck(back=Back.BLUE)).code is Code.NOT_OFFERED


def test_a_table_that_does_not_post_it_deals_nothing_on_lamps() -> None:
    table = PureTable(configuration(accepts=(Grade.REPORTED,))).opened()
    assert table.refuses(LoadDeck(back=Back.BLUE)).allowed_by.startswith("put the deck in")
