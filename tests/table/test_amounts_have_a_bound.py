"""No amount that anybody may name is so large that the program trips over what it adds up to."""

from typing import Any, get_args

import msgspec
import pytest

from firmware_host.rules.round_acts import Bet
from firmware_host.rules.wording import MOST_CENTS
from firmware_host.table.acts.intent import Act
from firmware_host.table.acts.seating import AddChips
from firmware_host.table.acts.system import RestoreJournal, Start

OF_THE_HOUSE = (Start, RestoreJournal)
"""Made from table.toml and from a record, by the controller alone."""

_, KINDS = msgspec.json.schema_components([act for act in get_args(Act) if act not in OF_THE_HOUSE])


def amounts(kind: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [
        (name, choice)
        for name, schema in kind.get("properties", {}).items()
        if name.endswith("cents")
        for choice in schema.get("anyOf", [schema])
        if choice.get("type") == "integer"
    ]


def test_every_amount_of_every_act_has_a_bound() -> None:
    found = {f"{kind}.{name}": schema for kind, fields in KINDS.items() for name, schema in amounts(fields)}
    assert {"Bet.to_cents", "AddChips.cents", "Adjustment.cents", "PlaceWager.cents"} <= {*found}
    assert [name for name, schema in found.items() if schema.get("maximum") != MOST_CENTS] == []
    assert [
        name for name, schema in found.items() if schema.get("minimum", schema.get("exclusiveMinimum")) is None
    ] == []


@pytest.mark.parametrize("act", [Bet(seat=1, to_cents=10**4000), AddChips(seat=1, cents=10**12)], ids=["bet", "chips"])
def test_a_larger_one_is_not_read(act: Act) -> None:
    with pytest.raises(msgspec.ValidationError, match="<= 100000000000"):
        msgspec.json.decode(msgspec.json.encode(act), type=Act)
