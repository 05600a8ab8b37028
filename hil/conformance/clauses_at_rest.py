"""Section 5, as far as nothing has to move."""

import secrets
from typing import Final

from drivers.link.frame import Kind
from drivers.link.link_events_and_timing import ByeReason
from drivers.shuffler.attestation import ATTEST_NONCE_BYTES
from drivers.shuffler.device_messages import Attestation, CommandReport, DeviceMessage
from drivers.shuffler.host_messages import Attest, CheckLoad, GetStatus, GetWear, HostMessage, Identify, WhatBecame
from drivers.shuffler.layout import LAYOUTS, tag_of
from drivers.shuffler.messages import knows
from drivers.shuffler.port import JOURNAL_BYTES, CommandId, CommandStatus, Identity, KeptEvent, Load, Status, Wear
from hil.conformance.bench import Bench
from hil.conformance.host_session import ACK_MS, NOTHING, Session, Told
from hil.conformance.verdicts import CannotAsk, NotMet

QUIET_MS: Final = 150
"""No event comes for so long: all that it keeps has been told."""

BUSY_AFTER_S: Final = 1.0

NO_MESSAGES: Final = (
    b"\x7f",
    bytes((tag_of(Identify), 0)),
    bytes((tag_of(WhatBecame),)) + bytes(LAYOUTS[tag_of(WhatBecame)].size - 2),
    bytes((tag_of(Identity),)) + b"A".ljust(16, b"\0") * 2,
)
"""An unknown tag, two of another length, and one that is a device's to say."""

QUESTIONS: Final[tuple[tuple[HostMessage, type[DeviceMessage]], ...]] = (
    (GetStatus(), Status),
    (CheckLoad(), Load),
    (GetWear(), Wear),
)


async def no_message(bench: Bench) -> None:
    for payload in NO_MESSAGES:
        await ended_by(bench, await bench.session(), payload)


async def ended_by(bench: Bench, session: Session, payload: bytes) -> None:
    """Raises NotMet where the session goes on, or is ended for another reason."""
    session.say(Kind.DATA, session.next_sequence(), payload)
    why = await _ended(bench, session)
    if why is None:
        raise NotMet(f"{payload.hex()[:16]}, which is no message, did not end the session")
    if why != ByeReason.BAD_MESSAGE:
        raise NotMet(f"{payload.hex()[:16]} ended the session with BYE {why}, not {ByeReason.BAD_MESSAGE.value}")


async def _ended(bench: Bench, session: Session) -> int | None:
    until_s = bench.line.until_s(ACK_MS)
    while (told := await session.hear(until_s=until_s)) is not None:
        if isinstance(told, Told) and told.kind is Kind.BYE:
            return told.payload[0] if told.payload else 0
    return None


async def unasked(bench: Bench) -> None:
    session = await bench.session()
    message = await session.message(within_ms=QUIET_MS)
    if message is not None:
        raise NotMet(f"the device said {type(message).__name__} before it was asked")


async def identity(bench: Bench) -> None:
    session = await bench.session()
    answer = await session.ask(Identify())
    if not isinstance(answer, Identity):
        raise NotMet(f"IDENTIFY was answered by {type(answer).__name__}")


async def events_again(bench: Bench) -> None:
    """Check the kept events without acknowledging any, because they belong to the device's own table."""
    _, first = await told_by(bench)
    if not first:
        raise CannotAsk("the device keeps no event now: put a deck into its feed, or open its lid")
    _, second = await told_by(bench)
    numbers = [(event.event.boot, event.event.number) for event in first]
    if len(set(numbers)) < len(numbers):
        raise NotMet("an event was sent twice in a session")
    if numbers != sorted(numbers):
        raise NotMet("the events were not sent in their order, the oldest first")
    if second[: len(first)] != first:
        raise NotMet("an unacknowledged event was not sent again unchanged")


