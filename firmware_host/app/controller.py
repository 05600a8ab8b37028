"""The composition root: builds every part of the controller and connects the parts."""

import asyncio
import logging
import os
import secrets
import signal
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, closing, suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from drivers.link.pairing import KeysMissing
from drivers.pins.board import chip_labels, factory_name
from drivers.serial.identity import identity
from drivers.serial.port_errors import PortTrouble
from drivers.shuffler.driver import SerialShuffler
from firmware_host.access.console import Console, Registrar
from firmware_host.access.console_client import answers
from firmware_host.access.pin_check import PinCheck
from firmware_host.access.pins import Pins
from firmware_host.app import gpio, part_alerts, program_check
from firmware_host.app.device_reports import DeviceReports
from firmware_host.app.panel_wiring import panel_of
from firmware_host.app.part_alerts import PartTeller
from firmware_host.app.supervisor import Parts, Supervisor, leaves
from firmware_host.app.systemd import ServiceManager, feed
from firmware_host.app.web_wiring import shown, sources
from firmware_host.config.load import Config
from firmware_host.devices import firmware_list
from firmware_host.devices.devices_config import DevicesConfig
from firmware_host.devices.firmware_list import SignedList
from firmware_host.devices.pairing_key_file import PairingKeyFile
from firmware_host.devices.shuffler_link import NAME, ShufflerLink
from firmware_host.devices.shuffler_trace_file import ShufflerTraceFile
from firmware_host.diagnostics import alert_log
from firmware_host.diagnostics.program_manifest import ProgramConfig
from firmware_host.diagnostics.support_bundle import SupportSocket
from firmware_host.errors import UserError
from firmware_host.host.clock import SystemClock
from firmware_host.host.host import Host
from firmware_host.host.intents import Asker, Report
from firmware_host.journal.failures import JournalFailed
from firmware_host.journal.folder import OccupiedError
from firmware_host.journal.journal_config import JournalConfig
from firmware_host.journal.store import Journal
from firmware_host.latency_histogram import LatencyHistogram
from firmware_host.local_api.server import LocalApi
from firmware_host.mqtt import publisher as mqtt
from firmware_host.mqtt.messages import Status, alert_messages
from firmware_host.mqtt.outbox import CONSUMER
from firmware_host.mqtt.publisher import Publisher
from firmware_host.mqtt.topics import Topics
from firmware_host.rules.decision import Role, refused_because
from firmware_host.table.acts.intent import Intent, Via
from firmware_host.table.acts.record_in_doubt import ReportRecordEnd
from firmware_host.table.acts.shuffler import ReportFirmwareList
from firmware_host.table.acts.system import ReportProgram, Start
from firmware_host.table.device_orders import outstanding, watched
from firmware_host.table.shuffler.firmware import is_in_force
from firmware_host.table.shuffler.firmware import refusal as older_list
from firmware_host.table.sign import sign
from firmware_host.table.system.configuration import differing
from firmware_host.table.system.start import other_pins
from firmware_host.table.view import DeviceReport, public_view
from firmware_host.web.parts import Sources, measure, serve_after
from firmware_host.web.web_config import WebConfig

if TYPE_CHECKING:
    from firmware_host.panel.panel import Panel

SIGNALS = (signal.SIGTERM, signal.SIGINT)
SOFTWARE = f"firmware-host {version('firmware-host')}"

SUMMED_UP_S = 0.001
"""Delay before the state is published, so that facts go first and a burst of facts makes one state message."""

SIGN_OFF_S = 2.0
"""For how long a stop waits for the last signature before the connection to the broker ends."""

OCCUPIED_S = 10.0
"""The longest wait for a command that has the record open."""

LOOK_AGAIN_S = 0.1

Said = Callable[[], str]
log = logging.getLogger(__name__)


class RecordStoppedError(UserError):
    """The record can no longer be written; this fault stops the controller."""


def run(config: Config, folder: Path, said: Said = str) -> None:
    """
    Run the table until SIGTERM or SIGINT; `said` returns the latest lines of the log.

    Raises `UserError` for a fault that the user must fix first.
    """
    stopped: list[JournalFailed] = []
    troubles: list[UserError] = []
    try:
        asyncio.run(_until_stopped(config, folder, said))
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


async def _until_stopped(config: Config, folder: Path, said: Said) -> None:
    loop = asyncio.get_running_loop()
    serving = asyncio.create_task(_serve(config, folder, said), name="table")

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


