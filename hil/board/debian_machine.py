"""A virtual board that boots a bare Debian with systemd: its machine, and what can be asked of it."""

import socket
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from hil.board.debian import copied_disk
from hil.board.guest import ANSWER_S, Guest, Ran
from hil.board.initramfs import SYSTEMD
from hil.board.machine import Machine
from hil.broker import LOOPBACK, free_port

BROKER_PORT: Final = 8883

ROUTER: Final = "10.0.3.2"
"""The address at which the board reaches programs outside by the table's network."""

ROOT: Final = "/proc/1/root"
"""How the agent, which lives in the host's file system, names that of the board."""

ENVIRONMENT: Final = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
    "DEBIAN_FRONTEND": "noninteractive",
}

BOOT_S: Final = 400.0

MONITOR_S: Final = 20.0

PROMPT: Final = b"(qemu) "


class DebianMachine(Machine):
    """Its own disk holds Debian. It has a second network, that of the table, whose cable can be pulled."""

    init = SYSTEMD

    clock = "tsc=unstable clocksource=hpet"
    """The processor's counter is measured once while the kernel boots, on a busy machine wrongly: time ran 8 times."""

    def __init__(self, folder: Path) -> None:
        """Prepare; `start` boots it. Raises BoardMissing if the emulator, the kernel or Debian cannot be had."""
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / "disk.img").exists():
            copied_disk(folder / "disk.img")
        self.broker_port, self.table_port = free_port(), free_port()
        """These lead to the board's own broker: the second one by the table's network, whose cable can be pulled."""
        self._monitor = folder / "monitor"
        super().__init__(folder)

    def forwarded(self) -> dict[int, int]:
        """Return the ports on the loopback interface outside, each with the board's port to which it leads."""
        return {**super().forwarded(), self.broker_port: BROKER_PORT}

    def command(self) -> list[str]:
        """Return the emulator's command line."""
        return [
            *super().command(),
            *(
                "-netdev",
                f"user,id=table,ipv6=off,net=10.0.3.0/24,hostfwd=tcp:{LOOPBACK}:{self.table_port}-:{BROKER_PORT}",
            ),
            *("-device", "virtio-net-pci,netdev=table,id=cable,romfile="),
            *("-monitor", f"unix:{self._monitor},server=on,wait=off"),
        ]

    def network(self, *, plugged: bool) -> None:
        """Plug the cable of the table's network in or out."""
        self._told(f"set_link cable {'on' if plugged else 'off'}")

    def _told(self, words: str) -> None:
        """Type one command at the emulator's monitor."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as monitor:
            monitor.settimeout(MONITOR_S)
            monitor.connect(str(self._monitor))
            _until_prompt(monitor)
            monitor.sendall(f"{words}\n".encode())
            _until_prompt(monitor)


def _until_prompt(monitor: socket.socket) -> None:
    said = b""
    over_s = time.monotonic() + MONITOR_S
    while not said.endswith(PROMPT) and time.monotonic() < over_s:
        if not (more := monitor.recv(4096)):
            return
        said += more


class DebianGuest(Guest):
    """What can be asked of the board that runs Debian: programs and folders are those on its disk."""

    def __init__(self, machine: DebianMachine) -> None:
        super().__init__(machine)
        self.debian = machine

    async def booted(self) -> float:
        """Wait until systemd has started everything; return the uptime at which the agent was there."""
        uptime = await self.ready(within_s=BOOT_S)
        await self.runs("systemctl", "is-system-running", "--wait", within_s=BOOT_S)
        return uptime

    async def runs(
        self,
        *argv: str | Path,
        typed: str = "",
        environment: Mapping[str, str] | None = None,
        within_s: float = ANSWER_S,
    ) -> Ran:
        """Run a program of the board to its end, as root at its console."""
        words = [f"{name}={value}" for name, value in {**ENVIRONMENT, **(environment or {})}.items()]
        return await super().runs("chroot", ROOT, "env", "-i", *words, *argv, typed=typed, within_s=within_s)

    async def fetch(self, path: str, folder: Path) -> None:
        """Copy a folder of the board into this one, which is emptied before."""
        await super().fetch(f"{ROOT}{path}", folder)

    async def put(self, folder: Path, path: str) -> None:
        """Copy this folder to the board."""
        await super().put(folder, f"{ROOT}{path}")
