"""Section 5, where something has to move: only with `--moves`, and only what the machine itself allows."""

import secrets
from typing import Final

from drivers.shuffler.codes import Tag
from drivers.shuffler.port import (
    ActFailed,
    CommandId,
    CommandStatus,
    KeptEvent,
    SelfTested,
    ShuffleFailed,
    ShuffleFinished,
    Status,
)
from drivers.shuffler.wire import CommandReport, EventAck, GetStatus, SelfTest, Shuffle, WhatBecame
from drivers.shuffler.words import ORDER_NONCE_BYTES
from hil.conformance.bench import Bench
from hil.conformance.session import Session
from hil.conformance.telling import QUIET_MS, new_command, reported, told_by
from hil.conformance.terms import CannotAsk, NotMet

MOVES_MS: Final = 180_000
Ended = SelfTested | ActFailed | ShuffleFinished | ShuffleFailed


async def at_most_once(bench: Bench) -> None:
    """It stops in between, so that doing it again would be possible, and is asked in a later session, too."""
    session, _ = await _may_move(bench)
    command = await _tests_itself(session)
    ended = await _end_of(session, command)
    again = reported(await session.ask(SelfTest(command=command)), command)
    later, _ = await told_by(bench)
    after = reported(await later.ask(SelfTest(command=command)), command)
    became = reported(await later.ask(WhatBecame(command=command)), command)
    extra = await later.message(within_ms=QUIET_MS)
    await _acknowledge(later, ended)
    if {again, after, became} != {CommandStatus.DONE} or extra is not None:
        raise NotMet(f"an order that was done is {again}, {after} and {became} when it is given and asked for again")


async def one_at_a_time(bench: Bench) -> None:
    session, _ = await _may_move(bench)
    command, other = await _tests_itself(session), new_command()
    await session.tell(SelfTest(command=other))
    ended: Ended | None = None
    status: CommandStatus | None = None
    while status is None:
        match await session.message():
            case None:
                raise NotMet("an order that came while something moved had no answer")
            case CommandReport() as report:
                status = reported(report, other)
            case SelfTested() | ActFailed() as event if event.command == command:
                ended = event
            case _:
                pass
    if ended is None:
        await _acknowledge(session, await _end_of(session, command))
    if status is CommandStatus.BUSY:
        if reported(await session.ask(WhatBecame(command=other)), other) is not CommandStatus.UNKNOWN:
            raise NotMet("an order that was answered busy is remembered")
        return
    if status is CommandStatus.RUNNING:
        await _acknowledge(session, await _end_of(session, other))
    if ended is None:
        raise NotMet(f"an order that came while something moved is {status}")
    await _acknowledge(session, ended)
    raise CannotAsk("its self-test was over before another order could be given")


async def kept_until_acknowledged(bench: Bench) -> None:
    session, _ = await _may_move(bench)
    ended = await _end_of(session, await _tests_itself(session))
    later, told = await told_by(bench)
    await later.tell(EventAck(event=ended.event))
    if told.count(ended) != 1:
        raise NotMet("how an order ended was not told again in the next session, though nobody had acknowledged it")


async def forgotten_when_acknowledged(bench: Bench) -> None:
    session, before = await _may_move(bench)
    ended = await _end_of(session, await _tests_itself(session))
    await session.tell(EventAck(event=ended.event))
    _, told = await told_by(bench)
    if ended in told:
        raise NotMet("an event was told again though EVENT_ACK had named it")
    if [event for event in before if event not in told] and told:
        raise NotMet("EVENT_ACK of one event made it forget another")


async def shuffled(bench: Bench) -> None:
    session, _ = await _may_move(bench)
    if Tag.GET_STATUS not in session.knows:
        raise CannotAsk("its vocabulary has no GET_STATUS, which tells what lies in the feed")
    status = await session.ask(GetStatus())
    if not isinstance(status, Status) or status.feed is None:
        raise CannotAsk("no deck lies in its feed")
    command, nonce = new_command(), secrets.token_bytes(ORDER_NONCE_BYTES)
    order = Shuffle(command=command, back=status.feed, nonce=nonce)
    if (taken := reported(await session.ask(order), command)) is not CommandStatus.RUNNING:
        raise CannotAsk(f"SHUFFLE is {taken}: see to its lid, its shelf and its path")
    ended = await _end_of(session, command)
    await _acknowledge(session, ended)
    if isinstance(ended, ShuffleFinished) and ended.nonce != nonce:
        raise NotMet("SHUFFLE_FINISHED does not carry the nonce of its SHUFFLE")
    if not isinstance(ended, ShuffleFinished | ShuffleFailed):
        raise NotMet(f"SHUFFLE ended in {type(ended).__name__}")


async def _may_move(bench: Bench) -> tuple[Session, list[KeptEvent]]:
    """A session in which everything kept from before was told."""
    if not bench.moves:
        raise CannotAsk("something would move: ask again with --moves")
    return await told_by(bench)


async def _tests_itself(session: Session) -> CommandId:
    if Tag.SELF_TEST not in session.knows:
        raise CannotAsk("its vocabulary has no SELF_TEST")
    command = new_command()
    status = reported(await session.ask(SelfTest(command=command)), command)
    if status is not CommandStatus.RUNNING:
        raise CannotAsk(f"SELF_TEST is {status}: close its lid and empty its shelf and path")
    return command


async def _end_of(session: Session, command: CommandId) -> Ended:
    while (message := await session.message(within_ms=MOVES_MS)) is not None:
        if isinstance(message, Ended) and message.command == command:
            return message
    raise NotMet(f"an order that was taken has not ended in an event within {MOVES_MS / 1000:g} s")


async def _acknowledge(session: Session, ended: Ended) -> None:
    await session.tell(EventAck(event=ended.event))
