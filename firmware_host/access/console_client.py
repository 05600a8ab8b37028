"""Asking the console of a controller that runs."""

import socket
from pathlib import Path
from typing import Self

import msgspec

from firmware_host.access.console import FILE
from firmware_host.access.console_messages import Reply, Request
from firmware_host.errors import UserError
from firmware_host.line_socket import short_path

LONGEST_S = 60.0
"""A PIN is hashed in a fraction of a second, but others may be waiting before us."""

_replies: msgspec.json.Decoder[Reply] = msgspec.json.Decoder(Reply)


class Connection:
    """One visit to the console."""

    def __init__(self, connected: socket.socket) -> None:
        """Use this connection."""
        self._connected = connected
        self._lines = connected.makefile("rb")

    def ask(self, request: Request) -> Reply:
        """Return what the controller answers. Raises `UserError` where it has gone."""
        try:
            self._connected.sendall(msgspec.json.encode(request) + b"\n")
            line = self._lines.readline()
        except OSError as error:
            raise UserError(
                f"the controller does not answer ({error.strerror or error}); look whether it runs"
            ) from None
        if not line:
            raise UserError(
                "the controller went away before it answered; ask `firmware-host people list` what was done"
            )
        return _replies.decode(line)

    def close(self) -> None:
        """Hang up."""
        self._lines.close()
        self._connected.close()

    def __enter__(self) -> Self:
        """Use it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Hang up."""
        self.close()


def connected(folder: Path) -> Connection | None:
    """Return a connection to the controller of this data folder; none where none runs."""
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    made.settimeout(LONGEST_S)
    try:
        with short_path(folder / FILE) as path:
            made.connect(str(path))
    except (FileNotFoundError, ConnectionRefusedError):
        made.close()
        return None
    except OSError as error:
        made.close()
        raise UserError(
            f"cannot ask the controller of {folder} ({error.strerror}); be root or the controller's own account"
        ) from None
    return Connection(made)
