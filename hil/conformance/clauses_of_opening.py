"""Section 3, how a session opens, and section 4 as far as no key is pressed."""

import secrets

from drivers.link.crypto import ID_BYTES
from drivers.link.frame import Kind, PlainFrame
from drivers.link.link_events_and_timing import ByeReason, RefuseReason
from drivers.shuffler.layout import tag_of
from drivers.shuffler.messages import MANDATORY, halves, knows
from hil.conformance.bench import ANSWER_MS, Bench
from hil.conformance.host_session import PROOF, Session
from hil.conformance.verdicts import CannotAsk, NotMet

OPENINGS = 4


async def welcome(bench: Bench) -> None:
    await bench.welcomed()


async def vocabulary(bench: Bench) -> None:
    vocabulary = (await bench.session()).knows
    missing = [tag_of(kind).name for kind in MANDATORY if not knows(vocabulary, kind)]
    if missing:
        raise NotMet(f"the device's vocabulary lacks {', '.join(missing)}")


async def together(bench: Bench) -> None:
    for missing in halves((await bench.session()).knows):
        raise NotMet(missing)


async def same_hello(bench: Bench) -> None:
    """Before its session opens, and while it is open."""
    hello = bench.hello()
    try:
        opening = await bench.welcomed(hello)
    except NotMet as why:
        raise CannotAsk(str(why)) from None
    _same(opening.welcome, await bench.answer(hello), "the same HELLO")
    session = bench.taken_up(opening)
    if not await _proves(session):
        raise CannotAsk("no session opens: PROVE is not acknowledged")
    again = await bench.answer(hello)
    if not await session.lives():
        raise CannotAsk("a HELLO ends the session that is open")
    _same(opening.welcome, again, "the HELLO of the session that is open")


def _same(first: PlainFrame, second: PlainFrame | None, what: str) -> None:
    if first != second:
        raise NotMet(f"{what} was answered by another WELCOME" if second else f"{what} was not answered again")


async def fresh_nonce(bench: Bench) -> None:
    try:
        nonces = [(await bench.welcomed()).said.nonce for _ in range(3)]
    except NotMet as why:
        raise CannotAsk(str(why)) from None
    if len(set(nonces)) < len(nonces):
        raise NotMet("two HELLOs were answered with one nonce")


async def hello_in_session(bench: Bench) -> None:
    session = await bench.hearing()
    answer = await bench.answer(bench.hello())
    if answer is None or answer.kind is not Kind.WELCOME:
        raise NotMet("a HELLO was not answered while a session was open")
    if not await session.lives():
        raise NotMet("a HELLO ended the session that was open")


async def four_openings(bench: Bench) -> None:
    try:
        openings = [await bench.welcomed() for _ in range(OPENINGS)]
    except NotMet as why:
        raise CannotAsk(str(why)) from None
    if not await _proves(bench.taken_up(openings[0])):
        raise NotMet(f"of {OPENINGS} openings the first was forgotten")


async def prove(bench: Bench) -> None:
    try:
        opening = await bench.welcomed()
    except NotMet as why:
        raise CannotAsk(str(why)) from None
    session = bench.taken_up(opening)
    if not await _proves(session):
        raise NotMet("PROVE under the right key was not answered by ACK with sequence 0")
    if not await _proves(session):
        raise NotMet("PROVE that was sent again was not answered")


async def old_given_up(bench: Bench) -> None:
    old = await bench.session()
    new = await bench.hearing()
    new.elsewhere.clear()
    await new.ignores(old.seal(Kind.PING).to_bytes(), "a PING of the session that was given up")
    if old.number in new.elsewhere:
        raise NotMet("a PING of the session that was given up was answered in it")


async def held_back(bench: Bench) -> None:
    try:
        older, younger = await bench.welcomed(), await bench.welcomed()
    except NotMet as why:
        raise CannotAsk(str(why)) from None
    session = bench.taken_up(younger)
    if not await _proves(session):
        raise CannotAsk("no session opens: PROVE is not acknowledged")
    if not await session.lives():
        raise CannotAsk("DATA is not acknowledged")
    late = bench.taken_up(older).seal(Kind.PROVE, PROOF)
    await session.ignores(late.to_bytes(), "a PROVE that was held back")


async def never_reopened(bench: Bench) -> None:
    """Neither by the PROVE that opened it nor by a new one, after BYE and after a younger session has opened."""
    for over in (_ended, _given_up):
        try:
            opening = await bench.welcomed()
        except NotMet as why:
            raise CannotAsk(str(why)) from None
        session = bench.taken_up(opening)
        proof = session.seal(Kind.PROVE, PROOF).to_bytes()
        bench.line.say(proof)
        if not await session.acknowledged(PROOF, within_ms=ANSWER_MS):
            raise CannotAsk("no session opens: PROVE is not acknowledged")
        await over(bench, session, proof)


async def _ended(bench: Bench, session: Session, proof: bytes) -> None:
    session.say(Kind.BYE, payload=bytes((ByeReason.STOPPING,)))
    if await session.lives():
        raise CannotAsk("BYE does not end a session")
    bench.line.say(proof)
    if await _proves(session) or await session.lives():
        raise NotMet("a session that BYE had ended was opened again by PROVE")


async def _given_up(bench: Bench, session: Session, proof: bytes) -> None:
    younger = await bench.hearing()
    bench.line.say(proof)
    session.say(Kind.PROVE, PROOF)
    if not await younger.lives():
        raise NotMet("a session that was given up was opened again by PROVE, and the younger one is over")


async def not_paired(bench: Bench) -> None:
    answer = await bench.answer(bench.hello(host=secrets.token_bytes(ID_BYTES)))
    _refused(answer, RefuseReason.NOT_PAIRED, "a HELLO of a host that it is not paired with")


async def no_press(bench: Bench) -> None:
    _refused(await bench.answer(bench.pair()), RefuseReason.NO_PRESS, "PAIR without a press of the pairing key")


def _refused(answer: PlainFrame | None, why: RefuseReason, what: str) -> None:
    if answer is None:
        raise NotMet(f"{what} had no answer")
    if answer.kind is not Kind.REFUSE or answer.payload != bytes((why,)):
        raise NotMet(f"{what} was answered by {answer.kind.name} {answer.payload.hex()[:8]}")


async def _proves(session: Session) -> bool:
    session.say(Kind.PROVE, PROOF)
    return await session.acknowledged(PROOF, within_ms=ANSWER_MS)
