"""The composition root: builds every part of the controller and connects the parts."""

import asyncio
import logging
import os
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack, closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from drivers.shuffler.driver import SerialShuffler
from firmware_host.access.console import Console, Registrar
from firmware_host.access.pin_check import PinCheck
from firmware_host.access.pins import Pins
from firmware_host.app import gpio, opening, part_alerts, start_record
from firmware_host.app.device_reports import DeviceReports
from firmware_host.app.panel_wiring import panel_of
from firmware_host.app.part_alerts import PartReporter
from firmware_host.app.start_record import SOFTWARE
from firmware_host.app.supervisor import Parts, Supervisor, leaves
from firmware_host.app.systemd import ServiceManager, feed
from firmware_host.app.web_wiring import bundle_files, sources
from firmware_host.config.load import Config
from firmware_host.devices import firmware_list
from firmware_host.devices.firmware_list import SignedList
from firmware_host.devices.shuffler_link import NAME, ShufflerLink
from firmware_host.diagnostics import alert_log
from firmware_host.diagnostics.support_bundle import SupportSocket
from firmware_host.errors import UserError
from firmware_host.host.clock import SystemClock
from firmware_host.host.host import Host
from firmware_host.host.intents import Asker, Report
from firmware_host.journal.failures import JournalFailed
from firmware_host.journal.store import Journal
from firmware_host.latency_histogram import LatencyHistogram
from firmware_host.local_api.server import LocalApi
from firmware_host.mqtt import publisher as mqtt
from firmware_host.mqtt.messages import Status, alert_messages
from firmware_host.mqtt.outbox import CONSUMER
from firmware_host.mqtt.publisher import Publisher
from firmware_host.mqtt.topics import Topics
from firmware_host.table.device_orders import outstanding, watched
from firmware_host.table.sign import sign
from firmware_host.table.view import DeviceReport, public_view
from firmware_host.web.parts import Sources, measure, serve_after
from firmware_host.web.web_config import WebConfig

if TYPE_CHECKING:
    from firmware_host.panel.panel import Panel

SIGNALS = (signal.SIGTERM, signal.SIGINT)

PUBLISH_DELAY_S = 0.001
"""Delay before the state is published, so that facts go first and a burst of facts makes one state message."""

SIGN_OFF_S = 2.0
"""For how long a stop waits for the last signature before the connection to the broker ends."""

LogTail = Callable[[], str]
"""Returns the latest lines of the log."""

log = logging.getLogger(__name__)


class RecordStoppedError(UserError):
    """The record can no longer be written; this fault stops the controller."""


def run(config: Config, folder: Path, log_tail: LogTail = str) -> None:
    """
    Run the table until SIGTERM or SIGINT; `log_tail` returns the latest lines of the log.

    Raises `UserError` for a fault that the user must fix first.
    """
    stopped: list[JournalFailed] = []
    troubles: list[UserError] = []
    try:
        asyncio.run(_until_stopped(config, folder, log_tail))
    except* JournalFailed as failed:
        stopped.extend(leaves(failed))
    except* UserError as group:
        troubles.extend(leaves(group))
    if troubles:
        raise troubles[0]
    if stopped:
        raise RecordStoppedError(
            f"cannot write to the journal in {folder} ({stopped[0]}), so the table has stopped; "
            f"nothing that was confirmed is lost; {stopped[0].mend}, then start again"
        )


async def _until_stopped(config: Config, folder: Path, log_tail: LogTail) -> None:
    loop = asyncio.get_running_loop()
    serving = asyncio.create_task(_serve(config, folder, log_tail), name="table")

    def stop() -> None:
        # Ignore further signals: they would interrupt the orderly stop.
        for number in SIGNALS:
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_IGN)
        serving.cancel()

    for number in SIGNALS:
        loop.add_signal_handler(number, stop)
    with suppress(asyncio.CancelledError):
        await serving


