"""`decide(state, intent)`: the facts or the refusal. Every act passes through here."""

from msgspec.structs import replace

from firmware_host.rules.decision import Code, Refusal, Role, refuse
from firmware_host.table import deadlines, permissions
from firmware_host.table.acts.intent import Act, Intent, Via
from firmware_host.table.acts.round import PressKey
from firmware_host.table.acts.system import RestoreJournal, Start
from firmware_host.table.answering import answer, answers_asker
from firmware_host.table.corrections import requests
from firmware_host.table.decks import counting, deck_clocks, gate, hand_shuffling, preparation, shuffling
from firmware_host.table.decks.deck_clocks import asked_just_now
from firmware_host.table.dice import settlement, shake, shooter, wagers
from firmware_host.table.facts.fact import Decision
from firmware_host.table.floor import (
    alerts,
    approvals,
    command_keys,
    dealer_relief,
    open_and_close,
    people,
    pin_lockout,
)
from firmware_host.table.floor.alerts import with_alerts
from firmware_host.table.money import chips, fund, time_charge
from firmware_host.table.prompts import next_steps, what_is_missing
from firmware_host.table.round import dealing, game_change
from firmware_host.table.seating import away, moves, seats, stakes, straddle_missed_blinds
from firmware_host.table.shuffler import clearing_and_reconciliation, firmware, machine, service, trust
from firmware_host.table.state.people import not_known, one_is_enough
from firmware_host.table.state.table import TableState
from firmware_host.table.system import clocks_and_disk, configuration, program, record_in_doubt, restore, start

ANSWER_IN = (
    (alerts, approvals, command_keys, dealer_relief, open_and_close, people, pin_lockout),
    (away, moves, straddle_missed_blinds, seats, stakes),
    (dealing, game_change),
    (chips, fund, time_charge),
    (clocks_and_disk, configuration, deadlines, program, record_in_doubt, restore, start),
    (counting, gate, hand_shuffling, preparation, deck_clocks, shuffling),
    (clearing_and_reconciliation, firmware, machine, service, trust),
    (settlement, shake, shooter, wagers),
    (requests,),
)
"""The modules whose functions answer acts. List a new module here, or its functions are not registered."""


def decide(state: TableState, intent: Intent) -> Decision:
    """Answer one intent without changing the state."""
    if intent.role in intent.act.may_ask and trust.is_barred(state, intent.act):
        return ()
    decision = (
        permissions.not_theirs(state, intent)
        or _not_started(state, intent)
        or not_known(state, intent)
        or _out_of_date(state, intent)
        or _not_alone(state, intent.act)
        or permissions.not_played_here(state, intent.act)
        or answer(state, intent, intent.act)
    )
    return decision if isinstance(decision, Refusal) else with_alerts(state, decision)


def _not_started(state: TableState, intent: Intent) -> Refusal | None:
    """Refuse everything but the start until a configuration is in force."""
    begins = isinstance(intent.act, Start | RestoreJournal)
    return what_is_missing(state) if state.config is None and not begins else None


def _not_alone(state: TableState, act: Act) -> Refusal | None:
    """Refuse an act that needs two people, unless one is enough in this case."""
    return None if one_is_enough(state, act) else permissions.not_alone(act)


def acts_on_what_was_seen(intent: Intent) -> bool:
    """Return whether the intent's `seen` has to be checked: keys, sensors and the clock always act on the present."""
    return intent.via not in (Via.KEYS, Via.SENSOR, Via.CLOCK) and intent.role is not Role.HOST


def _out_of_date(state: TableState, intent: Intent) -> Refusal | None:
    """Refuse a person's act on an older turn, or on a fact that does not exist yet."""
    if not acts_on_what_was_seen(intent):
        return None
    if intent.seen > state.last:
        return refuse(
            f"the request refers to fact {intent.seen}, but the newest fact is {state.last}",
            "look at the table again, then repeat the request",
            code=Code.OUT_OF_DATE,
        )
    if intent.seen >= state.turn or intent.act.of_no_turn:
        return None
    return refuse(
        f"the table has moved on since fact {intent.seen}, which the request refers to: the present step began with "
        f"fact {state.turn}",
        "look at the table again, then repeat the request",
        code=Code.OUT_OF_DATE,
    )


@answers_asker(PressKey)
def press_key(state: TableState, act: PressKey, intent: Intent) -> Decision:
    """Do the step assigned to this key, in the dealer's name."""
    step = next((step for step in next_steps(state) if step.key is act.key), None)
    if step is None:
        return what_is_missing(state, act.key)
    return asked_just_now(state, step.act, intent.at) or answer(state, replace(intent, act=step.act), step.act)
