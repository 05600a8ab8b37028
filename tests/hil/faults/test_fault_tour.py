"""Several faults at one table: what each is judged by does not depend on how busy the machine is."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from drivers.shuffler import port as shuffler_port
from firmware_host.rules.dice.shaker import Moment
from firmware_host.rules.round_acts import AwardPot, CompleteBetting
from firmware_host.table.acts.floor import IdleTable, OpenTable
from firmware_host.table.acts.round import Deal, SensePuck
from firmware_host.table.facts.fact import Fact
from firmware_host.table.terms import Back
from firmware_host.table.view import public_view
from hil.faults import mishap
from hil.faults.fault import Fault, Happening, Procedure, Reach
from hil.faults.fault_actions import faults
from hil.faults.matrix import Outcome
from hil.faults.mishap import Mishap
from hil.faults.patience import AT_MOST, CHANCES, Patience
from hil.faults.tour import Tour
from hil.faults.watch import Watch
from hil.shuffler.device import SimulatedShuffler
from hil.shuffler.trays import Deck
from tests.worlds.pure_dice import A_SIX, DiceTable
from tests.worlds.pure_table import PureTable

THINGS = {"keys": SimpleNamespace(contacts={})}

A_MOMENT_S = 0.01

MOVED = faults()["puck-moved-in-mid-round"]


def fault(name: str, *told: str, never: tuple[str, ...] = (), by_itself: bool = False) -> Fault:
    """Nothing happens in truth: what is judged is the table's telling."""
    return Fault(
        name=name,
        device="keys",
        say=name,
        moments=(Moment.WAGERS,),
        happens=(Happening(do="wear-out"),),
        mended=(Happening(do="renew"),),
        by_itself=by_itself,
        reach=Reach(told=told, never=never),
    )


class Nobody:
    """People who have nothing to do."""

    def idle_table(self) -> None: ...
    def fault_begins(self) -> None: ...
    def look(self) -> None: ...
    def fault_ends(self) -> None: ...


async def toured(*stops: Fault, stands: Callable[[str], bool] = lambda _: False) -> list[Outcome]:
    """Play whole shakes as long as the tour lets the dealer; `stands` says after which words there are no more."""
    table, said = DiceTable(), [""]
    tour = Tour([(each, Moment.WAGERS) for each in stops], things=THINGS, people=Nobody(), say=said.append)
    task = asyncio.create_task(tour.run())
    while not task.done():
        if tour.may_be_seen(public_view(table.state)) and not stands(said[-1]):
            for fact in table.whole_shake(A_SIX):
                tour.hear(fact)
        await asyncio.sleep(0)
    await task
    return tour.outcomes


@pytest.fixture
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COMES_WITHIN_S", "REACHED_WITHIN_S", "GOES_ON_WITHIN_S"):
        monkeypatch.setattr(mishap, name, A_MOMENT_S)


async def test_a_table_where_one_went_wrong_goes_on_to_the_next() -> None:
    first, second = await toured(
        fault("never-a-sum", "shake-settled", never=("sum-called",)), fault("settles", "shake-settled")
    )
    assert first.wrong == ("fact sum-called, which must not be",)
    assert second.wrong == ()


@pytest.mark.usefixtures("_at_once")
async def test_what_was_not_reached_is_mended_and_the_table_goes_on_to_the_next() -> None:
    first, second = await toured(fault("no-roll", "no-roll-called"), fault("settles", "shake-settled"))
    assert [wrong.endswith("rounds: fact no-roll-called") for wrong in first.wrong] == [True]
    assert second.wrong == ()


@pytest.mark.usefixtures("_at_once")
async def test_a_table_where_nothing_goes_on_is_no_table_for_the_next() -> None:
    first, second = await toured(
        fault("settles", "shake-settled"), fault("again", "shake-settled"), stands=lambda said: "REPAIRED" in said
    )
    assert [wrong.endswith("rounds: no fact shake-settled") for wrong in first.wrong] == [True]
    assert second.wrong == ("not tried, because nothing went on after settles",)


def moved_in_mid_round() -> tuple[Watch, tuple[Fact, ...], tuple[Fact, ...]]:
    """What follows from the move, and then the rest of the round, after which the button moves by right."""
    table = PureTable().opened().dealt()
    table.does(SensePuck(seat=table.state.button))
    watch = Watch(MOVED, since=table.state.last)
    followed = table.does(SensePuck(seat=4))
    before = len(table.facts)
    for act in (*(CompleteBetting(),) * 4, AwardPot()):
        table.does(act)
    return watch, followed, tuple(table.facts[before:])


def test_what_comes_after_everything_was_reached_is_not_held_against_it() -> None:
    """On a busy machine the whole round is over before anybody looks."""
    watch, followed, round_ = moved_in_mid_round()
    for fact in (*followed, *round_):
        watch.hear(fact)
    assert watch.has_heard("button-moved")
    assert watch.missing() == ""
    assert watch.must_not_be() == ()


def test_what_comes_before_everything_was_reached_is() -> None:
    watch, followed, round_ = moved_in_mid_round()
    for fact in (*round_, *followed):
        watch.hear(fact)
    assert watch.must_not_be() == ("fact button-moved, which must not be",)


async def test_the_dealer_waits_for_what_comes_by_itself() -> None:
    table, said = DiceTable(), list[str]()
    stop = Mishap(
        fault("by-itself", "sum-called", by_itself=True),
        Moment.WAGERS,
        things=THINGS,
        people=Nobody(),
        say=said.append,
    )
    task = asyncio.create_task(stop.run())
    view = public_view(table.state)
    for _ in range(20):
        assert not stop.may_be_seen(view)
        await asyncio.sleep(0)
    assert len(said) == 1, "it has happened"
    for fact in table.whole_shake(A_SIX):
        stop.hear(fact)
    for _ in range(20):
        await asyncio.sleep(0)
    assert stop.may_be_seen(public_view(table.state)), "and it was mended"
    for fact in table.whole_shake(A_SIX):
        stop.hear(fact)
    assert (await task).wrong == ()


def test_a_table_that_is_slow_is_waited_for() -> None:
    patience = Patience(within_s=60, began_s=0)
    assert patience.over_s == 60
    patience.heard("dice-shaken", 50)
    assert patience.over_s == 110
    patience.heard("shake-settled", 100)
    assert patience.over_s == 160


def test_a_table_that_has_had_its_chances_is_not() -> None:
    patience = Patience(within_s=60, began_s=0)
    for number in range(CHANCES):
        patience.heard("round-completed", number)
    assert patience.over_s == 60


def test_a_table_that_never_ends_a_round_is_not_waited_for_for_ever() -> None:
    patience = Patience(within_s=60, began_s=0)
    for at_s in range(0, 60 * AT_MOST, 10):
        patience.heard("puck-seen", at_s)
    assert patience.over_s == 60 * AT_MOST


def a_lie_while_a_deck_is_proved() -> tuple[Watch, Watch, tuple[Fact, ...]]:
    """The blue deck is proved and cut, and dealt rightly while the shuffler lies about the red one."""
    table = PureTable().opened()
    table.ready(Back.BLUE)
    lie = faults()["astray-after-finished"]
    of_red, of_any = (Watch(lie, since=table.state.last, decks=decks) for decks in ((Back.RED,), ()))
    before = len(table.facts)
    table.does(Deal())
    return of_red, of_any, tuple(table.facts[before:])


def test_a_deck_that_is_not_in_the_machine_is_rightly_dealt_while_it_lies() -> None:
    of_red, of_any, dealt = a_lie_while_a_deck_is_proved()
    for fact in dealt:
        of_red.hear(fact)
        of_any.hear(fact)
    assert of_red.has_heard("deck-put-in-play")
    assert of_red.must_not_be() == ()
    assert of_any.must_not_be() == ("fact deck-put-in-play, which must not be",)


def test_the_deck_of_which_it_lies_must_not_be() -> None:
    table = PureTable().opened()
    table.ready(Back.BLUE)
    watch = Watch(faults()["astray-after-finished"], since=table.state.last, decks=(Back.BLUE,))
    for fact in table.does(Deal()):
        watch.hear(fact)
    assert watch.must_not_be() == ("fact deck-put-in-play, which must not be",)


class Dealer(Nobody):
    """Counts how often the table is to be idled."""

    asked = 0

    def idle_table(self) -> None:
        self.asked += 1


def at_a_running_table(fault_: Fault, point: Procedure) -> tuple[Mishap, Dealer, PureTable]:
    """One round is played, and the red deck is proved and cut."""
    table, dealer = PureTable().opened(), Dealer()
    table.played(Back.BLUE)
    table.ready(Back.RED)
    return Mishap(fault_, point, things=THINGS, people=dealer), dealer, table


def test_a_running_table_is_idled_once_for_a_fault_that_needs_it_idle() -> None:
    stop, dealer, table = at_a_running_table(faults()["cards-astray-at-rest"], Procedure.IDLE)
    for _ in range(3):
        assert stop.may_be_seen(public_view(table.state)), "the dealer goes on"
    assert dealer.asked == 1
    table.does(IdleTable())
    assert stop.may_be_seen(public_view(table.state))
    table.does(OpenTable())
    assert not public_view(table.state).alerts
    assert not stop.may_be_seen(public_view(table.state)), "its moment has come"
    assert dealer.asked == 1


def test_a_fault_that_names_colours_waits_for_its_deck() -> None:
    stop, _, table = at_a_running_table(faults()["delivers-the-other-deck"], Procedure.SHUFFLING)
    table.loaded(Back.BLUE)
    assert not stop.may_be_seen(public_view(table.state))
    stop, _, table = at_a_running_table(
        replace(faults()["delivers-the-other-deck"], deck=Back.RED), Procedure.SHUFFLING
    )
    table.loaded(Back.BLUE)
    assert stop.may_be_seen(public_view(table.state)), "the blue deck is the wrong one"


def test_a_shuffle_that_the_machine_has_ended_already_is_no_moment_though_the_table_does_not_know_it_yet() -> None:
    """On a busy machine its event is on the way for a while; a wrong count from now on would be of the next shuffle."""
    machine = SimulatedShuffler()
    table = PureTable().opened()
    table.loaded(Back.BLUE)
    stop = Mishap(faults()["count-53"], Procedure.SHUFFLING, things={"shuffler": machine}, people=Nobody())
    machine.model.trays.shelf = Deck(back=shuffler_port.Back.BLUE)
    assert stop.may_be_seen(public_view(table.state)), "the dealer goes on"
    machine.model.trays.shelf = None
    assert not stop.may_be_seen(public_view(table.state))
