"""The clauses: those without movement in the specification's order, those with movement, those that need a person."""

from collections.abc import AsyncIterator
from typing import Final

from drivers.serial.port_errors import PortLost
from hil.conformance import (
    clauses_at_rest,
    clauses_of_frames,
    clauses_of_opening,
    clauses_of_refusal,
    clauses_of_session,
)
from hil.conformance.bench import Bench
from hil.conformance.clause import Clause, Finding, Verdict, rule
from hil.conformance.clauses_by_hand import HANDS
from hil.conformance.moving_suite import MOVING
from hil.conformance.verdicts import CannotAsk, NotMet, TakesHands

_FRAME, _SESSION, _PAIRING, _TIMING = "2 Frame", "3 Session", "4 Pairing", "Timing"


STILL: Final = (
    Clause(
        name="wrong-sum",
        section=_FRAME,
        says="a frame whose checksum is wrong is dropped without an answer",
        check=clauses_of_frames.wrong_sum,
    ),
    Clause(
        name="not-stuffed",
        section=_FRAME,
        says="a run that is not stuffed rightly or too short is dropped, unanswered",
        check=clauses_of_frames.not_stuffed,
    ),
    Clause(
        name="overlong",
        section=_FRAME,
        says="a run longer than 237 bytes is dropped, an empty one is nothing; reading starts afresh after 0x00",
        check=clauses_of_frames.overlong,
    ),
    Clause(
        name="other-version",
        section=_FRAME,
        says="a whole frame of another version, HELLO and PAIR apart, is dropped, unanswered",
        check=clauses_of_frames.other_version,
    ),
    Clause(
        name="greeted",
        section=_FRAME,
        says="HELLO of another version, of whatever length, is answered by REFUSE 3",
        check=clauses_of_frames.greeted_otherwise,
    ),
    Clause(
        name="paired-otherwise",
        section=_FRAME,
        says="PAIR of another version, of whatever length, is answered by REFUSE 3",
        check=clauses_of_frames.paired_otherwise,
    ),
    Clause(
        name="unknown-kind",
        section=_FRAME,
        says="a whole frame of an unknown kind is dropped, unanswered",
        check=clauses_of_frames.unknown_kind,
    ),
    Clause(
        name="other-length",
        section=_FRAME,
        says="a frame of a length that its kind does not have is dropped, unanswered",
        check=clauses_of_frames.other_length,
    ),
    Clause(
        name="forged",
        section=_FRAME,
        says="a sealed frame whose tag is wrong is dropped",
        check=clauses_of_frames.forged,
    ),
    Clause(
        name="replayed",
        section=_FRAME,
        says="a sealed frame is dropped unless its counter is higher than that of every frame before",
        check=clauses_of_frames.replayed,
    ),
    Clause(
        name="other-session",
        section=_FRAME,
        says="a sealed frame of a session that the device does not have is dropped",
        check=clauses_of_frames.other_session,
    ),
    Clause(
        name="counters",
        section=_FRAME,
        says="each sealed frame that the device sends has the counter 1, 2, 3, ... and a right tag",
        check=clauses_of_frames.own_frames,
    ),
    Clause(
        name="welcome",
        section=_SESSION,
        says="HELLO is answered by WELCOME with a right proof",
        check=clauses_of_opening.welcome,
    ),
    Clause(
        name="vocabulary",
        section=_SESSION,
        says="the fourteen messages that have to be are in its vocabulary",
        check=clauses_of_opening.vocabulary,
    ),
    Clause(
        name="together",
        section=_SESSION,
        says="of messages that belong together the device knows all or none",
        check=clauses_of_opening.together,
    ),
    Clause(
        name="same-hello",
        section=_SESSION,
        says="the same HELLO again is answered by the same WELCOME",
        check=clauses_of_opening.same_hello,
    ),
    Clause(
        name="fresh-nonce",
        section=_SESSION,
        says="each other HELLO gets a nonce drawn for it",
        check=clauses_of_opening.fresh_nonce,
    ),
    Clause(
        name="hello-any-time",
        section=_SESSION,
        says="HELLO is taken at any time and does not end the session",
        check=clauses_of_opening.hello_in_session,
    ),
    Clause(
        name="four-openings",
        section=_SESSION,
        says="at least four openings are kept",
        check=clauses_of_opening.four_openings,
    ),
    Clause(
        name="refuse",
        section=_SESSION,
        says="HELLO of a host that the device has no key for is answered by REFUSE 1",
        check=clauses_of_opening.not_paired,
    ),
    Clause(
        name="prove", section=_SESSION, says="PROVE is answered by ACK with sequence 0", check=clauses_of_opening.prove
    ),
    Clause(
        name="old-given-up",
        section=_SESSION,
        says="a PROVE under new keys gives the old session up",
        check=clauses_of_opening.old_given_up,
    ),
    Clause(
        name="held-back",
        section=_SESSION,
        says="a PROVE that was held back does not end a younger session",
        check=clauses_of_opening.held_back,
    ),
    Clause(
        name="never-reopened",
        section=_SESSION,
        says="a session that was ended or given up is never opened again",
        check=clauses_of_opening.never_reopened,
    ),
    Clause(
        name="acknowledge",
        section=_SESSION,
        says="DATA is answered by ACK with the same sequence",
        check=clauses_of_session.data_acknowledged,
    ),
    Clause(
        name="said-once",
        section=_SESSION,
        says="DATA is acknowledged once each time it is sent, and not sent again once it was acknowledged",
        check=clauses_of_session.said_once,
    ),
    Clause(
        name="duplicate",
        section=_SESSION,
        says="the DATA before is acknowledged again and not delivered again",
        check=clauses_of_session.data_again,
    ),
    Clause(
        name="out-of-turn",
        section=_SESSION,
        says="any other DATA is dropped without ACK",
        check=clauses_of_session.data_out_of_turn,
    ),
    Clause(name="ping", section=_SESSION, says="PING is answered by PONG", check=clauses_of_session.ping),
    Clause(name="bye", section=_SESSION, says="BYE ends the session", check=clauses_of_session.bye),
    Clause(
        name="no-press",
        section=_PAIRING,
        says="PAIR without a press of the pairing key is answered by REFUSE 2",
        check=clauses_of_opening.no_press,
    ),
    Clause(
        name="sent-again",
        section=_TIMING,
        says="DATA without its ACK is sent again after 200, 400, 800, ... ms, one at a time",
        check=clauses_of_session.sent_again,
    ),
    Clause(
        name="silence-asked",
        section=_TIMING,
        says="PING when nothing was heard for 2000 ms, again each 1000 ms",
        check=clauses_of_session.silence_asked,
    ),
    Clause(
        name="silence-ends",
        section=_TIMING,
        says="3 PINGs and 1000 ms later the link is lost",
        check=clauses_of_session.silence_ends,
    ),
    Clause(
        name="no-message",
        section="5 Messages",
        says="anything but a valid message of a host ends the session by BYE 2",
        check=clauses_at_rest.no_message,
    ),
    Clause(
        name="unknown-value",
        section="5 Messages",
        says="a message with an unknown value, SHUFFLE with back 9, ends the session by BYE 2",
        check=clauses_of_refusal.unknown_value,
    ),
    Clause(
        name="unasked",
        section=rule(1),
        says="in a new session nothing is said until it is asked",
        check=clauses_at_rest.unasked,
    ),
    Clause(
        name="identity",
        section=rule(1),
        says="IDENTIFY is answered by IDENTITY: two short names, filled up with 0x00",
        check=clauses_at_rest.identity,
    ),
    Clause(
        name="attestation",
        section=rule(1),
        says="ATTEST is answered by a digest over its nonce and the image",
        check=clauses_at_rest.attestation,
    ),
    Clause(
        name="busy-first",
        section=rule(1),
        says="BUSY goes before an ATTESTATION that takes longer than a second",
        check=clauses_at_rest.busy_first,
    ),
    Clause(
        name="events-again",
        section=rule(2),
        says="unacknowledged events are sent again after each IDENTITY, once each, the oldest first",
        check=clauses_at_rest.events_again,
    ),
    Clause(
        name="not-kept",
        section=rule(2),
        says="EVENT_ACK for an event that is not kept is ignored",
        check=clauses_at_rest.not_kept,
    ),
    Clause(
        name="unknown-command",
        section=rule(4),
        says="WHAT_BECAME of a command never given is answered unknown",
        check=clauses_at_rest.unknown_command,
    ),
    Clause(
        name="in-order",
        section=rule(4),
        says="each question has one answer, in the order they came",
        check=clauses_at_rest.in_order,
    ),
    Clause(
        name="questions",
        section=rule(4),
        says="GET_STATUS, CHECK_LOAD and GET_WEAR have their answers",
        check=clauses_at_rest.questions,
    ),
)
"""While nothing moves."""

