"""The contracts of the devices, on the virtual board: the suite that runs on simulated pins, on the kernel's own."""

from __future__ import annotations

import re
import sys

from hil import environment
from hil.board.guest import Guest, Ran

RIG = environment.CLONE / "hil" / "board" / "rig_on_board.toml"

SUITE = ("hil/contract/test_contacts.py", "hil/contract/test_shuffler_lamps.py")

WITHIN_S = 280.0


async def suite(guest: Guest, *only: str) -> Ran:
    """Run the suite on the board, or only these of its tests."""
    plain = ("-p", "no:cacheprovider", "-p", "no:xdist", "-q", "--rootdir", str(environment.CLONE))
    ran = await guest.runs(
        *(sys.executable, "-m", "pytest", "-c", str(environment.CLONE / "pyproject.toml"), *plain),
        *(only or tuple(str(environment.CLONE / file) for file in SUITE)),
        *("--rig", str(RIG), "--basetemp", "/run/tmp/contracts"),
        within_s=WITHIN_S,
    )
    print(ran.out.splitlines()[-1])
    return ran


async def test_keys_puck_shaker_tamper_contact_and_lamps_meet_their_contracts(guest: Guest) -> None:
    """
    Pulses last 15 ms here, and an emulator that has to wait for a processor keeps no time.

    So what failed is run once more, alone.
    """
    ran = await suite(guest)
    passed = re.search(r"(\d+) passed", ran.out)
    assert passed is not None, ran.out
    assert int(passed.group(1)) >= 10, ran.out
    assert "skipped" not in ran.out
    if failed := re.findall(r"^FAILED \S*?(hil/contract/\S+::\w+)", ran.out, re.MULTILINE):
        again = await suite(guest, *(str(environment.CLONE / name) for name in failed))
        assert again.code == 0, ran.out + again.out
