"""`decide(state, intent)`: what becomes true, or why not. The one door every act goes through."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules.acts import RoundAct, VoidRound
from firmware_host.rules.answers import Code, Draft, Key, Refusal, Role
from firmware_host.table import corrections, dealing, floor, not_offered, opening, shuffling, stakes_on_table
from firmware_host.table.acts import (
    Act,
    AddChips,
    CallFloor,
    CutDeck,
    Deal,
    EndFloorCall,
    OpenTable,
    PassDeadline,
    PressKey,
    ReportShuffle,
    ReportShuffleFailure,
    SenseDeck,
    SenseDevice,
    SensePuck,
    Start,
    TakeBack,
)
from firmware_host.table.bodies import DeviceCameUp, DeviceWentDown, PuckSeen, ShuffleOverdue
from firmware_host.table.contract import Intent, TableDraft, Via
from firmware_host.table.deadlines import overdue_deck
from firmware_host.table.stamp import Stamp
from firmware_host.table.state import TableState
from firmware_host.table.steps import next_steps, what_is_missing

Drafts = tuple[TableDraft, ...]

SENSED = (SenseDevice, SenseDeck, ReportShuffle, ReportShuffleFailure, SensePuck)
BY_HOST = (Start, PassDeadline)
BY_TWO = (VoidRound,)
"""What two people decide. The host asks for it in their name once both have agreed."""


def decide(state: TableState, intent: Intent) -> Drafts | Refusal:
    """Answer one intent. Reads the state, changes nothing."""
    return (
        _not_theirs(intent)
        or _not_started(state, intent)
        or _out_of_date(state, intent)
        or _not_alone(intent)
        or _answer(state, intent)
    )


def _answer(state: TableState, intent: Intent) -> Drafts | Refusal:
    act = intent.act
    if isinstance(act, RoundAct):
        return dealing.act_in_round(state, act)
    if isinstance(act, not_offered.NotOffered):
        return not_offered.refusal(act)
    match act:
        case Start():
            return opening.start(state, act)
        case OpenTable():
            return opening.open_table(state, act)
        case CutDeck():
            return dealing.cut(state, act)
        case Deal():
            return dealing.deal(state)
        case AddChips():
            return stakes_on_table.add(state, act)
        case PressKey():
            return _press(state, intent, act.key)
        case TakeBack():
            return dealing.take_back(state)
        case CallFloor():
            return floor.call(state)
        case EndFloorCall():
            return floor.end_call(state)
        case SenseDevice():
            return _sense_device(state, act)
        case SenseDeck():
            return shuffling.sense_deck(state, act)
        case ReportShuffle():
            return shuffling.report_shuffle(state, act)
        case ReportShuffleFailure():
            return shuffling.report_failure(state, act)
        case SensePuck():
            return _sense_puck(state, act)
        case PassDeadline():
            return _pass_deadline(state, act, intent.at)
        case _:
            assert_never(act)


def _not_theirs(intent: Intent) -> Refusal | None:
    allowed = _allowed_roles(intent.act)
    if intent.role in allowed:
        return None
    return Refusal(
        code=Code.NOT_YOUR_ROLE,
        reason=f"a {intent.role} may not do this",
        allowed_by=" or ".join(sorted(allowed)),
    )


def _allowed_roles(act: Act) -> frozenset[Role]:
    if isinstance(act, SENSED):
        return frozenset({Role.DEVICE})
    if isinstance(act, BY_HOST):
        return frozenset({Role.HOST})
    if isinstance(act, BY_TWO):
        return frozenset({Role.DEALER, Role.FLOORPERSON, Role.HOST})
    if isinstance(act, PressKey):
        return frozenset({Role.DEALER})
    if isinstance(act, TakeBack):
        return corrections.BY
    return frozenset({Role.DEALER, Role.FLOORPERSON})


def _not_started(state: TableState, intent: Intent) -> Refusal | None:
    """Refuse all but the start before a configuration is in force: a journal's first fact says that it opened."""
    return what_is_missing(state) if state.config is None and not isinstance(intent.act, Start) else None


def _out_of_date(state: TableState, intent: Intent) -> Refusal | None:
    """Refuse a person's act on an older turn; keys, sensors and the clock act on the present by nature."""
    if intent.via in (Via.KEYS, Via.SENSOR, Via.CLOCK) or intent.role is Role.HOST or intent.seen >= state.turn:
        return None
    return Refusal(
        code=Code.OUT_OF_DATE,
        reason=f"the table has gone on since (you saw {intent.seen}, it is at {state.turn})",
        allowed_by="look again and ask again",
    )


def _not_alone(intent: Intent) -> Refusal | None:
    if not isinstance(intent.act, BY_TWO) or intent.role is Role.HOST:
        return None
    return Refusal(
        code=Code.TWO_PEOPLE_NEEDED,
        paragraphs=("I-8",),
        reason="nobody declares a round void alone",
        allowed_by="the floorperson with a second person, once the table can be told of both",
    )


def _press(state: TableState, intent: Intent, key: Key) -> Drafts | Refusal:
    step = next((step for step in next_steps(state) if step.key is key), None)
    return what_is_missing(state) if step is None else _answer(state, replace(intent, act=step.act))


def _sense_device(state: TableState, act: SenseDevice) -> Drafts:
    if state.devices.get(act.device) is act.up:
        return ()
    body = (DeviceCameUp if act.up else DeviceWentDown)(device=act.device, detail=act.detail)
    return (Draft(body=body, paragraphs=()),)


def _sense_puck(state: TableState, act: SensePuck) -> Drafts:
    if state.puck_known and state.puck == act.seat:
        return ()
    return (Draft(body=PuckSeen(seat=act.seat), paragraphs=("14.10(c)",)),)


def _pass_deadline(state: TableState, act: PassDeadline, at: Stamp) -> Drafts:
    deck = overdue_deck(state, act.name, at)
    if deck is None or deck.order is None:
        return ()
    return (Draft(body=ShuffleOverdue(back=deck.back, order=deck.order), paragraphs=("14.5(a)",)),)
