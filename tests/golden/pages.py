"""Pages as people read them, kept whole: what a change of words does to them is to be seen in version control."""

import asyncio
import re
import tempfile
from collections.abc import Callable, Mapping
from datetime import UTC
from pathlib import Path

from firmware_host.reports.explain_round import story_of
from firmware_host.reports.record_reader import RecordReader
from firmware_host.reports.round_page import page
from tests.worlds.sessions import told_in_full

FOLDER = Path(__file__).parent


def path(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def read(name: str) -> str:
    return path(name).read_text(encoding="utf-8") if path(name).exists() else ""


def by_file() -> dict[str, str]:
    """Return the pages as they are made now."""
    return {name: made() for name, made in MADE.items()}


def _explained_round() -> str:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(told_in_full(Path(folder)))
        with RecordReader.opened(Path(folder)) as reading:
            return _without_digests(page(story_of(reading, 1), UTC)) + "\n"


def _without_digests(text: str) -> str:
    """A journal's id is random, so all its hashes are."""
    return re.sub(r"\b[0-9a-f]{16,64}\b", "(digest)", text)


MADE: Mapping[str, Callable[[], str]] = {"explained-round": _explained_round}
