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
from firmware_host.table.dice.state import DEVICE, DiceState
from firmware_host.table.state import TableState


def folded(state: TableState, body: ControllerBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    match body:
        case JournalOpened():
            return state
        case HostStarted():
            dice = _unseen(state.dice)
            return replace(state, started=fact.number, started_at=fact.at, devices={}, puck_known=False, dice=dice)
        case ConfigurationAdopted(config=config):
            if config.mini_dice is not None:
                return replace(state, config=config, decks=(), dice=state.dice or DiceState())
            return replace(state, config=config, decks=tuple(Deck(back=back) for back in config.decks))
        case DeviceCameUp(device=device):
            return replace(state, devices={**state.devices, device: True})
        case DeviceWentDown(device=device):
            dice = _unseen(state.dice) if device == DEVICE else state.dice
            return replace(state, devices={**state.devices, device: False}, dice=dice)
        case _:
            assert_never(body)


def _unseen(dice: DiceState | None) -> DiceState | None:
    """Forget what only sensors know, and what may have changed while they do not tell."""
    return None if dice is None else replace(dice, docked=None)
