"""
The kernel of the virtual board: Debian's own, from trixie-backports, with the modules that the board needs.

The kernels of Debian 12 and 13 have no simulated GPIO chip; the one of trixie-backports has. The cache keeps it and a
few modules, unpacked.
"""

import lzma
import re
import shutil
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hil.debian_archive import NotFetchedError, Suite, cache_folder

SUITE = "trixie-backports"

IMAGE = "linux-image-amd64"
"""The package that always names the newest kernel."""

MODULES = (
    *("virtio_pci", "virtio_blk", "virtio_net", "9pnet_virtio", "9p", "ext4", "overlay"),
    *("configfs", "gpio-sim", "dummy_hcd", "usb_f_acm", "cdc-acm"),
    *("softdog", "i6300esb", "dm-mod", "dm-flakey", "dm-log-writes"),
)


class BoardMissing(Exception):  # noqa: N818 - named for what is wrong
    """The virtual board cannot be had here; the message says why, and what to do."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Kernel:
    """A kernel in the cache: its image, and its modules in the order in which they load."""

    image: Path
    modules: tuple[Path, ...]


def kernel(cache: Path | None = None) -> Kernel:
    """Return the kernel from the cache; fetch it first if the cache has none. Raises BoardMissing."""
    folder = (cache or cache_folder() / "board") / f"kernel-{zlib.crc32(' '.join(MODULES).encode()):08x}"
    if not (folder / ORDER).exists():
        _fetch_into(folder)
    names = (folder / ORDER).read_text(encoding="utf-8").split()
    return Kernel(image=folder / "vmlinuz", modules=tuple(folder / f"{name}.ko" for name in names))


ORDER = "modules.order"


def _fetch_into(folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix="fetching-") as name:
        place = Path(name)
        try:
            suite = Suite(SUITE, place / "apt", architecture="amd64")
            suite.fetch(*_packages(suite))
            suite.unpack(place / "unpacked")
        except NotFetchedError as why:
            raise BoardMissing(f"no kernel for the virtual board from {SUITE}: {why}") from None
        made = place / "made"
        made.mkdir()
        _take(place / "unpacked", made)
        if not folder.exists():
            made.rename(folder)


def _packages(suite: Suite) -> Iterator[str]:
    """Yield the packages that hold the newest kernel: its image, and the parts that it is split into."""
    for image in _needs(suite, IMAGE, r"linux-image-\d"):
        yield image
        yield from _needs(suite, image, r"linux-(binary|modules)-\d")


def _needs(suite: Suite, package: str, like: str) -> list[str]:
    found = [name for name in re.findall(r"Depends: (\S+)", suite.depends(package)) if re.match(like, name)]
    if not found and like.startswith("linux-image"):
        raise NotFetchedError(f"{package} names no kernel")
    return found


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
