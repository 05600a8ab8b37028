"""The help of every command comes at once: it imports nothing that only the running command needs."""

import subprocess
import sys

import pytest

from firmware_host.cli import commands

SLOW = ("asyncio", "cryptography", "firmware_host.table", "firmware_host.journal", "firmware_host.app", "sqlite3")

LOOK = """
import sys
from firmware_host.cli import main
try:
    main([*sys.argv[1:], "--help"])
finally:
    print(*sorted(sys.modules), file=sys.stderr)
"""


@pytest.mark.parametrize("words", [(), *commands()], ids=" ".join)
def test_help_imports_nothing_slow(words: tuple[str, ...]) -> None:
    ran = subprocess.run([sys.executable, "-c", LOOK, *words], capture_output=True, text=True, check=False, timeout=60)
    assert ran.stdout.startswith("usage: firmware-host")
    imported = ran.stderr.split()
    assert [name for name in imported if name.startswith(SLOW)] == []
