"""
`firmware-host init`: commissions a table on a board.

It writes table.toml and certificates, begins the record and names the first two supervisors. Steps that are done are
skipped, so after an interruption the command is simply run again.
"""

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
from contextlib import closing, suppress
from importlib.metadata import version
from pathlib import Path

from msgspec.structs import replace

from firmware_host.access.console_messages import AddPerson
from firmware_host.backup.contents import SERIAL
from firmware_host.commands import init_certificates, init_table
from firmware_host.commands.command import as_owner_of
from firmware_host.commands.init_certificates import Authority, put
from firmware_host.commands.init_options import NONE, OWN, SHUFFLER
from firmware_host.commands.table_console import asked_of, checked, granted, new_pin, people_of
from firmware_host.config import load
from firmware_host.config.load import Config
from firmware_host.errors import UserError
from firmware_host.host.clock import SystemClock
from firmware_host.host.host import Host
from firmware_host.journal.segments import listed
from firmware_host.journal.store import Journal
from firmware_host.mqtt.topics import Topics
from firmware_host.rules.decision import Role, refused_because
from firmware_host.rules.struct import Record
from firmware_host.table.acts.intent import Intent, Refused, Via
from firmware_host.table.acts.system import Start

FIRST = 2

SETTINGS = "these settings"
"""How many supervisors root names."""


class Result(Record, frozen=True, kw_only=True):
    """The steps that are done, and those left for a person."""

    done: tuple[str, ...] = ()
    to_do: tuple[str, ...] = ()

    def and_(self, *done: str, to_do: tuple[str, ...] = ()) -> "Result":
        """Return this result with more."""
        return replace(self, done=(*self.done, *done), to_do=(*self.to_do, *to_do))


def run(options: argparse.Namespace) -> int:
    """Do every step that is not done yet, then say what is left."""
    os.umask(0o022)
    folder: Path = options.data
    if not folder.exists():
        folder.mkdir(mode=0o700, parents=True)
    tls = options.config.absolute().parent / "tls"
    result = _table(options, tls)
    config = load.read(options.config)
    result = _broker(options, config, tls, result)
    result = _clients(options, config, tls, result)
    result = _shuffler(options, config, result)
    result = _begin(config, folder, result)
    result = _people(options, config, folder, result)
    _say(options, config, result)
    return 0


def _table(options: argparse.Namespace, tls: Path) -> Result:
    """Write certificates and table.toml, unless table.toml exists."""
    if options.config.exists():
        return Result().and_(f"{options.config} is in place and was not changed")
    wanted = init_table.asked(options)
    text = init_table.written(wanted, tls)
    _valid(text)
    result = _certificates(options, wanted, tls)
    put(options.config, text.encode(), mode=0o640 if os.geteuid() == 0 else 0o600, owner=None)
    if os.geteuid() == 0:
        os.chown(options.config, 0, options.data.stat().st_gid)
    return result.and_(f"{options.config} is written")


def _valid(text: str) -> None:
    """Raise `UserError` for settings that the controller would refuse, before anything is written."""
    try:
        load.decoded(Path(SETTINGS), text.encode())
    except UserError as trouble:
        # No file exists yet: a line of it, or the advice to fix it, would mean nothing.
        said = re.sub(rf"^{SETTINGS}: (?:line \d+: )?|; fix the file \(.*?\)", "", str(trouble))
        raise UserError(f"{said}; see `firmware-host init --help`") from None


def _certificates(options: argparse.Namespace, wanted: init_table.Wanted, tls: Path) -> Result:
    if wanted.certificates == NONE:
        return Result()
    key, certificate = tls / "table.key", tls / "table.crt"
    if wanted.certificates != OWN:
        init_certificates.request(tls / "table.csr", key, name=wanted.table, owner=options.data)
        left = (
            f"have the house sign {tls / 'table.csr'}; put its certificate at {certificate}, and the authority's at "
            f"{tls / 'ca.crt'}"
        )
        return Result().and_(f"{tls / 'table.csr'} is a signing request for {wanted.table}", to_do=(left,))
    authority = Authority(tls, name=wanted.house)
    authority.issue(certificate, key, name=wanted.table, owner=options.data)
    return Result().and_(f"{certificate} is made by an authority of this board's own, {authority.certificate_file}")


