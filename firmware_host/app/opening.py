"""Opens what a start needs, and refuses a start with other pins, another game or an older firmware list."""

import asyncio
import logging
import time
from pathlib import Path

from drivers.link.pairing import KeysMissing
from drivers.pins.board import factory_name
from drivers.serial.port_errors import PortTrouble
from drivers.shuffler.driver import SerialShuffler
from firmware_host.access.console_client import answers
from firmware_host.app import gpio
from firmware_host.config.load import Config
from firmware_host.devices import firmware_list
from firmware_host.devices.devices_config import DevicesConfig
from firmware_host.devices.firmware_list import SignedList
from firmware_host.devices.pairing_key_file import PairingKeyFile
from firmware_host.devices.shuffler_trace_file import ShufflerTraceFile
from firmware_host.errors import UserError
from firmware_host.host.clock import SystemClock
from firmware_host.host.host import Host
from firmware_host.journal.folder import OccupiedError
from firmware_host.journal.journal_config import JournalConfig
from firmware_host.journal.store import Journal
from firmware_host.mqtt.publisher import Publisher
from firmware_host.rules.decision import refused_because
from firmware_host.table.shuffler.firmware import is_in_force
from firmware_host.table.shuffler.firmware import refusal as older_list
from firmware_host.table.system.start import other_pins

OCCUPIED_S = 10.0
"""The longest wait for a command that has the record open."""

LOOK_AGAIN_S = 0.1

log = logging.getLogger(__name__)


async def opened_record(config: JournalConfig, folder: Path, clock: SystemClock) -> Journal:
    """
    Open the record; wait for a command such as `people add` that has it open for a moment.

    Raises `OccupiedError` at once beside another controller, which answers at its console.
    """
    began_s = time.monotonic()
    has_warned = False
    while True:
        try:
            return Journal.open(folder, config=config, at=clock.stamp())
        except OccupiedError:
            if time.monotonic() - began_s >= OCCUPIED_S or answers(folder):
                raise
            if not has_warned:
                log.warning(
                    "another program has the record in %s open; waiting up to %.0f s for it", folder, OCCUPIED_S
                )
                has_warned = True
        await asyncio.sleep(LOOK_AGAIN_S)


def check_kind_of_table(config: Config, host: Host, folder: Path) -> None:
    """Raise `UserError` if the record is of poker and table.toml of mini-dice, or the other way round."""
    in_force = host.state.config
    if in_force is not None and (in_force.mini_dice is None) is not (config.table.mini_dice is None):
        raise UserError(
            f"the record in {folder} belongs to a {in_force.game} table, but table.toml says {config.table.game}; "
            "give another folder with --data"
        )


def check_pins(host: Host, folder: Path) -> None:
    """Raise `UserError` if the record was begun on real pins and these are simulated, or the other way round."""
    refusal = other_pins(host.state, gpio.pins(), factory_name())
    if refusal is not None:
        raise UserError(f"{folder}: {refused_because(refusal)}")


def refuse_older_list(listed: SignedList | None, host: Host) -> None:
    """Raise `UserError` for a list older than the one in force: its signature is valid, too."""
    refusal = None if listed is None else older_list(host.state, listed.named)
    if refusal is not None:
        raise UserError(f"firmware.toml: {refused_because(refusal)}")


def list_in_force(listed: SignedList | None, host: Host) -> SignedList | None:
    """Return the list once two people have adopted its house key; without a list no shuffler is attested."""
    return listed if listed is not None and is_in_force(host.state, listed.named.house_key) else None


async def is_commissioning(host: Host, publisher: Publisher) -> bool:
    """Return whether this is a first start. Then the broker has to answer, so that a wrong URL is noticed."""
    if host.state.dealer is not None or host.state.rounds:
        return False
    await publisher.probe()
    return True


def pairing_keys(folder: Path, journal: Journal) -> PairingKeyFile:
    """Return the pairing keys. Their file names this record from now on, so that no other record can use them."""
    keys = PairingKeyFile(folder)
    try:
        keys.used_by(journal.id)
    except KeysMissing as trouble:
        # Each session reads the file as well; there the reason is an alert.
        log.warning("%s", trouble)
    return keys


async def opened_shuffler(
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
