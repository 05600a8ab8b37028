"""The emulator of the virtual board: starts it, ends it, and cuts its power."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from hil import environment
from hil.board.initramfs import AGENT_PORT, INIT, initramfs
from hil.board.kernel import BoardMissing, kernel
from hil.broker import LOOPBACK, free_port
from hil.controller import end_with_parent

EMULATOR = "qemu-system-x86_64"

BOOT_S = 90.0

DISK_MB = 512

SPARE_MB = 160
"""A second disk, empty: for tests of a disk that fails."""

TRUSTED = "random.trust_cpu=on no_timer_check"
"""What the kernel need not measure or wait for."""

BEFORE_OTHERS = -5
"""The emulator's priority, where this user may raise it."""

ROUTER = "10.0.2.2"
"""The address at which the board reaches the loopback interface outside."""


class Machine:
    """One virtual board. Its folder holds the disk, the console's log and what both sides share."""

    init = INIT

    clock = "tsc=reliable"
    """What the kernel is told about its clocks."""

    def __init__(self, folder: Path) -> None:
        """Prepare; `start` boots it. Raises BoardMissing if the emulator or the kernel cannot be had."""
        if shutil.which(EMULATOR) is None:
            raise BoardMissing(f"{EMULATOR} is not installed: apt-get install qemu-system-x86")
        self.folder = folder
        self.shared = folder / "shared"
        self.shared.mkdir(parents=True, exist_ok=True)
        self.console = folder / "console.log"
        self.disk = folder / "disk.img"
        self.spare = folder / "spare.img"
        self.port = 0
        self.boots = 0
        self._kernel = kernel()
        python = Path(sys.executable)
        agent = f"env PYTHONPATH={environment.CLONE} {python} -m hil.board.agent"
        self._initramfs = folder / "initramfs"
        self._initramfs.write_bytes(initramfs(self._kernel, agent, self.init))
        self._process: subprocess.Popen[bytes] | None = None
        if not self.disk.exists():
            make_disk(self.disk)
        with self.spare.open("ab") as spare:
            spare.truncate(SPARE_MB << 20)

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def process(self) -> int:
        """Return the emulator's process id."""
        return self._started().pid

    @property
    def worked_s(self) -> float:
        """Return the processor time that the emulator has used since its start, 0 while it does not run."""
        if not self.running:
            return 0.0
        words = Path(f"/proc/{self.process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return sum(map(int, words[11:13])) / os.sysconf("SC_CLK_TCK")

    def start(self, *, outlives: bool = False) -> None:
        """Switch it on; `guest.ready` waits until it has booted. It ends with this process unless it `outlives` it."""
        self.port = free_port()
        self.boots += 1
        with self.console.open("ab") as console:
            console.write(f"--- boot {self.boots}\n".encode())
            console.flush()
            self._process = subprocess.Popen(
                self.command(),
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=console,
                start_new_session=True,
                preexec_fn=None if outlives else end_with_parent,  # noqa: PLW1509 - it is one call of the kernel
            )
        with suppress(OSError):  # a board that has to wait for others keeps no time
            os.setpriority(os.PRIO_PROCESS, self._process.pid, BEFORE_OTHERS)
            # It has a session of its own; where the kernel shares processors among sessions, only this counts.
            Path(f"/proc/{self._process.pid}/autogroup").write_text(str(BEFORE_OTHERS), encoding="ascii")

    def cut_power(self) -> None:
        """Kill the emulator: what it had not written to its disk is lost."""
        process = self._started()
        process.send_signal(signal.SIGKILL)
        process.wait()

    async def switched_off(self, *, within_s: float) -> None:
        """Wait until the board has switched itself off, as it does where others reboot. Raises TimeoutExpired."""
        await asyncio.to_thread(self._started().wait, within_s)

    def off(self) -> None:
        """End it, if it still runs."""
        if self._process is not None and self._process.poll() is None:
            self.cut_power()

    def words(self, lines: int = 60) -> str:
        """Return the end of the console's log."""
        text = self.console.read_text(errors="replace") if self.console.exists() else ""
        return "\n".join(text.splitlines()[-lines:])

    def forwarded(self) -> dict[int, int]:
        """Return the ports on the loopback interface outside, each with the board's port to which it leads."""
        return {self.port: AGENT_PORT}

    def command(self) -> list[str]:
        """Return the emulator's command line."""
        ports = "".join(f",hostfwd=tcp:{LOOPBACK}:{out}-:{port}" for out, port in self.forwarded().items())
        # One processor: with two, the simulated GPIO chip merges edges. No check of the timer: where the emulator waits
        # for a processor the kernel counts too few of its ticks and panics.
        return [
            *(EMULATOR, "-accel", "tcg", "-smp", "1", "-cpu", "max", "-M", "q35", "-m", "768"),
            *("-nodefaults", "-display", "none", "-no-reboot", "-serial", "stdio", "-no-user-config"),
            *("-kernel", str(self._kernel.image), "-initrd", str(self._initramfs)),
            *("-append", f"console=ttyS0 quiet panic=-1 mitigations=off {TRUSTED} {self.clock}"),
            *("-drive", f"file={self.disk},if=none,id=disk,format=raw,cache=writeback"),
            *("-device", "virtio-blk-pci,drive=disk"),
            *("-drive", f"file={self.spare},if=none,id=spare,format=raw,cache=writeback"),
            *("-device", "virtio-blk-pci,drive=spare"),
            *("-netdev", f"user,id=net{ports}"),
            *("-device", "virtio-net-pci,netdev=net,romfile="),
            *("-fsdev", "local,id=host,path=/,security_model=none,readonly=on,multidevs=remap"),
            *("-device", "virtio-9p-pci,fsdev=host,mount_tag=host"),
            *("-fsdev", f"local,id=board,path={self.shared},security_model=none"),
            *("-device", "virtio-9p-pci,fsdev=board,mount_tag=shared"),
        ]

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._process is None:
            raise RuntimeError("the virtual board was not started")
        return self._process


def make_disk(file: Path, megabytes: int = DISK_MB) -> None:
    """Make an empty disk with a file system."""
    with file.open("wb") as disk:
        disk.truncate(megabytes << 20)
    mkfs = program("mkfs.ext4", package="e2fsprogs")
    made = subprocess.run((mkfs, "-q", "-F", str(file)), capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise BoardMissing(f"mkfs.ext4 failed: {made.stderr.strip()}")


def program(name: str, *, package: str) -> str:
    """Return the path of a program, also where only root looks for it. Raises BoardMissing."""
    path = shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/sbin")))
    if path is None:
        raise BoardMissing(f"{name} is not installed: apt-get install {package}")
    return path
