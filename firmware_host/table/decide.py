"""`decide(state, intent)`: what becomes true, or why not. The one door every act goes through."""

from collections.abc import Callable
from typing import Any, get_args

from msgspec.structs import replace

from firmware_host.rules.decision import Code, Key, Refusal, Role
from firmware_host.rules.round_acts import RoundAct
from firmware_host.table import permissions
from firmware_host.table.acts.approvals import ApprovalsAct, Approve, Decline
from firmware_host.table.acts.corrections import CorrectingAct
from firmware_host.table.acts.decks import DecksAct
from firmware_host.table.acts.dice import DiceAct
from firmware_host.table.acts.floor import AlertsAct, FloorAct, KeysAct, PeopleAct, SessionAct
from firmware_host.table.acts.intent import Intent, Via
from firmware_host.table.acts.money import MoneyAct
from firmware_host.table.acts.round import ButtonAct, ContinueRound, Deal, GamesAct, PressKey
from firmware_host.table.acts.seating import SeatingAct
from firmware_host.table.acts.shuffler import ShufflerAct
from firmware_host.table.acts.system import ControllerAct, KeepingAct, RestoreJournal, Start
from firmware_host.table.corrections import requests as correcting
from firmware_host.table.decks import deck_answers as decks
from firmware_host.table.decks.rotation import asked_just_now
from firmware_host.table.dice import dice_answers as dice
from firmware_host.table.facts.fact import Decision
from firmware_host.table.floor import alerts, approvals, people
from firmware_host.table.floor import calls as floor
from firmware_host.table.floor import command_keys as keys
from firmware_host.table.floor import opening as session
from firmware_host.table.floor.alerts import with_alerts
from firmware_host.table.floor.two_person_rules import not_alone
from firmware_host.table.money import house_money as money
from firmware_host.table.poker_or_dice import not_played_here
from firmware_host.table.prompts import next_steps, what_is_missing
from firmware_host.table.round import button, dealing
from firmware_host.table.round import game_change as games
from firmware_host.table.seating import seat_answers as seating
from firmware_host.table.shuffler import machine as shuffler
from firmware_host.table.state.people import not_known
from firmware_host.table.state.table import TableState
from firmware_host.table.system import clocks_and_disk as keeping
from firmware_host.table.system import start as controller


def decide(state: TableState, intent: Intent) -> Decision:
    """Answer one intent. Reads the state, changes nothing."""
    answer = (
        permissions.not_theirs(intent)
        or _not_started(state, intent)
        or not_known(state, intent)
        or _out_of_date(state, intent)
        or not_alone(intent.act)
        or not_played_here(state, intent.act)
        or _answer(state, intent)
    )
    return answer if isinstance(answer, Refusal) else with_alerts(state, answer)


def _answer(state: TableState, intent: Intent) -> Decision:
    return ANSWERED_BY[type(intent.act)](state, intent, intent.act)


def _not_started(state: TableState, intent: Intent) -> Refusal | None:
    """Refuse all but the start before a configuration is in force: a journal's first fact says that it opened."""
    begins = isinstance(intent.act, Start | RestoreJournal)
    return what_is_missing(state) if state.config is None and not begins else None


OF_NO_TURN = AlertsAct | Approve | Decline

"""Acts that name the fact they are about: that the game has gone on meanwhile changes nothing for them."""


def acts_on_what_was_seen(intent: Intent) -> bool:
    """Return whether it is a person's: keys, sensors and the clock act on the present by nature."""
    return intent.via not in (Via.KEYS, Via.SENSOR, Via.CLOCK) and intent.role is not Role.HOST


def _out_of_date(state: TableState, intent: Intent) -> Refusal | None:
    """Refuse a person's act on an older turn, or on a fact that does not exist: nobody could tell how old it is."""
    if not acts_on_what_was_seen(intent):
        return None
    if intent.seen > state.last:
        return Refusal(
            code=Code.OUT_OF_DATE,
            reason=f"it was asked on fact {intent.seen}, and {state.last} is the newest",
            allowed_by="look again and ask again",
        )
    if intent.seen >= state.turn:
        return None
    if isinstance(intent.act, OF_NO_TURN):
        return None
    return Refusal(
        code=Code.OUT_OF_DATE,
        reason=f"the table has gone on since (you saw {intent.seen}, it is at {state.turn})",
        allowed_by="look again and ask again",
    )


def _press(state: TableState, intent: Intent, key: Key) -> Decision:
    """Do what the step with this key says, in the dealer's name."""
    step = next((step for step in next_steps(state) if step.key is key), None)
    if step is None:
        return what_is_missing(state, key)
    return asked_just_now(state, step.act, intent.at) or _answer(state, replace(intent, act=step.act))


Answering = Callable[[TableState, Intent, Any], Decision]


ANSWERED_BY: dict[type, Answering] = {
    kind: answer
    for kinds, answer in (
        (RoundAct, lambda state, _, act: dealing.act_in_round(state, act)),
        (ControllerAct, controller.answer),
        (KeepingAct, keeping.answer),
        (SessionAct, session.answer),
        (PeopleAct, people.answer),
        (KeysAct, keys.answer),
        (SeatingAct, seating.answer),
        (MoneyAct, money.answer),
        (GamesAct, games.answer),
        (DecksAct, decks.answer),
        (ShufflerAct, lambda state, _, act: shuffler.answer(state, act)),
        (ButtonAct, button.answer),
        (FloorAct, floor.answer),
        (AlertsAct, alerts.answer),
        (DiceAct, dice.answer),
        (CorrectingAct, lambda state, _, act: correcting.answer(state, act)),
        (ApprovalsAct, approvals.answer),
        (Deal, lambda state, intent, _: dealing.deal(state, intent.at)),
        (ContinueRound, lambda state, _, act: dealing.continue_round(state, act)),
        (PressKey, lambda state, intent, act: _press(state, intent, act.key)),
    )
    for kind in (get_args(kinds) or (kinds,))
}
