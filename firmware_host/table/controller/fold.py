"""The controller's own facts, folded."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.table.contract import Fact
from firmware_host.table.controller.bodies import (
    ConfigurationAdopted,
    ControllerBody,
    DeviceCameUp,
    DeviceWentDown,
    HostStarted,
    JournalOpened,
)
from firmware_host.table.decks.deck import Deck
from firmware_host.table.state import TableState


def folded(state: TableState, body: ControllerBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    match body:
        case JournalOpened():
            return state
        case HostStarted():
            return replace(state, started=fact.number, started_at=fact.at, devices={}, puck_known=False)
        case ConfigurationAdopted(config=config):
            return replace(state, config=config, decks=tuple(Deck(back=back) for back in config.decks))
        case DeviceCameUp(device=device):
            return replace(state, devices={**state.devices, device: True})
        case DeviceWentDown(device=device):
            return replace(state, devices={**state.devices, device: False})
        case _:
            assert_never(body)
