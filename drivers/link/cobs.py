"""Consistent overhead byte stuffing: bytes without a single 0x00, so that 0x00 can end a frame.

Cheshire and Baker, 1997: each code byte says how far away the next zero of the original is.
"""

RUN_MAX = 254
"""The longest run without a zero that one code byte can stand before."""


class NotStuffed(ValueError):  # noqa: N818 - named for what is so
    """These bytes were never stuffed: a code byte points past the end, or a zero stands inside."""


_CODES = tuple(bytes((code,)) for code in range(256))


def stuff(data: bytes) -> bytes:
    """11 00 22 becomes 02 11 02 22."""
    pieces = data.split(b"\0")
    if len(data) < RUN_MAX:  # every frame: no run can be too long for one code byte
        return b"".join([_CODES[len(piece) + 1] + piece for piece in pieces])
    return _stuffed_long(pieces)


def _stuffed_long(pieces: list[bytes]) -> bytes:
    out = bytearray()
    for index, piece in enumerate(pieces):
        last = index == len(pieces) - 1
        rest = piece
        while len(rest) >= RUN_MAX:
            out.append(RUN_MAX + 1)
            out += rest[:RUN_MAX]
            rest = rest[RUN_MAX:]
            if last and not rest:
                return bytes(out)
        out.append(len(rest) + 1)
        out += rest
    return bytes(out)


def unstuff(data: bytes) -> bytes:
    """Raises NotStuffed; what it returns still has to be checked by its sum."""
    if not data or 0 in data:
        raise NotStuffed
    pieces = []
    at, size = 0, len(data)
    while at < size:
        code = data[at]
        end = at + code
        if end > size:
            raise NotStuffed
        pieces.append(data[at + 1 : end])
        if code > RUN_MAX and end < size:  # no zero was here, only the end of a long run
            pieces[-1] += unstuff(data[end:])
            break
        at = end
    return b"\0".join(pieces)
