from dataclasses import dataclass


@dataclass(kw_only=True, slots=True)
class LinkStatistics:
    """Counts since the link was made; they go up, so this one record is not frozen.

    A technician reads a bad cable from `damaged`, a wrong device from `foreign`, a second host from `other_session`,
    and somebody on the wire from `forged` and `replayed`, which noise cannot make.
    """

    frames_in: int = 0
    frames_out: int = 0
    retransmissions: int = 0
    pings: int = 0
    duplicates: int = 0
    damaged: int = 0
    """Runs between two delimiters that are no frame: bad stuffing, length or sum."""
    overlong: int = 0
    """Runs dropped because they were longer than any frame."""
    foreign: int = 0
    """Whole frames of a version, kind or shape that this side does not speak."""
    other_version: int = 0
    """Those of the foreign frames whose version byte is not ours."""
    other_session: int = 0
    """Whole frames of a session that is not the open one."""
    unexpected: int = 0
    """Frames of this session with a sequence number that cannot be, or for the other role."""
    forged: int = 0
    """Whole frames of this session, or proofs of an end, that were not made with its key."""
    replayed: int = 0
    """Frames of this session that were made with its key and had been heard before."""
    refused: int = 0
    """A device's words that it will not talk to this host; anybody can say them."""
