"""The buttons' facts, folded."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.table.button.bodies import (
    ButtonBody,
    ButtonMoved,
    ButtonPlaced,
    ButtonTakenAway,
    KillButtonCollected,
    KillButtonMoved,
    KillButtonPlaced,
    PuckSeen,
)
from firmware_host.table.contract import Fact
from firmware_host.table.state import TableState


def folded(state: TableState, body: ButtonBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    del fact
    match body:
        case ButtonPlaced(seat=seat) | ButtonMoved(seat=seat):
            return replace(state, button=seat)
        case ButtonTakenAway():
            return replace(state, button=None, button_before_stud=state.button)
        case KillButtonPlaced(seat=seat) | KillButtonMoved(seat=seat):
            return replace(state, kill_button=seat)
        case KillButtonCollected():
            return replace(state, kill_button=None)
        case PuckSeen(seat=seat):
            return replace(state, puck=seat, puck_known=True)
        case _:
            assert_never(body)
