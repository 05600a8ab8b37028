"""The clock under the settings of a hardened systemd unit: a hidden /proc/sys, and a filter of system calls."""

import platform
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_host.host.clock import boot_id
from tests.support.seccomp import MACHINES

STAMP = "from firmware_host.host.clock import SystemClock; clock = SystemClock(); print(clock.stamp())"


def test_a_hidden_boot_id_makes_each_start_a_boot_of_its_own(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    hidden = tmp_path / "sys" / "boot_id"
    found = boot_id(hidden)
    assert len(found) == 32
    assert boot_id(hidden) == found, "within one start it stays"
    boot_id.cache_clear()
    assert boot_id(hidden) != found
    assert "remove `ProcSubset=pid`" in caplog.text


def test_the_boot_id_of_the_kernel_is_used_where_it_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "boot_id"
    file.write_text("01234567-89ab-cdef-0123-456789abcdef\n")
    assert boot_id(file) == "0123456789abcdef0123456789abcdef"


@pytest.mark.skipif(platform.machine() not in MACHINES, reason="the numbers of the system calls are not known here")
@pytest.mark.parametrize("verdict", ["kill", "refuse"])
def test_a_filter_that_forbids_to_ask_for_the_clocks_state_ends_nothing(verdict: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.support.seccomp", verdict, "clock", sys.executable, "-c", STAMP],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    if "takes no filter" in ran.stderr:
        pytest.skip("this kernel or container takes no filter of system calls")
    assert ran.returncode == 0, ran.stderr
    assert "synced=False" in ran.stdout
    assert "add `SystemCallFilter=adjtimex clock_adjtime`" in ran.stderr
