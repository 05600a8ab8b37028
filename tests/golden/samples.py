"""One or more of everything that goes onto the wire or into the journal, and its bytes by name."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec

from firmware_host.journal.anchor import SignedCheckpoint
from firmware_host.journal.chain import Link, genesis, next_hash
from firmware_host.journal.signing import Signed, Signer
from firmware_host.mqtt.asyncapi import document
from firmware_host.mqtt.counters import Wrong
from firmware_host.mqtt.messages import AlertMessage, Command, CommandReply, SignedCommand, Status, fact_event
from firmware_host.mqtt.remote_client import CommandSigner
from firmware_host.mqtt.replay import ReplayEnded, ReplayRefused, ReplayRequest
from firmware_host.mqtt.topics import Topics
from firmware_host.rules.decision import Code, Refusal, Role
from firmware_host.rules.dice.wagers import Wager
from firmware_host.rules.round_acts import CompleteBetting, VoidRound
from firmware_host.table.acts.decks import OrderRecut
from firmware_host.table.acts.dice import (
    AcceptShaker,
    CallSum,
    CloseBets,
    CompleteDealerShake,
    PlaceWager,
    RefuseShaker,
    Uncover,
)
from firmware_host.table.acts.intent import Accepted, Intent, Refused, Via
from firmware_host.table.facts.fact import Fact
from firmware_host.table.sign import sign
from firmware_host.table.terms import AlertKind, Back, Severity
from firmware_host.table.view import DeviceReport, public_view
from tests.golden.acts import ACTS
from tests.golden.bodies import BODIES
from tests.golden.configs import AT, CONFIG, DICE_CONFIG, JOURNAL, KILL_CONFIG, RULES, TWO_GAMES
from tests.worlds.pure_table import PureTable, report

TOPICS = Topics.of(CONFIG)

Sample = TypeVar("Sample", bound=msgspec.Struct)


def facts() -> tuple[Fact, ...]:
    return tuple(
        Fact(
            journal=JOURNAL,
            number=number,
            at=AT,
            round=3,
            cause=f"keys:5e0c:{number}",
            actor="dealer-1",
            rules=RULES,
            paragraphs=("14.10(g)", "14.6(e)3"),
            body=body,
        )
        for number, body in _numbered(BODIES)
    )


def intents() -> tuple[Intent, ...]:
    return tuple(
        Intent(
            id=f"panel:77aa:{number}", actor="dealer-1", role=Role.DEALER, via=Via.PANEL, at=AT, seen=number, act=act
        )
        for number, act in _numbered(ACTS)
    )


def by_file() -> Mapping[str, Mapping[str, bytes]]:
    """Return the bytes as they are made now: file, name in it, bytes."""
    stored = links()
    return {
        "facts": _named((_tag(fact.body), fact) for fact in facts()),
        "intents": _named((_tag(intent.act), intent) for intent in intents()),
        "answers": _named(_answers()),
        "events": _named((_tag(fact.body), link) for fact, link in zip(facts(), stored, strict=True)),
        "documents": _named(_documents()),
        "topics": _named(_topics()),
        "commands": _named(_commands()),
        "asyncapi": _named(_asyncapi()),
    }


def values() -> Iterable[object]:
    """Return the samples of answers, documents and commands themselves."""
    for _, value in (*_answers(), *_documents(), *_commands()):
        yield msgspec.json.decode(value, type=SignedCommand) if isinstance(value, msgspec.Raw) else value


def links() -> tuple[Link, ...]:
    """Each follows the beginning of the record, so that a new sample moves no other."""
    made = []
    for fact in facts():
        data = msgspec.json.encode(fact)
        made.append(Link(number=fact.number, cause=fact.cause, data=data, hash=next_hash(genesis(JOURNAL), data)))
    return tuple(made)


def _answers() -> Iterable[tuple[str, object]]:
    refusal = Refusal(
        code=Code.NO_SHUFFLE_PROOF,
        paragraphs=("14.5(a)",),
        reason="the blue deck is being shuffled",
        allowed_by="wait until the shuffler has finished",
    )
    yield "accepted", Accepted(id="panel:77aa:1", numbers=(31, 32, 33))
    yield "accepted without news", Accepted(id="panel:77aa:2")
    yield "refused", Refused(id="panel:77aa:3", refusal=refusal)
    for code in Code:
        yield f"refused: {code}", Refused(id="panel:77aa:4", refusal=msgspec.structs.replace(refusal, code=code))


def _documents() -> Iterable[tuple[str, object]]:
    status = Status(online=True, journal=JOURNAL, software="firmware-host 0.1.0", configuration="in-force")
    yield "status", status
    yield "status: the will", msgspec.structs.replace(status, online=False)
    yield "device", DeviceReport(device="shuffler", up=True, detail="Simulated SIM-0001")
    yield (
        "device: out of service",
        DeviceReport(
            device="shuffler",
            up=True,
            detail="Simulated SIM-0001",
            out_of_service="the shuffler may not be used until it is paired again",
        ),
    )
    yield "device: progress", DeviceReport(device="shuffler", up=True, detail="Simulated SIM-0001", done=26, of=52)
    yield (
        "checkpoint",
        SignedCheckpoint(
            journal=JOURNAL, number=41, hash="ab" * 32, key="cd" * 32, data=b'{"number":41}', signature=b"\x01" * 64
        ),
    )
    yield (
        "checkpoint: with a certificate",
        SignedCheckpoint(
            journal=JOURNAL,
            number=41,
            hash="ab" * 32,
            key="cd" * 32,
            data=b'{"number":41}',
            signature=b"\x01" * 64,
            certificates=(Signed(data=b'{"day":"2026-01-01"}', signature=b"\x02" * 64),),
        ),
    )
    yield (
        "alert",
        AlertMessage(
            number=41,
            kind=AlertKind.DEVICE_DOWN,
            about="shuffler",
            severity=Severity.FAULT,
            say="The shuffler does not answer: no answer.",
            paragraphs=(),
            at=AT,
            over=False,
        ),
    )
    table = PureTable(CONFIG).started()
    yield "sign", sign(table.state)
    yield "sign: another game posted beside it", sign(PureTable(TWO_GAMES).started().state)
    yield "sign: limits and a half-kill", sign(PureTable(KILL_CONFIG).started().state)
    yield "sign: mini-dice", sign(PureTable(DICE_CONFIG).started().state)
    yield "state: not open", public_view(table.state)
    table.opened()
    order = table.loaded(Back.BLUE)
    yield "state: shuffling", public_view(table.state)
    table.does(report(order, Back.BLUE, counted=51))
    yield "state: a deck one short", public_view(table.state)
    table.dealt(Back.BLUE)
    table.does(CompleteBetting())
    yield "state: at the flop", public_view(table.state)
    table.requested(VoidRound(why="the deck was one short"))
    yield "state: a request waits for approval", public_view(table.state)
    yield "state: a kill is offered", public_view(PureTable(KILL_CONFIG).started().state)
    dice = PureTable(DICE_CONFIG).opened()
    yield "state: mini-dice, wagers are open", public_view(dice.state)
    dice.does(PlaceWager(seat=1, wager=Wager.FIELD, cents=500))
    for act in (CloseBets(), CompleteDealerShake(), RefuseShaker(seat=1), AcceptShaker(seat=2), Uncover()):
        dice.does(act)
    dice.does(CallSum(dice=(3, 4)))
    yield "state: mini-dice, a 7 is called", public_view(dice.state)


def _commands() -> Iterable[tuple[str, object]]:
    """By a key that never signs anything else: what an integrator's own code has to come to, byte for byte."""
    signing = CommandSigner(actor="pit-1", signer=Signer.of(bytes(range(32))))
    command = Command(
        journal=JOURNAL,
        table=TOPICS.base,
        actor="pit-1",
        id="recut-1",
        seen=41,
        at_ms=AT.wall_ms,
        act=OrderRecut(why="fewer than ten cards"),
    )
    yield "command", command
    yield "signed command", msgspec.Raw(signing.sign(command))
    refusal = Refusal(code=Code.NOT_ENROLLED, reason="there is no key 0123456789abcdef", allowed_by="an enrolled key")
    name = hashlib.sha256(signing.sign(command)).hexdigest()
    yield "reply: accepted", CommandReply(journal=JOURNAL, command=name, answer=Accepted(id="mqtt:0:1", numbers=(42,)))
    for wrong in Wrong:
        answer = Refused(id="unreadable", refusal=refusal)
        yield f"reply: {wrong}", CommandReply(journal=JOURNAL, command=name, answer=answer, wrong=wrong)
    yield "replay", ReplayRequest(journal=JOURNAL, from_=12, to=15)
    yield "replay: ended", ReplayEnded(journal=JOURNAL, from_=12, to=15, last=41)
    yield "replay: refused", ReplayRefused(journal=JOURNAL, last=41, wrong=Wrong.TOO_MANY, refusal=refusal)


