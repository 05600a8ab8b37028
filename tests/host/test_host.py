"""The host on a real journal, by a clock that moves when told to."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import msgspec
import pytest
from msgspec.structs import replace

from firmware_host.host.host import INBOX
from firmware_host.journal.failures import JournalFailed
from firmware_host.journal.sqlite_schema import ANSWERS_KEPT
from firmware_host.journal.store import Journal
from firmware_host.rules.decision import Code, Draft, Key, Refusal, Role
from firmware_host.rules.round_acts import AwardPot, CompleteBetting
from firmware_host.rules.round_facts import CommunityDealt, RoundStarted
from firmware_host.table.acts.corrections import TakeBack
from firmware_host.table.acts.decks import InspectDecks, SenseDeck
from firmware_host.table.acts.floor import CallFloor, EndFloorCall
from firmware_host.table.acts.intent import Accepted, Intent, Refused, Via
from firmware_host.table.acts.round import Deal, PressKey, SensePuck
from firmware_host.table.acts.system import AdoptConfiguration, Start
from firmware_host.table.decide import decide
from firmware_host.table.facts.decks import ShuffleOverdue
from firmware_host.table.facts.fact import Body, Decision
from firmware_host.table.facts.floor import AlertRaised, ApprovalCarriedOut, DeadlineNear
from firmware_host.table.facts.round import PuckSeen
from firmware_host.table.facts.system import (
    BootChanged,
    ClockJumped,
    ClockSynchronised,
    ClockUnsynchronised,
    ConfigurationAdopted,
    DiskLow,
    DiskRecovered,
    HostStarted,
    JournalOpened,
)
from firmware_host.table.history import rules_digest
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import AlertKind, Back
from hil.clock import VirtualClock
from tests.support.record_files import commits, disk_that_takes
from tests.worlds.hosted_table import HostedTable, hosted_table
from tests.worlds.pure_table import configuration, report

LIMIT_MS = 180_000

WARN_MS = LIMIT_MS // 2


async def dealt(table: HostedTable) -> None:
    """Everything up to the first cards."""
    await table.opened()
    await table.ready(Back.BLUE)
    await table.does(Deal())


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
async def table(tmp_path: Path, clock: VirtualClock) -> AsyncIterator[HostedTable]:
    async with hosted_table(tmp_path, clock=clock) as table:
        yield table


async def test_a_new_journal_opens_with_its_configuration_as_a_fact(table: HostedTable) -> None:
    assert table.kinds() == [JournalOpened, HostStarted, ConfigurationAdopted]
    adopted = table.recorded()[-1]
    assert adopted.rules == rules_digest(configuration())


async def test_when_the_answer_comes_the_facts_are_durable_and_in_the_state(table: HostedTable) -> None:
    answer = await table.ask(InspectDecks())
    assert isinstance(answer, Accepted)
    assert answer.numbers == tuple(fact.number for fact in table.recorded() if fact.cause == answer.id)
    assert table.host.state.last == table.journal.last == answer.numbers[-1]
    assert table.host.state.dealer == "dealer-1"


async def test_the_same_id_acts_once_whenever_it_is_asked_again(table: HostedTable) -> None:
    await dealt(table)
    intent = table.intent(CompleteBetting())
    first = await table.host.submit(intent)
    again = await table.host.submit(intent)
    other_words = await table.host.submit(replace(intent, act=CallFloor()))
    assert first == again == other_words
    assert table.kinds().count(CommunityDealt) == 1
    assert not table.host.state.floor_called


async def test_the_same_id_twice_at_once_acts_once(table: HostedTable) -> None:
    await dealt(table)
    intent = replace(table.intent(PressKey(key=Key.NEXT)), seen=0)
    answers = await asyncio.gather(*(table.host.submit(intent) for _ in range(5)))
    assert len({msgspec.json.encode(answer) for answer in answers}) == 1
    assert table.kinds().count(CommunityDealt) == 1


async def test_the_same_id_acts_once_also_across_a_restart(tmp_path: Path, clock: VirtualClock) -> None:
    async with hosted_table(tmp_path, clock=clock) as table:
        await dealt(table)
        intent = table.intent(CompleteBetting())
        first = await table.host.submit(intent)
    clock.reboot(boot="boot-2")
    async with hosted_table(tmp_path, clock=clock) as table:
        assert await table.host.submit(intent) == first
        assert table.kinds().count(CommunityDealt) == 1


async def test_a_refusal_is_durable_too_and_stays_the_answer_when_it_would_be_granted_now(
    tmp_path: Path, clock: VirtualClock
) -> None:
    async with hosted_table(tmp_path, clock=clock) as table:
        intent = table.intent(CompleteBetting())
        first = await table.host.submit(intent)
        assert isinstance(first, Refused)
        before = table.journal.last
        await dealt(table)
        assert await table.host.submit(intent) == first
    clock.reboot(boot="boot-2")
    async with hosted_table(tmp_path, clock=clock) as table:
        assert await table.host.submit(intent) == first
        assert intent.id not in {fact.cause for fact in table.recorded()}
        assert table.journal.last > before
        assert CommunityDealt not in table.kinds()


async def test_the_state_after_a_restart_is_the_fold_of_what_was_recorded(tmp_path: Path, clock: VirtualClock) -> None:
    async with hosted_table(tmp_path, clock=clock) as table:
        await dealt(table)
        await table.ask(CompleteBetting())
        before = table.host.state
    clock.reboot(boot="boot-2")
    async with hosted_table(tmp_path, clock=clock) as table:
        after = table.host.state
        assert after.started > before.started
        assert after.clocks != before.clocks, "the board was started anew"
        same = replace(after, last=before.last, started=before.started, clocks=before.clocks)
        assert same == replace(before, started_at=after.started_at)
        assert table.kinds().count(ConfigurationAdopted) == 1
        assert table.kinds().count(HostStarted) == 2


async def test_what_is_asked_at_once_is_answered_in_order_and_written_together(
    tmp_path: Path, table: HostedTable
) -> None:
    before, facts_before = commits(tmp_path), table.journal.last
    intents = [table.intent(SensePuck(seat=1 + number % 11)) for number in range(100)]
    answers = await asyncio.gather(*(table.host.submit(intent) for intent in intents))
    numbers = [answer.numbers for answer in answers if isinstance(answer, Accepted)]
    assert numbers == [(facts_before + offset,) for offset in range(1, 101)]
    seats = [fact.body.seat for fact in table.recorded() if isinstance(fact.body, PuckSeen)]
    assert seats == [1 + number % 11 for number in range(100)]
    assert commits(tmp_path) - before <= 10, "a hundred facts, a few waits for the disk"


async def test_each_is_decided_on_the_state_the_one_before_left(table: HostedTable) -> None:
    await dealt(table)
    seen = table.host.state.last
    intents = [replace(table.intent(CompleteBetting()), seen=seen) for _ in range(3)]
    first, *others = await asyncio.gather(*(table.host.submit(intent) for intent in intents))
    assert isinstance(first, Accepted)
    assert [other.refusal.code for other in others if isinstance(other, Refused)] == [Code.OUT_OF_DATE] * 2


async def test_more_than_the_inbox_holds_is_refused_as_busy_and_may_be_asked_again(table: HostedTable) -> None:
    intents = [table.intent(SensePuck(seat=1 + number % 11)) for number in range(INBOX + 20)]
    answers = await asyncio.gather(*(table.host.submit(intent) for intent in intents))
    busy = [answer for answer in answers if isinstance(answer, Refused)]
    assert [answer.refusal.code for answer in busy] == [Code.BUSY] * 20
    assert isinstance(await table.host.submit(intents[-1]), Accepted), "busy is no answer that is kept"


async def flood(table: HostedTable, count: int) -> None:
    """Ask so many things that come to nothing."""
    for _ in range(count // INBOX + 1):
        asked = [table.intent(TakeBack()) for _ in range(INBOX)]
        answers = await asyncio.gather(*(table.host.submit(intent) for intent in asked))
        assert all(isinstance(answer, Refused) for answer in answers)


async def test_what_was_refused_so_long_ago_that_it_is_forgotten_never_acts_either(
    tmp_path: Path, clock: VirtualClock
) -> None:
    """Not in the same run, and not after a restart, though nobody knows its id any more."""
    async with hosted_table(tmp_path, clock=clock) as table:
        late = replace(table.intent(EndFloorCall()), id="door:1", via=Via.PANEL)
        first = await table.host.submit(late)
        assert isinstance(first, Refused)
        assert await table.host.submit(late) == first
        await flood(table, ANSWERS_KEPT)
        assert table.journal.answer_to("door:1") is None
        await table.ask(CallFloor())
        assert table.host.state.floor_called
        again = await table.host.submit(late)
        assert isinstance(again, Refused)
        assert again.refusal.code is Code.OUT_OF_DATE
        assert isinstance(await table.ask(EndFloorCall()), Accepted), "who has looked since is heard"
        await table.ask(CallFloor())
    async with hosted_table(tmp_path, clock=clock) as table:
        again = await table.host.submit(replace(late, id="door:2"))
        assert isinstance(again, Refused), "one of the same time that nobody knows"
        assert again.refusal.code is Code.OUT_OF_DATE
        assert table.host.state.floor_called
        assert isinstance(await table.ask(EndFloorCall()), Accepted)


async def test_the_clock_is_heard_however_much_is_being_asked(table: HostedTable, clock: VirtualClock) -> None:
    """Questions that are only repeated change nothing: no change of state would make the clock say it again."""
    await table.opened()
    await table.ask(SenseDeck(back=Back.BLUE))
    await clock.alarm_set_for(clock.mono_ms + WARN_MS)
    known = table.intent(CallFloor())
    await table.host.submit(known)

    async def asks_and_asks() -> None:
        for _ in range(200):
            await table.host.submit(known)
            await asyncio.sleep(0)

    asking = [asyncio.create_task(asks_and_asks()) for _ in range(4 * INBOX)]
    await asyncio.sleep(0)
    await clock.advance(LIMIT_MS)
    await asyncio.gather(*asking)
    await table.until_recorded(ShuffleOverdue)


async def test_a_panel_that_looked_at_an_older_turn_is_out_of_date_a_key_is_not(table: HostedTable) -> None:
    await dealt(table)
    stale = table.host.state.turn - 1
    panel = await table.host.submit(replace(table.intent(CompleteBetting()), seen=stale))
    assert isinstance(panel, Refused)
    assert panel.refusal.code is Code.OUT_OF_DATE
    key = await table.host.submit(replace(table.intent(PressKey(key=Key.NEXT)), seen=stale))
    assert isinstance(key, Accepted)
    assert CommunityDealt in table.kinds()


async def test_keys_act_as_the_dealer_on_duty(table: HostedTable) -> None:
    await dealt(table)
    await table.ask(PressKey(key=Key.NEXT))
    assert table.recorded()[-1].actor == "dealer-1"
    await table.ask(CompleteBetting())
    assert table.recorded()[-1].actor == "somebody"


async def test_facts_of_a_round_carry_its_number_from_the_first_to_the_last(table: HostedTable) -> None:
    await dealt(table)
    started = next(fact for fact in table.recorded() if isinstance(fact.body, RoundStarted))
    assert {fact.round for fact in table.recorded() if fact.number >= started.number} == {1}
    assert {fact.round for fact in table.recorded() if fact.number < started.number} == {0}


async def test_a_shuffle_is_overdue_when_the_clock_says_so_and_not_before(
    table: HostedTable, clock: VirtualClock
) -> None:
    await table.opened()
    await table.ask(SenseDeck(back=Back.BLUE))
    order = table.order(Back.BLUE)
    await clock.alarm_set_for(WARN_MS)
    await clock.advance(LIMIT_MS - 1)
    await table.ask(CallFloor())
    assert ShuffleOverdue not in table.kinds()

    await clock.alarm_set_for(LIMIT_MS)
    await clock.advance(1)
    await table.until_recorded(ShuffleOverdue)
    (overdue,) = (fact for fact in table.recorded() if isinstance(fact.body, ShuffleOverdue))
    assert overdue.body == ShuffleOverdue(back=Back.BLUE, order=order)
    assert (overdue.actor, overdue.at.mono_ms) == ("clock", LIMIT_MS)

    await clock.advance(24 * LIMIT_MS)
    await table.ask(SensePuck(seat=2))
    assert table.kinds().count(ShuffleOverdue) == 1, "once is enough"


async def test_people_are_warned_of_a_deadline_once_before_it_bites(table: HostedTable, clock: VirtualClock) -> None:
    await table.opened()
    await table.ask(SenseDeck(back=Back.BLUE))
    await clock.alarm_set_for(WARN_MS)
    await clock.advance(WARN_MS)
    await table.until_recorded(AlertRaised)
    near, raised = table.recorded()[-2:]
    assert isinstance(near.body, DeadlineNear)
    assert isinstance(raised.body, AlertRaised)
    assert (near.at.mono_ms, near.body.due_ms) == (WARN_MS, LIMIT_MS)
    await clock.alarm_set_for(LIMIT_MS)
    await clock.advance(LIMIT_MS - WARN_MS - 1)
    await table.ask(CallFloor())
    assert table.kinds().count(DeadlineNear) == 1, "once is enough"


async def test_a_warning_that_was_given_is_not_given_again_after_a_restart(tmp_path: Path, clock: VirtualClock) -> None:
    async with hosted_table(tmp_path, clock=clock) as table:
        await table.opened()
        await table.ask(SenseDeck(back=Back.BLUE))
        await clock.alarm_set_for(WARN_MS)
        await clock.advance(WARN_MS)
        await table.until_recorded(AlertRaised)
    async with hosted_table(tmp_path, clock=clock) as table:
        await clock.alarm_set_for(LIMIT_MS)
        assert table.kinds().count(DeadlineNear) == 1
        assert [alert.kind for alert in table.host.state.alerts] == [AlertKind.CLOCK_NEAR]


async def test_what_two_people_agree_on_in_a_round_is_done_at_its_end_also_after_a_restart(
    tmp_path: Path, clock: VirtualClock
) -> None:
    changed = replace(configuration(), blinds=1)
    async with hosted_table(tmp_path, clock=clock) as table:
        await dealt(table)
        await table.ask(Start(software="firmware-host 0", config=changed))
        candidate = table.host.state.candidate
        assert candidate is not None
        await table.by_two(AdoptConfiguration(candidate=candidate.number))
        assert table.kinds().count(ConfigurationAdopted) == 1
    clock.reboot(boot="boot-2")
    async with hosted_table(tmp_path, changed, clock) as table:
        assert [agreed.approved_by for agreed in table.host.state.agreed] == ["supervisor-1"]
        for _ in range(4):
            await table.ask(CompleteBetting())
        await table.ask(AwardPot())
        await table.until_recorded(ApprovalCarriedOut)
        done, adopted = table.recorded()[-2:]
        assert (type(done.body), type(adopted.body)) == (ApprovalCarriedOut, ConfigurationAdopted)
        assert adopted.rules == rules_digest(changed)
        assert table.host.state.config == changed


async def test_a_shuffle_in_time_is_never_overdue(table: HostedTable, clock: VirtualClock) -> None:
    await table.opened()
    await table.ask(SenseDeck(back=Back.BLUE))
    await clock.alarm_set_for(WARN_MS)
    await clock.advance(45_000)
    await table.ask(report(table.order(Back.BLUE), Back.BLUE, journal=table.host.state.journal))
    await clock.advance(24 * LIMIT_MS)
    await table.ask(SensePuck(seat=2))
    assert ShuffleOverdue not in table.kinds()


async def test_a_jump_of_the_wall_clock_moves_no_deadline(table: HostedTable, clock: VirtualClock) -> None:
    await table.opened()
    await table.ask(SenseDeck(back=Back.BLUE))
    await clock.alarm_set_for(WARN_MS)
    clock.wall_ms += 10 * LIMIT_MS
    await clock.advance(1)
    await table.ask(SensePuck(seat=2))
    assert ShuffleOverdue not in table.kinds()


async def test_after_a_reboot_whose_length_nobody_knows_a_shuffle_under_way_counts_as_due(
    tmp_path: Path, clock: VirtualClock
) -> None:
    await clock.advance(50_000)
    async with hosted_table(tmp_path, clock=clock) as table:
        await table.opened()
        await table.ask(SenseDeck(back=Back.BLUE))
    clock.reboot(boot="boot-2", off_ms=1000, synced=False)
    async with hosted_table(tmp_path, clock=clock) as table:
        await table.until_recorded(ShuffleOverdue)
        assert clock.stamp().mono_ms == 0, "no time had to pass"
        assert isinstance(
            await table.ask(report(table.order(Back.BLUE), Back.BLUE, journal=table.host.state.journal)), Accepted
        ), "and yet it may still be proved"


async def test_between_synchronised_walls_a_shuffle_under_way_keeps_its_time_across_a_reboot(
    tmp_path: Path, clock: VirtualClock
) -> None:
    async with hosted_table(tmp_path, clock=clock) as table:
        await table.opened()
        await table.ask(SenseDeck(back=Back.BLUE))
    clock.reboot(boot="boot-2", off_ms=WARN_MS + 1000)
    async with hosted_table(tmp_path, clock=clock) as table:
        await clock.alarm_set_for(LIMIT_MS - WARN_MS - 1000)
        assert ShuffleOverdue not in table.kinds()
        await clock.advance(LIMIT_MS - WARN_MS - 1000)
        await table.until_recorded(ShuffleOverdue)


async def test_a_clock_that_is_set_is_a_fact_before_anything_else_is(table: HostedTable, clock: VirtualClock) -> None:
    await table.ask(InspectDecks())
    clock.wall_ms -= 3_600_000
    answer = await table.ask(CallFloor())
    assert isinstance(answer, Accepted)
    (jump,) = (fact for fact in table.recorded() if isinstance(fact.body, ClockJumped))
    assert jump.body == ClockJumped(by_ms=-3_600_000)
    assert jump.number < answer.numbers[0]
    await table.ask(SensePuck(seat=3))
    assert table.kinds().count(ClockJumped) == 1, "once is enough"


async def test_a_clock_that_is_steered_a_little_is_no_jump(table: HostedTable, clock: VirtualClock) -> None:
    clock.wall_ms += 900
    await table.ask(SensePuck(seat=3))
    assert ClockJumped not in table.kinds()
    clock.wall_ms += 900
    await table.ask(SensePuck(seat=4))
    assert ClockJumped in table.kinds(), "small steps add up"


async def test_synchronisation_lost_and_found_again_are_facts(table: HostedTable, clock: VirtualClock) -> None:
    clock.synced = False
    await table.ask(SensePuck(seat=3))
    clock.synced = True
    await table.ask(SensePuck(seat=4))
    kinds = table.kinds()
    assert kinds.index(ClockUnsynchronised) < kinds.index(ClockSynchronised)


async def test_another_boot_is_a_fact_a_start_on_the_same_one_is_none(tmp_path: Path, clock: VirtualClock) -> None:
    for boot in (None, None, "boot-2"):
        if boot:
            clock.reboot(boot=boot)
        async with hosted_table(tmp_path, clock=clock) as table:
            changed = [fact.body for fact in table.recorded() if isinstance(fact.body, BootChanged)]
            assert changed == ([BootChanged(before="boot-1")] if boot else [])


async def test_below_the_reserve_no_round_is_begun_and_the_one_under_way_goes_on(
    table: HostedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    await dealt(table)
    monkeypatch.setattr(Journal, "free_mib", lambda _: 10)
    for _ in range(4):
        assert isinstance(await table.ask(CompleteBetting()), Accepted)
    assert DiskLow in table.kinds()
    assert isinstance(await table.ask(AwardPot()), Accepted)
    dealing = await table.ask(Deal())
    assert isinstance(dealing, Refused)
    assert dealing.refusal.code is Code.DISK_FULL
    assert not any(isinstance(step.act, Deal) for step in next_steps(table.host.state))
    monkeypatch.setattr(Journal, "free_mib", lambda _: 1000)
    dealing = await table.ask(Deal())
    assert isinstance(dealing, Refused)
    assert dealing.refusal.code is not Code.DISK_FULL
    assert table.kinds().count(DiskLow) == table.kinds().count(DiskRecovered) == 1


async def test_a_restart_without_a_reboot_leaves_the_deadline_where_it_was(tmp_path: Path, clock: VirtualClock) -> None:
    async with hosted_table(tmp_path, clock=clock) as table:
        await table.opened()
        await table.ask(SenseDeck(back=Back.BLUE))
        await clock.alarm_set_for(WARN_MS)
    await clock.advance(1000)
    async with hosted_table(tmp_path, clock=clock) as table:
        await clock.alarm_set_for(WARN_MS)
        await clock.advance(LIMIT_MS)
        await table.until_recorded(ShuffleOverdue)


async def test_an_intent_at_which_the_table_fails_leaves_nothing_behind_and_stops_nobody(
    table: HostedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(state: TableState, intent: Intent) -> Decision:
        drafts = decide(state, intent)
        if isinstance(intent.act, CallFloor):
            assert not isinstance(drafts, Refusal)
            # Half of it is folded before the fold fails.
            return (*drafts, Draft(body=cast("Body", "no body"), paragraphs=()))
        return drafts

    monkeypatch.setattr("firmware_host.host.batch.decide", failing)
    last = table.journal.last
    called, inspected = await asyncio.gather(table.ask(CallFloor()), table.ask(InspectDecks()))
    assert isinstance(inspected, Accepted)
    assert isinstance(called, Refused)
    assert called.refusal.code is Code.FAULT
    assert table.journal.last == last + len(inspected.numbers)
    assert not table.host.state.floor_called
    assert isinstance(await table.ask(SensePuck(seat=4)), Accepted), "the table goes on"


async def test_when_nothing_can_be_recorded_everybody_is_told_and_the_host_ends(table: HostedTable) -> None:
    before = table.host.state
    intents = [table.intent(SensePuck(seat=1 + number % 11)) for number in range(200)]
    with disk_that_takes(1):
        async with asyncio.timeout(10):
            answers = await asyncio.gather(*(table.host.submit(intent) for intent in intents))
            late = await table.ask(CallFloor())
            with pytest.raises(ExceptionGroup) as ended:
                await table.running
    refused = [answer for answer in (*answers, late) if isinstance(answer, Refused)]
    assert len(refused) == 201
    assert {answer.refusal.code for answer in refused} == {Code.STOPPED}
    assert refused[0].refusal.allowed_by == "free space on the disk, then start the controller again"
    assert ended.group_contains(JournalFailed)
    assert table.host.state == before, "nobody saw what is not recorded"


async def test_after_the_disk_is_mended_a_new_start_goes_on_where_it_was(tmp_path: Path, clock: VirtualClock) -> None:
    async with hosted_table(tmp_path, clock=clock) as table:
        await dealt(table)
        with disk_that_takes(1):
            stopped = await table.ask(CompleteBetting())
            assert isinstance(stopped, Refused)
            assert stopped.refusal.code is Code.STOPPED
    async with hosted_table(tmp_path, clock=clock) as table:
        assert CommunityDealt not in table.kinds()
        again = replace(table.intent(CompleteBetting()), id=stopped.id, via=Via.PANEL, role=Role.DEALER)
        assert isinstance(await table.host.submit(again), Accepted), "what was never recorded was never answered"
