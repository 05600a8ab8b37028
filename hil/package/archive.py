"""A .deb file, written so that the same content gives the same bytes (deb(5))."""

import gzip
import hashlib
import io
import lzma
import stat
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

FOLDER, FILE, PROGRAM = 0o755, 0o644, 0o755

XZ = 1
"""The preset of xz: a higher one takes six times as long for a tenth of the size."""


@dataclass(frozen=True, slots=True)
class Packed:
    """One file of the package. Every file and folder belongs to root."""

    data: bytes
    mode: int = FILE


@dataclass(frozen=True, kw_only=True)
class Package:
    """What goes into a .deb: its control fields, scripts and files, and the paths of its configuration files."""

    fields: Mapping[str, str]
    scripts: Mapping[str, str]
    files: Mapping[str, Packed]
    folders: Mapping[str, int]
    """Folders with a mode of their own; every other one is 0755."""
    stamp: int

    @property
    def name(self) -> str:
        """Return the name of the file."""
        return "{Package}_{Version}_{Architecture}.deb".format(**self.fields)

    @property
    def configuration(self) -> tuple[str, ...]:
        """Return the files that dpkg keeps where a technician changed them."""
        return tuple(sorted(path for path in self.files if path.startswith("etc/")))

    def written(self) -> bytes:
        """Return the .deb."""
        members = (
            ("debian-binary", b"2.0\n"),
            ("control.tar.xz", _tar(self._control(), {}, self.stamp)),
            ("data.tar.xz", _tar(self.files, self.folders, self.stamp)),
        )
        return b"!<arch>\n" + b"".join(_member(name, data, self.stamp) for name, data in members)

    def _control(self) -> dict[str, Packed]:
        size = sum(-(-len(file.data) // 1024) for file in self.files.values())
        fields = {**self.fields, "Installed-Size": str(size)}
        last = ("Description",)
        lines = [f"{name}: {fields[name]}\n" for name in (*(key for key in fields if key not in last), *last)]
        sums = [
            f"{hashlib.md5(file.data, usedforsecurity=False).hexdigest()}  {path}\n"
            for path, file in sorted(self.files.items())
            if path not in self.configuration
        ]
        return {
            "control": Packed("".join(lines).encode()),
            "conffiles": Packed("".join(f"/{path}\n" for path in self.configuration).encode()),
            "md5sums": Packed("".join(sums).encode()),
            **{name: Packed(text.encode(), PROGRAM) for name, text in self.scripts.items()},
        }


def _tar(files: Mapping[str, Packed], folders: Mapping[str, int], stamp: int) -> bytes:
    """Return an xz-compressed tar archive, every path once and in order."""
    above = {str(parent) for path in files for parent in PurePosixPath(path).parents} | set(folders)
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for path in sorted(above - {"."}, key=_order):
            tar.addfile(_entry(f"./{path}/", folders.get(path, FOLDER), stamp, kind=tarfile.DIRTYPE))
        for path, file in sorted(files.items(), key=lambda item: _order(item[0])):
            entry = _entry(f"./{path}", file.mode, stamp, kind=tarfile.REGTYPE)
            entry.size = len(file.data)
            tar.addfile(entry, io.BytesIO(file.data))
    return lzma.compress(out.getvalue(), preset=XZ)


def _order(path: str) -> tuple[str, ...]:
    return PurePosixPath(path).parts


def _entry(name: str, mode: int, stamp: int, *, kind: bytes) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.type, entry.mode, entry.mtime = kind, stat.S_IMODE(mode), stamp
    entry.uname = entry.gname = "root"
    return entry


def _member(name: str, data: bytes, stamp: int) -> bytes:
    head = f"{name:<16}{stamp:<12}{0:<6}{0:<6}{'100644':<8}{len(data):<10}`\n"
    return head.encode() + data + b"\n" * (len(data) % 2)


def zipped(text: str) -> bytes:
    """Return a text as policy wants change logs and manual pages: gzip, without name and time."""
    return gzip.compress(text.encode(), compresslevel=9, mtime=0)
