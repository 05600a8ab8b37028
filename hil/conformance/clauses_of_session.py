"""Section 3, a session that is open, and "Timing"."""

from itertools import pairwise

from drivers.link.frame import Kind
from drivers.shuffler.host_messages import Identify, WhatBecame
from drivers.shuffler.messages import encode
from hil.conformance.bench import Bench
from hil.conformance.clauses_at_rest import new_command, told_by
from hil.conformance.host_session import ACK_MS, STILL_MS, Session, Told
from hil.conformance.patience_seen import LeftAlone
from hil.conformance.verdicts import CannotAsk, NotMet

EARLY, LATE = 0.9, 1.5
"""Of a wait; beyond that a device is early or late."""

SLACK_MS = 80
"""What the bench itself and the line may add to a wait."""


async def data_acknowledged(bench: Bench) -> None:
    session = await bench.session()
    for _ in range(3):
        if not await session.lives():
            raise NotMet("DATA in its order was not answered by ACK with the same sequence")


async def said_once(bench: Bench) -> None:
    """
    Check that no frame comes twice: that fills the line and hides a real replay.

    A retransmission before the ACK can have arrived is no fault.
    """
    session, _ = await told_by(bench)
    sequence = session.next_sequence()
    session.say(Kind.DATA, sequence, encode(WhatBecame(command=new_command())))
    if await session.message() is None:
        raise CannotAsk("WHAT_BECAME had no answer")
    await session.message(within_ms=STILL_MS)
    if session.wrong:
        raise NotMet(session.wrong[0])
    if sum(told.kind is Kind.ACK and told.sequence == sequence for told in session.told) > 1:
        raise NotMet("DATA that was sent once was acknowledged twice")
    knew_s = (bench.line.round_trip_ms + STILL_MS) / 1000
    for told in session.told:
        acknowledged_s = session.acknowledged_s.get(told.sequence) if told.kind is Kind.DATA else None
        if acknowledged_s is not None and told.at_s > acknowledged_s + knew_s:
            raise NotMet("DATA was sent again after its ACK")


async def data_again(bench: Bench) -> None:
    session, _ = await told_by(bench)
    sequence, question = session.next_sequence(), encode(WhatBecame(command=new_command()))
    for time in ("", " again"):
        session.say(Kind.DATA, sequence, question)
        if not await session.acknowledged(sequence):
            raise NotMet(f"DATA was not acknowledged{time}")
    if await session.message() is None:
        raise CannotAsk("WHAT_BECAME had no answer")
    if await session.message(within_ms=STILL_MS) is not None:
        raise NotMet("DATA that was sent again was delivered again")


async def data_out_of_turn(bench: Bench) -> None:
    session, _ = await told_by(bench)
    for ahead in (1, 5, 0x8000):
        question = encode(WhatBecame(command=new_command()))
        sequence = session.next_sequence()
        early = session.seal(Kind.DATA, sequence + ahead, question)
        session.back_to(sequence)
        await session.ignores(early.to_bytes(), f"DATA that is {ahead} ahead of its turn")


async def ping(bench: Bench) -> None:
    session = await bench.session()
    session.say(Kind.PING)
    until_s = bench.line.until_s(ACK_MS)
    while (told := await session.hear(until_s=until_s)) is not None:
        if told.kind is Kind.PONG:
            return
    raise NotMet("PING had no PONG")


async def bye(bench: Bench) -> None:
    session = await bench.session()
    session.say(Kind.BYE, payload=b"\x01")
    if await session.lives():
        raise NotMet("after BYE it acknowledged what was said in that session")


async def sent_again(bench: Bench) -> None:
    alone = await _left_alone(bench)
    data, timing = alone.of(Kind.DATA), bench.timing
    if not data:
        raise CannotAsk("IDENTIFY had no answer")
    if any((again.sequence, again.payload) != (data[0].sequence, data[0].payload) for again in data):
        raise NotMet("another DATA came before the ACK of the one under way")
    due_s = timing.quiet_ms / 1000 + timing.pings * timing.ping_ms / 1000
    # Its patience ends so long after the last word of its host, however late its answer came.
    began_ms = max(0.0, 1000 * (data[0].at_s - alone.asked_s) - bench.line.round_trip_ms)
    wait_ms, at_ms, waits = float(timing.first_retry_ms), began_ms, list[float]()
    while at_ms + wait_ms * LATE < due_s * 1000 and len(waits) < timing.tries - 1:
        waits.append(wait_ms)
        at_ms, wait_ms = at_ms + wait_ms, min(2 * wait_ms, timing.longest_retry_ms)
    _paced("DATA without its ACK was sent again", [told.at_s for told in data], waits)


async def silence_asked(bench: Bench) -> None:
    alone, timing = await _left_alone(bench), bench.timing
    waits = [float(timing.quiet_ms), *[float(timing.ping_ms)] * (timing.pings - 1)]
    pings = [told.at_s for told in alone.of(Kind.PING)]
    _paced("PING came", [alone.asked_s, *pings], waits)
    if len(pings) > timing.pings:
        raise NotMet(f"{len(pings)} PINGs came, not {timing.pings}")


async def silence_ends(bench: Bench) -> None:
    if (await _left_alone(bench)).lives:
        raise NotMet("the session was still open after all PINGs had gone unanswered")


def _paced(what: str, at_s: list[float], waits_ms: list[float]) -> None:
    found_ms = [(later - earlier) * 1000 for earlier, later in pairwise(at_s)]
    if len(found_ms) < len(waits_ms):
        raise NotMet(f"{what} {len(found_ms)} times, not {len(waits_ms)}")
    for found, wait in zip(found_ms, waits_ms, strict=False):
        if not EARLY * wait - SLACK_MS / 4 <= found <= LATE * wait + SLACK_MS:
            raise NotMet(f"{what} after {found:.0f} ms, not {wait:.0f}")


async def _left_alone(bench: Bench) -> LeftAlone:
    """Wait as long as a device is patient, once for all clauses that need it."""
    if bench.left_alone is not None:
        return bench.left_alone
    session, timing = await bench.session(), bench.timing
    sequence = session.next_sequence()
    session.say(Kind.DATA, sequence, encode(Identify()))
    asked_s = bench.line.now_s()
    until_s = asked_s + (timing.quiet_ms + timing.pings * timing.ping_ms) / 1000 * 1.05 + SLACK_MS / 1000
    until_s += bench.line.round_trip_ms / 1000
    told = await _all_until(session, until_s)
    lives = await session.lives()
    bench.left_alone = LeftAlone(asked_s=asked_s, told=told, lives=lives)
    return bench.left_alone


async def _all_until(session: Session, until_s: float) -> tuple[Told, ...]:
    told: list[Told] = []
    while (one := await session.hear(until_s=until_s)) is not None:
        if isinstance(one, Told):
            told.append(one)
    return tuple(told)
