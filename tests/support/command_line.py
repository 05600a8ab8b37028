"""`firmware-host` as a person types it: in this process, or as the program that is installed."""

import asyncio
import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from firmware_host import cli

PROGRAM = str(Path(sys.executable).with_name("firmware-host"))


@dataclass(frozen=True, kw_only=True)
class Ran:
    """What a command said, and how it ended."""

    returncode: int
    stdout: str
    stderr: str


def typed(*words: str | Path, **environment: str) -> Ran:
    """Run a command in this process, for tests of what it says; no process starts and nothing is imported again."""
    out, err = io.StringIO(), io.StringIO()
    with patch.dict(os.environ, environment), redirect_stdout(out), redirect_stderr(err):
        try:
            code = cli.main([str(word) for word in words])
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 1
    return Ran(returncode=code, stdout=out.getvalue(), stderr=err.getvalue())


def typed_at_a_terminal(*words: str | Path, answers: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program itself, with these lines on its standard input."""
    return subprocess.run(
        [PROGRAM, *map(str, words)],
        input=answers,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, **environment},
    )


ENDS_WITHIN_S = 60.0


async def ended(process: asyncio.subprocess.Process, *, within_s: float = ENDS_WITHIN_S) -> tuple[bytes, bytes]:
    """Return all that a program said until its end; one that does not end is killed, and the test fails."""
    try:
        async with asyncio.timeout(within_s):
            out, err = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
        raise TimeoutError(f"process {process.pid} did not end within {within_s:g} s and was killed") from None
    return out or b"", err or b""


async def stopped(process: asyncio.subprocess.Process, *, within_s: float = ENDS_WITHIN_S) -> None:
    """
    Stop a broker, and wait for its end.

    mosquitto forgets a signal that comes between its word that it runs and its first round, so it is told again.
    """
    ending = asyncio.ensure_future(ended(process, within_s=within_s))
    while not ending.done():
        if process.returncode is None:
            process.terminate()
        await asyncio.wait([ending], timeout=1)
    await ending
