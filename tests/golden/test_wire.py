"""What goes onto the wire and into the journal is byte for byte what it was, unless somebody meant to change it."""

import hashlib
from typing import Any

import msgspec
import pytest

from firmware_host.journal.anchor import SignedCheckpoint
from firmware_host.journal.upcast import fact_of
from firmware_host.mqtt.messages import AlertMessage, Status
from firmware_host.table.acts.intent import Accepted, Act, Answer, Intent, Refused
from firmware_host.table.facts.fact import Body, Fact
from firmware_host.table.sign import Sign
from firmware_host.table.view import DeviceReport, View
from tests.golden import files, samples
from tests.golden.configs import JOURNAL

MADE = samples.by_file()

MEANT = "if this is meant, run: python -m tests.golden --write"


def kinds(union: object) -> set[str]:
    return {str(member.__struct_config__.tag) for member in getattr(union, "__args__", ())}


@pytest.mark.parametrize("file", MADE)
def test_not_a_byte_of_the_encoding_has_changed(file: str) -> None:
    stored = files.read(file)
    changed = {name: (stored.get(name), made) for name, made in MADE[file].items() if made != stored.get(name)}
    assert not changed, MEANT


@pytest.mark.parametrize("file", MADE)
def test_no_golden_stands_for_what_is_no_longer_made(file: str) -> None:
    assert list(files.read(file)) == list(MADE[file]), MEANT


def test_every_kind_of_fact_has_a_golden() -> None:
    assert len(kinds(Body)) > 30, "the union is read, not guessed"
    assert kinds(Body) == {type_of(data, "body") for data in files.read("facts").values()}


def test_every_act_has_a_golden() -> None:
    assert len(kinds(Act)) > 15, "the union is read, not guessed"
    assert kinds(Act) == {type_of(data, "act") for data in files.read("intents").values()}


def test_no_two_kinds_share_a_tag() -> None:
    for union in (Body, Act):
        assert len(kinds(union)) == len(union.__args__)


def test_golden_facts_decode_to_what_they_were_made_of() -> None:
    assert tuple(msgspec.json.decode(data, type=Fact) for data in files.read("facts").values()) == samples.facts()


def test_every_fact_that_ever_was_golden_still_decodes() -> None:
    for data in files.earlier():
        msgspec.json.decode(data, type=Fact)


def test_every_kind_of_fact_has_one_of_the_first_version() -> None:
    assert kinds(Body) <= {type_of(data, "body") for data in files.version_1().values()}


def test_a_fact_of_the_first_version_reads_for_ever_and_says_what_it_said() -> None:
    for name, data in files.version_1().items():
        fact = fact_of(data)
        assert isinstance(fact, Fact), name
        stored, read = msgspec.json.decode(data), msgspec.json.decode(msgspec.json.encode(fact))
        assert says_at_least(read, stored), name


def says_at_least(now: Any, then: Any) -> bool:
    """Whatever was said then is said now; new fields may stand beside it."""
    if isinstance(then, dict):
        return isinstance(now, dict) and all(key in now and says_at_least(now[key], then[key]) for key in then)
    if isinstance(then, list):
        return len(now) == len(then) and all(map(says_at_least, now, then))
    return bool(now == then)


def test_golden_intents_decode_to_what_they_were_made_of() -> None:
    assert tuple(msgspec.json.decode(d, type=Intent) for d in files.read("intents").values()) == samples.intents()


def test_golden_answers_and_documents_still_decode() -> None:
    for data in files.read("answers").values():
        answer: Answer = msgspec.json.decode(data, type=Accepted | Refused)
        assert msgspec.json.encode(answer) == data
    types = {
        "status": Status,
        "device": DeviceReport,
        "state": View,
        "sign": Sign,
        "alert": AlertMessage,
        "checkpoint": SignedCheckpoint,
    }
    for name, data in files.read("documents").items():
        decoded = msgspec.json.decode(data, type=types[name.partition(":")[0]])
        assert msgspec.json.encode(decoded) == data, name


def test_the_envelope_carries_the_fact_byte_for_byte_and_its_hash_onto_the_one_before() -> None:
    stored = files.read("facts")
    beginning = hashlib.sha256(bytes.fromhex(JOURNAL)).digest()
    for name, event in files.read("events").items():
        envelope = msgspec.json.decode(event, type=dict[str, msgspec.Raw])
        digest = hashlib.sha256(beginning + stored[name]).digest()
        assert bytes(envelope["data"]) == stored[name]
        assert bytes(envelope["factdigest"]).decode() == f'"{digest.hex()}"'


def test_the_envelope_is_a_structured_cloud_event() -> None:
    required = {"specversion", "id", "source", "type"}
    for event in files.read("events").values():
        envelope = msgspec.json.decode(event)
        assert required <= envelope.keys()
        assert envelope["specversion"] == "1.0"
        assert envelope["datacontenttype"] == "application/json"
        assert envelope["id"] == f"{envelope['data']['journal']}:{envelope['data']['number']}"
        assert envelope["type"] == f"fh1.fact.{envelope['data']['body']['kind']}"
        assert all(name.isalnum() and name.islower() for name in envelope), "attribute names, CloudEvents 1.0 3.1"


def type_of(data: bytes, field: str) -> str:
    return str(msgspec.json.decode(data)[field]["kind"])
