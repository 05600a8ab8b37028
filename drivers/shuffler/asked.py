"""What a host says to a shuffler, and the one answer to each command."""

from dataclasses import dataclass
from typing import TypeAlias

from drivers.shuffler.words import NO_NONCE, Back, CommandId, CommandStatus, EventId


@dataclass(frozen=True, slots=True)
class Identify:
    pass


@dataclass(frozen=True, kw_only=True, slots=True)
class Shuffle:
    """The device keeps the nonce with the command and says it again with the result."""

    command: CommandId
    back: Back
    nonce: bytes = NO_NONCE


@dataclass(frozen=True, kw_only=True, slots=True)
class Attest:
    """Which firmware runs there? Asked before anything else in a session."""

    nonce: bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class SelfTest:
    command: CommandId


@dataclass(frozen=True, kw_only=True, slots=True)
class Deliver:
    command: CommandId


@dataclass(frozen=True, kw_only=True, slots=True)
class Clear:
    command: CommandId


@dataclass(frozen=True, kw_only=True, slots=True)
class Reconcile:
    command: CommandId


Order: TypeAlias = Shuffle | SelfTest | Deliver | Clear | Reconcile
"""What moves something, at most once for each command."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WhatBecame:
    command: CommandId


@dataclass(frozen=True, kw_only=True, slots=True)
class CommandReport:
    """The one answer to each order and each WHAT_BECAME, in the order they were asked."""

    command: CommandId
    status: CommandStatus


@dataclass(frozen=True, slots=True)
class GetStatus:
    pass


@dataclass(frozen=True, slots=True)
class CheckLoad:
    pass


@dataclass(frozen=True, slots=True)
class GetWear:
    pass


@dataclass(frozen=True, kw_only=True, slots=True)
class EventAck:
    event: EventId


HostMessage: TypeAlias = Identify | Attest | Order | WhatBecame | GetStatus | CheckLoad | GetWear | EventAck
