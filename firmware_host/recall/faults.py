"""Which facts tell of a fault of what every deck goes through, without naming a deck: then all of them are in doubt."""

from typing import assert_never

from firmware_host.table.controller.bodies import DeviceWentDown
from firmware_host.table.decks.bodies import ForeignDeckSeen
from firmware_host.table.shuffler.bodies import (
    DeckDelivered,
    FirmwareListTaken,
    HousingClosed,
    HousingOpened,
    ReconciliationFailed,
    ReconciliationOrdered,
    ShelfSeen,
    ShufflerBody,
    ShufflerCleared,
    ShufflerFaultOver,
    ShufflerFaultShown,
    ShufflerJammed,
    ShufflerLidClosed,
    ShufflerLidOpened,
    ShufflerReconciled,
    ShufflerRestarted,
    ShufflerSwitched,
    ShufflerTested,
    ShufflerWear,
    ShufflerWorn,
)

MACHINE = ("shuffler", "tamper")
"""The devices that put every deck in doubt when they are down: what shuffles, and the contact that watches it."""


def concerns_all(body: object) -> bool:
    """Say whether it is a fault of what every deck goes through, and names none of them."""
    match body:
        case ForeignDeckSeen():
            return True
        case DeviceWentDown(device=device):
            return device in MACHINE
        case _:
            return isinstance(body, ShufflerBody) and _puts_all_in_doubt(body)


def _puts_all_in_doubt(body: ShufflerBody) -> bool:
    """The end of a fault counts as well: until then it lasted, and nobody saw what became of the cards."""
    match body:
        case ShufflerReconciled():
            return not body.agrees
        case ShufflerTested():
            return bool(body.failed or body.worn)
        case (
            ShufflerLidOpened()
            | ShufflerLidClosed()
            | HousingOpened()
            | HousingClosed()
            | ShufflerJammed()
            | ShufflerCleared()
            | ShufflerSwitched()
            | ShufflerRestarted()
            | ShufflerFaultShown()
            | ShufflerFaultOver()
            | ReconciliationFailed()
            | ShufflerWorn()
        ):
            return True
        case ShelfSeen() | DeckDelivered() | ReconciliationOrdered() | ShufflerWear() | FirmwareListTaken():
            return False
        case _:
            assert_never(body)
