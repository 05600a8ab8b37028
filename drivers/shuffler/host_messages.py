"""What a host says to a shuffler. Each message stands here with its tag and its layout."""

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from drivers.shuffler.attestation import ATTEST_NONCE_BYTES
from drivers.shuffler.fields import NO_NONCE, BackWord, Command, Event, OrderNonce, Raw
from drivers.shuffler.layout import message


@message(0x01, "IDENTIFY")
@dataclass(frozen=True, slots=True)
class Identify:
    pass


@message(0x02, "SHUFFLE")
@dataclass(frozen=True, kw_only=True, slots=True)
class Shuffle:
    """The device keeps the nonce with the command and says it again with the result."""

    command: Command
    back: BackWord
    nonce: OrderNonce = NO_NONCE


@message(0x05, "ATTEST")
@dataclass(frozen=True, kw_only=True, slots=True)
class Attest:
    """Which firmware runs there? Asked before anything else in a session."""

    nonce: Annotated[bytes, Raw(ATTEST_NONCE_BYTES)]


@message(0x18, "SELF_TEST")
@dataclass(frozen=True, kw_only=True, slots=True)
class SelfTest:
    command: Command


@message(0x19, "DELIVER")
@dataclass(frozen=True, kw_only=True, slots=True)
class Deliver:
    command: Command


@message(0x1A, "CLEAR")
@dataclass(frozen=True, kw_only=True, slots=True)
class Clear:
    command: Command


@message(0x1B, "RECONCILE")
@dataclass(frozen=True, kw_only=True, slots=True)
class Reconcile:
    command: Command


Order: TypeAlias = Shuffle | SelfTest | Deliver | Clear | Reconcile
"""What moves something, at most once for each command."""


@message(0x03, "WHAT_BECAME")
@dataclass(frozen=True, kw_only=True, slots=True)
class WhatBecame:
    command: Command


@message(0x10, "GET_STATUS")
@dataclass(frozen=True, slots=True)
class GetStatus:
    pass


@message(0x11, "CHECK_LOAD")
@dataclass(frozen=True, slots=True)
class CheckLoad:
    pass


@message(0x12, "GET_WEAR")
@dataclass(frozen=True, slots=True)
class GetWear:
    pass


@message(0x04, "EVENT_ACK")
@dataclass(frozen=True, kw_only=True, slots=True)
class EventAck:
    event: Event


HostMessage: TypeAlias = Identify | Attest | Order | WhatBecame | GetStatus | CheckLoad | GetWear | EventAck
