"""
The probes of `firmware-host check --probe`: each tries one thing that table.toml names.

They move nothing and record nothing; at the broker they publish one empty message to a device that does not exist. A
running controller holds the port, the pins and the record, so stop it before probing.
"""

import asyncio
import grp
import os
import shutil
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path

from firmware_host.access import pins
from firmware_host.app import gpio
from firmware_host.commands.shuffler_port import at_port
from firmware_host.config.load import Config
from firmware_host.devices import firmware_list
from firmware_host.devices.devices_config import ShufflerConfig
from firmware_host.diagnostics import program_manifest
from firmware_host.diagnostics.program_manifest import ProgramConfig
from firmware_host.errors import UserError
from firmware_host.host.clock import SystemClock
from firmware_host.journal.disk_space import MIB, RESERVE_SIZE
from firmware_host.journal.store import Journal
from firmware_host.mqtt.rights_probe import check_rights
from firmware_host.mqtt.topics import Topics
from firmware_host.panel import bundle as bundles
from firmware_host.panel.panel_config import PanelConfig
from firmware_host.rules.struct import Record
from firmware_host.web.server import tls_context, try_to_listen
from firmware_host.web.web_config import WebConfig

RUNTIME = Path("/run/firmware-host")

UNIT = Path("/usr/lib/systemd/system/firmware-host.service")
"""The package's unit: systemd makes the folder `RUNTIME` when the table starts."""


class Probed(Record, frozen=True, kw_only=True):
    """One probe: `what` was tried, whether it worked, and the result in words."""

    what: str
    ok: bool
    say: str


def probed(config: Config, folder: Path) -> tuple[Probed, ...]:
    """Try everything that the configuration names; a failed probe does not stop the others."""
    return asyncio.run(_probed(config, folder))


async def _probed(config: Config, folder: Path) -> tuple[Probed, ...]:
    tries: list[tuple[str, Callable[[], Awaitable[str]]]] = [
        ("record", lambda: asyncio.to_thread(_record, folder)),
        ("pepper", lambda: asyncio.to_thread(_pepper, folder, config.people.pepper_of(folder))),
        ("disk", lambda: asyncio.to_thread(_disk, config, folder)),
        ("clock", lambda: asyncio.to_thread(_clock)),
        ("pins", lambda: _pins(config)),
        ("broker", lambda: _broker(config)),
    ]
    web, panel, door, shuffler = config.web, config.panel, config.door, config.devices.shuffler
    if web is not None:
        tries.append(("web", lambda: asyncio.to_thread(_web, web)))
    if panel is not None:
        tries.append(("panel", lambda: asyncio.to_thread(_panel, panel, folder)))
    if door is not None:
        tries.append(("door", lambda: asyncio.to_thread(_door, Path(door.path))))
    program = config.program
    if program is not None:
        tries.append(("program", lambda: asyncio.to_thread(_program, program)))
    if shuffler is not None and shuffler.firmware_list is not None:
        tries.append(("firmware", lambda: asyncio.to_thread(_firmware, shuffler)))
    if shuffler is not None and shuffler.port:
        tries.append(("shuffler", lambda: _shuffler(shuffler, folder)))
    return tuple([await _tried(what, attempt) for what, attempt in tries])


async def _tried(what: str, attempt: Callable[[], Awaitable[str]]) -> Probed:
    try:
        return Probed(what=what, ok=True, say=await attempt())
    except UserError as trouble:
        return Probed(what=what, ok=False, say=str(trouble))


def _record(folder: Path) -> str:
    _may_write(folder, "name another folder with --data")
    if not folder.exists():
        return f"{folder} does not exist yet; the first start creates it"
    facts = Journal.tried(folder)
    if facts is None:
        return f"there is no record in {folder} yet; the first start creates it"
    return f"{facts} facts in {folder}"


def _may_write(folder: Path, otherwise: str) -> None:
    """Raise `UserError` unless a file can be written in `folder`, or `folder` can be created."""
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not there.is_dir():
        raise UserError(f"{there} is not a folder; {otherwise}")
    if not os.access(there, os.W_OK | os.X_OK):
        raise UserError(f"this account may not write to {there}; change its owner or mode, or {otherwise}")


