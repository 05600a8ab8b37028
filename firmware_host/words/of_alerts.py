"""What stands until people look after it: a line for each kind of fact of an alert's life."""

from collections.abc import Callable, Mapping
from typing import Any

from firmware_host.table.facts.floor import AlertAcknowledged, AlertCleared, AlertRaised, DeadlineNear

WORDS: Mapping[type, Callable[[Any], str]] = {
    AlertRaised: lambda it: f"Alert ({it.severity}): {it.say}",
    AlertAcknowledged: lambda it: f"The {it.role} has seen alert {it.of}.",
    AlertCleared: lambda it: f"The {it.role} clears alert {it.of}{f': {it.note}' if it.note else ''}.",
    DeadlineNear: lambda it: f"Time runs out: {it.say}",
}
