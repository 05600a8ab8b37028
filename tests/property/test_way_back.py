"""Whatever a shuffler has said, in whatever order: while it is honest again, the steps on the screen lead to a deal."""

import random

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Refusal
from firmware_host.table.acts.decks import CountCards, Recount, ReportShuffleFailure, SenseDeck
from firmware_host.table.acts.intent import Act
from firmware_host.table.acts.shuffler import (
    OrderClearing,
    OrderReconciliation,
    ReportActFailure,
    ReportClearing,
    ReportDelivery,
    ReportEmptied,
    ReportReconciliation,
    ReportSelfTest,
    ReportStanding,
    ReportUnreadable,
    SenseJam,
    SenseLid,
    SenseRestart,
    SenseSwitch,
)
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.device_orders import (
    ClearCommand,
    DeliverCommand,
    DeviceCommand,
    ReconcileCommand,
    outstanding,
)
from firmware_host.table.prompts import next_steps, what_is_missing
from firmware_host.table.state.shuffler import ShufflerState
from firmware_host.table.terms import Back, JamPlace, Mode, Rest
from tests.worlds.pure_table import JOURNAL, PureTable, report

WALKS = 400

LONGEST_WAY = 60

UP = SenseDevice(device="shuffler", up=True, detail="SIM-0001", pairing="aa")