async def told_by(bench: Bench) -> tuple[Session, list[KeptEvent]]:
    """A session in which it has told who it is and all that it keeps."""
    session = await bench.hearing()
    try:
        known = isinstance(await session.ask(Identify()), Identity)
    except NotMet:
        known = False
    if not known:
        raise CannotAsk("IDENTIFY was not answered by IDENTITY")
    events: list[KeptEvent] = []
    while (message := await session.message(within_ms=QUIET_MS)) is not None:
        if isinstance(message, KeptEvent):
            events.append(message)
    return session, events


async def not_kept(bench: Bench) -> None:
    session = await bench.session()
    await session.tell(NOTHING)
    if await session.message(within_ms=QUIET_MS) is not None or not await session.lives():
        raise NotMet("EVENT_ACK of an event that is not kept was not ignored")


async def unknown_command(bench: Bench) -> None:
    session, _ = await told_by(bench)
    command = new_command()
    report = reported(await session.ask(WhatBecame(command=command)), command)
    if report is not CommandStatus.UNKNOWN:
        raise NotMet(f"a command that it was never given is {report}")


async def in_order(bench: Bench) -> None:
    session, _ = await told_by(bench)
    commands = [new_command() for _ in range(5)]
    for command in commands:
        await session.tell(WhatBecame(command=command))
    for command in commands:
        answer = await session.message()
        if not isinstance(answer, CommandReport) or answer.command != command:
            raise NotMet("answers did not come one for each question in the order of the questions")


async def questions(bench: Bench) -> None:
    session, _ = await told_by(bench)
    asked = [(question, kind) for question, kind in QUESTIONS if knows(session.knows, type(question))]
    if not asked:
        raise CannotAsk("the device's vocabulary has none of GET_STATUS, CHECK_LOAD and GET_WEAR")
    for question, kind in asked:
        answer = await session.ask(question)
        if not isinstance(answer, kind):
            raise NotMet(f"{tag_of(type(question)).name} was answered by {type(answer).__name__}")


async def attestation(bench: Bench) -> None:
    nonce, other = secrets.token_bytes(ATTEST_NONCE_BYTES), secrets.token_bytes(ATTEST_NONCE_BYTES)
    digests = [await _digest(bench, asked) for asked in (nonce, nonce, other)]
    if digests[0] != digests[1]:
        raise NotMet("one image and one nonce gave two digests")
    if digests[0] == digests[2]:
        raise NotMet("the digest does not depend on the nonce")


async def _digest(bench: Bench, nonce: bytes) -> bytes:
    session = await bench.session()
    if not knows(session.knows, Attest):
        raise CannotAsk("the device's vocabulary has no ATTEST")
    answer = await session.ask(Attest(nonce=nonce))
    if not isinstance(answer, Attestation):
        raise NotMet(f"ATTEST was answered by {type(answer).__name__}")
    return answer.digest


async def busy_first(bench: Bench) -> None:
    session = await bench.session()
    if not knows(session.knows, Attest):
        raise CannotAsk("the device's vocabulary has no ATTEST")
    asked_s = bench.line.now_s()
    await session.ask(Attest(nonce=secrets.token_bytes(ATTEST_NONCE_BYTES)))
    took_s = bench.line.now_s() - asked_s
    if took_s < BUSY_AFTER_S:
        raise CannotAsk(f"the device answers ATTEST in {took_s * 1000:.0f} ms and need not say BUSY")
    if not any(told.kind is Kind.BUSY for told in session.told):
        raise NotMet(f"ATTEST took {took_s:.1f} s and no BUSY came before its answer")


def new_command() -> CommandId:
    return CommandId(journal=secrets.token_bytes(JOURNAL_BYTES), number=1)


def reported(answer: DeviceMessage, command: CommandId) -> CommandStatus:
    if not isinstance(answer, CommandReport):
        raise NotMet(f"what asks for COMMAND_STATUS was answered by {type(answer).__name__}")
    if answer.command != command:
        raise NotMet("COMMAND_STATUS named another command")
    return answer.status
