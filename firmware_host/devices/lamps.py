"""
Works out the patterns of the lamps from the public view of the table.

Status: lit with a short wink while the controller runs; blinks fast while a device is down or a fault is not
acknowledged. If it is dark or does not wink, ignore the other lamps. Gate: lit while play may continue (a proved deck
is in play or may be dealt, or wagers may be taken); blinks slowly while the table waits; otherwise dark. Call: lit
while the floor is called; blinks fast while an alert is not acknowledged or a request waits for approval.

Each press of a key is answered by a signal of the status lamp, from `dealer_keys`.
"""

import asyncio
from collections.abc import Callable, Mapping

from drivers.lamps import Lamps, Pattern
from firmware_host.rules.dice.shaker import Moment
from firmware_host.table.acts.round import Deal
from firmware_host.table.dice.dice_view import DiceView
from firmware_host.table.terms import Severity
from firmware_host.table.view import View

NAME = "lamps"
STATUS, GATE, CALL = "status", "gate", "call"

FACES = tuple(f"dice-{face}" for face in range(1, 7))
"""The lights inside the dice keys, face 1 first."""

GRAVE = (Severity.FAULT, Severity.VIOLATION)


async def serve(lamps: Lamps, view: Callable[[], View], changed: asyncio.Event) -> None:
    """
    Show the table until cancelled; `changed` is set whenever its state changes.

    At the end every lamp goes dark, so that no blink is due once the pins are released.
    """
    try:
        while True:
            changed.clear()
            lamps.show(patterns(view()))
            await changed.wait()
    finally:
        lamps.show({})


def patterns(view: View) -> Mapping[str, Pattern]:
    """Return the pattern of each lamp."""
    lights = dict.fromkeys(FACES, Pattern.DARK) if view.dice is None else _lights(view.dice)
    return {STATUS: _status(view), GATE: _gate(view), CALL: _call(view), **lights}


def _status(view: View) -> Pattern:
    at_fault = not all(view.devices.values()) or any(
        alert.severity in GRAVE and not alert.acknowledged for alert in view.alerts
    )
    return Pattern.FAST if at_fault else Pattern.BEAT


def _gate(view: View) -> Pattern:
    if not view.open:
        return Pattern.DARK
    if view.dice is not None:
        return Pattern.LIT if view.dice.moment is Moment.WAGERS and view.waiting_for is None else Pattern.DARK
    if view.waiting_for is not None:
        return Pattern.SLOW
    if view.round is not None or any(isinstance(step.act, Deal) for step in view.steps):
        return Pattern.LIT
    return Pattern.DARK


def _call(view: View) -> Pattern:
    if view.approvals or any(not alert.acknowledged for alert in view.alerts):
        return Pattern.FAST
    return Pattern.LIT if view.floor_called else Pattern.DARK


def _lights(dice: DiceView) -> Mapping[str, Pattern]:
    """Light the keys of the noted faces (held, they take the roll back); blink the others while a face is awaited."""
    asked = dice.moment is Moment.UNCOVERED
    awaited = Pattern.SLOW if asked else Pattern.DARK
    return {name: Pattern.LIT if face in dice.faces else awaited for face, name in enumerate(FACES, 1)}
