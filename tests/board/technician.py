"""A technician at a board with a bare Debian: follows `hil/package/install.md`, a stop-watch in the hand."""

from __future__ import annotations

import asyncio
import shutil
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from firmware_host.mqtt.topics import Topics
from hil.board.board_controller import cabled, door
from hil.board.debian_controller import UnitController, wired
from hil.board.debian_machine import ROOT, ROUTER, DebianGuest
from hil.board.guest import BoardTrouble
from hil.board.initramfs import SERIAL
from hil.board.machine import Machine
from hil.board.time_server import time_server
from hil.commissioning import FLOOR, PIN, PIT
from hil.house_key import HOUSE_KEY, sign_list
from hil.package import making
from hil.package.wheels import TARGETS
from hil.shuffler.device import SimulatedShuffler
from hil.surroundings import Surroundings, surroundings
from hil.world import World, world_of

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

SPEED: Final = 30.0
"""A shuffle lasts longer than the second below which `init`'s settings take it for none."""

STEP_S: Final = 900.0


NEWER, USB = "9.0.0+deb12", "/media/usb"


def packages(folder: Path) -> tuple[Path, Path]:
    """
    Make the product's package for Debian 12 on this processor, and the same as a newer version.

    Raises `NoIndexError` where wheels are missing.
    """
    target = next(each for each in TARGETS if (each.release, each.architecture) == ("bookworm", "amd64"))
    package = making.package_of(target, making.product_wheel(folder))
    version = package.fields["Version"]
    scripts = {name: text.replace(version, NEWER) for name, text in package.scripts.items()}
    newer = replace(package, fields={**package.fields, "Version": NEWER}, scripts=scripts)
    for each in (package, newer):
        (folder / each.name).write_bytes(each.written())
    return folder / package.name, folder / newer.name


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
    """Types what the page says, as root; any command that fails is an error."""

    guest: DebianGuest
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

    async def installs(self, package: Path) -> str:
        path = await self.brings(package)
        return await self.types("sudo", "apt", "install", "--yes", path, stage="1. apt install")

    async def brings(self, package: Path) -> str:
        """Carry the package to the board; return where it is there."""
        folder = self.guest.machine.folder / f"brought-{package.stem}"
        folder.mkdir(exist_ok=True)
        await asyncio.to_thread(shutil.copy, package, folder)
        await self.guest.put(folder, f"/root/{folder.name}")
        return f"/root/{folder.name}/{package.name}"

    async def commissions(self, shuffler: SimulatedShuffler, folder: Path) -> None:
        """Do steps 2 and 3 of the page; `folder` is for the house's list of firmware."""
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
        await self.follows_time()
        print(await self.types("sudo", "firmware-host", "check", CONFIG, "--probe", stage="3. check --probe"))
        await self.types("sudo", "systemctl", "enable", "--now", "firmware-host", stage="3. enable --now")

    async def follows_time(self) -> None:
        """Name the house's time server, as the page's last line does, and wait until chrony follows it."""
        source = f"server {ROUTER} port {self.time_port} iburst"
        await self.types(
            "sh", "-c", f"echo '{source}' > {SOURCES}; systemctl restart chrony", stage="3. the house's time"
        )
        await self.types("chronyc", "waitsync", "300", "0", "0", "1", stage="3. until chrony follows it")

    async def enrols_floor(self) -> None:
        both = ("--by", PIT, "--and", OTHER)
        add = ("sudo", "firmware-host", "people", "add", FLOOR, "--role", "floorperson", "casino-supervisor")
        typed = f"{PIN}\n{OTHER_PIN}\n{PIN}\n"
        await self.types(*add, *both, "--data", DATA, typed=typed, stage="5. people add")

    async def consumer(self, folder: Path) -> ssl.SSLContext:
        """Carry a consumer's certificate from the board to the consumer."""
        await self.guest.fetch("/etc/firmware-host/tls", folder)
        context = ssl.create_default_context(cafile=folder / "ca.crt")
        context.load_cert_chain(folder / "clients" / f"{SIGN}.crt", folder / "clients" / f"{SIGN}.key")
        return context


@asynccontextmanager
async def around_board(guest: DebianGuest, name: str, shuffler: SimulatedShuffler) -> AsyncIterator[Surroundings]:
    """Have the world around a board: contacts wired, the shuffler's cable plugged in, the local socket reached."""
    broker = f"mqtts://localhost:{guest.debian.broker_port}"
    async with (
        surroundings(guest.machine.shared / name, data=None, broker=broker, seed=1) as around,
        wired(guest, around.pins),
        cabled(guest, shuffler),
        door(guest, around.door, f"{ROOT}{SOCKET}"),
    ):
        yield around


Work = Callable[[Technician, Surroundings], Awaitable[None]]


@asynccontextmanager
async def technicians_table(
    technician: Technician, name: str, shuffler: SimulatedShuffler, work: Work
) -> AsyncIterator[World]:
    """Hand the table to its dealer once the technician's `work` is done."""
    guest = technician.guest
    async with around_board(guest, name, shuffler) as around, time_server() as port:
        technician.time_port = port
        await work(technician, around)
        yield world_of(
            around,
            UnitController(guest, around.folder),
            shuffler,
            topics=Topics(house=HOUSE, table=TABLE),
            tls=await technician.consumer(guest.machine.folder / "tls"),
        )
