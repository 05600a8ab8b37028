"""
The support bundle: its parts, redacted and limited in size, and the socket of a running controller that adds to it.

A bundle is also written when a fault ends the table. The socket is beside the record; only root and the controller's
own account can use it. It gives the recent log lines, readiness and metrics, which hold no secrets.
"""

import io
import logging
import os
import platform
import shutil
import socket
import sys
import tarfile
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, closing
from importlib.metadata import distributions
from itertools import count
from pathlib import Path

import msgspec

from firmware_host.diagnostics.log import Log
from firmware_host.diagnostics.redaction import Redaction
from firmware_host.errors import UserError
from firmware_host.host.clock import SystemClock
from firmware_host.host.program_digest import fold_digest
from firmware_host.journal.reader import Reader
from firmware_host.journal.segments import listed
from firmware_host.journal.verify import verified
from firmware_host.line_socket import Caller, LineSocket, short_path

FACTS = 300
"""The latest facts in a bundle, about ten rounds."""

VERIFIED_MOST = 20_000
"""A longer record is not verified for a bundle, as that takes minutes; `journal verify` does it."""

Parts = dict[str, str]

MOST_BYTES = 5 << 20
"""The size of all parts together, before compression."""

SUFFIX = ".tar.gz"
NAME = f"support-%Y%m%dT%H%M%SZ{SUFFIX}"
CUT = "\n[the beginning is left out: the bundle would be too large]\n"
log = logging.getLogger(__name__)


def of_machine_and_record(folder: Path, table_toml: str) -> Parts:
    """Return the parts that need no running controller; `table_toml` must be free of secrets."""
    return {
        "machine.txt": _attempted(_machine),
        "disk.txt": _attempted(lambda: _disk(folder)),
        "table.toml": table_toml,
        "record.txt": _attempted(lambda: _record(folder)),
        "facts.jsonl": _attempted(lambda: _latest(folder)),
        "packages.txt": _attempted(_packages),
    }


def _attempted(part: Callable[[], str]) -> str:
    try:
        return part()
    except Exception as error:  # noqa: BLE001 - a bundle is made because something is broken, possibly this part
        return f"this part failed: {type(error).__name__}: {error}\n"


def _machine() -> str:
    stamp = SystemClock().stamp()
    said = {
        "python": sys.version.replace("\n", " "),
        "system": platform.platform(),
        "machine": platform.machine(),
        "boot": stamp.boot,
        "clock synchronised": stamp.synced,
        "up for s": stamp.mono_ms // 1000,
        "load": os.getloadavg(),
        "pin factory": os.environ.get("GPIOZERO_PIN_FACTORY", "firmware-host"),
    }
    return "".join(f"{name}: {value}\n" for name, value in said.items())


def _disk(folder: Path) -> str:
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    usage = shutil.disk_usage(there)
    return "\n".join((f"free {usage.free >> 20} of {usage.total >> 20} MiB", *_entries(folder), ""))


def _entries(folder: Path) -> Iterator[str]:
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        found = path.lstat()
        yield f"{found.st_mode:o} {found.st_uid}:{found.st_gid} {found.st_size:>12} {path.name}"


def _record(folder: Path) -> str:
    if not listed(folder):
        return f"there is no record in {folder}\n"
    with closing(Reader(folder)) as reader:
        head = f"journal {reader.id}, {len(reader.paths)} files, {reader.last} facts\n"
        if reader.last > VERIFIED_MOST:
            return f"{head}not verified, as the record is long; run `firmware-host journal verify`\n"
    try:
        findings = verified(folder, fold=fold_digest()).findings
    except UserError as trouble:
        return f"{head}{trouble}\n"
    return head + ("".join(f"finding: {finding}\n" for finding in findings) or "verified: no findings\n")


def _latest(folder: Path) -> str:
    if not listed(folder):
        return ""
    with closing(Reader(folder)) as reader:
        return "".join(f"{link.data.decode()}\n" for link in reader.links(after=max(0, reader.last - FACTS)))


def _packages() -> str:
    return "".join(sorted(f"{found.name} {found.version}\n" for found in distributions()))


