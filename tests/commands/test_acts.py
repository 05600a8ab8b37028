"""`firmware-host acts`: every act with who may ask for it and an example that the table can read."""

import json
from typing import get_args

import msgspec
import pytest

from firmware_host.cli import main
from firmware_host.commands.acts import ACTS, wanted
from firmware_host.rules.act_and_fact import TakesTwo
from firmware_host.rules.decision import Role
from firmware_host.table.acts.approvals import RequestApproval
from firmware_host.table.acts.intent import Act


def test_every_act_is_listed() -> None:
    assert {listed.name for listed in wanted((), None)} == set(ACTS)
    assert set(ACTS.values()) == set(get_args(Act))


def test_every_example_is_read_as_this_act() -> None:
    for name, act in ACTS.items():
        listed = wanted((name,), None)[0]
        read: Act = msgspec.json.decode(msgspec.json.encode(listed.example), type=Act)
        inner = read.act if issubclass(act, TakesTwo) and isinstance(read, RequestApproval) else read
        assert isinstance(inner, act), name
        assert listed.says.endswith("."), name
        assert {field.name for field in listed.fields} == set(act.__struct_fields__), name


@pytest.mark.parametrize("role", Role)
def test_a_role_sees_the_acts_it_may_ask_for(role: Role) -> None:
    if role is Role.SURVEILLANCE:  # reads everything and changes nothing
        assert main(["acts", "--role", role]) == 2
        return
    names = {listed.name for listed in wanted((), role)}
    direct = {name for name, act in ACTS.items() if role in act.may_ask}
    by_two = {name for name, act in ACTS.items() if issubclass(act, TakesTwo) and role in act.by_two.who}
    assert names == {*(name for name in direct if not issubclass(ACTS[name], TakesTwo)), *by_two}


def test_a_page_says_who_two_people_are_and_shows_the_request(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["acts", "adopt-configuration"]) == 0
    page = " ".join(capsys.readouterr().out.split())
    assert "Asked by two people" in page
    assert "one of them casino-supervisor or poker-shift-supervisor." in page
    assert '{"kind":"request-approval","act":{"kind":"adopt-configuration","candidate":80}' in page


def test_a_whole_name_gives_that_act_alone_and_a_part_gives_all_that_have_it() -> None:
    assert [listed.name for listed in wanted(("bet",), None)] == ["bet"]
    assert {"sort-deck", "wash-deck"} <= {listed.name for listed in wanted(("deck",), None)}


def test_for_programs_there_is_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["acts", "fold", "--json"]) == 0
    (fold,) = json.loads(capsys.readouterr().out)
    assert (fold["example"], fold["roles"]) == ({"kind": "fold", "seat": 4}, ["dealer", "floorperson"])


@pytest.mark.parametrize(
    ("words", "said"),
    [(["bte"], "did you mean `bet`?"), (["bet", "--role", "device"], "the role device may not ask for bet")],
)
def test_a_near_miss_is_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["acts", *words]) == 2
    assert said in capsys.readouterr().err
