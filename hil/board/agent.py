"""
The program inside the virtual board: moves its contacts, plugs its cable, starts programs, hands out files.

    python -m hil.board.agent

It serves TCP connections from outside. The first line of each says what the connection is for, as JSON; the answer is
one line of JSON, and what follows depends on it. Only the virtual board runs this.
"""

import contextlib
import ctypes
import io
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import tarfile
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final

from hil.board.contacts_in_kernel import KernelContacts
from hil.board.initramfs import AGENT_PORT
from hil.board.usb_cable import UsbCable

PIECE: Final = 65536

LOOK_S: Final = 0.1
"""How often a thread that carries bytes looks whether its connection is over."""

TIMEX_BYTES: Final = 256
"""At least the size of `struct timex`, whose first word says what to set."""

ADJ_MAXERROR, ADJ_ESTERROR, ADJ_STATUS = 0x4, 0x8, 0x10

BEFORE_OTHERS: Final = 10
"""The priority of real time at which contacts move: the product must not delay the world."""


class Connection:
    """One connection: lines in both directions, or raw bytes."""

    def __init__(self, connected: socket.socket) -> None:
        self.socket = connected
        self.lines: BinaryIO = connected.makefile("rb")

    def says(self, **words: Any) -> None:
        self.socket.sendall(json.dumps(words).encode() + b"\n")

    def joins(self, read: int, write: int, *, drops: bool = False) -> None:
        """Carry bytes between the connection and two descriptors until either ends; perhaps drop what has no room."""
        over = threading.Event()
        back = threading.Thread(target=self._carry_back, args=(read, over), daemon=True)
        back.start()
        with contextlib.suppress(OSError):
            while data := self.socket.recv(PIECE):
                while data:
                    try:
                        data = data[os.write(write, data) :]
                    except BlockingIOError:
                        if drops:
                            break
                        select.select((), (write,), ())
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        # The caller closes `read`: a thread that still waited for it would take bytes of what is opened next.
        over.set()
        back.join()

    def _carry_back(self, read: int, over: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while not over.is_set():
                if not select.select((read,), (), (), LOOK_S)[0]:
                    continue
                if not (data := os.read(read, PIECE)):
                    break
                self.socket.sendall(data)
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)


class Agent:
    """The services; each connection has a thread."""

    def __init__(self) -> None:
        self._contacts = KernelContacts()
        self._cable = UsbCable()
        self._services: Mapping[str, Callable[[Connection, Any], None]] = {
            "hello": self._hello,
            "pins": self._pins,
            "edges": self._edges,
            "plug": self._plug,
            "wire": self._wire,
            "tunnel": self._tunnel,
            "run": self._run,
            "start": self._start,
            "fetch": self._fetch,
            "put": self._put,
            "synchronise": self._synchronise,
        }

    def serve(self) -> None:
        """Accept connections for as long as the board runs."""
        with socket.create_server(("", AGENT_PORT), backlog=64) as server:
            print("board: the agent listens", flush=True)
            while True:
                connected, _ = server.accept()
                connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                threading.Thread(target=self._serve, args=(Connection(connected),), daemon=True).start()

    def _serve(self, connection: Connection) -> None:
        try:
            if line := connection.lines.readline():
                asked = json.loads(line)
                self._services[asked.pop("do")](connection, asked)
        except (ConnectionError, BrokenPipeError):
            return
        except Exception as error:  # noqa: BLE001 - told to the other side, and in the console's log
            traceback.print_exc()
            with contextlib.suppress(OSError):
                connection.says(error=f"{type(error).__name__}: {error}")
        finally:
            connection.lines.close()
            connection.socket.close()

    def _hello(self, connection: Connection, _: Any) -> None:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        uptime = float(Path("/proc/uptime").read_text(encoding="ascii").split()[0])
        connection.says(boot=boot, uptime=uptime)

    def _synchronise(self, connection: Connection, _: Any) -> None:
        synchronise_clock()
        connection.says(ok=True)

    def _pins(self, connection: Connection, _: Any) -> None:
        """Be to the world outside what the simulated pin factory is: the board whose contacts it moves."""
        connection.says(ok=True)
        self._contacts.follow(connection.lines, connection.socket.sendall)

    def _edges(self, connection: Connection, asked: Any) -> None:
        """Make this many edges, evenly spaced, before anything else on the board runs."""
        took_s = self._contacts.make_edges(asked["pin"], asked["count"], every_s=asked["every_s"])
        connection.says(took_s=took_s)

    def _plug(self, connection: Connection, asked: Any) -> None:
        if asked["plugged"]:
            self._cable.plug_in()
        else:
            self._cable.unplug()
        connection.says(port=self._cable.port)

    def _wire(self, connection: Connection, _: Any) -> None:
        with self._cable.device_end() as end:
            connection.says(ok=True)
            connection.joins(end, end, drops=True)

    def _tunnel(self, connection: Connection, asked: Any) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as inside:
            inside.connect(asked["path"])
            connection.says(ok=True)
            connection.joins(inside.fileno(), inside.fileno())

    def _run(self, connection: Connection, asked: Any) -> None:
        ran = subprocess.run(
            asked["argv"],
            input=asked.get("input", ""),
            env={**os.environ, **asked.get("env", {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
        connection.says(code=ran.returncode, out=ran.stdout)

    def _start(self, connection: Connection, asked: Any) -> None:
        """Start a program; it gets the signals that are sent, and ends with the connection at the latest."""
        with Path(asked["log"]).open("ab") as log:
            process = subprocess.Popen(
                asked["argv"],
                env={**os.environ, **asked.get("env", {})},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        connection.says(pid=process.pid)
        waiting = threading.Thread(target=self._tell_of_end, args=(connection, process), daemon=True)
        waiting.start()
        with contextlib.suppress(OSError):
            for line in connection.lines:
                process.send_signal(signal.Signals(json.loads(line)["signal"]))
        process.kill()
        waiting.join()

    @staticmethod
    def _tell_of_end(connection: Connection, process: "subprocess.Popen[bytes]") -> None:
        code = process.wait()
        with contextlib.suppress(OSError):
            connection.says(code=code)
            connection.socket.shutdown(socket.SHUT_RD)

    def _fetch(self, connection: Connection, asked: Any) -> None:
        """Hand out a folder as a tar archive."""
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w") as archive:
            archive.add(asked["path"], arcname=".")  # a socket is left out by tarfile itself
        connection.says(size=packed.tell())
        connection.socket.sendall(packed.getbuffer())

    def _put(self, connection: Connection, asked: Any) -> None:
        """Take in a folder as a tar archive, and do not answer before it is on the disk."""
        connection.says(ok=True)
        packed = io.BytesIO(connection.lines.read(asked["size"]))
        folder = Path(asked["path"])
        folder.mkdir(parents=True, exist_ok=True)
        with tarfile.open(fileobj=packed) as archive:
            archive.extractall(folder, filter="data")
        os.sync()
        connection.says(ok=True)


def synchronise_clock() -> None:
    """Tell the kernel that its wall clock is right, as chrony does once it has asked a server."""
    timex = bytearray(TIMEX_BYTES)
    struct.pack_into("@I", timex, 0, ADJ_MAXERROR | ADJ_ESTERROR | ADJ_STATUS)  # all three are zero then
    ctypes.CDLL(None).adjtimex((ctypes.c_char * len(timex)).from_buffer(timex))


def main() -> int:
    began = time.monotonic()
    agent = Agent()
    print(f"board: the agent took {time.monotonic() - began:.1f} s", flush=True)
    agent.serve()
    return 0


if __name__ == "__main__":
    sys.exit(main())
