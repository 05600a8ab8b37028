"""`decide(state, intent)`: what becomes true, or why not. The one door every act goes through."""

from collections.abc import Callable
from typing import Any, get_args

from msgspec.structs import replace

from firmware_host.rules.acts import RoundAct
from firmware_host.rules.answers import Code, Key, Refusal, Role
from firmware_host.table import who_may
from firmware_host.table.alerts import decide as alerts
from firmware_host.table.alerts.acts import AlertsAct
from firmware_host.table.alerts.raising import with_alerts
from firmware_host.table.approvals import decide as approvals
from firmware_host.table.approvals.acts import ApprovalsAct, Approve, Decline
from firmware_host.table.approvals.by_two import not_alone
from firmware_host.table.button import decide as button
from firmware_host.table.button.acts import ButtonAct
from firmware_host.table.contract import Intent, Via
from firmware_host.table.controller import decide as controller
from firmware_host.table.controller.acts import ControllerAct, RestoreJournal, Start
from firmware_host.table.correcting import decide as correcting
from firmware_host.table.correcting.acts import CorrectingAct
from firmware_host.table.decks import decide as decks
from firmware_host.table.decks.acts import DecksAct
from firmware_host.table.decks.clocks import asked_just_now
from firmware_host.table.dice import decide as dice
from firmware_host.table.dice.acts import DiceAct
from firmware_host.table.drafts import Decision
from firmware_host.table.floor import decide as floor
from firmware_host.table.floor.acts import FloorAct
from firmware_host.table.games import decide as games
from firmware_host.table.games.acts import GamesAct
from firmware_host.table.keeping import decide as keeping
from firmware_host.table.keeping.acts import KeepingAct
from firmware_host.table.keys import decide as keys
from firmware_host.table.keys.acts import KeysAct
from firmware_host.table.kind import not_played_here
from firmware_host.table.money import decide as money
from firmware_host.table.money.acts import MoneyAct
from firmware_host.table.people import decide as people
from firmware_host.table.people import registry
from firmware_host.table.people.acts import PeopleAct
from firmware_host.table.play import dealing
from firmware_host.table.play.acts import ContinueRound, Deal, PressKey
from firmware_host.table.seating import decide as seating
from firmware_host.table.seating.acts import SeatingAct
from firmware_host.table.session import decide as session
from firmware_host.table.session.acts import SessionAct
from firmware_host.table.shuffler import decide as shuffler
from firmware_host.table.shuffler.acts import ShufflerAct
from firmware_host.table.state import TableState
from firmware_host.table.steps import next_steps, what_is_missing


def decide(state: TableState, intent: Intent) -> Decision:
    """Answer one intent. Reads the state, changes nothing."""
    answer = (
        who_may.not_theirs(intent)
        or _not_started(state, intent)
        or registry.not_known(state, intent)
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
