"""Everything that may be asked of a table, or be seen by its sensors: the closed union `Act`."""

from firmware_host.rules.acts import RoundAct
from firmware_host.table.alerts.acts import AlertsAct
from firmware_host.table.approvals.acts import ApprovalsAct
from firmware_host.table.button.acts import ButtonAct
from firmware_host.table.controller.acts import ControllerAct
from firmware_host.table.correcting.acts import CorrectingAct
from firmware_host.table.decks.acts import DecksAct
from firmware_host.table.dice.acts import DiceAct
from firmware_host.table.floor.acts import FloorAct
from firmware_host.table.games.acts import GamesAct
from firmware_host.table.keeping.acts import KeepingAct
from firmware_host.table.keys.acts import KeysAct
from firmware_host.table.money.acts import MoneyAct
from firmware_host.table.people.acts import PeopleAct
from firmware_host.table.play.acts import PlayAct
from firmware_host.table.seating.acts import SeatingAct
from firmware_host.table.session.acts import SessionAct
from firmware_host.table.shuffler.acts import ShufflerAct

Act = (
    ControllerAct
    | KeepingAct
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