@dataclass(frozen=True, kw_only=True, slots=True)
class _Opened:
    """What a start has opened before any part runs."""

    config: Config
    folder: Path
    clock: SystemClock
    journal: Journal
    host: Host
    publisher: Publisher
    firmware: SignedList | None
    shuffler: SerialShuffler | None
    wired: gpio.Wired
    pins: Pins
    checking: PinCheck


async def _serve(config: Config, folder: Path, log_tail: LogTail) -> None:
    """Start record, devices, host, interfaces and web pages, in this order; stop in reverse order."""
    async with AsyncExitStack() as stack:
        opened = await _open(stack, config, folder)
        host, clock = opened.host, opened.clock
        async with asyncio.TaskGroup() as group:
            group.create_task(host.run(), name="host")
            await start_record.record_start(config, opened.journal, host, clock)
            if opened.firmware:
                await start_record.record_firmware_list(opened.firmware, host, clock)
            await opened.wired.begin(host, clock)
            await _serve_parts(opened, group, log_tail)


async def _open(stack: AsyncExitStack, config: Config, folder: Path) -> _Opened:
    """Open the record, the devices and the PINs; `stack` closes them. Raises `UserError` if this start is refused."""
    clock = SystemClock()
    journal = stack.enter_context(closing(await opening.opened_record(config.journal, folder, clock)))
    host = Host(journal=journal, clock=clock)
    stack.push_async_callback(host.sign_off)
    publisher = _publisher(config, journal, host, clock)
    opening.check_kind_of_table(config, host, folder)
    firmware = firmware_list.configured(config.devices.shuffler)
    opening.refuse_older_list(firmware, host)
    commissioning = await opening.is_commissioning(host, publisher)
    keys = opening.pairing_keys(folder, journal)
    shuffler = await opening.opened_shuffler(
        config.devices, keys, opening.list_in_force(firmware, host), commissioning=commissioning
    )
    if shuffler:
        stack.callback(shuffler.close)
    opening.check_pins(host, folder)
    wired = await gpio.Wired.open(stack.enter_context(gpio.board()), config)
    pins = stack.enter_context(Pins(folder, config.people.pepper_of(folder)).with_warning())
    return _Opened(
        config=config,
        folder=folder,
        clock=clock,
        journal=journal,
        host=host,
        publisher=publisher,
        firmware=firmware,
        shuffler=shuffler,
        wired=wired,
        pins=pins,
        checking=PinCheck(table=host, pins=pins, clock=clock),
    )


async def _serve_parts(opened: _Opened, group: asyncio.TaskGroup, log_tail: LogTail) -> None:
    """
    Run the parts that may fail without stopping the table, and feed the watchdog.

    The MQTT part starts first and stops last, so that the last messages of the other parts are still published.
    """
    config, folder, host, clock = opened.config, opened.folder, opened.host, opened.clock
    publisher, checking = opened.publisher, opened.checking
    manager = ServiceManager.of(os.environ)
    panel = panel_of(config, folder, host, opened.journal, clock, checking=checking, software=SOFTWARE)
    reports = DeviceReports(state=lambda: host.state, send=_sending(publisher, panel))
    devices = _devices(opened, reports.report)
    supervisor = _supervisor(host, clock, frozenset(devices))
    async with Parts(supervisor, group) as parts:
        parts.begin("mqtt", publisher.run)
        parts.begin("show", lambda: _publish_changes(host, publisher, reports))
        parts.at_the_end(lambda: _sign_off(host, publisher))
        parts.begin("to-do", lambda: alert_log.say(host))
        registrar = Registrar(table=host, pins=opened.pins, checking=checking)
        await parts.enter(Console(folder=folder, registrar=registrar).opened())
        if config.door:
            await parts.enter(LocalApi(config=config.door, table=host, clock=clock, checking=checking).opened())
        for name, serve in devices.items():
            parts.begin(name, serve)
        await start_record.begin_program_check(config.program, parts, host, clock)
        figures = _figures(opened, supervisor, panel)
        await parts.enter(SupportSocket(folder=folder, show=lambda: bundle_files(figures, log_tail)).opened())
        await _begin_pages(parts, config.web, figures, panel, after=publisher.all_acknowledged)
        parts.at_the_end(manager.stopping)
        await manager.ready(f"table {config.table.table} is running")
        await feed(manager, writer_answers=opened.journal.answers, late=lambda: supervisor.late)


