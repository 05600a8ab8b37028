"""Section 2: what a frame is, and what is silently dropped."""

import struct
import zlib

from drivers.link.crypto import ID_BYTES, NONCE_BYTES, tag
from drivers.link.frame import DELIMITER, STUFFED_MAX, TAG_BYTES, VERSION, Kind, PlainFrame, SealedFrame, stuff
from drivers.link.link_events_and_timing import RefuseReason
from hil.conformance.bench import Bench
from hil.conformance.host_session import Session
from hil.conformance.verdicts import CannotAsk, NotMet

_SUM = struct.Struct(">I")

OTHER_VERSION = VERSION + 1

HEAD_BYTES = 6
"""Version, kind and session: what a HELLO has in every version."""

NO_KIND_PLAIN, NO_KIND_SEALED = 0x0F, 0x1F


async def wrong_sum(bench: Bench) -> None:
    session = await bench.hearing()
    frame = session.seal(Kind.PING)
    bare = frame.body + frame.tag
    await session.ignores(_framed(bare, spoil_sum=True), "a PING with a wrong sum")
    await session.ignores(_framed(bench.hello().body, spoil_sum=True), "a HELLO with a wrong sum")


async def not_stuffed(bench: Bench) -> None:
    session = await bench.hearing()
    for run in (b"\x05\x01", b"\xff", b"\x02\x01\x09\x01", b"\x03\x01\x01"):
        await session.ignores(run + DELIMITER, f"the run {run.hex()}")


async def overlong(bench: Bench) -> None:
    session = await bench.hearing()
    for size in (STUFFED_MAX + 1, 3 * STUFFED_MAX):
        await session.ignores(b"\x01" * size + DELIMITER, f"a run of {size} bytes")
    await session.ignores(DELIMITER * 5, "an empty run")


async def other_version(bench: Bench) -> None:
    session, keyed = await _keyed(bench)
    ping = session.seal(Kind.PING)
    body = bytes((OTHER_VERSION,)) + ping.body[1:]
    await session.ignores(_framed(body + tag(keyed, body)), f"a PING of version {OTHER_VERSION}")


async def greeted_otherwise(bench: Bench) -> None:
    await _refused_by_version(bench, bench.hello())


async def paired_otherwise(bench: Bench) -> None:
    await _refused_by_version(bench, bench.pair())


async def _refused_by_version(bench: Bench, frame: PlainFrame) -> None:
    """Of whatever length: in another version more may be said."""
    session, what = await bench.hearing(), f"a {frame.kind.name} of version {OTHER_VERSION}"
    for body in (frame.body[:HEAD_BYTES], frame.body, frame.body + bytes(40)):
        bench.line.say(DELIMITER + _framed(bytes((OTHER_VERSION,)) + body[1:]))
        answer = await bench.plain(frame.session)
        if answer is None:
            raise NotMet(f"{what} had no answer")
        if answer.kind is not Kind.REFUSE or answer.payload != bytes((RefuseReason.OTHER_VERSION,)):
            raise NotMet(f"{what} was answered by {answer.kind.name} {answer.payload.hex()[:8]}")
    if not await session.lives():
        raise NotMet("the device ended the session that was open")


async def unknown_kind(bench: Bench) -> None:
    session, keyed = await _keyed(bench)
    hello = bench.hello().body
    await session.ignores(_framed(hello[:1] + bytes((NO_KIND_PLAIN,)) + hello[2:]), "a plain frame of no kind")
    body = session.seal(Kind.PING).body
    body = body[:1] + bytes((NO_KIND_SEALED,)) + body[2:]
    await session.ignores(_framed(body + tag(keyed, body)), "a sealed frame of no kind")


async def other_length(bench: Bench) -> None:
    session = await bench.hearing()
    for payload in (b"", bench.hello().payload[:-1], bench.hello().payload + b"\0", bytes(ID_BYTES + NONCE_BYTES)):
        frame = PlainFrame(kind=Kind.HELLO, session=bench.hello().session, payload=payload)
        await session.ignores(frame.to_bytes(), f"a HELLO of {len(payload)} bytes")


async def forged(bench: Bench) -> None:
    """Each byte of the tag once, so that a tag of which only a part is compared is found out."""
    session = await bench.hearing()
    wrong = b""
    for at in range(TAG_BYTES):
        frame = session.seal(Kind.PING)
        bad = frame.tag[:at] + bytes((frame.tag[at] ^ 1,)) + frame.tag[at + 1 :]
        wrong += SealedFrame(kind=frame.kind, session=frame.session, body=frame.body, tag=bad).to_bytes()
    await session.ignores(wrong, "a PING with a changed byte in its tag")


async def replayed(bench: Bench) -> None:
    session = await bench.hearing()
    older, newer = session.seal(Kind.PING).to_bytes(), session.seal(Kind.PING).to_bytes()
    if not await session.lives():
        raise CannotAsk("DATA is not acknowledged")
    await session.ignores(older, "a PING that was overtaken")
    await session.ignores(newer + newer, "a PING that came after a later frame")


async def other_session(bench: Bench) -> None:
    session = await bench.hearing()
    frame = session.seal(Kind.PING)
    other = (session.number ^ 1).to_bytes(4)
    body = frame.body[:2] + other + frame.body[6:]
    await session.ignores(_framed(body + frame.tag), "a PING of a session that it does not have")


async def own_frames(bench: Bench) -> None:
    """Check that all frames of the device have the counters 1, 2, 3, ... and valid tags."""
    session = await bench.session()
    for _ in range(3):
        if not await session.lives():
            raise CannotAsk("DATA is not acknowledged")
    if session.wrong:
        raise NotMet(session.wrong[0])
    counters = [told.counter for told in session.told]
    if counters != list(range(1, len(counters) + 1)):
        raise NotMet(f"the device's counters are {', '.join(map(str, counters))}")


async def _keyed(bench: Bench) -> tuple[Session, bytes]:
    """A session, and the key of it by which frames are sealed that no host would make."""
    try:
        opening = await bench.welcomed()
    except NotMet as why:
        raise CannotAsk(f"no session opens: {why}") from None
    session = bench.taken_up(opening)
    session.say(Kind.PROVE)
    if not await session.acknowledged(0):
        raise CannotAsk("no session opens: PROVE is not acknowledged")
    if not await session.lives():
        raise CannotAsk("DATA is not acknowledged")
    return session, opening.keys.from_host


def _framed(bare: bytes, *, spoil_sum: bool = False) -> bytes:
    return stuff(bare + _SUM.pack(zlib.crc32(bare) ^ spoil_sum)) + DELIMITER
