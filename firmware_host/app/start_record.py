"""Records the start of the controller, and what the start found: other settings, a doubtful end, the program itself."""

import logging
import secrets
from functools import partial
from importlib.metadata import version

from drivers.pins.board import chip_labels, factory_name
from drivers.serial.identity import identity
from firmware_host.app import gpio, program_check
from firmware_host.app.supervisor import Parts
from firmware_host.config.load import Config
from firmware_host.devices.firmware_list import SignedList
from firmware_host.diagnostics.program_manifest import ProgramConfig
from firmware_host.host.clock import SystemClock
from firmware_host.host.host import Host
from firmware_host.journal.store import Journal
from firmware_host.rules.decision import Role
from firmware_host.table.acts.intent import Intent, Via
from firmware_host.table.acts.record_in_doubt import ReportRecordEnd
from firmware_host.table.acts.shuffler import ReportFirmwareList
from firmware_host.table.acts.system import ReportProgram, Start
from firmware_host.table.system.configuration import differing

SOFTWARE = f"firmware-host {version('firmware-host')}"

HostAct = Start | ReportFirmwareList | ReportRecordEnd | ReportProgram

log = logging.getLogger(__name__)


async def record_start(config: Config, journal: Journal, host: Host, clock: SystemClock) -> None:
    """
    Record the start; if nothing vouches for the end of the record, record that too.

    The doubt has to become a fact, because the start has already written a new witness.
    """
    doubt = journal.doubt
    await host.submit(_by_host("start", _start(config), clock))
    if doubt is not None:
        log.error(
            "%s; facts after fact %s may have been cut off; two people have to accept the end of the record",
            doubt.why,
            doubt.last,
        )
        await host.submit(_by_host("record-end", ReportRecordEnd(why=doubt.why, last=doubt.last), clock))
    _warn_of_other_settings(config, host)


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


async def record_firmware_list(listed: SignedList, host: Host, clock: SystemClock) -> None:
    """Record which list of approved firmware the controller has read."""
    named = listed.named
    act = ReportFirmwareList(house_key=named.house_key, serial=named.serial, sha256=named.sha256)
    await host.submit(_by_host("firmware", act, clock))


async def begin_program_check(config: ProgramConfig | None, parts: Parts, host: Host, clock: SystemClock) -> None:
    """Begin to compare the installed program with its manifest; without one, record that there is none."""

    async def record(act: ReportProgram) -> None:
        await host.submit(_by_host("program", act, clock))

    if config is None:
        await record(ReportProgram())
    else:
        parts.begin(program_check.NAME, partial(program_check.watch_program, config, record))


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


def _warn_of_other_settings(config: Config, host: Host) -> None:
    in_force = host.state.adopted
    if in_force is None or in_force == config.table:
        return
    names = differing(in_force, config.table)
    log.warning(
        "table.toml differs from the settings in force: %s; two people must approve the change between rounds",
        ", ".join(names),
    )
