"""
The kernel of the virtual board: Debian's own, from trixie-backports, with the modules that the board needs.

The kernels of Debian 12 and 13 have no simulated GPIO chip; the one of trixie-backports has. The package is fetched by
apt from the machine's own mirror, with lists of its own, so apt's signatures prove it and the machine's lists stay as
they are. The cache keeps the kernel and a few modules, unpacked.
"""

import lzma
import os
import re
import shutil
import subprocess
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

SUITE = "trixie-backports"

KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")

IMAGE = "linux-image-amd64"
"""The package that always names the newest kernel."""

MODULES = (
    *("virtio_pci", "virtio_blk", "virtio_net", "9pnet_virtio", "9p", "ext4", "overlay"),
    *("configfs", "gpio-sim", "dummy_hcd", "usb_f_acm", "cdc-acm"),
    *("softdog", "i6300esb", "dm-mod", "dm-flakey", "dm-log-writes"),
)

FETCH_S = 300.0

RELEASES = frozenset(("bookworm", "trixie", "forky", "sid", "oldstable", "stable", "testing", "unstable"))
"""The releases that Debian's own archive has, beside those for security and updates."""


class BoardMissing(Exception):  # noqa: N818 - named for what is wrong
    """The virtual board cannot be had here; the message says why, and what to do."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Kernel:
    """A kernel in the cache: its image, and its modules in the order in which they load."""

    image: Path
    modules: tuple[Path, ...]


def cache_folder() -> Path:
    """Return the folder of this user that keeps kernels."""
    base = os.environ.get("XDG_CACHE_HOME")
    return Path(base) / "firmware-host" / "board" if base else Path.home() / ".cache/firmware-host/board"


def kernel(cache: Path | None = None) -> Kernel:
    """Return the kernel from the cache; fetch it first if the cache has none. Raises BoardMissing."""
    folder = (cache or cache_folder()) / f"kernel-{zlib.crc32(' '.join(MODULES).encode()):08x}"
    if not (folder / ORDER).exists():
        _fetch_into(folder)
    names = (folder / ORDER).read_text(encoding="utf-8").split()
    return Kernel(image=folder / "vmlinuz", modules=tuple(folder / f"{name}.ko" for name in names))


ORDER = "modules.order"


def _fetch_into(folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix="fetching-") as name:
        place = Path(name)
        apt = _Apt(place, _mirror())
        apt.works("apt-get", "update")
        for package in apt.packages():
            apt.works("apt-get", "download", package)
        for file in place.glob("*.deb"):
            _works("dpkg-deb", "-x", str(file), str(place / "unpacked"))
        made = place / "made"
        made.mkdir()
        _take(place / "unpacked", made)
        if not folder.exists():
            made.rename(folder)


def _mirror() -> str:
    """Return the address of Debian's archive in the machine's own configuration of apt."""
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        raise BoardMissing("the kernel of the virtual board comes as a Debian package, and this machine has no apt")
    if not KEYRING.exists():
        raise BoardMissing(f"{KEYRING} is missing; install debian-archive-keyring")
    # Without release information apt answers from its configuration alone, also where it has no lists yet.
    asked = ("apt-get", "indextargets", "--no-release-info", "--format", "$(CREATED_BY) $(RELEASE) $(REPO_URI)")
    listed = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    for line in listed.splitlines():
        kind, release, address = [*line.split(" ", 2), "", ""][:3]
        if kind == "Packages" and release in RELEASES:
            return address
    raise BoardMissing("apt names no archive of Debian on this machine; add one to its sources")


class _Apt:
    """Runs apt with lists and archives of its own in a folder."""

    def __init__(self, place: Path, mirror: str) -> None:
        self._place = place
        for needed in ("lists/partial", "cache/archives/partial"):
            (place / needed).mkdir(parents=True)
        sources = place / "sources.list"
        sources.write_text(f"deb [signed-by={KEYRING}] {mirror} {SUITE} main\n", encoding="utf-8")
        settings = (
            f"Dir::Etc::sourcelist={sources}",
            "Dir::Etc::sourceparts=-",
            f"Dir::State::lists={place / 'lists'}",
            f"Dir::Cache={place / 'cache'}",
            "APT::Sandbox::User=root",
            "APT::Architecture=amd64",
            "Acquire::Languages=none",
            "Acquire::Retries=3",
        )
        self._options = tuple(word for setting in settings for word in ("-o", setting))

    def works(self, program: str, *arguments: str) -> str:
        """Run it; return its output. Raises BoardMissing with its last words."""
        return _works(program, *self._options, *arguments, cwd=self._place)

    def packages(self) -> Iterator[str]:
        """Yield the packages that hold the newest kernel: its image, and the parts that it is split into."""
        newest = self._needs(IMAGE, r"linux-image-\d")
        for image in newest:
            yield image
            yield from self._needs(image, r"linux-(binary|modules)-\d")

    def _needs(self, package: str, like: str) -> list[str]:
        text = self.works("apt-cache", "depends", package)
        found = [name for name in re.findall(r"Depends: (\S+)", text) if re.match(like, name)]
        if not found and like.startswith("linux-image"):
            raise BoardMissing(f"{package} of {SUITE} names no kernel")
        return found


def _works(program: str, *arguments: str, cwd: Path | None = None) -> str:
    try:
        ran = subprocess.run(
            (program, *arguments), cwd=cwd, capture_output=True, text=True, check=False, timeout=FETCH_S
        )
    except subprocess.TimeoutExpired:
        raise BoardMissing(f"the kernel of the virtual board did not arrive within {FETCH_S:g} s") from None
    if ran.returncode != 0:
        last = (ran.stderr.strip() or ran.stdout.strip() or f"exit code {ran.returncode}").splitlines()[-1]
        raise BoardMissing(f"the kernel of the virtual board cannot be fetched from {SUITE}: {last}")
    return ran.stdout


def _take(unpacked: Path, made: Path) -> None:
    """Copy the kernel and unpack the modules with all that they depend on."""
    image = next((path for path in sorted(unpacked.rglob("vmlinuz*")) if path.is_file()), None)
    found = {_plain(path.name.split(".")[0]): path for path in unpacked.rglob("*.ko*")}
    if image is None or not found:
        raise BoardMissing(f"the package of {SUITE} holds no kernel, or no modules")
    shutil.copyfile(image, made / "vmlinuz")
    order: list[str] = []
    for name in MODULES:
        _take_module(_plain(name), found, made, order)
    (made / ORDER).write_text("\n".join(order) + "\n", encoding="utf-8")


def _take_module(name: str, found: dict[str, Path], made: Path, order: list[str]) -> None:
    """Unpack a module after those it depends on; one without a file is part of the kernel itself."""
    if name in order or name not in found:
        return
    raw = found[name].read_bytes()
    module = lzma.decompress(raw) if found[name].suffix == ".xz" else raw
    for needed in _depends(module):
        _take_module(_plain(needed), found, made, order)
    (made / f"{name}.ko").write_bytes(module)
    order.append(name)


def _depends(module: bytes) -> Iterable[str]:
    words = re.search(rb"\0depends=([^\0]*)\0", module)
    return [] if words is None else filter(None, words.group(1).decode().split(","))


def _plain(name: str) -> str:
    return name.replace("-", "_")
