"""Which commands are asked of the table, and which are refused before it is: by key, table, journal, age and size."""

from typing import Any

import msgspec
import pytest

from firmware_host.journal.signing import Signer
from firmware_host.mqtt.command_auth import AHEAD_MS, OLDEST_MS, Claim, Here, Rejected, claimed, proved
from firmware_host.mqtt.counters import Wrong
from firmware_host.mqtt.messages import Command, SignedCommand
from firmware_host.mqtt.rate_limits import LARGEST
from firmware_host.mqtt.remote_client import CommandSigner
from firmware_host.rules.decision import Code, Role
from firmware_host.table.acts.approvals import RequestApproval
from firmware_host.table.acts.decks import OrderRecut
from firmware_host.table.acts.floor import EnrolKey, EnrolPerson, ResetPin, RevokeKey, RevokePerson
from firmware_host.table.acts.intent import Intent, Via
from firmware_host.table.clocks import Stamp
from firmware_host.table.identities import id_of
from tests.worlds.pure_table import JOURNAL, PureTable

BASE = "fh1/demo/poker-1"

KEY = Signer.of(bytes(range(32)))

OTHER = Signer.of(bytes(range(1, 33)))

SUPERVISOR = Role.CASINO_SUPERVISOR


@pytest.fixture
def table() -> PureTable:
    table = PureTable().opened()
    table.enrols("pit-1", SUPERVISOR)
    table.by_supervisors(EnrolKey(public=KEY.key, actor="pit-1", role=SUPERVISOR))
    return table


def command(table: PureTable, /, **changes: Any) -> Command:
    usual = Command(
        journal=JOURNAL,
        table=BASE,
        actor="pit-1",
        id="recut-1",
        seen=table.state.last,
        act=OrderRecut(why="fewer than ten cards"),
    )
    return msgspec.structs.replace(usual, **changes)


def signed(asked: Command, *, by: Signer = KEY) -> bytes:
    return CommandSigner(actor="pit-1", signer=by).sign(asked)


def judge(
    table: PureTable, payload: bytes, *, actor: str = "pit-1", retained: bool = False, now: Stamp | None = None
) -> Intent | Rejected:
    found = claimed(payload, actor=actor, retained=retained, state=table.state)
    if isinstance(found, Claim):
        return proved(found, Here(table=BASE, state=table.state, now=now or table.now))
    return found


def wrong(table: PureTable, payload: bytes, **how: Any) -> Wrong:
    found = judge(table, payload, **how)
    assert isinstance(found, Rejected), found
    assert found.refusal.reason
    assert found.refusal.allowed_by
    return found.wrong


def test_a_signed_command_is_an_intent_of_the_keys_actor_in_the_keys_role(table: PureTable) -> None:
    found = judge(table, signed(command(table)))
    assert found == Intent(
        id=f"mqtt:{id_of(KEY.key)}:recut-1",
        actor="pit-1",
        role=SUPERVISOR,
        via=Via.MQTT,
        at=table.now,
        seen=table.state.last,
        act=OrderRecut(why="fewer than ten cards"),
    )


def test_whoever_signs_nothing_is_refused(table: PureTable) -> None:
    body = msgspec.json.encode(command(table))
    assert wrong(table, msgspec.json.encode({"body": body})) is Wrong.UNSIGNED
    assert wrong(table, msgspec.json.encode({"body": body, "key": id_of(KEY.key)})) is Wrong.UNSIGNED


def test_a_key_that_nobody_enrolled_is_refused(table: PureTable) -> None:
    assert wrong(table, signed(command(table), by=OTHER)) is Wrong.UNKNOWN_KEY


def test_a_revoked_key_is_refused_by_name(table: PureTable) -> None:
    table.does(RevokeKey(key=id_of(KEY.key)))
    assert wrong(table, signed(command(table))) is Wrong.REVOKED_KEY


def test_another_signature_under_an_enrolled_key_is_refused(table: PureTable) -> None:
    genuine = msgspec.json.decode(signed(command(table)), type=SignedCommand)
    forged = KEY.sign(b"something else").signature
    for changed in (
        msgspec.structs.replace(genuine, sig=forged),
        msgspec.structs.replace(genuine, sig=b""),
        msgspec.structs.replace(genuine, body=genuine.body + b" "),
        msgspec.structs.replace(genuine, body=genuine.body.replace(b"recut-1", b"recut-2")),
    ):
        assert wrong(table, msgspec.json.encode(changed)) is Wrong.WRONG_SIGNATURE


def test_a_key_speaks_for_its_own_actor_only(table: PureTable) -> None:
    assert wrong(table, signed(command(table)), actor="floor-1") is Wrong.OTHER_ACTOR
    assert wrong(table, signed(command(table, actor="floor-1"))) is Wrong.OTHER_ACTOR


def test_a_command_for_another_table_or_record_is_refused(table: PureTable) -> None:
    assert wrong(table, signed(command(table, table="fh1/demo/poker-2"))) is Wrong.OTHER_TABLE
    assert wrong(table, signed(command(table, journal="f" * 32))) is Wrong.OTHER_JOURNAL


