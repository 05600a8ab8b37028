"""The board's second disk, which fails on command: the kernel's device mapper is between it and its file system."""

from typing import Final

from hil.board.board_controller import DISK
from hil.board.guest import Guest

NAME: Final = "bad"

DEVICE: Final = "/dev/dm-0"

SPARE: Final = "/dev/vdb"

OPTIONS: Final = "errors=remount-ro"
"""As Debian's installer mounts the root file system: after an error of the file system it takes no more writes."""

FILLER: Final = "filler"


class BadDisk:
    """A file system on the board's second disk, in the place of a folder of its first one."""

    def __init__(self, guest: Guest, folder: str) -> None:
        """Prepare; `folder` is its name below the place of all records."""
        self._guest = guest
        self.place = f"{DISK}/{folder}"

    async def make(self) -> None:
        """Make the file system, empty, and mount it."""
        await self._sh(f"dmsetup create {NAME} --noudevsync --noudevrules --table '{await self._linear()}'")
        await self._sh(f"mkfs.ext4 -q -F {DEVICE} && mkdir -p {self.place}")
        await self._mount()
        await self._sh(f"rmdir {self.place}/lost+found")

    async def remove(self) -> None:
        """Take it away, also when it fails, and whatever holds it open."""
        await self._table(await self._linear())
        await self._sh(f"umount {self.place} || umount -l {self.place}; dmsetup remove --noudevsync --retry {NAME}")

    async def fill(self, *, but_mib: int = 0) -> None:
        """Let another program take all its room, but for so many MiB."""
        leave = f"$(( $(df --output=avail -B 4096 {self.place} | tail -1) - {but_mib} * 256 ))"
        await self._sh(f"fallocate -l $(( {leave} * 4096 )) {self.place}/{FILLER}")

    async def free(self) -> None:
        """Give the room back."""
        await self._sh(f"rm -f {self.place}/{FILLER}; sync -f {self.place}")

    async def refuse_writes(self) -> None:
        """Answer every write with an I/O error from now on."""
        await self._table(f"0 {await self._sectors()} flakey {SPARE} 0 0 3600 1 error_writes")

    async def become_read_only(self) -> None:
        """Let the kernel find its file system damaged, which it then makes read-only."""
        await self._sh(f"echo 1 > /sys/fs/ext4/{DEVICE.removeprefix('/dev/')}/trigger_fs_error")

    async def repair(self) -> None:
        """Do what a technician does: unmount, check, mount again; the disk itself is well."""
        await self._table(await self._linear())
        await self._sh(f"umount {self.place}; e2fsck -fy {DEVICE} >/dev/null; test $? -le 1")
        await self._mount()

    async def _mount(self) -> None:
        await self._sh(f"mount -t ext4 -o {OPTIONS} {DEVICE} {self.place}")

    async def _linear(self) -> str:
        return f"0 {await self._sectors()} linear {SPARE} 0"

    async def _sectors(self) -> str:
        return (await self._sh(f"cat /sys/class/block/{SPARE.removeprefix('/dev/')}/size")).strip()

    async def _table(self, table: str) -> None:
        change = f"dmsetup suspend --noflush --nolockfs {NAME} && dmsetup load {NAME} --table '{table}'"
        await self._sh(f"{change} && dmsetup resume --noudevsync {NAME}")

    async def _sh(self, script: str) -> str:
        return await self._guest.works("/bin/sh", "-c", script)
