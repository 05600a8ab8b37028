"""Everything that can become true at a table: the closed union `Body`, the round's bodies among them."""

from firmware_host.rules.bodies import RoundBody, RoundStarted
from firmware_host.table.alerts.bodies import AlertsBody
from firmware_host.table.approvals.bodies import ApprovalsBody
from firmware_host.table.button.bodies import ButtonBody
from firmware_host.table.controller.bodies import ControllerBody
from firmware_host.table.correcting.bodies import CorrectingBody
from firmware_host.table.decks.bodies import DecksBody
from firmware_host.table.dice.bodies import DiceBody, WagersOpened
from firmware_host.table.floor.bodies import FloorBody
from firmware_host.table.games.bodies import GamesBody
from firmware_host.table.keeping.bodies import KeepingBody
from firmware_host.table.keys.bodies import KeysBody
from firmware_host.table.money.bodies import MoneyBody
from firmware_host.table.people.bodies import PeopleBody
from firmware_host.table.play.bodies import PlayBody
from firmware_host.table.seating.bodies import SeatingBody
from firmware_host.table.session.bodies import SessionBody
from firmware_host.table.shuffler.bodies import ShufflerBody

Body = (
    ControllerBody
    | KeepingBody
    | SessionBody
    | PeopleBody
    | KeysBody
    | SeatingBody
    | GamesBody
    | MoneyBody
    | DecksBody
    | ShufflerBody
    | ButtonBody
    | PlayBody
    | FloorBody
    | AlertsBody
    | DiceBody
    | ApprovalsBody
    | CorrectingBody
    | RoundBody
)

ROUND_BEGINS = (RoundStarted, WagersOpened)
"""The first fact of a round: of poker, or of a shake of the dice with its wagers."""
