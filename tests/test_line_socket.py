"""The sockets on the board: what happens to their files."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from firmware_host.line_socket import Caller, LineSocket


async def answer(line: bytes, caller: Caller) -> bytes:
    del caller
    return line


async def test_a_socket_on_a_disk_that_has_become_read_only_hides_no_other_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record on that disk stops the table with words for a technician; they must come out."""
    path = tmp_path / "a.socket"

    def read_only(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    async def stops() -> None:
        async with LineSocket(path, answer).opened():
            monkeypatch.setattr(os, "unlink", read_only)
            raise LookupError("the record cannot be written")

    with pytest.raises(LookupError, match="the record"):
        await stops()
    assert path.is_socket()
    monkeypatch.undo()
    async with LineSocket(path, answer).opened():
        assert path.is_socket(), "the next start takes its place"
    assert not path.exists()