CLAUSES: Final = (*STILL, *MOVING, *HANDS)


async def findings(bench: Bench) -> AsyncIterator[Finding]:
    """Test each clause by itself; a new session removes what the clause before left behind."""
    for clause in CLAUSES:
        found = await _finding(clause, bench)
        yield await _again(found, bench) if found.verdict is Verdict.NOT_MET and clause in STILL else found


async def _again(found: Finding, bench: Bench) -> Finding:
    """
    Test a second time if that moves nothing: noise on the line, or a busy tester, is no fault of the device.

    The first result is reported all the same.
    """
    second = await _finding(found.clause, bench)
    if second.verdict is not Verdict.MET:
        return found
    return Finding(clause=found.clause, verdict=Verdict.MET, why=f"at the second asking; at the first: {found.why}")


async def _finding(clause: Clause, bench: Bench) -> Finding:
    try:
        await clause.check(bench)
    except NotMet as why:
        return Finding(clause=clause, verdict=Verdict.NOT_MET, why=str(why))
    except CannotAsk as why:
        return Finding(clause=clause, verdict=Verdict.NOT_ASKED, why=str(why))
    except TakesHands as why:
        return Finding(clause=clause, verdict=Verdict.TAKES_HANDS, why=str(why))
    except PortLost as why:
        return Finding(clause=clause, verdict=Verdict.NOT_ASKED, why=str(why))
    return Finding(clause=clause, verdict=Verdict.MET)
