"""The dealer's keys: a press asks for what the step with that key says."""

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
"""Hears of a key that did nothing, and when."""

log = logging.getLogger(__name__)


async def nobody(_key: Key, _at_ms: int) -> None:
    """Whoever has no use for them."""


async def pump(keys: DealerKeys, asker: Asker, health: DeviceHealth, idle: Idle = nobody) -> None:
    """Ask for every press, in order. A press is not asked for twice: each has an id of its own."""
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
            log.warning("key %s: %s; needs: %s %s", key, refusal.reason, refusal.allowed_by, refusal.paragraphs)
            if refusal.code is Code.NOT_NOW:
                await idle(key, event.at_ms)