def as_json(value: object) -> str:
    """Return a value as the text of a part."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"


def write(folder: Path, parts: Mapping[str, str], redaction: Redaction, *, now_s: float | None = None) -> Path:
    """Write a bundle into this folder, readable by its owner only; return its path. Raises `OSError`."""
    data = packed(parts, redaction)
    path = _reserved_name(folder / time.strftime(NAME, time.gmtime(now_s)))
    partly = path.with_name(f"{path.name}.new")
    try:
        with os.fdopen(os.open(partly, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb") as raw:
            raw.write(data)
            raw.flush()
            os.fsync(raw.fileno())
        partly.rename(path)
    except OSError:
        # A partial bundle is useless, and takes up space on a full disk.
        partly.unlink(missing_ok=True)
        path.unlink(missing_ok=True)
        raise
    return path


def _reserved_name(path: Path) -> Path:
    """Reserve this name, or a numbered one if it is taken: two bundles may be written within one second."""
    for number in count(2):
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        except FileExistsError:
            path = path.with_name(f"{path.name.split('Z')[0]}Z-{number}{SUFFIX}")
        else:
            return path
    raise AssertionError


def packed(parts: Mapping[str, str], redaction: Redaction) -> bytes:
    """Return the packed bundle. If it becomes too large, the last parts are cut first."""
    whole = io.BytesIO()
    left = MOST_BYTES
    with tarfile.open(fileobj=whole, mode="w:gz") as archive:
        for name, words in parts.items():
            # Cut before the slow redaction, and again after it, as the redacted text may be longer.
            hides = redaction.hidden_lines if name.endswith(".jsonl") else redaction.hidden
            data = _end_of(hides(_end_of(words.encode(), left).decode(errors="replace")).encode(), left)
            left = max(0, left - len(data))
            entry = tarfile.TarInfo(f"support/{name}")
            entry.size = len(data)
            entry.mode = 0o600
            archive.addfile(entry, io.BytesIO(data))
    return whole.getvalue()


def _end_of(data: bytes, most: int) -> bytes:
    """Return the last complete lines: the end of a log matters most, and redaction would miss half a secret."""
    if len(data) <= most:
        return data
    end = data[len(data) - max(0, most - len(CUT)) :] if most > len(CUT) else b""
    return CUT.encode() + end.partition(b"\n")[2]


def bundle_of(folder: Path, table_toml: str, said: Log, *, why: str) -> Path | None:
    """Write a bundle beside the record, or into the temporary folder if that fails. Never raises `OSError`."""
    parts = {"trouble.txt": f"{why}\n", "log.jsonl": said.kept.text()}
    parts |= of_machine_and_record(folder, table_toml)
    for where in (folder, Path(tempfile.gettempdir())):
        try:
            written = write(where, parts, said.redaction)
        except OSError as error:
            log.warning("cannot write a support bundle into %s (%s)", where, error.strerror)
        else:
            log.error("wrote the support bundle %s; send it to the maintainers of the controller", written)
            return written
    return None


FILE = "support.socket"
ROOT_UID = 0

LONGEST_S = 10.0
"""The longest wait for a controller, which may be slow because of a fault."""

Showing = Callable[[], Awaitable[Parts]]


class SupportSocket:
    """Serves the socket within `async with opened()`."""

    def __init__(self, *, folder: Path, show: Showing) -> None:
        """`show` returns the parts."""
        self._path = folder / FILE
        self._show = show

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Serve, or only log a warning if the socket cannot be created: the table runs without it."""
        async with AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(LineSocket(self._path, self._line).opened())
            except OSError as error:
                log.warning(
                    "cannot create the support socket %s (%s); support bundles will lack the controller's own state",
                    self._path,
                    error.strerror,
                )
            yield

    async def _line(self, line: bytes, caller: Caller) -> bytes:
        del line
        if caller.uid not in (ROOT_UID, os.geteuid()):
            return msgspec.json.encode({})
        return msgspec.json.encode(await self._show())


def asked(folder: Path) -> Parts:
    """Return the parts from the controller of this data folder: none if it is not running, or why it did not answer."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as made, short_path(folder / FILE) as path:
            made.settimeout(LONGEST_S)
            made.connect(str(path))
            made.sendall(b"support\n")
            with made.makefile("rb") as lines:
                return msgspec.json.decode(lines.readline(), type=dict[str, str])
    except (FileNotFoundError, ConnectionRefusedError):
        return {}
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        return {"running.txt": f"a controller is running but did not answer: {error}\n"}
