"""The AsyncAPI document, judged by programs that are not ours: its form, every reference, messages by their schemas."""

import copy
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema
import msgspec
import pytest
import referencing
import referencing.exceptions
import referencing.jsonschema
from pydantic import ValidationError
from pydantic_asyncapi.v3 import AsyncAPI

from firmware_host.mqtt.asyncapi import CHANNELS, document, schemas
from tests.golden import files

HERE = "urn:document"

DOCUMENTS = {
    "status": "Status",
    "state": "View",
    "sign": "Sign",
    "device": "DeviceReport",
    "checkpoint": "SignedCheckpoint",
    "alert": "AlertMessage",
}


def judged(made: dict[str, Any]) -> None:
    """Raise what one of the judges has against it."""
    # This model wants an address in every reply, which the standard leaves out where the channel has one.
    seen = copy.deepcopy(made)
    for operation in seen["operations"].values():
        if "reply" in operation:
            operation["reply"]["address"] = {"location": "$message.payload#/", "description": ""}
    AsyncAPI.model_validate(seen)
    resource = referencing.Resource.from_contents(made, default_specification=referencing.jsonschema.DRAFT7)
    resolver = referencing.Registry().with_resource(HERE, resource).resolver(HERE)
    for reference in references(made):
        resolver.lookup(reference)
    for schema in made["components"]["schemas"].values():
        jsonschema.Draft7Validator.check_schema(schema)


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for inside in part.values():
            yield from references(inside)
    elif isinstance(part, list):
        for inside in part:
            yield from references(inside)


made_once, schemas_once = cache(document), cache(schemas)


def fresh() -> dict[str, Any]:
    """Return the document, to be spoiled at will."""
    return copy.deepcopy(made_once())


@cache
def validator(name: str) -> jsonschema.Draft7Validator:
    return jsonschema.Draft7Validator({**schemas_once(), "$ref": f"#/definitions/{name}"})


def test_other_peoples_judges_find_nothing_against_the_document() -> None:
    made = fresh()
    judged(made)
    assert made["asyncapi"] == "3.0.0"
    assert len(list(references(made))) > 300, "there is something to be resolved"


@pytest.mark.parametrize(
    "place",
    [
        ("channels", "fact", "messages", "FactEvent"),
        ("operations", "cmd", "channel"),
        ("operations", "cmd", "reply", "channel"),
        ("components", "messages", "FactEvent", "payload"),
        ("components", "schemas", "FactEvent", "properties", "data", "allOf", 0),
    ],
)
def test_a_reference_that_leads_nowhere_is_caught_wherever_it_stands(place: tuple[str | int, ...]) -> None:
    made = fresh()
    part: Any = made
    for name in place:
        part = part[name]
    part["$ref"] += "-that-is-not-there"
    with pytest.raises(referencing.exceptions.Unresolvable):
        judged(made)


def test_a_document_of_the_wrong_form_is_caught() -> None:
    for path, wrong in ((("operations", "fact", "action"), "shout"), (("info", "title"), None), (("asyncapi",), "1.0")):
        made = fresh()
        part: Any = made
        for name in path[:-1]:
            part = part[name]
        part[path[-1]] = wrong
        with pytest.raises(ValidationError):
            judged(made)


def test_a_schema_that_is_none_is_caught() -> None:
    made = fresh()
    made["components"]["schemas"]["Status"]["type"] = "no type"
    with pytest.raises((ValidationError, jsonschema.SchemaError)):
        judged(made)


def test_every_fact_as_it_is_published_fits_its_schema() -> None:
    for event in files.read("events").values():
        validator("FactEvent").validate(msgspec.json.decode(event))


@pytest.mark.parametrize("name", files.read("commands"))
def test_every_command_and_reply_fits_its_schema(name: str) -> None:
    kind = {
        "command": "Command",
        "signed command": "SignedCommand",
        "reply": "CommandReply",
        "replay": "ReplayRequest",
        "replay: ended": "ReplayEnded",
        "replay: refused": "ReplayRefused",
    }
    known = kind.get(name) or kind[name.partition(":")[0]]
    validator(known).validate(msgspec.json.decode(files.read("commands")[name]))


@pytest.mark.parametrize("name", files.read("documents"))
def test_every_retained_document_fits_its_schema(name: str) -> None:
    kind = DOCUMENTS[name.partition(":")[0]]
    validator(kind).validate(msgspec.json.decode(files.read("documents")[name]))


def test_a_schema_refuses_what_is_not_of_its_kind() -> None:
    status = msgspec.json.decode(files.read("documents")["status"])
    for wrong in ({**status, "online": "yes"}, {"online": True}):
        assert not validator("Status").is_valid(wrong)
    assert validator("Status").is_valid({**status, "added_later": 1}), "published documents may grow"
    request = {"journal": "0" * 32, "from": 1, "to": 2}
    assert validator("ReplayRequest").is_valid(request)
    assert not validator("ReplayRequest").is_valid({**request, "surplus": 1}), "what comes in is read to the letter"
    event = msgspec.json.decode(next(iter(files.read("events").values())))
    assert not validator("FactEvent").is_valid({**event, "data": {**event["data"], "body": {"kind": "no-such-fact"}}})


def test_every_golden_topic_is_a_channel() -> None:
    golden = {msgspec.json.decode(topic).split("/")[3] for topic in files.read("topics").values()}
    assert golden == set(CHANNELS)