async def _serve(config: Config, folder: Path, said: Said) -> None:
    """
    Start the record, the devices, the host, its interfaces and the web pages, in this order; stop in reverse order.

    The MQTT part starts first and stops last, so that the last messages of the other parts are still published.
    """
    manager = ServiceManager.of(os.environ)
    async with AsyncExitStack() as stack:
        clock = SystemClock()
        journal = stack.enter_context(closing(await _opened(config.journal, folder, clock)))
        host = Host(journal=journal, clock=clock)
        stack.push_async_callback(host.sign_off)
        publisher = _publisher(config, journal, host, clock)
        _check_kind_of_table(config, host, folder)
        listed = firmware_list.configured(config.devices.shuffler)
        _refuse_older_list(listed, host)
        commissioning = await _is_commissioning(host, publisher)
        keys = _pairing_keys(folder, journal)
        shuffler = await _shuffler(config.devices, keys, _counting(listed, host), commissioning=commissioning)
        if shuffler:
            stack.callback(shuffler.close)
        _check_pins(host, folder)
        on_pins = await gpio.Wired.open(stack.enter_context(gpio.board()), config)
        pins = stack.enter_context(Pins(folder, config.people.pepper_of(folder)).with_warning())
        checking = PinCheck(table=host, pins=pins, clock=clock)
        async with asyncio.TaskGroup() as group:
            group.create_task(host.run(), name="host")
            await _begin(config, journal, host, clock)
            if listed:
                await host.submit(_by_host("firmware", _listed(listed), clock))
            await on_pins.begin(host, clock)
            panel = panel_of(config, folder, host, journal, clock, checking=checking, software=SOFTWARE)
            reports = DeviceReports(state=lambda: host.state, send=_sending(publisher, panel))
            devices = on_pins.parts(host, clock, reports.report)
            if shuffler:
                devices[NAME] = lambda: _drive(shuffler, host, clock, reports.report)
            teller = PartTeller(
                asker=Asker(table=host, clock=clock, actor=part_alerts.NAME), devices=frozenset(devices)
            )
            supervisor = Supervisor(
                clock=clock, tell=teller.tell, was_down=lambda name: teller.was_down(host.state, name)
            )
            async with Parts(supervisor, group) as parts:
                parts.begin("mqtt", publisher.run)
                parts.begin("show", lambda: _show(host, publisher, reports))
                parts.at_the_end(lambda: _sign_off(host, publisher))
                parts.begin("to-do", lambda: alert_log.say(host))
                registrar = Registrar(table=host, pins=pins, checking=checking)
                await parts.enter(Console(folder=folder, registrar=registrar).opened())
                if config.door:
                    await parts.enter(LocalApi(config=config.door, table=host, clock=clock, checking=checking).opened())
                for name, serve in devices.items():
                    parts.begin(name, serve)
                await _begin_program_check(config.program, parts, host, clock)
                watched = sources(
                    host=host,
                    journal=journal,
                    supervisor=supervisor,
                    clock=clock,
                    outbox=CONSUMER,
                    links={NAME: lambda: shuffler.statistics} if shuffler else {},
                    counted=lambda: publisher.counted,
                    lag=LatencyHistogram(),
                    panel=panel,
                )
                await parts.enter(SupportSocket(folder=folder, show=lambda: shown(watched, said)).opened())
                await _begin_pages(parts, config.web, watched, panel, after=publisher.has_told)
                parts.at_the_end(manager.stopping)
                await manager.ready(f"table {config.table.table} is running")
                await feed(manager, writer_answers=journal.answers, late=lambda: supervisor.late)


async def _begin_pages(
    parts: Parts, config: WebConfig | None, watched: Sources, panel: "Panel | None", *, after: asyncio.Event
) -> None:
    if config is None:
        return
    parts.begin("lag", lambda: measure(watched.lag))
    if panel is None:
        parts.begin("web", partial(serve_after, after, watched, config))
        return
    await parts.enter(panel.opened())
    parts.begin("panel", panel.run)
    parts.begin("web", partial(serve_after, after, watched, config, pages=panel.pages))


def _sending(publisher: Publisher, panel: "Panel | None") -> Report:
    """Return what passes a device's report to the broker and to the pages."""

    def send(device: DeviceReport) -> None:
        publisher.report(device)
        if panel is not None:
            panel.report(device)

    return send


async def _opened(config: JournalConfig, folder: Path, clock: SystemClock) -> Journal:
    """
    Open the record; wait for a command such as `people add` that has it open for a moment.

    Raises `OccupiedError` at once beside another controller, which answers at its console.
    """
    began_s = time.monotonic()
    said = False
    while True:
        try:
            return Journal.open(folder, config=config, at=clock.stamp())
        except OccupiedError:
            if time.monotonic() - began_s >= OCCUPIED_S or answers(folder):
                raise
            if not said:
                log.warning(
                    "another program has the record in %s open; waiting up to %.0f s for it", folder, OCCUPIED_S
                )
                said = True
        await asyncio.sleep(LOOK_AGAIN_S)


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


def _check_kind_of_table(config: Config, host: Host, folder: Path) -> None:
    """Raise `UserError` if the record is of poker and table.toml of mini-dice, or the other way round."""
    in_force = host.state.config
    if in_force is not None and (in_force.mini_dice is None) is not (config.table.mini_dice is None):
        raise UserError(
            f"the record in {folder} belongs to a {in_force.game} table, but table.toml says {config.table.game}; "
            "give another folder with --data"
        )


