"""The real controller as a child process, started as a user starts it."""

import asyncio
import ctypes
import os
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from firmware_host.access.console_client import answers

STOP_S = 20.0

ANSWERS_S = 60.0
"""A busy machine takes ten times as long as a quiet one."""

LOOK_AGAIN_S = 0.02

PR_SET_PDEATHSIG = 1

SERVICE_ENVIRONMENT = {"MALLOC_MMAP_THRESHOLD_": "131072"}
"""As the systemd unit sets it: a PIN check needs 16 MiB for a moment, which glibc would keep otherwise."""


_libc = ctypes.CDLL(None)


def end_with_parent() -> None:
    """Let the kernel end the child that runs this once its parent has ended."""
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Controller:
    """Runs `firmware-host run`, repeatedly if needed, on the same table. Its output goes to `log`."""

    def __init__(
        self, *, config: Path, data: Path, pins: Path, log: Path, environment: Mapping[str, str] | None = None
    ) -> None:
        """
        Prepare; `start` starts the process. `environment` is added to the current environment.

        `program` is what a user types for `firmware-host`; another build of it may take its place.
        """
        self.log = log
        self.program: tuple[str, ...] = (str(Path(sys.executable).with_name("firmware-host")),)
        self._data = data
        self._arguments = ("run", str(config), "--data", str(data))
        self._environment = {
            **SERVICE_ENVIRONMENT,
            **os.environ,
            "GPIOZERO_PIN_FACTORY": "hil",
            "HIL_PINS": str(pins),
            **(environment or {}),
        }
        self._process: asyncio.subprocess.Process | None = None

    async def start(self, **environment: str) -> None:
        """Start the controller; `environment` applies to this run only."""
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self.program,
                *self._arguments,
                env={**self._environment, **environment},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # The controller must not outlive a demo or test that was killed.
                preexec_fn=end_with_parent,
            )

    async def answers(self, *, within_s: float = ANSWERS_S) -> None:
        """Wait until the controller answers at its console. Raises `RuntimeError` with its last words otherwise."""
        await self._until(lambda: answers(self._data), "does not answer", within_s)

    async def says(self, words: str, *, within_s: float = ANSWERS_S) -> None:
        """Wait until the controller has logged these words. Raises `RuntimeError` with its last words otherwise."""
        await self._until(lambda: words in self.words(), f"does not say {words!r}", within_s)

    async def _until(self, true: Callable[[], bool], why_not: str, within_s: float) -> None:
        over_s = asyncio.get_running_loop().time() + within_s
        while not true():
            if not self.running or asyncio.get_running_loop().time() >= over_s:
                raise RuntimeError(f"the controller {why_not}: {self.words()[-500:]}")
            await asyncio.sleep(LOOK_AGAIN_S)

    @property
    def running(self) -> bool:
        """Return whether the controller was started and has not ended."""
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        """Return the process id."""
        return self._started().pid

    async def ended(self) -> int:
        """Wait until the controller ends; return its exit code, negative for a signal."""
        return await self._started().wait()

    def how_it_ended(self) -> str:
        """Return the signal or the last words of a controller that ended: `killed by SIGKILL`."""
        code = self._started().returncode
        if code is not None and code < 0:
            return f"killed by {signal.Signals(-code).name}"
        return next((line for line in reversed(self.words().splitlines()) if line.strip()), "it printed nothing")

    def kill(self) -> None:
        """Kill the controller with SIGKILL, which acts like a power cut."""
        self._started().send_signal(signal.SIGKILL)

    async def stop(self) -> int:
        """Terminate the controller, kill it if it does not end in time; return its exit code."""
        process = self._started()
        if process.returncode is None:
            process.terminate()
        try:
            async with asyncio.timeout(STOP_S):
                return await process.wait()
        except TimeoutError:
            process.kill()
            return await process.wait()

    def words(self) -> str:
        """Return its output so far."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def _started(self) -> asyncio.subprocess.Process:
        if self._process is None:
            raise RuntimeError("the controller was not started")
        return self._process