def test_a_look_that_is_newer_than_the_newest_fact_is_of_another_history(table: PureTable) -> None:
    assert wrong(table, signed(command(table, seen=table.state.last + 1))) is Wrong.FROM_THE_FUTURE


def test_retained_and_too_large_are_refused_unread(table: PureTable) -> None:
    assert wrong(table, signed(command(table)), retained=True) is Wrong.RETAINED
    assert wrong(table, b"x" * (LARGEST + 1)) is Wrong.TOO_LARGE


def test_by_two_right_clocks_an_old_command_is_stale(table: PureTable) -> None:
    then = table.now.wall_ms
    payload = signed(command(table, at_ms=then))
    later = msgspec.structs.replace(table.now, wall_ms=then + OLDEST_MS)
    assert isinstance(judge(table, payload, now=later), Intent)
    too_late = msgspec.structs.replace(table.now, wall_ms=then + OLDEST_MS + 1)
    assert wrong(table, payload, now=too_late) is Wrong.STALE
    early = msgspec.structs.replace(table.now, wall_ms=then - AHEAD_MS - 1)
    assert wrong(table, payload, now=early) is Wrong.FROM_THE_FUTURE


def test_where_a_clock_is_not_synchronised_only_what_was_seen_and_the_record_count(table: PureTable) -> None:
    then = table.now.wall_ms
    days_later = msgspec.structs.replace(table.now, wall_ms=then + 3 * 86_400_000)
    ours_is_wrong = msgspec.structs.replace(days_later, synced=False)
    assert isinstance(judge(table, signed(command(table, at_ms=then)), now=ours_is_wrong), Intent)
    assert isinstance(judge(table, signed(command(table)), now=days_later), Intent), "theirs is: it says no time"


def test_an_older_turn_is_refused_by_the_table_itself(table: PureTable) -> None:
    found = judge(table, signed(command(table, seen=1)))
    assert isinstance(found, Intent)
    refusal = table.refuses(found.act, role=found.role, via=found.via, seen=found.seen, actor=found.actor)
    assert refusal.code is Code.OUT_OF_DATE


@pytest.mark.parametrize(
    "act",
    [
        EnrolPerson(person="x", roles=(SUPERVISOR,)),
        RevokePerson(person="pit-1"),
        ResetPin(person="pit-1"),
        EnrolKey(public=OTHER.key, actor="pit-1", role=SUPERVISOR),
        RequestApproval(act=EnrolPerson(person="x", roles=(SUPERVISOR,)), why="new"),
        RevokeKey(key=id_of(KEY.key)),
    ],
)
def test_a_stolen_key_makes_no_more_keys_and_no_people(table: PureTable, act: Any) -> None:
    found = judge(table, signed(command(table, act=act)))
    assert isinstance(found, Rejected)
    assert (found.wrong, found.id) == (Wrong.NOT_BY_MQTT, "recut-1")


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\x00\xff",
        b"[]",
        b"{}",
        b"null",
        b'{"body": 1}',
        b'{"body": "***"}',
        b"[" * 10_000,
        b'{"body": "e30=", "x": 1}',
    ],
)
def test_what_is_no_command_is_unreadable(table: PureTable, payload: bytes) -> None:
    assert wrong(table, payload) is Wrong.UNREADABLE


@pytest.mark.parametrize("body", [b"", b"{}", b"[" * 5_000, b'{"act": {"kind": "nothing"}}'])
def test_what_is_signed_and_still_no_command_is_unreadable(table: PureTable, body: bytes) -> None:
    made = KEY.sign(body)
    payload = msgspec.json.encode(SignedCommand(body=body, key=id_of(KEY.key), sig=made.signature))
    assert wrong(table, payload) is Wrong.UNREADABLE


@pytest.mark.parametrize("id_", ["", "x" * 65, "a\nb", "x\n", "\x1b[2J", "a\u202eb", " x", "x ", "\u00e4"], ids=ascii)
def test_an_id_that_people_cannot_read_is_refused_and_not_repeated(table: PureTable, id_: str) -> None:
    found = judge(table, signed(command(table, id=id_)))
    assert isinstance(found, Rejected)
    assert (found.wrong, found.id) == (Wrong.UNREADABLE, "unreadable")
    assert (
        "`id` is too" in found.refusal.reason or "`id` has a character that people cannot read" in found.refusal.reason
    )


@pytest.mark.parametrize("id_", ["x", "recut 1", "~!", "x" * 64])
def test_any_printable_id_will_do(table: PureTable, id_: str) -> None:
    found = judge(table, signed(command(table, id=id_)))
    assert isinstance(found, Intent)
    assert found.id.endswith(f":{id_}")


@pytest.mark.parametrize("field", ["at_ms", "seen"])
def test_a_number_that_is_longer_than_any_arithmetic_is_unreadable(table: PureTable, field: str) -> None:
    body = msgspec.json.encode({**msgspec.to_builtins(command(table)), field: 123456789})
    made = KEY.sign(body.replace(b":123456789", b":1" + b"0" * 400))
    payload = msgspec.json.encode(SignedCommand(body=made.data, key=id_of(KEY.key), sig=made.signature))
    assert wrong(table, payload, now=msgspec.structs.replace(table.now, synced=True)) is Wrong.UNREADABLE
