"""
What `python3 -m tests --quick` does less of: the same tests run, with fewer random examples and at less cost.

Importing this module registers the profiles of hypothesis. As a pytest plugin, loaded with `-p` in the inner loop, it
also makes PIN hashes and each record's disk reserve small. A whole run keeps the real sizes.
"""

from unittest.mock import patch

import pytest
from hypothesis import settings

from firmware_host.access import pins
from firmware_host.journal import disk_space

WHOLE, QUICK = "whole", "quick"

USUAL = 100
"""Hypothesis's own number for a test that names none."""

# How long an example takes says what else runs on the machine, and nothing about what is tested.
settings.register_profile(WHOLE, deadline=None)

settings.register_profile(QUICK, deadline=None, max_examples=USUAL // 10)

CHEAP = pins.Cost(memory_kib=64, passes=1)

SMALL = 1 << 16


def pytest_configure(config: pytest.Config) -> None:
    for lighter in (patch.object(pins, "COST", CHEAP), patch.object(disk_space, "RESERVE_SIZE", SMALL)):
        lighter.start()
        config.add_cleanup(lighter.stop)


def drawn(examples: int) -> int:
    """Return so many in a whole run, and their share in the inner loop."""
    in_force = settings().max_examples
    return max(1, examples * in_force // USUAL)
