"""`firmware-host shuffler pair`: turns a key press and a one-time secret into a key shared with the shuffler."""

import argparse
import asyncio
from contextlib import nullcontext
from pathlib import Path

import msgspec

from drivers.link.crypto import Pairing
from drivers.link.pairing import KeysMissing, SecretMistyped
from drivers.serial.port_errors import PortTrouble
from drivers.serial.port_opening import open_stream, parse_address
from drivers.shuffler.driver import SerialShuffler
from drivers.shuffler.pairing import NotPaired, pair
from drivers.shuffler.port import LinkUp
from firmware_host.commands.command import as_owner_of
from firmware_host.commands.shuffler_port import came_up, port_unavailable
from firmware_host.commands.terminal import secret
from firmware_host.config import load
from firmware_host.devices import firmware_list
from firmware_host.devices.devices_config import ShufflerConfig
from firmware_host.devices.pairing_key_file import PairingKeyFile
from firmware_host.errors import UserError


def run(options: argparse.Namespace) -> int:
    """Pair, then open a session with the new key and print the device and the grade of its shuffles."""
    shuffler = _configured(options.port, options.config)
    asyncio.run(_reached(shuffler.port))
    typed = secret("Press the pairing key on the shuffler, then type the secret from its display or label: ")
    folder: Path = options.data
    with as_owner_of(folder) if folder.is_dir() else nullcontext():
        keys = PairingKeyFile(folder)
        pairing, up = asyncio.run(_paired(shuffler, typed, keys))
    told = {
        "device": pairing.device.hex(),
        "model": up.identity.model,
        "serial": up.identity.serial,
        "standing": up.standing,
        "why": up.why,
        "key_file": str(keys.path),
    }
    if options.json:
        print(msgspec.json.encode(told).decode())
        return 0
    print(f"Paired with {up.identity.model} {up.identity.serial}; the key is in {keys.path}.")
    print(f"Shuffles of this shuffler will count as {up.standing}{'' if up.why is None else f': {up.why}'}.")
    return 0


def _configured(port: str | None, file: Path | None) -> ShufflerConfig:
    """Return the shuffler's configuration, from `--port` or from table.toml."""
    if port is not None:
        return ShufflerConfig(port=port)
    found = None if file is None else load.read(file).devices.shuffler
    if found is None or not found.port:
        raise UserError(f"{file} has no shuffler with a port; set `port` under [devices.shuffler]")
    return found


async def _reached(port: str) -> None:
    """Check that the port opens before asking for a long secret."""
    try:
        stream = await open_stream(parse_address(port))
    except PortTrouble as trouble:
        raise port_unavailable(trouble) from None
    stream.close()


async def _paired(shuffler: ShufflerConfig, typed: str, keys: PairingKeyFile) -> tuple[Pairing, LinkUp]:
    listed = firmware_list.images(firmware_list.configured(shuffler))
    try:
        pairing = await pair(url=shuffler.port, host=keys.host, secret=typed, keep=keys.offered)
    except PortTrouble as trouble:
        raise port_unavailable(trouble) from None
    except (KeysMissing, NotPaired, SecretMistyped) as why:
        raise UserError(str(why)) from None
    try:
        return pairing, await _met(SerialShuffler(url=shuffler.port, keyring=keys, firmware=listed))
    except UserError as why:
        raise UserError(
            f"the shuffler is paired and the key is in {keys.path}, but no session could be opened with it yet: {why}"
        ) from None


async def _met(driver: SerialShuffler) -> LinkUp:
    running = asyncio.create_task(driver.run())
    try:
        return await came_up(driver.events())
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
