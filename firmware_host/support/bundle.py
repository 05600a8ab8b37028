"""The file: what goes into it, hidden where it is secret, and never larger than somebody can send by mail."""

import io
import os
import tarfile
import time
from collections.abc import Mapping
from itertools import count
from pathlib import Path

from firmware_host.logs.redaction import Redaction

MOST_BYTES = 5 << 20
"""Of all parts together, before they are packed."""
SUFFIX = ".tar.gz"
NAME = f"support-%Y%m%dT%H%M%SZ{SUFFIX}"
CUT = "\n[the rest is left out: the bundle would be too large]\n"


def write(folder: Path, parts: Mapping[str, str], redaction: Redaction, *, now_s: float | None = None) -> Path:
    """Write it into this folder, for its owner alone; return where. Raises OSError."""
    data = packed(parts, redaction)
    path = _taken(folder / time.strftime(NAME, time.gmtime(now_s)))
    partly = path.with_name(f"{path.name}.new")
    try:
        with os.fdopen(os.open(partly, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb") as raw:
            raw.write(data)
            raw.flush()
            os.fsync(raw.fileno())
        partly.rename(path)
    except OSError:
        # On a full disk half a bundle is worth nothing and takes room.
        partly.unlink(missing_ok=True)
        path.unlink(missing_ok=True)
        raise
    return path


def _taken(path: Path) -> Path:
    """Take this name, or one like it: two may be made within a second, and neither is written over."""
    for number in count(2):
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        except FileExistsError:
            path = path.with_name(f"{path.name.split('Z')[0]}Z-{number}{SUFFIX}")
        else:
            return path
    raise AssertionError


def packed(parts: Mapping[str, str], redaction: Redaction) -> bytes:
    """Return it. The parts come in their order, so what matters most stands first and is never left out."""
    whole = io.BytesIO()
    left = MOST_BYTES
    with tarfile.open(fileobj=whole, mode="w:gz") as archive:
        for name, words in parts.items():
            # Cut before it is searched, which takes its time, and again: what is hidden may have been shorter.
            hides = redaction.hidden_lines if name.endswith(".jsonl") else redaction.hidden
            data = _end_of(hides(_end_of(words.encode(), left).decode(errors="replace")).encode(), left)
            left = max(0, left - len(data))
            entry = tarfile.TarInfo(f"support/{name}")
            entry.size = len(data)
            entry.mode = 0o600
            archive.addfile(entry, io.BytesIO(data))
    return whole.getvalue()


def _end_of(data: bytes, most: int) -> bytes:
    """Return its last whole lines: the end of a log says more than its beginning, and half a secret is not known."""
    if len(data) <= most:
        return data
    end = data[len(data) - max(0, most - len(CUT)) :] if most > len(CUT) else b""
    return CUT.encode() + end.partition(b"\n")[2]