def _pepper(folder: Path, path: Path) -> str:
    if pins.check_pepper(folder, path):
        return f"{path} exists"
    _may_write(path.parent, "set `pepper` under [people] to another path")
    return f"{path} does not exist yet; it is created with the first PIN"


def _web(config: WebConfig) -> str:
    try_to_listen(config)
    return f"{config.host} port {config.port} is free"


def _panel(config: PanelConfig, folder: Path) -> str:
    """Load the certificate, and find out whether the screen's account could reach its socket."""
    if config.tls:
        tls_context(config.certificate, config.key)
    path = config.socket_of(folder)
    if config.screen_socket:
        _socket(path, "`screen_socket` under [panel]")
    if config.screen_group:
        try:
            grp.getgrnam(config.screen_group)
        except KeyError:
            raise UserError(
                f"there is no group {config.screen_group} on this board; fix `screen_group` under [panel] or create it"
            ) from None
        if not config.screen_socket:
            raise UserError(
                f"the group {config.screen_group} cannot reach {path}, because only the controller's account may enter "
                "the data folder; set `screen_socket` under [panel] to a path in /run"
            )
    pages = "" if bundles.read().hash else "; but this installation holds no pages: install its wheel again"
    return (
        f"served {'with TLS' if config.tls else 'on the loopback address only'}; the screen's socket is {path}{pages}"
    )


def _door(path: Path) -> str:
    _socket(path, "`path` under [door]")
    return f"{path} can be created"


def _socket(path: Path, option: str) -> None:
    if path.parent == RUNTIME and UNIT.exists() and not RUNTIME.exists():
        return
    if not path.parent.is_dir():
        raise UserError(f"there is no folder {path.parent}; create it, or fix {option}")
    if path.exists() and not path.is_socket():
        raise UserError(f"{path} exists and is not a socket; remove it, or fix {option}")
    _may_write(path.parent, f"fix {option}")


def _firmware(config: ShufflerConfig) -> str:
    listed = firmware_list.configured(config)
    count = len(firmware_list.images(listed))
    return f"{config.firmware_list} is signed by the house and lists {count} image{'' if count == 1 else 's'}"


def _program(config: ProgramConfig) -> str:
    found = program_manifest.check(config)
    if found.differing:
        more = f", and {len(found.differing) - 1} more" if len(found.differing) > 1 else ""
        raise UserError(f"{found.differing[0]}{more}; reinstall the approved package, or ask the house for a manifest")
    return f"every file matches {config.manifest}, no. {found.serial}"


def _disk(config: Config, folder: Path) -> str:
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    free, wanted = shutil.disk_usage(there).free // MIB, config.journal.reserve_mib + RESERVE_SIZE // MIB
    if free < wanted:
        raise UserError(
            f"only {free} MiB of disk are free, {wanted} are needed, and below that no round starts; free some space"
        )
    return f"{free} MiB are free"


def _clock() -> str:
    if not SystemClock().stamp().synced:
        raise UserError(
            "the board's clock is not synchronised, so deck clocks cannot survive a restart; start a time service "
            "(systemd-timesyncd, chrony) and make sure it reaches a time server"
        )
    return "synchronised"


async def _pins(config: Config) -> str:
    with ExitStack() as stack:
        await gpio.Wired.open(stack.enter_context(gpio.board()), config)
        count = len(list(config.devices.pins(dice=config.table.mini_dice is not None)))
    return f"all {count} are available"


async def _broker(config: Config) -> str:
    topics = Topics.of(config.table)
    await check_rights(config.mqtt, topics)
    return f"{config.mqtt.url} accepts this client and passes on what it publishes below {topics.base}/"


async def _shuffler(config: ShufflerConfig, folder: Path) -> str:
    """Open a session with the approved firmware images, as the controller will."""
    listed = firmware_list.images(firmware_list.configured(config))
    async with at_port(config.port, folder, listed) as bench:
        up = await bench.up()
        who = f"{up.identity.model} {up.identity.serial}"
        why = "" if up.why is None else f": {up.why}"
        return f"{who} answers with the key it was paired with; its shuffles will count as {up.standing}{why}"