def _check_pins(host: Host, folder: Path) -> None:
    """Raise `UserError` if the record was begun on real pins and these are simulated, or the other way round."""
    refusal = other_pins(host.state, gpio.pins(), factory_name())
    if refusal is not None:
        raise UserError(f"{folder}: {refused_because(refusal)}")


def _refuse_older_list(listed: SignedList | None, host: Host) -> None:
    """Raise `UserError` for a list older than the one in force: its signature is valid, too."""
    refusal = None if listed is None else older_list(host.state, listed.named)
    if refusal is not None:
        raise UserError(f"firmware.toml: {refused_because(refusal)}")


def _counting(listed: SignedList | None, host: Host) -> SignedList | None:
    """Return the list, unless its house key still needs two people; without a list no shuffler is attested."""
    return listed if listed is not None and is_in_force(host.state, listed.named.house_key) else None


async def _is_commissioning(host: Host, publisher: Publisher) -> bool:
    """Return whether this is a first start. Then the broker has to answer, so that a wrong URL is noticed."""
    if host.state.dealer is not None or host.state.rounds:
        return False
    await publisher.probe()
    return True


def _pairing_keys(folder: Path, journal: Journal) -> PairingKeyFile:
    """Return the pairing keys, which name this record from now on: without it no new record begins beside them."""
    keys = PairingKeyFile(folder)
    try:
        keys.used_by(journal.id)
    except KeysMissing as trouble:
        # Each session reads the file as well; there the reason is an alert.
        log.warning("%s", trouble)
    return keys


async def _shuffler(
    devices: DevicesConfig, keys: PairingKeyFile, listed: SignedList | None, *, commissioning: bool
) -> SerialShuffler | None:
    """
    Return the driver of the shuffler, None without one at a port.

    At its first start a poker table must reach its shuffler, so that a wrong port in table.toml is noticed. Later
    starts do not check: after a power cut the devices may start in any order, and the table runs without the shuffler.
    """
    if devices.shuffler is None or devices.shuffler.lamps is not None:
        return None
    url, firmware = devices.shuffler.port, firmware_list.images(listed)
    trace = ShufflerTraceFile(keys.path.parent)
    try:
        if not commissioning:
            return SerialShuffler(url=url, keyring=keys, firmware=firmware, refused=trace.keep)
        return await SerialShuffler.create(url=url, keyring=keys, firmware=firmware, refused=trace.keep)
    except PortTrouble as trouble:
        raise UserError(f"{trouble}; the port is set by `port` under [devices.shuffler] in table.toml") from None


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


async def _show(host: Host, publisher: Publisher, reports: DeviceReports) -> None:
    """Publish every durable change."""
    with host.watch() as changed:
        while True:
            changed.clear()
            publisher.news.set()
            await asyncio.sleep(SUMMED_UP_S)
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


async def _begin(config: Config, journal: Journal, host: Host, clock: SystemClock) -> None:
    """Record the start, and that nothing vouches for the end of the record: only a fact outlasts the new witness."""
    doubt = journal.doubt
    await host.submit(_by_host("start", _start(config), clock))
    if doubt is not None:
        log.error(
            "%s; facts after fact %s may have been cut off; two people have to accept the end of the record",
            doubt.why,
            doubt.last,
        )
        await host.submit(_by_host("record-end", ReportRecordEnd(why=doubt.why, last=doubt.last), clock))
    _say_what_differs(config, host)


def _start(config: Config) -> Start:
    shuffler = config.devices.shuffler
    return Start(
        software=SOFTWARE,
        config=config.table,
        day_starts=config.journal.gaming_day_starts,
        pins=gpio.pins(),
        factory=factory_name(),
        chip=chip_labels(),
        port=identity(shuffler.port) if shuffler is not None and shuffler.lamps is None else "",
        house_key=(shuffler.house_key or "") if shuffler is not None else "",
    )


def _listed(listed: SignedList) -> ReportFirmwareList:
    named = listed.named
    return ReportFirmwareList(house_key=named.house_key, serial=named.serial, sha256=named.sha256)


async def _begin_program_check(config: ProgramConfig | None, parts: Parts, host: Host, clock: SystemClock) -> None:
    """Begin to compare the installed program with its manifest; without one, record that there is none."""

    async def tell(act: ReportProgram) -> None:
        await host.submit(_by_host("program", act, clock))

    if config is None:
        await tell(ReportProgram())
    else:
        parts.begin(program_check.NAME, partial(program_check.watch_program, config, tell))


HostAct = Start | ReportFirmwareList | ReportRecordEnd | ReportProgram


def _by_host(what: str, act: HostAct, clock: SystemClock) -> Intent:
    return Intent(
        id=f"{what}:{secrets.token_hex(8)}",
        actor="host",
        role=Role.HOST,
        via=Via.SCRIPT,
        at=clock.stamp(),
        seen=0,
        act=act,
    )


def _say_what_differs(config: Config, host: Host) -> None:
    in_force = host.state.adopted
    if in_force is None or in_force == config.table:
        return
    names = differing(in_force, config.table)
    log.warning(
        "table.toml differs from the settings in force: %s; two people must approve the change between rounds",
        ", ".join(names),
    )