def _devices(opened: _Opened, report: Report) -> dict[str, gpio.Serve]:
    """Return the function that serves each device, by the device's name."""
    devices = opened.wired.parts(opened.host, opened.clock, report)
    shuffler = opened.shuffler
    if shuffler:
        devices[NAME] = lambda: _drive(shuffler, opened.host, opened.clock, report)
    return devices


def _supervisor(host: Host, clock: SystemClock, devices: frozenset[str]) -> Supervisor:
    """Return a supervisor that reports failed parts to the table."""
    reporter = PartReporter(asker=Asker(table=host, clock=clock, actor=part_alerts.NAME), devices=devices)
    return Supervisor(clock=clock, tell=reporter.tell, was_down=lambda name: reporter.was_down(host.state, name))


def _figures(opened: _Opened, supervisor: Supervisor, panel: "Panel | None") -> Sources:
    """Return the sources of the health pages, the metrics and the support bundle."""
    shuffler, publisher = opened.shuffler, opened.publisher
    return sources(
        host=opened.host,
        journal=opened.journal,
        supervisor=supervisor,
        clock=opened.clock,
        outbox=CONSUMER,
        links={NAME: lambda: shuffler.statistics} if shuffler else {},
        counted=lambda: publisher.counted,
        lag=LatencyHistogram(),
        panel=panel,
    )


async def _begin_pages(
    parts: Parts, config: WebConfig | None, figures: Sources, panel: "Panel | None", *, after: asyncio.Event
) -> None:
    if config is None:
        return
    parts.begin("lag", lambda: measure(figures.lag))
    if panel is None:
        parts.begin("web", partial(serve_after, after, figures, config))
        return
    await parts.enter(panel.opened())
    parts.begin("panel", panel.run)
    parts.begin("web", partial(serve_after, after, figures, config, pages=panel.pages))


def _sending(publisher: Publisher, panel: "Panel | None") -> Report:
    """Return what passes a device's report to the broker and to the pages."""

    def send(device: DeviceReport) -> None:
        publisher.report(device)
        if panel is not None:
            panel.report(device)

    return send


def _publisher(config: Config, journal: Journal, host: Host, clock: SystemClock) -> Publisher:
    in_force = host.state.adopted or config.table
    status = Status(
        online=True,
        journal=journal.id,
        software=SOFTWARE,
        configuration="in-force" if in_force == config.table else "differs",
    )
    return mqtt.publisher(
        config=config.mqtt, topics=Topics.of(in_force), journal=journal, status=status, table=host, clock=clock
    )


async def _drive(driver: SerialShuffler, host: Host, clock: SystemClock, report: Report) -> None:
    link = ShufflerLink(
        driver=driver,
        asker=Asker(table=host, clock=clock, actor=NAME),
        outstanding=lambda: outstanding(host.state),
        report=report,
        watched=lambda: watched(host.state),
    )
    with host.watch() as changed:
        await link.run(changed)


async def _publish_changes(host: Host, publisher: Publisher, reports: DeviceReports) -> None:
    """Publish every durable change."""
    with host.watch() as changed:
        while True:
            changed.clear()
            publisher.news.set()
            await asyncio.sleep(PUBLISH_DELAY_S)
            publisher.configured("differs" if host.state.candidate else "in-force")
            publisher.post(sign(host.state))
            publisher.show(public_view(host.state))
            publisher.alert(alert_messages(host.state))
            reports.look_again()
            publisher.signed(host.checkpoint, host.certificates)
            await changed.wait()


async def _sign_off(host: Host, publisher: Publisher) -> None:
    """Sign the record while the broker is still there, so that the last checkpoint is published, too."""
    try:
        async with asyncio.timeout(SIGN_OFF_S):
            await host.sign_now()
    except TimeoutError:
        log.warning("the record could not be signed within %g s; the next start signs it", SIGN_OFF_S)
    publisher.signed(host.checkpoint, host.certificates)
