"""Which keys are known, folded."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.table.contract import Fact
from firmware_host.table.keys.bodies import KeyEnrolled, KeyRevoked, KeysBody
from firmware_host.table.keys.key import CommandKey
from firmware_host.table.state import TableState


def folded(state: TableState, body: KeysBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    del fact
    match body:
        case KeyEnrolled():
            known = CommandKey(public=body.public, actor=body.actor, role=body.role)
        case KeyRevoked():
            known = replace(state.keys[body.key], revoked=True)
        case _:
            assert_never(body)
    return replace(state, keys={**state.keys, body.key: known})
