"""A new journal that goes on from another: a restored backup, a replaced board, a record that was damaged."""

import asyncio
from contextlib import closing
from pathlib import Path

from firmware_host.clock import Clock
from firmware_host.journal.segments import listed
from firmware_host.journal.store import Journal, Statement
from firmware_host.journal.verifying import held, verified
from firmware_host.rules.answers import Role
from firmware_host.rules.record import Record
from firmware_host.software import fold_digest, software_digest
from firmware_host.table.contract import Intent, Refused, Via
from firmware_host.table.controller.acts import RestoreJournal
from firmware_host.table.controller.bodies import Previous
from firmware_host.table.digest import rules_digest
from firmware_host.table.ledger import Ledger
from firmware_host.trouble import Trouble
from firmware_host.turn import Turn


class Restored(Record, frozen=True, kw_only=True):
    """What was begun, from where, and what could not be read."""

    journal: str
    key: str
    previous: Previous
    damage: str


def restore(backup: Path, folder: Path, *, by: str, second: str, clock: Clock) -> Restored:
    """
    Begin a journal in `folder` whose first fact names the one in `backup`; that is only read, and kept.

    Raises `Trouble` when there is a journal already, nothing to go on from, or only one person.
    """
    if folder.is_dir() and listed(folder):
        raise Trouble(f"there is a journal in {folder} already; give a folder without one with --data")
    journal, number, head = held(backup)
    findings = verified(backup, fold=fold_digest()).findings
    damage = f"{findings[0]}{f', and {len(findings) - 1} more' if len(findings) > 1 else ''}" if findings else ""
    previous = Previous(journal=journal, number=number, hash=head.hex())
    act = RestoreJournal(previous=previous, by=by, second=second, damage=damage)
    _check(act, clock)
    id_, key = asyncio.run(_begin(folder, act, clock))
    return Restored(journal=id_, key=key, previous=previous, damage=damage)


def _check(act: RestoreJournal, clock: Clock) -> None:
    """Ask before anything is made: a refusal leaves no folder behind."""
    turn = _turn("0" * 32, act, clock)
    for answer in turn.answers.values():
        if isinstance(answer, Refused):
            raise Trouble(f"{answer.refusal.reason}; needed: {answer.refusal.allowed_by}")


async def _begin(folder: Path, act: RestoreJournal, clock: Clock) -> tuple[str, str]:
    with closing(Journal.open(folder, at=clock.stamp())) as journal:
        turn = _turn(journal.id, act, clock)
        sign = Statement(at=clock.stamp(), rules=turn.rules, software=software_digest())
        await journal.append(tuple(turn.facts), sign=sign)
        return journal.id, journal.key


def _turn(journal: str, act: RestoreJournal, clock: Clock) -> Turn:
    turn = Turn(Ledger.empty(journal), rules=rules_digest(None), clock=clock)
    turn.take(
        Intent(
            id="restore",
            actor=act.by,
            role=Role.HOST,
            via=Via.SCRIPT,
            at=clock.stamp(),
            seen=0,
            act=act,
        )
    )
    return turn
