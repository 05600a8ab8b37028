"""Turns presses of the dealer's keys into acts; the step that shows the key decides what a press does."""

import logging
import secrets
from collections.abc import Awaitable, Callable

from drivers.dealer_keys.port import DealerKeys, KeyPressed
from firmware_host.devices.health import DeviceHealth
from firmware_host.host.intents import Asker
from firmware_host.rules.decision import Code, Key
from firmware_host.table.acts.intent import Refused
from firmware_host.table.acts.round import PressKey

NAME = "keys"

Idle = Callable[[Key, int], Awaitable[None]]
"""Called with a key that did nothing, and the time of the press."""

log = logging.getLogger(__name__)


async def ignore(_key: Key, _at_ms: int) -> None:
    """Ignore presses that did nothing."""


async def pump(keys: DealerKeys, asker: Asker, health: DeviceHealth, idle: Idle = ignore) -> None:
    """Submit every press in order, each with an id of its own, so that no press acts twice."""
    run_id, count = secrets.token_hex(8), 0
    await health.begin()
    async for event in keys.events():
        if not isinstance(event, KeyPressed):
            await health.hear(event)
            continue
        count += 1
        key = Key(f"{event.key}-held" if event.held else event.key)
        answer = await asker.pressed(f"{run_id}:{count}", PressKey(key=key))
        if isinstance(answer, Refused):
            refusal = answer.refusal
            log.warning(
                "key %s refused: %s; needed: %s %s", key, refusal.reason, refusal.allowed_by, refusal.paragraphs
            )
            if refusal.code is Code.NOT_NOW:
                await idle(key, event.at_ms)
