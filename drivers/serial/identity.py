"""Identify the device at a serial port: its path, and what USB says of it."""

import os
from pathlib import Path

MOST = 200
"""The longest identity: a USB device chooses its own serial number."""


def identity(url: str) -> str:
    """
    Return the port with its device node and the USB ids and serial number; the port alone where there are none.

    >>> identity("socket://127.0.0.1:5000")
    'socket://127.0.0.1:5000'
    """
    if "://" in url or not Path(url).exists():
        return url[:MOST]
    from serial.tools.list_ports import comports  # noqa: PLC0415 - slow, and needed once

    node = os.path.realpath(url)
    known = next((port.hwid for port in comports() if os.path.realpath(port.device) == node), "")
    names = url if node == url else f"{url} -> {node}"
    text = f"{names}: {known}" if known else names
    return "".join(letter if letter.isprintable() else "?" for letter in text)[:MOST]
