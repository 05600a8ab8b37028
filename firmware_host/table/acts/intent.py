"""The intent, the closed union of all acts, and the table's answers."""

from enum import StrEnum

from firmware_host.rules.decision import Refusal, Role, Step
from firmware_host.rules.round_acts import RoundAct
from firmware_host.rules.struct import Record
from firmware_host.table.acts.approvals import ApprovalsAct
from firmware_host.table.acts.corrections import CorrectingAct
from firmware_host.table.acts.decks import DecksAct
from firmware_host.table.acts.dice import DiceAct
from firmware_host.table.acts.floor import AlertsAct, FloorAct, KeysAct, PeopleAct, SessionAct
from firmware_host.table.acts.money import MoneyAct
from firmware_host.table.acts.record_in_doubt import RecordAct
from firmware_host.table.acts.round import ButtonAct, GamesAct, PlayAct
from firmware_host.table.acts.seating import SeatingAct
from firmware_host.table.acts.shuffler import ShufflerAct
from firmware_host.table.acts.system import ControllerAct, KeepingAct
from firmware_host.table.clocks import Stamp
from firmware_host.table.terms import IntentId

Act = (
    ControllerAct
    | KeepingAct
    | RecordAct
    | SessionAct
    | PeopleAct
    | KeysAct
    | SeatingAct
    | GamesAct
    | MoneyAct
    | DecksAct
    | ShufflerAct
    | ButtonAct
    | PlayAct
    | FloorAct
    | AlertsAct
    | DiceAct
    | ApprovalsAct
    | CorrectingAct
    | RoundAct
)


TableStep = Step[Act]


class Via(StrEnum):
    """The way an intent reached the host."""

    PANEL = "panel"
    KEYS = "keys"
    MQTT = "mqtt"
    SENSOR = "sensor"
    CLOCK = "clock"
    SCRIPT = "script"


class Intent(Record, frozen=True, kw_only=True):
    """One request to the table. `seen` is the newest fact the asker knew, 0 for a sensor or a key."""

    id: IntentId
    actor: str
    role: Role
    via: Via
    at: Stamp
    seen: int
    act: Act


class Accepted(Record, frozen=True, kw_only=True, tag_field="kind", tag="accepted"):
    """The table accepted the intent and recorded these facts before it answered; none if nothing had to change."""

    id: IntentId
    numbers: tuple[int, ...] = ()
    """The numbers of the facts; empty if nothing had to change."""


class Refused(Record, frozen=True, kw_only=True, tag_field="kind", tag="refused"):
    """The intent changed nothing."""

    id: IntentId
    refusal: Refusal


Answer = Accepted | Refused
