"""The bytes that a shuffler chose are in one file, for its owner alone, and nowhere else."""

import stat
from pathlib import Path

from drivers.shuffler.messages import fingerprint
from firmware_host.devices.shuffler_trace_file import MOST_BYTES, NAME, ShufflerTraceFile

SAID = b"\x92As 2c 9d Kh Tc 4s"


def test_what_was_refused_is_found_by_its_digest_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    trace = ShufflerTraceFile(tmp_path)
    assert not (tmp_path / NAME).exists(), "not before there is anything"
    (tmp_path / NAME).touch(mode=0o644)
    trace.keep(SAID)
    assert (tmp_path / NAME).read_text() == f"{fingerprint(SAID)}: {SAID.hex()}\n"
    assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600


def test_a_device_that_says_nonsense_for_ever_fills_no_disk(tmp_path: Path) -> None:
    trace = ShufflerTraceFile(tmp_path)
    for _ in range(2 * MOST_BYTES // 400):
        trace.keep(bytes(200))
    assert (tmp_path / NAME).stat().st_size < MOST_BYTES + 1000


def test_a_folder_that_is_gone_stops_nothing(tmp_path: Path) -> None:
    ShufflerTraceFile(tmp_path / "nowhere").keep(SAID)