def _asyncapi() -> Iterable[tuple[str, object]]:
    yield from document().items()


def _topics() -> Iterable[tuple[str, object]]:
    yield "status", TOPICS.status
    yield "state", TOPICS.state
    yield "sign", TOPICS.sign
    yield "fact", TOPICS.fact
    yield "device", TOPICS.device("shuffler")
    yield "alert", TOPICS.alert(41)
    yield "checkpoint", TOPICS.checkpoint
    yield "cmd", TOPICS.command("floor-1")
    yield "reply", TOPICS.reply("floor-1")
    yield "replay", TOPICS.replay("floor-1")


def _numbered(samples: tuple[Sample, ...]) -> Iterable[tuple[int, Sample]]:
    """Number each among its own kind: a new sample moves no other."""
    known: Counter[str] = Counter()
    for sample in samples:
        known[_tag(sample)] += 1
        yield known[_tag(sample)], sample


def _tag(value: msgspec.Struct) -> str:
    return str(value.__struct_config__.tag)


def _named(samples: Iterable[tuple[str, object]]) -> dict[str, bytes]:
    """A second sample of a kind is called `kind 2`."""
    found: dict[str, bytes] = {}
    for name, sample in samples:
        again = sum(known == name or known.startswith(f"{name} ") for known in found)
        data = fact_event(TOPICS, sample) if isinstance(sample, Link) else msgspec.json.encode(sample)
        found[f"{name} {again + 1}" if again else name] = data
    return found
