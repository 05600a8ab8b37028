"""The cable of the simulated shuffler inside the virtual board: a USB serial gadget, plugged in or not."""

import os
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

GADGET: Final = Path("/sys/kernel/config/usb_gadget/shuffler")

CONTROLLER: Final = "dummy_udc.0"

DEVICE_END: Final = "/dev/ttyGS0"

HOST_LINK: Final = Path("/dev/firmware-host/shuffler")
"""The name that udev gives the port by its serial number; a board without udev gets the link from here."""

UDEV: Final = Path("/proc/1/root/run/udev/control")
"""Exists where udev runs."""

PLUGGED_S: Final = 5.0


class UsbCable:
    """Starts unplugged."""

    @property
    def port(self) -> str:
        """Return the device at the host's end; empty while unplugged."""
        return os.path.realpath(HOST_LINK) if HOST_LINK.exists() else ""

    def plug_in(self) -> None:
        """Connect, and wait until the host's kernel has made its serial port."""
        before = _ports()
        if not (GADGET / "UDC").read_text().strip():
            (GADGET / "UDC").write_text(CONTROLLER)
        until = time.monotonic() + PLUGGED_S
        while not (new := _ports() - before or (_ports() if HOST_LINK.exists() or UDEV.exists() else set())):
            if time.monotonic() > until:
                raise TimeoutError("the host's kernel has made no serial port")
            time.sleep(0.005)
        if UDEV.exists():
            return
        HOST_LINK.parent.mkdir(exist_ok=True)
        HOST_LINK.unlink(missing_ok=True)
        HOST_LINK.symlink_to(Path("/dev") / min(new))

    def unplug(self) -> None:
        if (GADGET / "UDC").read_text().strip():
            (GADGET / "UDC").write_text("\n")
        if not UDEV.exists():
            HOST_LINK.unlink(missing_ok=True)

    @contextmanager
    def device_end(self) -> Iterator[int]:
        """Open the end of the device."""
        end = os.open(DEVICE_END, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            tty.setraw(end)
            yield end
        finally:
            os.close(end)


def _ports() -> set[str]:
    """Return the USB serial ports that are connected; one that a program still has open may linger in /dev."""
    return {path.name for path in Path("/sys/class/tty").glob("ttyACM*")}
