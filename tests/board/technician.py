"""A technician at a board with a bare Debian: follows the pages of `hil/package`, a stop-watch in the hand."""

from __future__ import annotations

import asyncio
import re
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hil.board.board_controller import PROGRAMS
from hil.board.debian_machine import ROUTER, DebianGuest
from hil.board.guest import BoardTrouble
from hil.board.initramfs import SERIAL
from hil.board.machine import Machine
from hil.commissioning import FLOOR, PIN, PIT
from hil.house_key import HOUSE_KEY, sign_list
from hil.shuffler.device import SimulatedShuffler
from tests.support.packages import Packages

HOUSE, TABLE, SIGN, OTHER = "casino-1", "poker-7", "sign-1", "pit-2"

CONFIG, DATA, PORT = "/etc/firmware-host/table.toml", "/var/lib/firmware-host", "/dev/firmware-host/shuffler"

FIRMWARE: Final = "/etc/firmware-host/firmware"

SOCKET: Final = "/run/firmware-host/table.socket"

DOOR: Final = f"""
[door]
path = "{SOCKET}"
roles = ["dealer", "floorperson", "casino-supervisor"]
"""
"""The robots at the table act through the local socket, which `init` leaves shut."""

OTHER_PIN: Final = "918274"

SOURCES: Final = "/etc/chrony/sources.d/house.sources"

USB: Final = "/media/usb"

STEP_S: Final = 900.0


@dataclass
class StopWatch:
    """Prints how long each stage took, what of it the emulator worked, and what all stages took together."""

    machine: Machine
    took_s: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        began_s, worked_s = time.monotonic(), self.machine.worked_s
        yield
        self.took_s[name] = time.monotonic() - began_s
        print(f"  {self.took_s[name]:6.1f} s, worked {self.machine.worked_s - worked_s:6.1f} s  {name}", flush=True)

    @property
    def all_s(self) -> float:
        return sum(self.took_s.values())


