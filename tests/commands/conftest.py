"""Records that several commands are asked about."""

import asyncio
from pathlib import Path

import pytest

from tests.worlds.sessions import of_steps, told_in_full


@pytest.fixture(scope="module")
def steps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("steps")
    asyncio.run(of_steps(folder))
    return folder


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("full")
    asyncio.run(told_in_full(folder))
    return folder
