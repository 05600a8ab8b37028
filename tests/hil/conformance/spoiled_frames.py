"""Devices spoiled in how they read frames and seal them, for the conformance kit to find."""

from __future__ import annotations

import secrets
import zlib

from drivers.link.crypto import ID_BYTES, NONCE_BYTES, Introduction, Opened, Opener, Sealer, Vocabulary, hello, tag
from drivers.link.frame import (
    DELIMITER,
    STUFFED_MAX,
    VERSION,
    Frame,
    FrameReader,
    Kind,
    LinkStatistics,
    NotStuffed,
    PlainFrame,
    SealedFrame,
    stuff,
    unstuff,
)

FIRST_SEALED = 0x10

SUM_BYTES = 4

_SESSION_AT = slice(2, 6)


class Lenient(FrameReader):
    """Each run goes through `mend` before it is read."""

    def __init__(self, statistics: LinkStatistics) -> None:
        super().__init__(statistics)
        self._rest = b""

    def feed(self, data: bytes) -> list[Frame]:
        *runs, self._rest = (self._rest + data).split(DELIMITER)
        return [frame for run in runs for frame in super(Lenient, self).feed(self._mended(run) + DELIMITER)]

    def mend(self, run: bytes, bare: bytes | None) -> bytes:
        """`bare` is what was stuffed into it, without its sum; none where nothing was."""
        raise NotImplementedError

    def _mended(self, run: bytes) -> bytes:
        if not run:
            return run
        try:
            return self.mend(run, unstuff(run)[:-SUM_BYTES])
        except NotStuffed:
            return self.mend(run, None)


def summed(bare: bytes) -> bytes:
    return stuff(bare + zlib.crc32(bare).to_bytes(SUM_BYTES))


def _anybody() -> bytes:
    """A run that every device answers, by REFUSE: so whoever puts it in the place of another answers that."""
    nobody = Introduction(id=bytes(ID_BYTES), nonce=bytes(NONCE_BYTES), vocabulary=Vocabulary())
    return hello(int.from_bytes(secrets.token_bytes(4)), nobody).to_bytes().strip(DELIMITER)


class SumUnchecked(Lenient):
    def mend(self, run: bytes, bare: bytes | None) -> bytes:
        return run if bare is None or len(run) > STUFFED_MAX else summed(bare)


class AnyVersion(Lenient):
    """What is sealed in another version is taken for this one's."""

    def mend(self, run: bytes, bare: bytes | None) -> bytes:
        if bare is None or bare[:1] != bytes((VERSION + 1,)) or bare[1] < FIRST_SEALED:
            return run
        return summed(bytes((VERSION,)) + bare[1:])


class AnyVersionsTag(Opener):
    """Believes such a frame if its tag was right as it was said."""

    def __init__(self, *, key: bytes) -> None:
        super().__init__(key=key)
        self._again = key

    def open(self, frame: SealedFrame) -> Opened:
        if tag(self._again, bytes((VERSION + 1,)) + frame.body[1:]) == frame.tag:
            right = tag(self._again, frame.body)
            frame = SealedFrame(kind=frame.kind, session=frame.session, body=frame.body, tag=right)
        return super().open(frame)


class _DeafTo(Lenient):
    """In another version."""

    kind: Kind

    def mend(self, run: bytes, bare: bytes | None) -> bytes:
        return b"" if bare is not None and bare[:2] == bytes((VERSION + 1, self.kind)) else run


class DeafToHellos(_DeafTo):
    kind = Kind.HELLO


class DeafToPairs(_DeafTo):
    kind = Kind.PAIR


class AnswersNoise(Lenient):
    def mend(self, run: bytes, bare: bytes | None) -> bytes:
        return _anybody() if bare is None else run


class AnswersOverlong(Lenient):
    def mend(self, run: bytes, bare: bytes | None) -> bytes:
        del bare
        return _anybody() if len(run) > STUFFED_MAX else run


class AnyKind(Lenient):
    """Kinds that there are not are answered."""

    def mend(self, run: bytes, bare: bytes | None) -> bytes:
        known = bare is None or bare[:1] != bytes((VERSION,)) or len(run) > STUFFED_MAX or bare[1] in set(Kind)
        return run if known else _anybody()


class AnyLength(Lenient):
    """A HELLO is one whatever its length."""

    def mend(self, run: bytes, bare: bytes | None) -> bytes:
        if bare is None or bare[:2] != bytes((VERSION, Kind.HELLO)):
            return run
        right = len(unstuff(_anybody())) - SUM_BYTES
        return run if len(bare) == right else _anybody()


class HalfSession(Lenient):
    """Of a session's number all but the last bit is looked at."""

    def __init__(self, statistics: LinkStatistics) -> None:
        super().__init__(statistics)
        self._known: set[bytes] = set()

    def mend(self, run: bytes, bare: bytes | None) -> bytes:
        if bare is None or len(bare) < _SESSION_AT.stop or len(run) > STUFFED_MAX:
            return run
        session = bare[_SESSION_AT]
        if bare[1] < FIRST_SEALED:
            self._known.add(session)
        near = session[:-1] + bytes((session[-1] ^ 1,))
        taken_for = session not in self._known and near in self._known
        return summed(bare[:2] + near + bare[6:]) if taken_for else run


class RightTag(Opener):
    """Believes a frame whose tag would be right in the session that it was taken for."""

    def __init__(self, *, key: bytes) -> None:
        super().__init__(key=key)
        self._again = key

    def open(self, frame: SealedFrame) -> Opened:
        for last in (frame.body[5], frame.body[5] ^ 1):
            body = frame.body[:5] + bytes((last,)) + frame.body[6:]
            if tag(self._again, body) == frame.tag:
                right = tag(self._again, frame.body)
                frame = SealedFrame(kind=frame.kind, session=frame.session, body=frame.body, tag=right)
                break
        return super().open(frame)


class HalfTag(Opener):
    def __init__(self, *, key: bytes) -> None:
        super().__init__(key=key)
        self._whole_key = key

    def open(self, frame: SealedFrame) -> Opened:
        right = tag(self._whole_key, frame.body)
        if frame.tag[:8] == right[:8]:
            frame = SealedFrame(kind=frame.kind, session=frame.session, body=frame.body, tag=right)
        return super().open(frame)


class CounterUnchecked(Opener):
    """A new opener for each frame: it remembers none."""

    def __init__(self, *, key: bytes) -> None:
        super().__init__(key=key)
        self._again = key

    def open(self, frame: SealedFrame) -> Opened:
        return Opener(key=self._again).open(frame)


class CountsByTwos(Sealer):
    def seal(self, kind: Kind, sequence: int = 0, payload: bytes = b"") -> SealedFrame:
        super().seal(kind, sequence, payload)
        return super().seal(kind, sequence, payload)


def plain(data: bytes) -> list[PlainFrame]:
    return [frame for frame in FrameReader(LinkStatistics()).feed(data) if isinstance(frame, PlainFrame)]