def _broker(options: argparse.Namespace, config: Config, tls: Path, result: Result) -> Result:
    """Configure the broker of this board, if the table has an authority of its own."""
    folder: Path = options.mosquitto
    if not Authority.exists(tls) or (folder / "conf.d" / init_certificates.CONF).exists():
        return result
    if not folder.is_dir():
        left = f"there is no mosquitto on this board ({folder}): apt install mosquitto, then repeat this command"
        return result.and_(to_do=(left,))
    authority, base = Authority(tls, name=config.table.house), Topics.of(config.table).base
    init_certificates.configure_broker(folder, authority, table=config.table.table, base=base)
    said = "mosquitto is configured: TLS on port 8883, only for certificates of this authority"
    return result.and_(said, to_do=("systemctl restart mosquitto",))


def _clients(options: argparse.Namespace, config: Config, tls: Path, result: Result) -> Result:
    """Make a certificate for each consumer that has none."""
    if not options.client:
        return result
    if not Authority.exists(tls):
        raise UserError(f"--client: there is no authority in {tls}; the house's authority makes this certificate")
    authority = Authority(tls, name=config.table.house)
    for name in options.client:
        if not init_table.is_name(name) or name == config.table.table:
            raise UserError(f"--client {name}: use small letters, digits and hyphens, and not the table's own name")
        certificate = tls / "clients" / f"{name}.crt"
        if not certificate.exists():
            authority.issue(certificate, certificate.with_suffix(".key"), name=name, owner=None)
            result = result.and_(
                f"{certificate} and its key are for {name}; it also needs {authority.certificate_file}"
            )
    return result


def _shuffler(options: argparse.Namespace, config: Config, result: Result) -> Result:
    shuffler = config.devices.shuffler
    serials, serial = options.config.absolute().parent / SERIAL, options.shuffler_serial
    if serial is None and shuffler is not None and shuffler.port == SHUFFLER and not serials.exists():
        serial = _asked_serial(options)
    if serial is not None:
        put(serials, f"{_serial(serial)}\n".encode(), mode=0o644)
        result = result.and_(f"{SHUFFLER} is the device with the serial number {serial}")
    if serials.exists():
        # The package's udev rule reads the file when a device is plugged in; apply it to those that already are.
        with suppress(OSError, subprocess.TimeoutExpired):
            subprocess.run(
                ["udevadm", "trigger", "--settle", "--action=add", "--subsystem-match=tty"], check=False, timeout=10
            )
    if shuffler is None or not shuffler.port:
        return result
    left = [] if Path(shuffler.port).exists() else [f"plug in the shuffler: there is no port {shuffler.port} yet"]
    pair = f"firmware-host shuffler pair --port {shuffler.port} --data {options.data}"
    paired = (options.data / "shuffler.key").exists()
    return result.and_(to_do=(*left, *(() if paired else (pair,))))


def _asked_serial(options: argparse.Namespace) -> str | None:
    """Ask for the shuffler's serial number, and show those of the devices that are plugged in."""
    if options.json or not sys.stdin.isatty():
        return None
    from serial.tools.list_ports import comports  # noqa: PLC0415 - slow, and needed only here

    found = [(port.serial_number, port.device, port.description) for port in comports() if port.serial_number]
    for number, device, what in found:
        print(f"  {number}  at {device}: {what}")
    default = found[0][0] if len(found) == 1 else ""
    with suppress(EOFError):
        said = input(
            f"Serial number of the shuffler{f' [{default}]' if default else ' (leave empty to do it later)'}: "
        ).strip()
        return said or default or None
    return None


