"""Connects the web pages and the support bundle to the running controller's figures."""

import asyncio
import dataclasses
import json
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

import msgspec

from firmware_host.app.supervisor import Supervisor
from firmware_host.host.clock import Clock
from firmware_host.host.host import Host
from firmware_host.journal.store import Journal
from firmware_host.latency_histogram import LatencyHistogram
from firmware_host.mqtt.counters import Counts
from firmware_host.table.deadlines import deadlines
from firmware_host.web.parts import Sources
from firmware_host.web.readiness import Reason, reasons

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from firmware_host.panel.panel import Panel

Counting = Callable[[], "DataclassInstance"]
"""Returns a dataclass with the counts of a device's link."""


async def bundle_files(figures: Sources, log_tail: Callable[[], str]) -> dict[str, str]:
    """Return the files of a support bundle about the running controller; import the metrics module only now."""
    metrics = await asyncio.to_thread(import_module, "firmware_host.web.metrics")
    against = [{"code": reason.code, "say": reason.say} for reason in figures.reasons()]
    parts = [{"name": part.name, "up": part.is_up, "failures": part.failures} for part in figures.parts()]
    return {
        "log.jsonl": log_tail(),
        "readiness.json": json.dumps({"ready": not against, "reasons": against, "parts": parts}, indent=2) + "\n",
        "metrics.txt": metrics.as_text(figures).decode(),
    }


def sources(
    *,
    host: Host,
    journal: Journal,
    supervisor: Supervisor,
    clock: Clock,
    outbox: str,
    links: Mapping[str, Counting],
    counted: Callable[[], Counts],
    lag: LatencyHistogram,
    panel: "Panel | None" = None,
) -> Sources:
    """Return the sources; each figure is computed only when a page asks for it."""

    def unfit() -> tuple[Reason, ...]:
        down = tuple(part.name for part in supervisor.parts if not part.is_up)
        return reasons(host.state, stopped=host.stopped, down=down, at=clock.stamp())

    def clocks() -> Mapping[str, float]:
        now = clock.stamp()
        running = deadlines(host.state)
        return {each.name: (each.due_ms - now.mono_ms) / 1000 for each in running if each.boot == now.boot}

    def broker() -> Mapping[str, int]:
        # The outbox counts the waiting facts, also without a connection; the refusals have a metric of their own.
        counts = msgspec.structs.asdict(counted())
        return {name: value for name, value in counts.items() if name not in ("refused", "waiting")}

    return Sources(
        state=lambda: host.state,
        journal=journal,
        outbox=outbox,
        parts=lambda: supervisor.parts,
        late=lambda: supervisor.late,
        refusals=lambda: {code.value: times for code, times in host.refusals.items()},
        alerts=lambda: tuple(alert.severity for alert in host.state.alerts),
        clocks=clocks,
        links=lambda: {device: dataclasses.asdict(count()) for device, count in links.items()},
        broker=broker,
        broker_refusals=lambda: counted().refused,
        reasons=unfit,
        lag=lag,
        panel=panel.figures if panel else dict,
        panel_counts=panel.counted if panel else dict,
        panel_refusals=panel.refused if panel else dict,
    )
