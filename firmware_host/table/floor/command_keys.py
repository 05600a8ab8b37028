"""Command keys: which key signs for whom in which role, and what enrols and revokes it."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.rules.roles import in_words
from firmware_host.table.acts.floor import (
    EnrolKey,
    RevokeKey,
)
from firmware_host.table.acts.intent import Intent
from firmware_host.table.answering import answers, answers_asker, answers_two
from firmware_host.table.facts.fact import Decision, Fact
from firmware_host.table.facts.floor import (
    KeyEnrolled,
    KeyRevoked,
    KeysBody,
)
from firmware_host.table.floor.people import vouchers
from firmware_host.table.identities import STAFF, CommandKey, id_of
from firmware_host.table.state import people
from firmware_host.table.state.table import TableState


@answers_asker(EnrolKey)
def enrol_key_alone(state: TableState, act: EnrolKey, intent: Intent) -> Decision:
    """Enrol the key of a dealer on the word of one casino supervisor."""
    return _key_enrolled(state, act, vouched_by=vouchers(state, intent.actor))


@answers_two(EnrolKey)
def enrol_key(state: TableState, act: EnrolKey) -> Decision:
    """Enrol the key of a person with this role; enrolling it again unchanged does nothing."""
    return _key_enrolled(state, act, vouched_by=())


def _key_enrolled(state: TableState, act: EnrolKey, *, vouched_by: tuple[str, ...]) -> Decision:
    if act.role not in STAFF:
        return refuse(
            f"a {in_words(act.role)} cannot sign commands",
            f"enroll the key in one of the roles {', '.join(STAFF)}",
            code=Code.NOT_YOUR_ROLE,
        )
    name = id_of(act.public)
    there = state.keys.get(name)
    if there is not None:
        same = CommandKey(public=act.public, actor=act.actor, role=act.role, vouched_by=there.vouched_by)
        return () if there == same else _used(name, there)
    return people.not_enrolled(state, act.actor, act.role) or (
        draft(KeyEnrolled(key=name, public=act.public, actor=act.actor, role=act.role, vouched_by=vouched_by)),
    )


@answers(RevokeKey)
def revoke_key(state: TableState, act: RevokeKey) -> Decision:
    """Revoke a key; revoking it again does nothing."""
    there = state.keys.get(act.key)
    if there is None:
        return refuse(
            f"there is no key {act.key}",
            "name a key that `firmware-host mqtt key list` shows",
            code=Code.NOT_ENROLLED,
        )
    return () if there.revoked else (draft(KeyRevoked(key=act.key, actor=there.actor)),)


def _used(name: str, there: CommandKey) -> Refusal:
    was = "was revoked" if there.revoked else f"already belongs to {there.actor} as {there.role}"
    return refuse(f"the key {name} {was}", "make another key: firmware-host mqtt key make FILE")


def keys_folded(state: TableState, body: KeysBody, fact: Fact) -> TableState:
    """Fold a fact about command keys."""
    del fact
    match body:
        case KeyEnrolled():
            known = CommandKey(public=body.public, actor=body.actor, role=body.role, vouched_by=body.vouched_by)
        case KeyRevoked():
            known = replace(state.keys[body.key], revoked=True)
        case _:
            assert_never(body)
    return replace(state, keys={**state.keys, body.key: known})
