"""The built pages: read from `bundle/` into memory once, and served by name."""

import gzip
import hashlib
import mimetypes
import re
from pathlib import Path

import msgspec

from firmware_host.rules.struct import Record

FOLDER = Path(__file__).parent / "bundle"
INDEX = "index.html"

HASHED = re.compile(r"[-.][A-Za-z0-9]{8,}\.[a-z0-9.]+$")
"""A name with the content's hash, as esbuild writes it: the content under this name never changes."""

SMALL = 1024
"""Smaller files are not worth compressing."""

HELD_BACK = (".map", ".json")
"""Never served: source maps are for developers, `bundle.json` is for this module."""

NAMED = "bundle.json"
"""The file with the hash that the build wrote into the page."""


class Asset(Record, frozen=True, kw_only=True):
    """A file of the bundle."""

    type: str
    data: bytes
    gzipped: bytes | None
    """The data compressed; None if that saves nothing."""
    immutable: bool
    """Whether the name holds the content's hash."""


class Bundle(Record, frozen=True, kw_only=True):
    """All files of a bundle by name. Only these can be asked for, so no path leads out of the folder."""

    hash: str
    """The content hash of the whole; empty without a bundle."""
    assets: dict[str, Asset]

    @property
    def index(self) -> Asset | None:
        """Return the page itself, or None without a bundle."""
        return self.assets.get(INDEX)


NO_BUNDLE = Bundle(hash="", assets={})


def read(folder: Path = FOLDER) -> Bundle:
    """Read the folder; without one, or without its `index.html`, there is no bundle."""
    if not (folder / INDEX).is_file():
        return NO_BUNDLE
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix not in HELD_BACK)
    assets = {path.relative_to(folder).as_posix(): _asset(path) for path in paths if not path.name.startswith(".")}
    return Bundle(hash=_named(folder) or _hash(assets), assets=assets)


def _named(folder: Path) -> str:
    """Return the hash that the build wrote into the page; empty if it wrote none."""
    try:
        return msgspec.json.decode((folder / NAMED).read_bytes(), type=_Named).bundle
    except (OSError, msgspec.MsgspecError):
        return ""


class _Named(msgspec.Struct):
    bundle: str


def _hash(assets: dict[str, Asset]) -> str:
    whole = hashlib.sha256()
    for name, asset in assets.items():
        whole.update(f"{name}\0{len(asset.data)}\0".encode() + asset.data)
    return whole.hexdigest()[:16]


def _asset(path: Path) -> Asset:
    data = path.read_bytes()
    kind, _ = mimetypes.guess_type(path.name)
    kind = {".js": "text/javascript", ".woff2": "font/woff2"}.get(path.suffix, kind or "application/octet-stream")
    small = gzip.compress(data, mtime=0) if len(data) > SMALL else data
    return Asset(
        type=f"{kind}; charset=utf-8" if kind.startswith("text/") else kind,
        data=data,
        gzipped=small if len(small) < len(data) * 0.9 else None,
        immutable=HASHED.search(path.name) is not None,
    )
