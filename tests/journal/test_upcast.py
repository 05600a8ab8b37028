"""Facts of older versions read as what they mean today; their bytes stay what they were."""

import msgspec
import pytest

from firmware_host.journal.upcast import FactReader, RawFact, fact_of
from firmware_host.table.facts.fact import FACT_VERSION
from firmware_host.table.facts.system import HostStarted
from tests.golden import files

STARTED = files.read("facts")["host-started"]


def renamed(raw: RawFact) -> RawFact:
    """As if version 1 had called the program's name otherwise."""
    body = dict(raw["body"])
    if "program" in body:
        body["software"] = body.pop("program")
    return {**raw, "body": body}


def doubled(raw: RawFact) -> RawFact:
    """As if version 2 had left something out."""
    body = dict(raw["body"])
    return {**raw, "body": {**body, "software": body["software"] + ", again"}}


def test_a_fact_of_the_present_version_needs_no_upcaster_and_does_not_name_its_version() -> None:
    assert fact_of(STARTED).version == FACT_VERSION == 1
    assert b'"version"' not in msgspec.json.encode(fact_of(STARTED))


def test_an_old_fact_passes_through_all_that_follow_its_version() -> None:
    old = STARTED.replace(b'"software"', b'"program"')
    second = STARTED[:-1] + b',"version":2}'
    third = STARTED[:-1] + b',"version":3}'
    reader = FactReader((renamed, doubled))
    (name,) = (fact.body.software for fact in [fact_of(STARTED)] if isinstance(fact.body, HostStarted))
    for stored, software in ((old, f"{name}, again"), (second, f"{name}, again"), (third, name)):
        fact = reader.read(stored)
        assert fact.body == HostStarted(software=software)
        assert fact.version == 3


@pytest.mark.parametrize("version", [0, 2, 99])
def test_a_fact_of_a_version_nobody_knows_is_refused(version: int) -> None:
    stored = STARTED[:-1] + b',"version":%d}' % version
    with pytest.raises(msgspec.ValidationError, match="a fact of version"):
        fact_of(stored)
