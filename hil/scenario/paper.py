"""A table on paper: the real decisions and folds, without journal or host, on a clock that the script moves."""

from collections.abc import Sequence
from itertools import count

from msgspec.structs import replace

from firmware_host.rules.decision import Refusal, Role
from firmware_host.rules.roles import DEVICE
from firmware_host.table import history
from firmware_host.table.acts.approvals import Approvable, Approve, RequestApproval
from firmware_host.table.acts.floor import BeginTrust, EnrolPerson
from firmware_host.table.acts.intent import Act, Intent, Via
from firmware_host.table.acts.round import PressKey
from firmware_host.table.acts.system import PassDeadline, SenseClock, SenseDisk, Start
from firmware_host.table.clocks import Alarm, Stamp, has_news
from firmware_host.table.config import TableConfig
from firmware_host.table.deadlines import alarms
from firmware_host.table.decide import decide
from firmware_host.table.facts.fact import Fact, TableDraft
from firmware_host.table.history import Ledger, rules_digest
from firmware_host.table.identities import STAFF
from firmware_host.table.state.table import TableState

JOURNAL = "00000000000000000000000000000001"

SOFTWARE = "firmware-host on paper"

RESERVE_MIB = 64
"""The default disk reserve of a table.toml."""


SECOND_SUPERVISOR = "second-supervisor"
"""Approves what the casino supervisor asks for."""


