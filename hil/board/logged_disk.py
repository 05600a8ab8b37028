"""The board's second disk with a log of every write to it, which can be replayed to each flush."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from hil.board.board_controller import DISK
from hil.board.guest import BoardTrouble, Guest
from hil.board.machine import SPARE_MB
from hil.board.write_log import SECTOR, states

MIB: Final = 1 << 20

DISK_MIB: Final = 40

LOG_MIB: Final = SPARE_MB - DISK_MIB


class LoggedDisk:
    """A small file system, in the place of a folder of the first disk; the rest of the second disk is its log."""

    def __init__(self, guest: Guest, folder: str) -> None:
        """Prepare; `folder` is its name below the place of all records."""
        self._guest = guest
        self._spare = guest.machine.spare
        self.place = f"{DISK}/{folder}"

    async def make(self, before: Path) -> None:
        """Make the file system, copy the disk as it is then to `before`, and log every write from now on."""
        await self._create("plain", f"0 {_sectors(DISK_MIB)} linear /dev/vdb 0")
        await self._create("log", f"0 {_sectors(LOG_MIB)} linear /dev/vdb {_sectors(DISK_MIB)}")
        await self._sh("mkfs.ext4 -q -F -E lazy_itable_init=0,lazy_journal_init=0 /dev/dm-0 && sync /dev/dm-0")
        with self._spare.open("rb") as disk, before.open("wb") as copy:
            for _ in range(DISK_MIB):
                _write_sparse(copy, disk.read(MIB))
            copy.truncate(DISK_MIB * MIB)
        await self._create("logged", f"0 {_sectors(DISK_MIB)} log-writes /dev/dm-0 /dev/dm-1")
        await self._sh(f"mkdir -p {self.place} && mount -t ext4 /dev/dm-2 {self.place}")
        await self._sh(f"rmdir {self.place}/lost+found")

    async def mark(self, words: str) -> None:
        """Write this into the log: what is durable by now was so before the mark."""
        await self._sh(f"dmsetup message logged 0 mark {words}")

    async def remove(self) -> None:
        """Take it away; its log can be replayed until another disk is made."""
        await self._sh(
            f"umount {self.place} || umount -l {self.place}; for name in logged log plain; do dmsetup remove "
            "--noudevsync --retry $name; done"
        )

    def states(self, before: Path) -> Iterator[tuple[int, str]]:
        """Replay the log over `before`: yield the number of each flush and the newest mark."""
        with self._spare.open("rb") as log:
            yield from states(log, DISK_MIB * MIB, before)

    async def _create(self, name: str, table: str) -> None:
        await self._sh(f"dmsetup create {name} --noudevsync --noudevrules --table '{table}'")

    async def _sh(self, script: str) -> str:
        return await self._guest.works("/bin/sh", "-c", script)


def files_of(image: Path, folder: Path) -> None:
    """Check the file system on an image, as a boot does, and copy its files. Raises BoardTrouble."""
    path = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/sbin"))
    for command, most in ((("e2fsck", "-fy", str(image)), 1), (("debugfs", "-R", f"rdump / {folder}", str(image)), 0)):
        ran = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "PATH": path})
        if ran.returncode > most:
            raise BoardTrouble(f"{command[0]} ended with exit code {ran.returncode}: {ran.stdout} {ran.stderr}")


def _sectors(mib: int) -> int:
    return mib * MIB // SECTOR


def _write_sparse(file: BinaryIO, data: bytes) -> None:
    if data.count(0) == len(data):
        file.seek(len(data), os.SEEK_CUR)
    else:
        file.write(data)
