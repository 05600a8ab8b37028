"""Whatever is sent comes back whole, and nothing that noise has touched comes back at all."""

from hypothesis import example, given
from hypothesis import strategies as st

from drivers.link.frame import (
    PAYLOAD_SIZES,
    TAG_BYTES,
    Frame,
    FrameReader,
    Kind,
    LinkStatistics,
    NotStuffed,
    PlainFrame,
    SealedFrame,
    sealed_body,
    stuff,
    unstuff,
)

SESSIONS = st.integers(0, 2**32 - 1)


def payloads(kind: Kind) -> st.SearchStrategy[bytes]:
    sizes = PAYLOAD_SIZES[kind]
    return st.binary(min_size=sizes[0], max_size=sizes[-1])


@st.composite
def plain(draw: st.DrawFn) -> PlainFrame:
    kind = draw(st.sampled_from([kind for kind in Kind if not kind.sealed]))
    return PlainFrame(kind=kind, session=draw(SESSIONS), payload=draw(payloads(kind)))


@st.composite
def sealed(draw: st.DrawFn) -> SealedFrame:
    kind, session = draw(st.sampled_from([kind for kind in Kind if kind.sealed])), draw(SESSIONS)
    counter, sequence = draw(st.integers(0, 2**64 - 1)), draw(st.integers(0, 2**16 - 1))
    body = sealed_body(kind, session, counter, sequence, draw(payloads(kind)))
    return SealedFrame(
        kind=kind, session=session, body=body, tag=draw(st.binary(min_size=TAG_BYTES, max_size=TAG_BYTES))
    )


FRAMES = st.one_of(plain(), sealed())


def read(data: bytes) -> list[Frame]:
    return FrameReader(LinkStatistics()).feed(data)


@given(st.binary(max_size=1200))
@example(b"\xee" * 254)
@example(b"\xee" * 508 + b"\0")
def test_stuffed_bytes_have_no_zero_and_come_back(data: bytes) -> None:
    assert 0 not in stuff(data)
    assert unstuff(stuff(data)) == data


@given(st.binary(max_size=300))
def test_bytes_that_unstuff_at_all_unstuff_to_no_more_than_they_were(data: bytes) -> None:
    try:
        plain = unstuff(data)
    except NotStuffed:
        return
    assert len(plain) < len(data)


@given(st.lists(FRAMES, max_size=5), st.lists(st.integers(1, 50)))
def test_frames_come_back_however_the_bytes_are_cut(frames: list[Frame], cuts: list[int]) -> None:
    stream = b"".join(frame.to_bytes() for frame in frames)
    reader = FrameReader(LinkStatistics())
    found = []
    for cut in cuts:
        found += reader.feed(stream[:cut])
        stream = stream[cut:]
    assert found + reader.feed(stream) == frames


@given(FRAMES, st.data())
def test_a_frame_with_one_to_three_bits_flipped_is_never_delivered(frame: Frame, data: st.DataObject) -> None:
    sent = frame.to_bytes()
    bits = data.draw(st.sets(st.integers(0, len(sent) * 8 - 1), min_size=1, max_size=3))
    hit = bytearray(sent)
    for bit in bits:
        hit[bit // 8] ^= 1 << bit % 8
    assert read(b"\0" + bytes(hit) + b"\0") == []


@given(st.binary(max_size=600), FRAMES)
def test_after_noise_and_a_zero_the_next_frame_is_found(noise: bytes, frame: Frame) -> None:
    assert read(noise + b"\0" + frame.to_bytes())[-1] == frame
