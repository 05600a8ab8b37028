"""The emulator of the virtual board: starts it, ends it, and cuts its power."""

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from hil import environment
from hil.board.initramfs import AGENT_PORT, initramfs
from hil.board.kernel import BoardMissing, kernel
from hil.broker import LOOPBACK, free_port
from hil.controller import end_with_parent

EMULATOR = "qemu-system-x86_64"

BOOT_S = 90.0

DISK_MB = 512

SPARE_MB = 160
"""A second disk, empty: for tests of a disk that fails."""

TRUSTED = "random.trust_cpu=on tsc=reliable no_timer_check"
"""What the kernel need not measure or wait for."""

BEFORE_OTHERS = -5
"""The emulator's priority, where this user may raise it."""

ROUTER = "10.0.2.2"
"""The address at which the board reaches the loopback interface outside."""


class Machine:
    """One virtual board. Its folder holds the disk, the console's log and what both sides share."""

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
        self._initramfs.write_bytes(initramfs(self._kernel, agent))
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

    def start(self, *, outlives: bool = False) -> None:
        """Switch it on; `guest.ready` waits until it has booted. It ends with this process unless it `outlives` it."""
        self.port = free_port()
        self.boots += 1
        with self.console.open("ab") as console:
            console.write(f"--- boot {self.boots}\n".encode())
            console.flush()
            self._process = subprocess.Popen(
                self._command(),
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=console,
                start_new_session=True,
                preexec_fn=None if outlives else end_with_parent,  # noqa: PLW1509 - it is one call of the kernel
            )
        with suppress(PermissionError):  # a board that has to wait for others keeps no time
            os.setpriority(os.PRIO_PROCESS, self._process.pid, BEFORE_OTHERS)

    def cut_power(self) -> None:
        """Kill the emulator: what it had not written to its disk is lost."""
        process = self._started()
        process.send_signal(signal.SIGKILL)
        process.wait()

    def off(self) -> None:
        """End it, if it still runs."""
        if self._process is not None and self._process.poll() is None:
            self.cut_power()

    def words(self, lines: int = 60) -> str:
        """Return the end of the console's log."""
        text = self.console.read_text(errors="replace") if self.console.exists() else ""
        return "\n".join(text.splitlines()[-lines:])

    def _command(self) -> list[str]:
        # One processor: with two, the simulated GPIO chip merges edges. No check of the timer: where the emulator waits
        # for a processor the kernel counts too few of its ticks and panics.
        return [
            *(EMULATOR, "-accel", "tcg", "-smp", "1", "-cpu", "max", "-M", "q35", "-m", "768"),
            *("-nodefaults", "-display", "none", "-no-reboot", "-serial", "stdio", "-no-user-config"),
            *("-kernel", str(self._kernel.image), "-initrd", str(self._initramfs)),
            *("-append", f"console=ttyS0 quiet panic=-1 mitigations=off {TRUSTED}"),
            *("-drive", f"file={self.disk},if=none,id=disk,format=raw,cache=writeback"),
            *("-device", "virtio-blk-pci,drive=disk"),
            *("-drive", f"file={self.spare},if=none,id=spare,format=raw,cache=writeback"),
            *("-device", "virtio-blk-pci,drive=spare"),
            *("-netdev", f"user,id=net,hostfwd=tcp:{LOOPBACK}:{self.port}-:{AGENT_PORT}"),
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
    path = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/sbin"))
    mkfs = shutil.which("mkfs.ext4", path=path)
    if mkfs is None:
        raise BoardMissing("mkfs.ext4 is not installed: apt-get install e2fsprogs")
    made = subprocess.run((mkfs, "-q", "-F", str(file)), capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise BoardMissing(f"mkfs.ext4 failed: {made.stderr.strip()}")