class PaperTable:
    """The table. `ask`, `wait` and `restart` make things happen; `facts` holds all facts recorded."""

    def __init__(self, config: TableConfig, *, begins_ms: int) -> None:
        """Prepare; call `start` first."""
        self._config = config
        self._ledger = Ledger.empty(JOURNAL)
        self._rules = rules_digest(None)
        self._ids = count(1)
        self._boot = 1
        self.now = Stamp(wall_ms=begins_ms, mono_ms=0, boot="boot-1", synced=True)
        self.facts: list[Fact] = []

    @property
    def state(self) -> TableState:
        """Return the present state of the table."""
        return self._ledger.state

    def start(self) -> tuple[Fact, ...] | Refusal:
        """Start the controller; on the first start enrol one person in each role, named after the role."""
        before = len(self.facts)
        answer = self._as_host(Start(software=SOFTWARE, config=self._config))
        if isinstance(answer, Refusal):
            return answer
        if not self.state.people:
            supervisor = Role.CASINO_SUPERVISOR
            for name in (supervisor, SECOND_SUPERVISOR):
                self._as_host(BeginTrust(person=name, roles=(supervisor,)))
            for role in (role for role in STAFF if role is not supervisor):
                self._by_supervisors(EnrolPerson(person=role, roles=(role,)))
        return tuple(self.facts[before:])

    def ask(
        self, act: Act, *, role: Role, name: str | None = None, via: Via | None = None, late: bool = False
    ) -> tuple[Fact, ...] | Refusal:
        """Request an act as a person who has seen the present turn; `late` as one who has not."""
        device = act.may_ask == DEVICE
        asker = Role.DEVICE if device and role is Role.DEALER else role
        before = len(self.facts)
        self._look_at_clocks()
        intent = self._intent(act, role=asker, name=name, via=via or _usual_way(act, asker), late=late)
        answer = decide(self.state, intent)
        if isinstance(answer, Refusal):
            return answer
        self._record(intent, answer)
        self._hear_alarms(until=self.now.mono_ms)
        return tuple(self.facts[before:])

    def set_clock(self, by_ms: int, *, synced: bool | None) -> tuple[Fact, ...]:
        """Move the wall clock, or change whether it is synchronised; the table notices it."""
        synced = self.now.synced if synced is None else synced
        self.now = replace(self.now, wall_ms=self.now.wall_ms + by_ms, synced=synced)
        return self._look_at_clocks()

    def fill_disk(self, free_mib: int) -> tuple[Fact, ...] | Refusal:
        """Set the free space on the disk; the table notices it."""
        return self._as_host(SenseDisk(free_mib=free_mib, least_mib=RESERVE_MIB))

    def wait(self, ms: int) -> tuple[Fact, ...]:
        """Let time pass; deadlines fire at their times, the earliest first."""
        until, before = self.now.mono_ms + ms, len(self.facts)
        self._hear_alarms(until=until)
        self._move_to(until)
        return tuple(self.facts[before:])

    def rewrite(self, config: TableConfig) -> tuple[Fact, ...]:
        """Change table.toml; the controller reads it at the next start."""
        self._config = config
        return ()

    def restart(self, off_ms: int | None, *, synced: bool = True) -> tuple[Fact, ...] | Refusal:
        """Restart the controller: on the same boot, or after a power cut of this length."""
        if off_ms is not None:
            self._boot += 1
            wall_ms = self.now.wall_ms + off_ms
            self.now = Stamp(wall_ms=wall_ms, mono_ms=0, boot=f"boot-{self._boot}", synced=synced)
        return self.start()

    def _look_at_clocks(self) -> tuple[Fact, ...]:
        """Mirror the host, which checks the clocks before it decides anything."""
        before = len(self.facts)
        if self.state.config is not None and has_news(self.state.clocks, self.now):
            intent = self._intent(SenseClock(), role=Role.HOST, name="host", via=Via.CLOCK)
            drafts = decide(self.state, intent)
            if not isinstance(drafts, Refusal):
                self._record(intent, drafts)
        return tuple(self.facts[before:])

    def _by_supervisors(self, act: Approvable) -> None:
        supervisor = Role.CASINO_SUPERVISOR
        self.ask(RequestApproval(act=act, why="the first people"), role=supervisor)
        self.ask(Approve(request=self.state.approvals[-1].number), role=supervisor, name=SECOND_SUPERVISOR)

    def _as_host(self, act: Act) -> tuple[Fact, ...] | Refusal:
        return self.ask(act, role=Role.HOST, name="host", via=Via.SCRIPT)

    def _intent(self, act: Act, *, role: Role, name: str | None, via: Via, late: bool = False) -> Intent:
        return Intent(
            id=f"script-{next(self._ids)}",
            actor=name or (self._config.dealer if role is Role.DEALER else role.value),
            role=role,
            via=via,
            at=self.now,
            seen=self.state.turn - 1 if late else self.state.last,
            act=act,
        )

    def _record(self, intent: Intent, drafts: Sequence[TableDraft]) -> None:
        for made in drafts:
            fact = history.fact(self.state, intent, made, at=self.now, rules=self._rules)
            self._rules = fact.rules
            self._ledger = self._ledger.with_fact(fact)
            self.facts.append(fact)

    def _hear_alarms(self, *, until: int) -> None:
        """Mirror the host: an alarm that changes nothing does not fire again until some other fact arrives."""
        heard: set[tuple[Alarm, int]] = set()
        while True:
            waiting = [alarm for alarm in alarms(self.state) if (alarm, self.state.last) not in heard]
            alarm = min((alarm for alarm in waiting if self._at_ms(alarm) <= until), key=self._at_ms, default=None)
            if alarm is None:
                return
            heard.add((alarm, self.state.last))
            self._move_to(max(self._at_ms(alarm), self.now.mono_ms))
            intent = self._intent(PassDeadline(name=alarm.name), role=Role.HOST, name="clock", via=Via.CLOCK)
            drafts = decide(self.state, intent)
            if not isinstance(drafts, Refusal):
                self._record(intent, drafts)

    def _at_ms(self, alarm: Alarm) -> int:
        """Return when an alarm is due on the present boot's clock; one from another boot is due now."""
        return alarm.at_ms if alarm.boot == self.now.boot else self.now.mono_ms

    def _move_to(self, mono_ms: int) -> None:
        passed = mono_ms - self.now.mono_ms
        self.now = replace(self.now, mono_ms=mono_ms, wall_ms=self.now.wall_ms + passed)


def _usual_way(act: Act, role: Role) -> Via:
    if isinstance(act, PressKey):
        return Via.KEYS
    return Via.SENSOR if role is Role.DEVICE else Via.PANEL
