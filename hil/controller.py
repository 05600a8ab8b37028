"""The real controller as a child process, started as a user starts it."""

import asyncio
import ctypes
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

STOP_S = 20.0

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
        """Prepare; `start` starts the process. `environment` is added to the current environment."""
        self.log = log
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
        program = Path(sys.executable).with_name("firmware-host")
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                program,
                *self._arguments,
                env={**self._environment, **environment},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # The controller must not outlive a demo or test that was killed.
                preexec_fn=end_with_parent,
            )

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
