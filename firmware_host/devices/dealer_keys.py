"""Turns presses of the dealer's keys into acts; the step that shows the key decides what a press does."""

import logging
import secrets
from collections.abc import Awaitable, Callable

from drivers.dealer_keys.port import DealerKeys, KeyPressed
from drivers.lamps import Signal
from firmware_host.devices.health import DeviceHealth
from firmware_host.host.intents import Asker
from firmware_host.rules.decision import Code, Key, refused_because
from firmware_host.table.acts.intent import Refused
from firmware_host.table.acts.round import PressKey

NAME = "keys"

Idle = Callable[[Key, int], Awaitable[None]]
"""Called with a key that did nothing, and the time of the press."""

Answered = Callable[[Signal], None]
"""Called with the answer to each press, so that the dealer sees or hears it."""

log = logging.getLogger(__name__)


async def ignore(_key: Key, _at_ms: int) -> None:
    """Ignore presses that did nothing."""


def unanswered(_signal: Signal) -> None:
    """Show nothing: the table has neither lamps nor a beeper."""


async def pump(
    keys: DealerKeys, asker: Asker, health: DeviceHealth, idle: Idle = ignore, answered: Answered = unanswered
) -> None:
    """Submit every press in order, each with an id of its own, so that no press acts twice; answer each at once."""
    run_id, count = secrets.token_hex(8), 0
    await health.begin()
    async for event in keys.events():
        if not isinstance(event, KeyPressed):
            await health.hear(event)
            continue
        count += 1
        key = Key(f"{event.key}-held" if event.held else event.key)
        answer = await asker.pressed(f"{run_id}:{count}", PressKey(key=key))
        answered(Signal.REFUSED if isinstance(answer, Refused) else Signal.TAKEN)
        if isinstance(answer, Refused):
            refusal = answer.refusal
            cited = f" [{', '.join(refusal.paragraphs)}]" if refusal.paragraphs else ""
            log.warning("key %s refused: %s%s", key, refused_because(refusal), cited)
            if refusal.code is Code.NOT_NOW:
                await idle(key, event.at_ms)
