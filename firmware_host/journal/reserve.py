"""
Room on the disk that is kept for the round under way.

A file of this size is held while all is well. When a commit finds the disk full it is given up, the commit is tried
once more, and the table begins no new round until there is room again. A round of the fullest tracking is some hundred
facts; each commit writes whole pages, three or four of 4 KiB, to a log that is folded in at 4 MiB: half of this would
do.
"""

import os
from contextlib import suppress
from pathlib import Path

FILE = "journal.reserve"
SIZE = 8 << 20
MIB = 1 << 20


class Reserve:
    """The file. `hold` and `free_mib` are called on the event loop, `give_up` by the writer."""

    def __init__(self, folder: Path, *, least_mib: int) -> None:
        """Hold it at once, where there is room for it beside the least that is to be free."""
        self._folder = folder
        self._path = folder / FILE
        self._least = least_mib * MIB
        self.hold()

    def hold(self) -> None:
        """Take the room again once there is enough."""
        if self._is_held() or _free(self._folder) < self._least + SIZE:
            return
        file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.posix_fallocate(file, 0, SIZE)
        except OSError:
            # Somebody was faster, or this disk cannot promise room: then the limit alone has to do.
            self._path.unlink(missing_ok=True)
        finally:
            os.close(file)

    def give_up(self) -> bool:
        """Free the room for what must be recorded; return whether there was any to free."""
        try:
            self._path.unlink()
        except OSError:
            return False
        return True

    def free_mib(self) -> int:
        """Return what is free; nothing as long as the reserve itself is used up."""
        if not self._is_held():
            with suppress(OSError):
                self.hold()
            if not self._is_held():
                return 0
        return _free(self._folder) // MIB

    def _is_held(self) -> bool:
        return self._path.exists()


def _free(folder: Path) -> int:
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize
