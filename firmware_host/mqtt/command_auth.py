"""
Authentication of commands: is the command from an enrolled key, for this table, and recent?

`claimed` makes the cheap checks first. `proved` checks the signature: about 0.1 ms on a PC and 0.5 ms on a small board.

These checks change nothing and ignore the act, except for the few acts that are allowed at the console only. A command
that passes goes to the table like any other intent.
"""

import msgspec

from firmware_host import json_errors
from firmware_host.journal.signing import Signed, is_signed
from firmware_host.mqtt.counters import Wrong
from firmware_host.mqtt.messages import Command, SignedCommand, intent_id
from firmware_host.mqtt.rate_limits import LARGEST
from firmware_host.rules.decision import Code, Refusal
from firmware_host.rules.struct import Record
from firmware_host.table.acts.approvals import Approve, RequestApproval
from firmware_host.table.acts.floor import EnrolKey, EnrolPerson, ResetPin, RevokeKey, RevokePerson
from firmware_host.table.acts.intent import Act, Intent, Via
from firmware_host.table.clocks import Stamp
from firmware_host.table.identities import CommandKey
from firmware_host.table.state.table import TableState

OLDEST_MS = 30_000

AHEAD_MS = 5_000
"""The limits for a command's age and for a fast clock of its asker, if both clocks follow a time server."""

AT_THE_CONSOLE = EnrolPerson | RevokePerson | ResetPin | EnrolKey | RevokeKey
"""A stolen key must not be able to enrol keys or people, nor be one of the two people who do."""

_commands: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
_signed: msgspec.json.Decoder[SignedCommand] = msgspec.json.Decoder(SignedCommand)


class Rejected(Record, frozen=True, kw_only=True):
    """A refusal before the table is asked, with the command's id if that could be read."""

    wrong: Wrong
    refusal: Refusal
    id: str = "unreadable"


class Claim(Record, frozen=True, kw_only=True):
    """A command that names a key of its topic's actor; the signature is not checked yet."""

    body: bytes
    name: str
    key: CommandKey
    signature: bytes


class Here(Record, frozen=True, kw_only=True):
    """What a command is checked against; `table` is the prefix of the table's topics."""

    table: str
    state: TableState
    now: Stamp


def claimed(payload: bytes, *, actor: str, retained: bool, state: TableState) -> Claim | Rejected:
    """Return a claim whose signature is worth checking, or a refusal. `actor` is the name in the topic."""
    if len(payload) > LARGEST:
        return _reject(
            Wrong.TOO_LARGE, Code.UNREADABLE, "the message is too large for a command", f"send at most {LARGEST} bytes"
        )
    if retained:
        return _reject(
            Wrong.RETAINED,
            Code.OUT_OF_DATE,
            "a retained command is refused, because it may be old",
            "publish the command without the retain flag",
        )
    try:
        signed = _signed.decode(payload)
    except json_errors.UNREADABLE:
        return _reject(
            Wrong.UNREADABLE,
            Code.UNREADABLE,
            "this is not a signed command",
            'send an object with "body", "key" and "sig"',
        )
    if signed.key is None or signed.sig is None:
        return _reject(Wrong.UNSIGNED, Code.NOT_ENROLLED, "this command is not signed", "sign it with an enrolled key")
    key = state.keys.get(signed.key)
    if key is None:
        return _reject(
            Wrong.UNKNOWN_KEY, Code.NOT_ENROLLED, f"the key {signed.key} is not enrolled", "sign with an enrolled key"
        )
    if key.revoked:
        return _reject(
            Wrong.REVOKED_KEY, Code.NOT_ENROLLED, f"the key {signed.key} was revoked", "sign with another enrolled key"
        )
    if key.actor != actor:
        return _reject(
            Wrong.OTHER_ACTOR,
            Code.NOT_ENROLLED,
            f"the key {signed.key} does not belong to {actor}",
            f"publish the command on cmd/{key.actor}",
        )
    return Claim(body=signed.body, name=signed.key, key=key, signature=signed.sig)


def proved(claim: Claim, here: Here) -> Intent | Rejected:
    """Return the intent for the table, or a refusal."""
    if not is_signed(Signed(data=claim.body, signature=claim.signature), key=claim.key.public):
        return _reject(
            Wrong.WRONG_SIGNATURE,
            Code.NOT_ENROLLED,
            "the signature was not made with this key",
            "sign with the key that the message names",
        )
    try:
        command = _commands.decode(claim.body)
    except json_errors.UNREADABLE as error:
        return _reject(
            Wrong.UNREADABLE,
            Code.UNREADABLE,
            f"this is not a command: {json_errors.said(error)}",
            "send a command of this version",
        )
    return _checked(command, claim.name, claim.key, here)


def _checked(command: Command, name: str, key: CommandKey, here: Here) -> Intent | Rejected:
    wrong = (
        _wrong_target(command, key, here)
        or _wrong_time(command, here.state, here.now)
        or (_console_only() if _is_at_the_console(command.act, here.state) else None)
    )
    if wrong is not None:
        return msgspec.structs.replace(wrong, id=command.id)
    return Intent(
        id=intent_id(name, command.id),
        actor=key.actor,
        role=key.role,
        via=Via.MQTT,
        at=here.now,
        seen=command.seen,
        act=command.act,
    )


def _is_at_the_console(act: Act, state: TableState) -> bool:
    if isinstance(act, RequestApproval):
        return isinstance(act.act, AT_THE_CONSOLE)
    if isinstance(act, Approve):
        return any(isinstance(one.act, AT_THE_CONSOLE) for one in state.approvals if one.number == act.request)
    return isinstance(act, AT_THE_CONSOLE)


def _wrong_target(command: Command, key: CommandKey, here: Here) -> Rejected | None:
    if command.actor != key.actor:
        return _reject(
            Wrong.OTHER_ACTOR,
            Code.NOT_ENROLLED,
            f"the command names {command.actor}, but {key.actor} signed it",
            "name the person to whom the key belongs",
        )
    if command.table != here.table:
        return _reject(
            Wrong.OTHER_TABLE,
            Code.OUT_OF_DATE,
            f"the command is for {command.table}",
            f"send a command for {here.table}",
        )
    if command.journal != here.state.journal:
        return _reject(
            Wrong.OTHER_JOURNAL,
            Code.OUT_OF_DATE,
            "the command is for another journal of this table",
            f"send a command for journal {here.state.journal}",
        )
    return None


def _wrong_time(command: Command, state: TableState, now: Stamp) -> Rejected | None:
    """Check the age: by the wall clock only if the board's own clock is synchronised, by `seen` always."""
    if command.seen > state.last:
        return _reject(
            Wrong.FROM_THE_FUTURE,
            Code.OUT_OF_DATE,
            f"the request refers to fact {command.seen}, but the newest fact is {state.last}",
            "look at the table again, then repeat the request",
        )
    if command.at_ms is None or not now.synced:
        return None
    age_ms = now.wall_ms - command.at_ms
    if age_ms > OLDEST_MS:
        return _reject(
            Wrong.STALE, Code.OUT_OF_DATE, f"the command is {age_ms / 1000:.0f} seconds old", "send a new command"
        )
    if age_ms < -AHEAD_MS:
        return _reject(
            Wrong.FROM_THE_FUTURE,
            Code.OUT_OF_DATE,
            f"the asker's clock is {-age_ms / 1000:.0f} seconds ahead",
            "correct that clock, then send a new command",
        )
    return None


def _console_only() -> Rejected:
    return _reject(
        Wrong.NOT_BY_MQTT,
        Code.NOT_OFFERED,
        "people and keys can be enrolled and revoked only at the console",
        "use `firmware-host people` and `firmware-host mqtt key` at the table",
    )


def _reject(wrong: Wrong, code: Code, reason: str, allowed_by: str) -> Rejected:
    return Rejected(wrong=wrong, refusal=Refusal(code=code, reason=reason, allowed_by=allowed_by))
