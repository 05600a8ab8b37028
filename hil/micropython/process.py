"""The MicroPython device as a child process: starts it at a port, and does with it what people's hands would."""

import json
import os
import select
import subprocess
import time
from pathlib import Path
from typing import Any, Final, Self

from hil.micropython.interpreter import command

PACKAGE: Final = Path(__file__).parent

ANSWERS_WITHIN_S: Final = 10.0


class DeviceGone(Exception):  # noqa: N818 - named for what is wrong
    """The device's process has ended or does not answer its hands."""


class DeviceProcess:
    """Runs until `end`. `ask` waits for the answer: the device answers hands within milliseconds."""

    def __init__(self, port: str, folder: Path, **options: int | str) -> None:
        """Raises NoInterpreterError. `folder` keeps the device's memory and the cards in it, from start to start."""
        folder.mkdir(parents=True, exist_ok=True)
        self._interpreter = command()
        self._port = port
        self._folder = folder
        self.options = options
        """In force from the next start on."""
        self._process: subprocess.Popen[bytes] | None = None
        self._pending = b""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def start(self) -> None:
        """Power comes. Returns once the device listens to its port."""
        self._pending = b""
        words = [f"{name}={value}" for name, value in self.options.items()]
        self._process = subprocess.Popen(
            [*self._interpreter, "-m", "shuffler", self._port, str(self._folder), *words],
            env=_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._answer()

    def image(self) -> bytes:
        """The firmware that the device attests, byte for byte."""
        file = self._folder / "image"
        subprocess.run([*self._interpreter, "-m", "shuffler", "image", str(file)], env=_environment(), check=True)
        return file.read_bytes()

    def end(self) -> None:
        """The power goes, wherever the device is."""
        if self._process is None:
            return
        process, self._process = self._process, None
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()

    def ask(self, do: str, **words: Any) -> dict[str, Any]:
        """Raises DeviceGone, and ValueError for what the device does not do."""
        if self._process is None or self._process.stdin is None:
            raise DeviceGone("the device has no power")
        try:
            self._process.stdin.write(json.dumps({"do": do, **words}).encode() + b"\n")
            self._process.stdin.flush()
        except OSError as e:
            raise DeviceGone("the device's process has ended") from e
        answer = self._answer()
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer

    def _answer(self) -> dict[str, Any]:
        process = self._process
        if process is None or process.stdout is None:
            raise DeviceGone("the device has no power")
        until_s = time.monotonic() + ANSWERS_WITHIN_S
        while b"\n" not in self._pending:
            ready, _, _ = select.select([process.stdout], [], [], max(0.0, until_s - time.monotonic()))
            data = os.read(process.stdout.fileno(), 65536) if ready else b""
            if not data:
                raise DeviceGone("the device's process has ended" if ready else "the device does not answer its hands")
            self._pending += data
        line, _, self._pending = self._pending.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)
        return answer


def _environment() -> dict[str, str]:
    return {**os.environ, "MICROPYPATH": f"{PACKAGE}:.frozen"}
