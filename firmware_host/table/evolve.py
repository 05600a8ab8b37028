"""`evolve(state, fact)`: the state after one more fact. Each area folds its own facts."""

from collections.abc import Callable
from typing import Any, get_args

from msgspec.structs import replace

from firmware_host.rules.round_facts import RoundBody
from firmware_host.table.corrections import correction_folds
from firmware_host.table.decks import deck_folds as decks
from firmware_host.table.dice import dice_folds as dice
from firmware_host.table.facts.corrections import CorrectingBody
from firmware_host.table.facts.decks import DecksBody
from firmware_host.table.facts.dice import DiceBody
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.floor import AlertsBody, ApprovalsBody, FloorBody, KeysBody, PeopleBody, SessionBody
from firmware_host.table.facts.money import MoneyBody
from firmware_host.table.facts.record_in_doubt import RecordBody
from firmware_host.table.facts.round import ButtonBody, GamesBody, PlayBody
from firmware_host.table.facts.seating import SeatingBody
from firmware_host.table.facts.shuffler import ShufflerBody
from firmware_host.table.facts.system import ControllerBody, DeviceCameUp, KeepingBody
from firmware_host.table.floor import alerts, approvals, command_keys, dealer_relief, idleness, people
from firmware_host.table.floor import open_and_close as session
from firmware_host.table.money import money_folds as money
from firmware_host.table.round import round_folds
from firmware_host.table.seating import seats as seating
from firmware_host.table.shuffler import shuffler_folds as shuffler
from firmware_host.table.state.contradictions import with_orders
from firmware_host.table.state.round_log import Recorded, Told, appended
from firmware_host.table.state.table import TableState
from firmware_host.table.system import clocks_and_disk as keeping
from firmware_host.table.system import record_in_doubt
from firmware_host.table.system import start as controller

Fold = Callable[[TableState, Any, Fact], TableState]


def evolve(state: TableState, fact: Fact) -> TableState:
    """Fold one fact. Amendments are applied by the ledger, which folds the amended facts again."""
    following = _logged(_folded(state, fact), fact)
    following = money.after(following, fact)
    following = idleness.after(state, following, fact)
    return _numbered(following, fact)


FOLDED_BY: dict[type, Fold] = {
    kind: folded
    for kinds, folded in (
        (RoundBody | PlayBody, round_folds.folded),
        (ControllerBody, controller.folded),
        (KeepingBody, keeping.folded),
        (RecordBody, record_in_doubt.folded),
        (SessionBody, session.folded),
        (PeopleBody, people.folded),
        (KeysBody, command_keys.keys_folded),
        (SeatingBody, seating.folded),
        (MoneyBody, money.folded),
        (GamesBody, round_folds.games_folded),
        (DecksBody, decks.folded),
        (ShufflerBody, shuffler.folded),
        (ButtonBody, round_folds.button_folded),
        (FloorBody, dealer_relief.folded),
        (AlertsBody, alerts.folded),
        (DiceBody, dice.folded),
        (ApprovalsBody, approvals.folded),
        (CorrectingBody, correction_folds.folded),
    )
    for kind in (get_args(kinds) or (kinds,))
}


GIVES_ORDERS = frozenset((*get_args(DecksBody), *get_args(ShufflerBody), DeviceCameUp))
"""The facts after which the shuffler's orders are worked out again."""


def _folded(state: TableState, fact: Fact) -> TableState:
    kind = type(fact.body)
    folded = FOLDED_BY[kind](state, fact.body, fact)
    return with_orders(folded) if kind in GIVES_ORDERS else folded


def _logged(state: TableState, fact: Fact) -> TableState:
    """Keep the facts of the round under way, which an amendment may change."""
    body = fact.body
    if not isinstance(body, Recorded) or (state.dice is None and not isinstance(body, RoundBody)):
        return state
    told = Told(number=fact.number, cause=fact.cause, body=body)
    return replace(state, told=appended(state.told, told) if state.round or state.dice else ())


def _numbered(state: TableState, fact: Fact) -> TableState:
    body = fact.body
    if not (body.ends_turn or (body.ends_turn_between_rounds and state.round is None)):
        return replace(state, last=fact.number)
    same_step = state.latest_cause == fact.cause
    step: tuple[int, ...] = ()
    # A step is taken back whole or not at all: one fact that may not be taken back keeps the whole step.
    if body.may_be_taken_back() and not (same_step and not state.latest_step):
        step = (*(state.latest_step if same_step else ()), fact.number)
    return replace(state, last=fact.number, turn=fact.number, latest_step=step, latest_cause=fact.cause)
