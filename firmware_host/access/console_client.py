"""A client for the console of a running controller."""

import socket
from pathlib import Path
from typing import Self

import msgspec

from firmware_host.access.console import FILE
from firmware_host.access.console_messages import Reply, Request
from firmware_host.errors import UserError
from firmware_host.line_socket import short_path

LONGEST_S = 60.0
"""The longest wait for a reply. Hashing a PIN takes a fraction of a second, but others may be first."""

_replies: msgspec.json.Decoder[Reply] = msgspec.json.Decoder(Reply)


class Connection:
    """One connection to the console."""

    def __init__(self, connected: socket.socket) -> None:
        self._connected = connected
        self._lines = connected.makefile("rb")

    def ask(self, request: Request) -> Reply:
        """Return the controller's reply. Raises `UserError` if the connection fails."""
        try:
            self._connected.sendall(msgspec.json.encode(request) + b"\n")
            line = self._lines.readline()
        except OSError as error:
            raise UserError(
                f"the controller does not answer ({error.strerror or error}); check that `firmware-host run` is running"
            ) from None
        if not line:
            raise UserError(
                "the controller stopped before it answered; check with `firmware-host people list` whether the "
                "request was carried out"
            )
        return _replies.decode(line)

    def close(self) -> None:
        """Close the connection."""
        self._lines.close()
        self._connected.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def answers(folder: Path) -> bool:
    """Return whether a controller of this data folder listens at its console."""
    there = connected(folder)
    if there is not None:
        there.close()
    return there is not None


def connected(folder: Path) -> Connection | None:
    """Return a connection to the controller of this data folder, or None if none is running."""
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    made.settimeout(LONGEST_S)
    try:
        with short_path(folder / FILE) as path:
            made.connect(str(path))
    except (FileNotFoundError, NotADirectoryError, ConnectionRefusedError):
        made.close()
        return None
    except OSError as error:
        made.close()
        raise UserError(
            f"cannot connect to the controller of {folder} ({error.strerror}); "
            "run this as root, or as the account that the controller runs under"
        ) from None
    return Connection(made)
