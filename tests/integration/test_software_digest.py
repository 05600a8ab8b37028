"""The digests that checkpoints and snapshots carry cover the program's own files."""

from pathlib import Path

import firmware_host
from firmware_host.host import program_digest

ROOT = Path(firmware_host.__file__).parent


def test_the_fold_digest_covers_the_rules_and_the_table() -> None:
    assert set(program_digest.FOLD) == {ROOT / "rules", ROOT / "table"}
    assert all(list(folder.rglob("*.py")) for folder in program_digest.FOLD)


def test_the_software_digest_covers_the_whole_program() -> None:
    assert set(program_digest.PROGRAM) == {ROOT, ROOT.parent / "drivers"}
    assert all(list(folder.rglob("*.py")) for folder in program_digest.PROGRAM)
