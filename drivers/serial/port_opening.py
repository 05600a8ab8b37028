"""Parses port addresses and opens serial ports (with pyserial) and TCP sockets."""

import asyncio
import contextlib
import errno
import os
import socket
import termios
from dataclasses import dataclass
from typing import Final, TypeAlias
from urllib.parse import urlsplit

import serial

from drivers.serial.port_errors import PortBusy, PortForbidden, PortMissing, PortTrouble, PortUnknown
from drivers.serial.stream import ByteStream

BAUD: Final = 115200
CONNECT_DEADLINE_S: Final = 3.0
_MISSING = {errno.ENOENT, errno.ENXIO, errno.ENODEV, errno.EIO, errno.ENOTDIR}
_FORBIDDEN = {errno.EACCES, errno.EPERM}
_BUSY = {errno.EBUSY, errno.EAGAIN}


@dataclass(frozen=True, slots=True)
class DevicePath:
    path: str

    def __str__(self) -> str:
        return self.path


@dataclass(frozen=True, slots=True)
class SocketAddress:
    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"socket://{host}:{self.port}"


PortAddress: TypeAlias = DevicePath | SocketAddress


def parse_address(url: str) -> PortAddress:
    """Parse `/dev/ttyACM0` or `socket://host:port`. Raises PortUnknown for anything else, also other pyserial URLs."""
    if url.startswith("/"):
        return DevicePath(url)
    with contextlib.suppress(ValueError):  # a port that is not a number is refused below
        parts = urlsplit(url)
        bare = not (parts.path or parts.query or parts.fragment or parts.username)
        if parts.scheme == "socket" and parts.hostname and parts.port and bare:
            return SocketAddress(parts.hostname, parts.port)
    raise PortUnknown(url, f"{url!r} is not a port; write the full path of a device, or socket://host:port")


async def open_stream(address: PortAddress) -> ByteStream:
    """Open the port for reading and writing. Raises a PortTrouble with nothing left open."""
    match address:
        case DevicePath():
            return _open_device(address.path)
        case SocketAddress():
            return await _open_socket(address)


def _open_device(path: str) -> ByteStream:
    """Open a serial port; keep DTR and RTS raised, also at close, because an edge on either resets many boards."""
    device = serial.Serial()
    device.port = path
    device.baudrate = BAUD
    device.timeout = 0
    device.inter_byte_timeout = 0  # sets VMIN to 1, so that an empty read means the port is gone
    device.exclusive = True
    device.dtr = True
    device.rts = True
    try:
        device.open()
    except (OSError, termios.error) as error:  # pyserial's own exception is an OSError
        raise _why_not(path, error) from error
    _keep_lines_at_close(device.fileno())
    return ByteStream(device.fileno(), name=path, close=lambda: _close_device(device))


def _keep_lines_at_close(descriptor: int) -> None:
    with contextlib.suppress(termios.error):  # an unplugged port has no lines to keep
        settings = termios.tcgetattr(descriptor)
        settings[2] &= ~termios.HUPCL
        termios.tcsetattr(descriptor, termios.TCSANOW, settings)


def _close_device(device: serial.Serial) -> None:
    """Discard unsent bytes before closing, because closing would otherwise wait for a peer that does not read."""
    with contextlib.suppress(termios.error):  # unplugged: nothing left to discard
        termios.tcflush(device.fileno(), termios.TCOFLUSH)
    device.close()


def _why_not(path: str, error: OSError | termios.error) -> PortTrouble:
    number = error.errno if isinstance(error, OSError) else error.args[0]
    if number in _MISSING:
        return PortMissing(
            path,
            f"there is no serial port {path}; plug the device in, or name the right port "
            "(`ls /dev/serial/by-id` lists the ports)",
        )
    if number in _FORBIDDEN:
        return PortForbidden(
            path, f"this account may not open {path}; add it to the group that owns the port (dialout)"
        )
    if number in _BUSY:
        return PortBusy(path, f"another process has {path} open; stop that process (`fuser {path}` names it)")
    return PortMissing(
        path, f"{path} is not a serial port{f' ({why})' if (why := _reason(number)) else ''}; name the right port"
    )


def _reason(number: int | None) -> str:
    """Return the system's words for an error number: pyserial and asyncio put tuples into theirs."""
    return os.strerror(number) if number is not None and number > 0 else ""


async def _open_socket(address: SocketAddress) -> ByteStream:
    try:
        async with asyncio.timeout(CONNECT_DEADLINE_S):
            connection = await _connect(address)
    except OSError as error:  # TimeoutError and an unknown host name are OSErrors, too
        why = _reason(error.errno) or error.strerror or "no answer"
        raise PortMissing(
            str(address), f"nothing answers at {address} ({why}); start the device, or name the right port"
        ) from error
    return ByteStream(connection.fileno(), name=str(address), close=connection.close)


async def _connect(address: SocketAddress) -> socket.socket:
    loop = asyncio.get_running_loop()
    try:  # a numeric address needs no resolver thread
        found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
    except socket.gaierror:
        found = await loop.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    family, kind, protocol, _, target = found[0]
    connection = socket.socket(family, kind, protocol)
    try:
        connection.settimeout(0)
        await loop.sock_connect(connection, target)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except BaseException:  # leave nothing open, also when cancelled
        connection.close()
        raise
    return connection
