"""The contracts of the devices, on the virtual board: the suite that runs on simulated pins, on the kernel's own."""

from __future__ import annotations

import re
import sys

from hil import environment
from hil.board.guest import Guest

RIG = environment.CLONE / "hil" / "board" / "rig_on_board.toml"

SUITE = ("hil/contract/test_contacts.py", "hil/contract/test_shuffler_lamps.py")

WITHIN_S = 280.0


async def test_keys_puck_shaker_tamper_contact_and_lamps_meet_their_contracts(guest: Guest) -> None:
    plain = ("-p", "no:cacheprovider", "-p", "no:xdist", "-q", "--rootdir", str(environment.CLONE))
    ran = await guest.runs(
        *(sys.executable, "-m", "pytest", "-c", str(environment.CLONE / "pyproject.toml"), *plain),
        *(str(environment.CLONE / file) for file in SUITE),
        *("--rig", str(RIG), "--basetemp", "/run/tmp/contracts"),
        within_s=WITHIN_S,
    )
    assert ran.code == 0, ran.out
    passed = re.search(r"(\d+) passed", ran.out)
    assert passed is not None, ran.out
    assert int(passed.group(1)) >= 10, ran.out
    assert "skipped" not in ran.out
