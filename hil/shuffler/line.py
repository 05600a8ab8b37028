"""A bad line between a simulated shuffler and its host, in both directions; seeded, so that each run is the same."""

import asyncio
import random
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from drivers.link.frame import DELIMITER, VERSION, stuff, unstuff

SEED: Final = 7

VERSION_BEFORE: Final = VERSION - 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Badness:
    """How many of a hundred chunks have a flipped bit, are lost, arrive twice, or are overtaken by the next."""

    flipped: int = 0
    lost: int = 0
    twice: int = 0
    overtaken: int = 0
    delay_ms: int = 0
    back_ms: int = 0
    """The delay of everything the machine sends; the order stays."""
    cut_after: int = 0
    """Cut the cable once, after so many bytes of the next piece."""
    replays: int = 0
    """1: bytes of an older session replace what the machine sends."""
    downgrades: int = 0
    """1: frames of both ends carry the version before, as if the machine spoke only that."""


class BadLine:
    """Passes on what is left of each chunk, at once or later."""

    def __init__(self, bad: Badness, *, cut: Callable[[], None] | None = None, recorded: bytes = b"") -> None:
        self._bad = bad
        self._cut = cut
        self._recorded = recorded
        self._random = random.Random(SEED)
        self._held: bytes | None = None

    def to_host(self, data: bytes, hand_on: Callable[[bytes], None]) -> None:
        bad = self._bad
        if bad.replays:
            hand_on(self._recorded)
            return
        if bad.downgrades:
            data = _downgraded(data)
        if bad.cut_after and self._cut is not None:
            hand_on(data[: bad.cut_after])
            cut, self._cut = self._cut, None
            asyncio.get_running_loop().call_soon(cut)
            return
        if bad.back_ms:
            asyncio.get_running_loop().call_later(bad.back_ms / 1000, hand_on, data)
            return
        self._carry(data, hand_on)

    def to_device(self, data: bytes, hand_on: Callable[[bytes], None]) -> None:
        self._carry(_downgraded(data) if self._bad.downgrades else data, hand_on)

    def _carry(self, data: bytes, hand_on: Callable[[bytes], None]) -> None:
        bad, fate = self._bad, self._random.randrange(100)
        if fate < bad.lost:
            return
        if fate < bad.lost + bad.flipped:
            hit = self._random.randrange(len(data))
            data = data[:hit] + bytes((data[hit] ^ 1 << self._random.randrange(8),)) + data[hit + 1 :]
        elif fate < bad.lost + bad.flipped + bad.twice:
            data += data
        elif fate < bad.lost + bad.flipped + bad.twice + bad.overtaken and self._held is None:
            self._held = data
            return
        held, self._held = self._held, None
        pieces = data if held is None else data + held
        if bad.delay_ms:
            asyncio.get_running_loop().call_later(self._random.uniform(0, bad.delay_ms) / 1000, hand_on, pieces)
        else:
            hand_on(pieces)


def _downgraded(data: bytes) -> bytes:
    """Rewrite every complete frame to the version before, with a valid sum."""
    return DELIMITER.join(_of_version_before(run) if run else run for run in data.split(DELIMITER))


def _of_version_before(run: bytes) -> bytes:
    body = bytes((VERSION_BEFORE,)) + unstuff(run)[1:-4]
    return stuff(body + zlib.crc32(body).to_bytes(4))