@dataclass(kw_only=True)
class Technician:
    """Types what the pages say, as root; any command that fails is an error."""

    guest: DebianGuest
    packages: Packages
    time_port: int = 0
    """Where the house's time server answers."""
    watch: StopWatch = field(init=False)

    def __post_init__(self) -> None:
        self.watch = StopWatch(self.guest.machine)

    async def types(self, *words: str, typed: str = "", stage: str = "") -> str:
        with self.watch.stage(stage or " ".join(words)):
            ran = await self.guest.runs(*words, typed=typed, within_s=STEP_S)
        if ran.code != 0:
            raise BoardTrouble(f"{' '.join(words)} ended with exit code {ran.code}:\n{ran.out}")
        return ran.out

    async def installs(self) -> None:
        """Do step 1 of both pages."""
        await self.apt_installs(await self.brings(self.packages.now), stage="1. apt install")

    async def apt_installs(self, path: str, *, stage: str) -> str:
        return await self.types("sudo", "apt", "install", "--yes", path, stage=stage)

    async def brings(self, package: Path) -> str:
        """Carry the package to the board; return where it is there."""
        folder = self.guest.machine.folder / f"brought-{package.stem}"
        folder.mkdir(exist_ok=True)
        await asyncio.to_thread(shutil.copy, package, folder)
        await self.guest.put(folder, f"/root/{folder.name}")
        return f"/root/{folder.name}/{package.name}"

    async def commissions(self, shuffler: SimulatedShuffler, folder: Path) -> None:
        """Do steps 2 and 3 of `install.md` up to the start; `folder` is for the house's list of firmware."""
        firmware, house_key = sign_list(
            folder, model=shuffler.identity.model, version="1.0", image=shuffler.image, key=HOUSE_KEY
        )
        with self.watch.stage("2. the house's list of firmware"):
            await self.guest.put(firmware.parent, FIRMWARE)
        named = ("--house", HOUSE, "--table", TABLE, "--game", "holdem", "--seats", "1,2,4,5,7,8,10")
        broker = ("--broker", "mqtts://localhost", "--certificates", "own", "--client", SIGN)
        device = ("--shuffler-serial", SERIAL, "--firmware-list", f"{FIRMWARE}/{firmware.name}")
        people = ("--supervisor", PIT, "--supervisor", OTHER)
        words = ("sudo", "firmware-host", "init", *named, *broker, *device, "--house-key", house_key, *people)
        print(await self.types(*words, typed=f"{PIN}\n{OTHER_PIN}\n", stage="2. firmware-host init"))
        await self.types("sh", "-c", f"cat >> {CONFIG}", typed=DOOR, stage="2. the local socket for the robots")
        await self.types("sudo", "systemctl", "restart", "mosquitto", stage="3. restart mosquitto")
        pair = ("sudo", "firmware-host", "shuffler", "pair", "--port", PORT, "--data", DATA)
        secret = shuffler.press_pairing_key()
        print(await self.types(*pair, typed=f"{secret}\n", stage="3. shuffler pair"))
        await self.follows_time("3.")
        await self.checks("3.")

    async def follows_time(self, step: str) -> None:
        """Name the house's time server, as the pages say, and wait until chrony follows it."""
        source = f"server {ROUTER} port {self.time_port} iburst"
        await self.types(
            "sh", "-c", f"echo '{source}' > {SOURCES}; systemctl restart chrony", stage=f"{step} the house's time"
        )
        await self.types("chronyc", "waitsync", "300", "0", "0", "1", stage=f"{step} until chrony follows it")

    async def checks(self, step: str) -> None:
        print(await self.types("sudo", "firmware-host", "check", CONFIG, "--probe", stage=f"{step} check --probe"))

    async def starts(self, step: str) -> None:
        await self.types("sudo", "systemctl", "enable", "--now", "firmware-host", stage=f"{step} enable --now")

    async def enrols_floor(self) -> None:
        both = ("--by", PIT, "--and", OTHER)
        add = ("sudo", "firmware-host", "people", "add", FLOOR, "--role", "floorperson", "casino-supervisor")
        typed = f"{PIN}\n{OTHER_PIN}\n{PIN}\n"
        await self.types(*add, *both, "--data", DATA, typed=typed, stage="5. people add")

    async def backs_up(self, safe: Path) -> None:
        """Do step 5 of `install.md` and make a backup; `safe` gets the house's key, the record's key and the backup."""
        recipient = await asyncio.to_thread(_house_key, safe / "house.key")
        key = await self.types("sudo", "firmware-host", "journal", "key", DATA, stage="5. journal key")
        await self.types("mkdir", USB, stage="a USB stick is put in")
        words = ("sudo", "firmware-host", "backup", CONFIG, "--data", DATA, "--to", recipient, "--out", USB)
        print(await self.types(*words, stage="firmware-host backup"))
        await self.guest.fetch(USB, safe / "usb")
        await asyncio.to_thread(shutil.copy, safe / "house.key", safe / "usb")
        await asyncio.to_thread((safe / "usb" / f"{TABLE}.key").write_text, key)

    async def replaces(self, safe: Path) -> None:
        """Do steps 2 to 4 of `replace.md` up to the start, with the stick of `backs_up`."""
        (backup,) = await asyncio.to_thread(lambda: [*(safe / "usb").glob("*.age")])
        with self.watch.stage("2. the USB stick is put in"):
            await self.guest.put(safe / "usb", USB)
        keys = ("--key-file", f"{USB}/house.key", "--key", f"{USB}/{TABLE}.key")
        who = ("--data", DATA, "--by", PIT, "--and", OTHER)
        restore = ("sudo", "firmware-host", "restore", f"{USB}/{backup.name}", *keys, *who)
        print(await self.types(*restore, typed=f"{PIN}\n{OTHER_PIN}\n", stage="2. firmware-host restore"))
        print(await self.types("sudo", "firmware-host", "init", stage="3. firmware-host init"))
        await self.types("sudo", "systemctl", "restart", "mosquitto", stage="3. restart mosquitto")
        await self.follows_time("3.")
        await self.checks("4.")

    async def consumer(self, folder: Path) -> ssl.SSLContext:
        """Carry a consumer's certificate from the board to the consumer."""
        await self.guest.fetch("/etc/firmware-host/tls", folder)
        context = ssl.create_default_context(cafile=folder / "ca.crt")
        context.load_cert_chain(folder / "clients" / f"{SIGN}.crt", folder / "clients" / f"{SIGN}.key")
        return context


def _house_key(file: Path) -> str:
    """Make the house's key on a computer of the house; return the recipient of its backups."""
    file.parent.mkdir()
    made = subprocess.run(
        (PROGRAMS / "firmware-host", "backup", "--make-key", file, "--json"), check=True, capture_output=True, text=True
    )
    recipient = re.search(r"age1\w+", made.stdout)
    assert recipient is not None, made.stdout
    return recipient[0]
