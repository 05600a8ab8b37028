"""
The disk of a bare Debian for the virtual board: made once by mmdebstrap, kept in the cache, copied for each board.

apt fetches the packages from the machine's own mirror and proves them by Debian's signatures. The disk also keeps, as
apt downloaded them, the packages that an installation of the product brings along, so that no board needs a network.
"""

import shutil
import subprocess
import tempfile
import zlib
from pathlib import Path

from hil.board.kernel import BoardMissing
from hil.board.machine import program
from hil.debian_archive import KEYRING, NotFetchedError, cache_folder, mirror

RELEASE = "bookworm"

MAKER = "mmdebstrap"

BARE = ("systemd-sysv", "udev", "dbus", "python3", "sudo", "iproute2", "kmod", "procps", "e2fsprogs")
"""Beside what Debian calls essential; every ordinary installation of Debian has these."""

BROUGHT = ("mosquitto", "chrony")
"""What `apt install` of the product's package brings along."""

DISK_MB = 2048

MAKE_S = 1200.0

NAME = "board"

SETTINGS = (
    # What a real board's apt has downloaded stays where apt looks for it.
    *("--variant=minbase", "--skip=cleanup/apt/lists,cleanup/apt/cache"),
    '--aptopt=Acquire::Languages "none"',
    "--dpkgopt=force-unsafe-io",
    '--customize-hook=chroot "$1" apt-get clean',
    f'--customize-hook=chroot "$1" apt-get install --download-only --yes {" ".join(BROUGHT)}',
    f'--customize-hook=echo {NAME} > "$1/etc/hostname"',
    f'--customize-hook=echo "127.0.0.1 localhost {NAME}" > "$1/etc/hosts"',
    '--customize-hook=rm -f "$1/etc/resolv.conf"',
)


def debian_disk(cache: Path | None = None) -> Path:
    """Return the disk from the cache; make it first if the cache has none. Raises BoardMissing."""
    words = " ".join((RELEASE, str(DISK_MB), *BARE, *SETTINGS))
    disk = (cache or cache_folder() / "board") / f"debian-{zlib.crc32(words.encode()):08x}.img"
    if not disk.exists():
        make(disk)
    return disk


def copied_disk(file: Path) -> None:
    """Make a disk of a bare Debian, which takes up only what is written on it. Raises BoardMissing."""
    copying = ("cp", "--sparse=always", "--reflink=auto", str(debian_disk()), str(file))
    subprocess.run(copying, check=True)


def make(disk: Path) -> None:
    """Make the disk. Raises BoardMissing."""
    if shutil.which(MAKER) is None:
        raise BoardMissing(f"{MAKER} is not installed: apt-get install {MAKER}")
    mkfs = program("mkfs.ext4", package="e2fsprogs")
    disk.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=disk.parent, prefix="making-") as name:
        root, made = Path(name, "root"), Path(name, "disk.img")
        included = f"--include={','.join(BARE)}"
        _works(MAKER, *SETTINGS, included, f"--keyring={KEYRING}", RELEASE, str(root), _mirror())
        with made.open("wb") as file:
            file.truncate(DISK_MB << 20)
        _works(mkfs, "-q", "-F", "-E", "root_owner=0:0", "-d", str(root), str(made))
        made.replace(disk)


def _mirror() -> str:
    try:
        return mirror()
    except NotFetchedError as why:
        raise BoardMissing(f"Debian for the virtual board: {why}") from None


def _works(*words: str) -> None:
    try:
        ran = subprocess.run(words, capture_output=True, text=True, check=False, timeout=MAKE_S)
    except subprocess.TimeoutExpired:
        raise BoardMissing(f"the Debian of the virtual board was not made within {MAKE_S:g} s") from None
    if ran.returncode != 0:
        last = [line for line in ran.stderr.splitlines() if line.startswith("E: ")] or ran.stderr.splitlines()
        raise BoardMissing(f"the Debian of the virtual board cannot be made: {last[-1] if last else words[0]}")