Decks = (Back.BLUE, Back.RED)


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize("part", range(4))
def test_the_screen_leads_back_to_a_deal(part: int) -> None:
    for number in range(WALKS // 4):
        chance = random.Random(f"{part} {number}")
        table = PureTable().opened()
        table.does(UP)
        for _ in range(chance.randint(1, 8)):
            if chance.random() < 0.3:
                _machine_does(table) or _person_does(table)
            else:
                table.ask(_said(table, chance))
        way = _way_back(table)
        assert table.state.round is not None, f"{part} {number}: {way[-6:]}, {what_is_missing(table.state)}"


def _way_back(table: PureTable) -> list[str]:
    """Let the machine be honest, and people do what the screen says; return what they did."""
    way: list[str] = []
    while table.state.round is None and len(way) < LONGEST_WAY:
        mended = _mended(table)
        if mended is not None:
            table.does(mended)
            way.append(type(mended).__name__)
        elif _machine_does(table):
            way.append("machine")
        else:
            said = _person_does(table)
            if said is None:
                break
            way.append(said)
    return way


def _mended(table: PureTable) -> Act | None:
    """Let two people count what is held; return what people do whom the screen asks to see to the machine itself."""
    for deck in table.state.decks:
        if deck.suspect is not None:
            table.by_two(Recount(back=deck.back, counted=52))
    shuffler = table.state.shuffler
    if table.state.devices.get("shuffler") is False:
        return UP
    if shuffler.lid_open:
        return SenseLid(open=False)
    if shuffler.jam is not None and not shuffler.clear:
        return SenseLid(open=True)
    if shuffler.mode is Mode.SORT:
        return SenseSwitch(mode=Mode.SHUFFLE)
    if shuffler.output is not None:
        return ReportEmptied(place=JamPlace.OUTPUT)
    return ReportEmptied(place=JamPlace.SHELVES) if _was_not_given_out(shuffler, table) else None


def _was_not_given_out(shuffler: ShufflerState, table: PureTable) -> bool:
    """Return whether people take the deck off the shelf, as the screen says where a delivery failed."""
    orders = [command.number for command in outstanding(table.state) if isinstance(command, DeliverCommand)]
    return any(number in shuffler.ended for number in orders)


def _machine_does(table: PureTable) -> bool:
    """Carry out the next order, and report its end honestly; an order whose end was reported is done for ever."""
    for command in outstanding(table.state):
        if command.number not in table.state.shuffler.ended:
            table.does(_honest(table, command))
            return True
    return False


def _honest(table: PureTable, command: DeviceCommand) -> Act:
    number, inside = command.number, table.state.in_shuffler
    match command:
        case ReconcileCommand():
            lying = 52 if inside is not None and inside.proof is not None else 0
            return ReportReconciliation(
                journal=JOURNAL, order=number, went_in=52 + lying, came_out=52, lying=lying, astray=0
            )
        case ClearCommand():
            return ReportClearing(journal=JOURNAL, order=number, found=0)
        case DeliverCommand():
            back = table.state.shuffler.shelf or (inside.back if inside is not None else Back.BLUE)
            rest = Rest(output=back, output_cards=52)
            return ReportDelivery(journal=JOURNAL, order=number, back=back, counted=52, rest=rest)
        case _:
            return report(number, command.back)


def _person_does(table: PureTable) -> str | None:
    """Do the step that is expected; return its words, or None where the screen expects none."""
    step = next((step for step in next_steps(table.state) if step.expected), None)
    if step is None:
        return None
    if step.do and step.do[0].startswith("Open the lid, take out stray cards"):
        table.does(SenseLid(open=True))
        table.does(SenseLid(open=False))
        return step.say
    act = step.act
    if isinstance(act, CountCards) and act.counted is not None:
        act = replace(act, counted=52)
    answer = table.ask(act)
    assert not isinstance(answer, Refusal), (step.say, answer)
    return step.say


def _said(table: PureTable, chance: random.Random) -> Act:
    """Return any act of the shuffler, or of a person at it; most are lies."""
    order, back, rest = _an_order(table, chance), chance.choice(Decks), _rest(chance)
    in_and_out = chance.choice([(52, 52, 0, 0), (52, 51, 0, 1), (52, 0, 52, 0), (52, 51, 0, 0), (52, 52, 0, 2)])
    went_in, came_out, lying, astray = in_and_out
    return chance.choice(
        (
            report(order, back, counted=chance.choice([52, 51]), rest=chance.choice([rest, None])),
            ReportShuffleFailure(journal=JOURNAL, order=order, reason="jam"),
            ReportDelivery(journal=JOURNAL, order=order, back=back, counted=chance.choice([52, 51]), rest=rest),
            ReportReconciliation(
                journal=JOURNAL, order=order, went_in=went_in, came_out=came_out, lying=lying, astray=astray
            ),
            ReportClearing(journal=JOURNAL, order=order, found=chance.choice([0, 1])),
            ReportSelfTest(journal=JOURNAL, order=order, failed=(), worn=()),
            ReportActFailure(journal=JOURNAL, order=order, reason="a part is broken"),
            ReportUnreadable(what="JAMMED", length=10, digest="aa", journal=JOURNAL, order=order),
            ReportEmptied(place=chance.choice([JamPlace.SHELVES, JamPlace.OUTPUT])),
            SenseLid(open=chance.random() < 0.5),
            SenseJam(place=chance.choice(list(JamPlace))),
            SenseSwitch(mode=chance.choice(list(Mode))),
            SenseRestart(),
            SenseDeck(back=back),
            OrderClearing(),
            OrderReconciliation(),
            replace(UP, up=False),
            *(ReportStanding(rest=rest),) * 4,
        )
    )


def _an_order(table: PureTable, chance: random.Random) -> int:
    given = [asked.number for asked in table.state.shuffler.asked[-6:]]
    return chance.choice([0, *given, *(command.number for command in outstanding(table.state))])


def _rest(chance: random.Random) -> Rest:
    shelf, output = (chance.choice([None, None, *Decks]) for _ in range(2))
    return Rest(
        mode=chance.choice([Mode.SHUFFLE] * 5 + [Mode.SORT]),
        lid_open=chance.random() < 0.08,
        jam=chance.choice([None] * 12 + list(JamPlace)),
        feed=chance.choice([None, None, *Decks]),
        shelf=shelf,
        shelf_cards=chance.choice([52, 52, 51, 1]) if shelf else 0,
        output=output,
        output_cards=chance.choice([52, 52, 51, 1]) if output else 0,
        astray=chance.choice([0, 0, 1, 2]),
        moving=chance.random() < 0.05,
    )