def _serial(text: str) -> str:
    if not text.isprintable() or not text.strip():
        raise UserError("--shuffler-serial: give the number that `udevadm info` shows as ID_SERIAL_SHORT")
    return text.strip()


def _begin(config: Config, folder: Path, result: Result) -> Result:
    """Begin the record with the settings of table.toml in force, unless it has begun."""
    if listed(folder):
        return result.and_(f"the record in {folder} existed already")
    with as_owner_of(folder):
        key = asyncio.run(_begun(config, folder))
    return result.and_(
        f"a record was begun in {folder}; its first public key: {key}",
        to_do=(f"keep a copy of the first public key away from the table: firmware-host journal key {folder}",),
    )


async def _begun(config: Config, folder: Path) -> str:
    clock = SystemClock()
    with closing(Journal.open(folder, config=config.journal, at=clock.stamp())) as journal:
        host = Host(journal=journal, clock=clock)
        serving = asyncio.create_task(host.serve(), name="host inbox")
        shuffler = config.devices.shuffler
        act = Start(
            software=f"firmware-host {version('firmware-host')}, init",
            config=config.table,
            day_starts=config.journal.gaming_day_starts,
            house_key=(shuffler.house_key or "") if shuffler is not None else "",
        )
        intent = Intent(id="init", actor="host", role=Role.HOST, via=Via.SCRIPT, at=clock.stamp(), seen=0, act=act)
        answer = await host.submit(intent)
        serving.cancel()
        with suppress(asyncio.CancelledError):
            await serving
        await host.sign_off()
        if isinstance(answer, Refused):
            raise UserError(refused_because(answer.refusal))
        return journal.key


def _people(options: argparse.Namespace, config: Config, folder: Path, result: Result) -> Result:
    """Name the first two supervisors, each of whom types a PIN."""
    # Ask now: while the record is open, this process runs as the account that owns it.
    root = os.geteuid() == 0
    with asked_of(folder, config.people.pepper_of(folder), gives_pin=True) as ask:
        while True:
            known = people_of(ask)
            names = [each.person for each in known.people if not each.revoked and Role.CASINO_SUPERVISOR in each.roles]
            if len(names) >= FIRST:
                return result.and_(f"casino supervisors: {', '.join(names)}")
            name = _supervisor(options, names, root=root)
            if name is None:
                left = "name two casino supervisors: firmware-host init --supervisor NAME --supervisor NAME"
                return result.and_(to_do=(f"{left} --config {options.config} --data {folder}",))
            pin = new_pin(name, known, folder)
            granted(ask(checked(AddPerson(person=name, roles=(Role.CASINO_SUPERVISOR,), pin=pin))))


def _supervisor(options: argparse.Namespace, there: list[str], *, root: bool) -> str | None:
    """Return the next supervisor to name, None if nobody is named."""
    name = next((name for name in options.supervisor if name not in there), None)
    if name is None and sys.stdin.isatty() and not options.json:
        which = ("first", "second")[len(there)]
        with suppress(EOFError):
            name = input(f"Staff name of the {which} casino supervisor (leave empty to do it later): ").strip() or None
    if name is not None and not init_table.is_name(name):
        raise UserError(f"--supervisor {name}: use small letters, digits and hyphens, 32 at most")
    if name is not None and not root:
        raise UserError("only root names the first two casino supervisors; run this as root")
    return name


def _say(options: argparse.Namespace, config: Config, result: Result) -> None:
    left = (
        *result.to_do,
        f"check everything: firmware-host check {options.config} --probe --data {options.data}",
        f"start: systemctl enable --now firmware-host   (or: firmware-host run {options.config} --data {options.data})",
    )
    if options.json:
        answer = {
            "config": str(options.config),
            "topics": Topics.of(config.table).base,
            "done": result.done,
            "to_do": left,
        }
        print(json.dumps(answer, indent=2))
        return
    for done in result.done:
        print(f"  done   {done}")
    for number, line in enumerate(left, 1):
        print(f"  to do  {number}. {line}")
