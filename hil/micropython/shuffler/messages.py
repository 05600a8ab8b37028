"""Section 5 of the protocol page: the bytes of every message."""

import struct

IDENTIFY, SHUFFLE, WHAT_BECAME, EVENT_ACK, ATTEST = 0x01, 0x02, 0x03, 0x04, 0x05
GET_STATUS, CHECK_LOAD, GET_WEAR = 0x10, 0x11, 0x12
SELF_TEST, DELIVER, CLEAR, RECONCILE = 0x18, 0x19, 0x1A, 0x1B
IDENTITY, PROGRESS, COMMAND_STATUS, ATTESTATION = 0x81, 0x82, 0x83, 0x84
DECK_LOADED, SHUFFLE_FINISHED, SHUFFLE_FAILED, LID_OPENED, LID_CLOSED = 0x91, 0x92, 0x93, 0x94, 0x95
JAMMED, MODE_SWITCHED, RESTARTED, CLEARED, DELIVERED = 0x96, 0x97, 0x98, 0x99, 0x9A
RECONCILED, SELF_TESTED, ACT_FAILED, EMPTIED = 0x9B, 0x9C, 0x9D, 0x9E
STATUS, LOAD, WEAR = 0xA0, 0xA1, 0xA2


# back, mode, place, reason, status, activity, fill, verdict: the numbers of the table of values
BACKS = (1, 2, 3, 4)
SHUFFLE_MODE, SORT_MODE = 1, 2
FEED, CAMERA, SHELVES, OUTPUT = 1, 2, 3, 4
JAM, LID, POWER, NOTHING_THERE, DOUBLE_FEED, BROKEN = 1, 2, 3, 4, 5, 6
UNKNOWN, RUNNING, DONE, REFUSED, BUSY = 0, 1, 2, 3, 4
IDLE, SHUFFLING, TESTING, DELIVERING, CLEARING, RECONCILING = 0, 1, 2, 3, 4, 5

_LENGTHS = {
    IDENTIFY: 1,
    SHUFFLE: 42,
    WHAT_BECAME: 25,
    EVENT_ACK: 9,
    ATTEST: 33,
    GET_STATUS: 1,
    CHECK_LOAD: 1,
    GET_WEAR: 1,
    SELF_TEST: 25,
    DELIVER: 25,
    CLEAR: 25,
    RECONCILE: 25,
}

_ALL = (
    (0x01, 0x02, 0x03, 0x04, 0x05, 0x10, 0x11, 0x12, 0x18, 0x19, 0x1A, 0x1B, 0x81, 0x82, 0x83, 0x84)
    + (0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0xA0, 0xA1, 0xA2)
)  # fmt: skip

# What the device says in reply: a host that does not know all of it must not send the message.
_REPLIES = {
    IDENTIFY: (IDENTITY,),
    SHUFFLE: (COMMAND_STATUS, SHUFFLE_FINISHED, SHUFFLE_FAILED),
    WHAT_BECAME: (COMMAND_STATUS,),
    EVENT_ACK: (),
    ATTEST: (ATTESTATION,),
    GET_STATUS: (STATUS,),
    CHECK_LOAD: (LOAD,),
    GET_WEAR: (WEAR,),
    SELF_TEST: (COMMAND_STATUS, SELF_TESTED, ACT_FAILED),
    DELIVER: (COMMAND_STATUS, DELIVERED, ACT_FAILED),
    CLEAR: (COMMAND_STATUS, CLEARED, ACT_FAILED),
    RECONCILE: (COMMAND_STATUS, RECONCILED, ACT_FAILED),
}


def vocabulary(tags: tuple[int, ...]) -> int:
    words = 0
    for tag in tags:
        words |= 1 << tag
    return words


ALL_WORDS = vocabulary(_ALL)


def knows(words: int, tag: int) -> bool:
    return bool((words >> tag) & 1)


def may_come(payload: bytes, ours: int, hosts: int) -> bool:
    """Whether a host may have sent this: known, of its length, with known values, and with replies that it knows."""
    tag = payload[0]
    if not knows(ours, tag) or _LENGTHS.get(tag) != len(payload):
        return False
    if tag == SHUFFLE and payload[25] not in BACKS:
        return False
    return all([knows(hosts, reply) for reply in _REPLIES[tag]])


def identity(model: str, serial: str) -> bytes:
    return struct.pack(">B16s16s", IDENTITY, model.encode(), serial.encode())


def command_status(command: bytes, status: int) -> bytes:
    return bytes([COMMAND_STATUS]) + command + bytes([status])


def progress(command: bytes, done: int, of: int) -> bytes:
    return bytes([PROGRESS]) + command + bytes([done, of])


def wear(cycles: int, since_service: int, service_every: int, made_for: int) -> bytes:
    return struct.pack(">BIIII", WEAR, cycles, since_service, service_every, made_for)


def event(tag: int, boot: int, number: int, fields: bytes) -> bytes:
    return struct.pack(">BII", tag, boot, number) + fields
