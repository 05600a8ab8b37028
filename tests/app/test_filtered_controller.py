"""The controller as the account of its unit, under systemd's filters of system calls, which end it or answer EPERM."""

import os
import platform
import shutil
import sys
from pathlib import Path

import pytest

from tests.support.brokers import any_broker
from tests.support.seccomp import MACHINES
from tests.worlds.played_table import played_table

ACCOUNT = "54321"
"""No account of any machine: only its number matters."""

AS_THE_ACCOUNT = ("setpriv", f"--reuid={ACCOUNT}", f"--regid={ACCOUNT}", "--clear-groups", "--no-new-privs")

REACHES_THE_CLONE = ("--inh-caps=+dac_override", "--ambient-caps=+dac_override")
"""The clone and the simulated port may lie where only root may go; under a unit they do not."""


def give_to_the_account(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        os.chown(path, int(ACCOUNT), int(ACCOUNT), follow_symlinks=False)


def is_held(pid: int) -> bool:
    """Return whether a process runs as the account and under a filter."""
    status = Path(f"/proc/{pid}/status").read_text()
    return f"Uid:\t{ACCOUNT}" in status and "Seccomp:\t2" in status


@pytest.mark.slow
@pytest.mark.skipif(platform.machine() not in MACHINES, reason="the numbers of the system calls are not known here")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root may start a program as another account; run as root")
@pytest.mark.parametrize("verdict", ["kill", "refuse"])
async def test_it_starts_deals_and_stops_without_privileged_system_calls(verdict: str, tmp_path: Path) -> None:
    async with any_broker(tmp_path) as url, played_table(tmp_path, broker=url, stop_after=1) as table:
        controller = table.world.controller
        account = (str(shutil.which("setpriv")), *AS_THE_ACCOUNT[1:], *REACHES_THE_CLONE)
        filtered = (sys.executable, "-m", "tests.support.seccomp", verdict, "privileged,resources")
        controller.program = (*account, *filtered, *controller.program)
        give_to_the_account(tmp_path)
        await controller.start()
        await table.rounds(1)
        await table.at_rest()
        assert is_held(controller.pid)
        assert await controller.stop() == 0, controller.words()
        assert table.complaints() == []
    assert "Traceback" not in controller.words()
