"""Starts a new journal that continues another: after a backup, a replaced board or a damaged record."""

import asyncio
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from firmware_host.access.pin_check import OldPins, pin_of
from firmware_host.errors import UserError
from firmware_host.host.batch import Batch
from firmware_host.host.clock import Clock
from firmware_host.host.program_digest import fold_digest, software_digest
from firmware_host.journal.chain import genesis
from firmware_host.journal.reader import Reader
from firmware_host.journal.segments import listed
from firmware_host.journal.store import Journal, Statement
from firmware_host.journal.verify import holding, id_of, verified
from firmware_host.rules.decision import Role, refused_because
from firmware_host.rules.struct import Record
from firmware_host.table.acts.intent import Intent, Refused, Via
from firmware_host.table.acts.system import RestoreJournal
from firmware_host.table.history import Ledger, rules_digest
from firmware_host.table.permissions import NEW_JOURNAL
from firmware_host.table.state.table import TableState
from firmware_host.table.system.restore import carried
from firmware_host.table.terms import Previous


class Backup(Record, frozen=True, kw_only=True):
    """A record to continue: the end of its chain, the table's state there, and the damage, empty if none."""

    previous: Previous
    state: TableState
    damage: str

    @property
    def has_lead(self) -> bool:
        """Return whether the record has a person who may lead this decision."""
        return carried(self.state).has_lead(NEW_JOURNAL.led_by)

    def act(self, by: str, second: str, *, by_pins: bool = False) -> RestoreJournal:
        """Return the act that these two people request."""
        return RestoreJournal(
            previous=self.previous,
            by=by,
            second=second,
            damage=self.damage,
            by_pins=by_pins,
            carried=carried(self.state),
        )


class Restored(Record, frozen=True, kw_only=True):
    """The new journal and the table's state in it; `pins` are the people whose PINs are still valid."""

    journal: str
    key: str
    state: TableState
    pins: tuple[str, ...]


def backup(folder: Path, *, copy: bool = False) -> Backup:
    """
    Read the valid part of the record in a folder; change nothing. Raises `UserError` if there is no record.

    `copy` says that the folder came out of a backup, so the missing key of the day is no damage.
    """
    journal = id_of(folder)
    ledger, number, head = Ledger.empty(journal), 0, genesis(journal)
    for link, fact in holding(folder):
        ledger, number, head = ledger.with_fact(fact), link.number, link.hash
    findings = verified(folder, fold=fold_digest(), copy=copy).findings
    more = f", and {len(findings) - 1} more" if len(findings) > 1 else ""
    return Backup(
        previous=Previous(journal=journal, number=number, hash=head.hex()),
        state=ledger.state,
        damage=f"{findings[0]}{more}" if findings else "",
    )


def check(act: RestoreJournal, folder: Path, clock: Clock) -> None:
    """Raise `UserError` if the restore would be refused; called before any PIN is asked for or file written."""
    if folder.is_dir() and listed(folder):
        with closing(Reader(folder)) as there:
            # A journal without facts is left over from an interrupted restore.
            if there.last:
                raise UserError(f"there is already a journal in {folder}; give a folder without one with --data")
    _decided("0" * 32, act, clock)


def restore(
    old: Backup, act: RestoreJournal, folder: Path, *, pins: OldPins, pepper_file: Path, clock: Clock
) -> Restored:
    """Create the journal that `act` asks for in `folder`, with the PINs of the people it carries over."""
    return asyncio.run(_begun(old, act, folder, pins=pins, pepper_file=pepper_file, clock=clock))


async def _begun(
    old: Backup, act: RestoreJournal, folder: Path, *, pins: OldPins, pepper_file: Path, clock: Clock
) -> Restored:
    with closing(Journal.open(folder, at=clock.stamp())) as journal:
        turn = _decided(journal.id, act, clock)
        state = turn.ledger.state
        # Write the PINs first: after a crash the journal is still empty, and the restore can be repeated.
        holding_pins = pins.carry(folder, pepper_file, _renamed(old.state, state, act.carried.people))
        sign = Statement(at=clock.stamp(), rules=turn.rules, software=software_digest())
        await journal.append(tuple(turn.facts), sign=sign)
        return Restored(journal=journal.id, key=journal.key, state=state, pins=holding_pins)


def _renamed(old: TableState, new: TableState, people: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Return the facts that set each person's PIN, in the old record and the new; leave out revoked people."""
    return {name: (pin_of(old, name), pin_of(new, name)) for name in people if not new.people[name].revoked}


def _decided(journal: str, act: RestoreJournal, clock: Clock) -> Batch:
    turn = Batch(Ledger.empty(journal), rules=rules_digest(None), clock=clock)
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
    for answer in turn.answers.values():
        if isinstance(answer, Refused):
            raise UserError(refused_because(answer.refusal))
    return turn
