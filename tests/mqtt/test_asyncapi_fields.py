"""Every property of the JSON Schemas has a description and an example, each from one source."""

from collections.abc import Iterator
from typing import Any

import jsonschema
import msgspec

from firmware_host.mqtt.asyncapi import TYPES, document, schemas
from firmware_host.mqtt.field_docs import WORDS, field_words, structs
from firmware_host.mqtt.messages import FactEvent
from firmware_host.table.facts.floor import AlertCleared, ApprovalGiven
from firmware_host.table.facts.seating import ChipsAdded
from tests.golden import field_examples
from tests.golden.test_wire import MEANT

WHOLE = schemas()


def properties() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, schema in WHOLE["definitions"].items():
        for field, described in schema.get("properties", {}).items():
            yield f"{name}.{field}", described


def test_no_property_is_without_a_description_or_an_example() -> None:
    every = dict(properties())
    assert len(every) > 1100, "the whole interface is counted"
    assert [name for name, schema in every.items() if not schema.get("description")] == []
    assert [name for name, schema in every.items() if not schema.get("examples")] == []


def test_every_example_fits_its_own_schema() -> None:
    judge = jsonschema.Draft7Validator(WHOLE)
    for name, schema in properties():
        for example in schema["examples"]:
            assert judge.evolve(schema=schema).is_valid(example), f"{name}: {example}"


def test_the_asyncapi_document_describes_them_in_the_same_words() -> None:
    of_document = document()["components"]["schemas"]
    assert of_document.keys() == WHOLE["definitions"].keys()
    said = of_document["FactEvent"]["properties"]["say"]
    assert said["description"] == WHOLE["definitions"]["FactEvent"]["properties"]["say"]["description"]


def test_nothing_stands_beside_a_reference() -> None:
    """A reader of draft 7 would not see it."""

    def alone(part: Any) -> bool:
        if isinstance(part, list):
            return all(map(alone, part))
        if not isinstance(part, dict):
            return True
        if "$ref" in part:
            return len(part) == 1
        return all(alone(inside) for name, inside in part.items() if name != "examples")

    assert alone(WHOLE)


def test_a_field_says_what_stands_below_it_then_what_its_class_says_then_what_its_name_means() -> None:
    assert field_words(AlertCleared)["of"] == "The number of the alert."
    assert field_words(ApprovalGiven)["waits"].startswith("`waits` says that the act is carried out only at the end")
    assert field_words(ChipsAdded)["cents"] == WORDS["cents"]
    assert "factdigest" in field_words(FactEvent)


def test_every_word_for_a_name_is_used() -> None:
    names = {field.name for kind in structs(TYPES).values() for field in msgspec.structs.fields(kind)}
    assert set(WORDS) <= names


def test_the_examples_are_those_of_the_golden_samples() -> None:
    assert field_examples.made().decode() == field_examples.read().decode(), MEANT
