"""The CloudEvent of a fact: its sentence, and the bytes of `data` as the MQTT page says to cut them out."""

import hashlib

import msgspec

from firmware_host.journal.chain import Link, genesis, next_hash
from firmware_host.mqtt.messages import LONGEST_SAY, fact_event
from firmware_host.rules.decision import Role
from firmware_host.table.facts.fact import Body, Fact, sentence
from firmware_host.table.facts.floor import AlertCleared
from tests.golden import files, samples
from tests.golden.configs import JOURNAL
from tests.golden.samples import TOPICS

FACTS = dict(zip(files.read("events"), samples.facts(), strict=True))


def event_of(body: Body) -> bytes:
    fact = msgspec.structs.replace(samples.facts()[0], body=body)
    data = msgspec.json.encode(fact)
    return fact_event(TOPICS, Link(number=1, cause=fact.cause, data=data, hash=next_hash(genesis(JOURNAL), data)))


def cut(event: bytes) -> bytes:
    """Return the bytes of `data`, as the MQTT page says to cut them out."""
    return event[event.index(b',"data":') + 8 : -1]


def test_every_kind_of_fact_says_its_sentence() -> None:
    said = {name: msgspec.json.decode(event)["say"] for name, event in files.read("events").items()}
    assert said == {name: sentence(fact) for name, fact in FACTS.items()}


def test_the_bytes_of_data_are_those_that_the_digest_covers() -> None:
    for name, event in files.read("events").items():
        digest = hashlib.sha256(hashlib.sha256(bytes.fromhex(JOURNAL)).digest() + cut(event)).hexdigest()
        assert msgspec.json.decode(event)["factdigest"] == digest, name


def test_a_note_that_imitates_the_envelope_does_not_move_the_cut() -> None:
    event = event_of(AlertCleared(of=1, role=Role.FLOORPERSON, note='x","data":{"y":1}'))
    assert msgspec.json.decode(cut(event), type=Fact).journal == JOURNAL


def test_a_sentence_has_no_control_characters_and_a_bounded_length() -> None:
    """CloudEvents 1.0, 3.1: the type String."""
    body = AlertCleared(of=1, role=Role.FLOORPERSON, note="a\tb\x7f\nc " + "long " * 1000)
    said = msgspec.json.decode(event_of(body))["say"]
    assert said.isprintable()
    assert len(said) == LONGEST_SAY


def test_the_sentence_adds_little_to_an_event() -> None:
    """The broker's limit for one message is 262,144 bytes."""
    for event in files.read("events").values():
        assert len(event) - len(cut(event)) < 700
