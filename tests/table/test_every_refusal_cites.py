"""A refusal cites a paragraph, or the one list of reasons says why none applies."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from firmware_host import rules, table
from firmware_host.commands.explain import explained
from firmware_host.rules.act_and_fact import TableKind, TakesTwo
from firmware_host.rules.compliance import MATRIX
from firmware_host.rules.decision import Code, Key, Role
from firmware_host.table.acts.approvals import RequestApproval
from firmware_host.table.acts.decks import OverrideGate
from firmware_host.table.acts.floor import CloseTable, OpenTable, RelieveDealer
from firmware_host.table.acts.intent import Act
from firmware_host.table.acts.money import CollectTimeCharge, OpenFund
from firmware_host.table.acts.round import Deal, PressKey
from firmware_host.table.acts.seating import AddChips, LeaveSeat, TakeSeat
from firmware_host.table.no_paragraph import ACTS as OF_THE_BOX
from firmware_host.table.no_paragraph import CODES
from firmware_host.table.permissions import about
from firmware_host.table.terms import Back
from tests.golden.acts import ACTS
from tests.worlds.pure_dice import DiceTable
from tests.worlds.pure_table import PureTable

ROWS = {row.paragraph.removeprefix("19:47-") for row in MATRIX}


def test_each_act_has_its_paragraphs_or_a_reason_for_none() -> None:
    for act in get_args(Act):
        has_its_paragraphs_or_a_reason_for_none(act)


def has_its_paragraphs_or_a_reason_for_none(act: type[Act]) -> None:
    cited = act.role_paragraphs or (act.by_two.paragraphs if issubclass(act, TakesTwo) else ())
    inner = act.__name__ == "RequestApproval"
    assert bool(cited) is not (act in OF_THE_BOX or inner), f"{act.__name__}: either paragraphs or a reason"
    assert act.only_at is None or not act.role_paragraphs_at_dice, f"{act.__name__}: one table, one list"
    for paragraph in (*cited, *act.role_paragraphs_at_dice):
        bare = paragraph.removeprefix("19:47-")
        assert any(row.startswith(bare) or bare.startswith(row) for row in ROWS), paragraph
        at_dice = act.only_at is TableKind.DICE or paragraph in act.role_paragraphs_at_dice
        assert at_dice or not bare.startswith("13."), "a paragraph of mini-dice at a poker table"


@pytest.mark.parametrize(
    ("act", "paragraph"),
    [
        (TakeSeat(seat=3), "14.7(a)"),
        (LeaveSeat(seat=1), "14.7(a)"),
        (AddChips(seat=1, cents=100), "14.7(c)1"),
        (OpenFund(cents=1), "14.19"),
        (CollectTimeCharge(), "14.14"),
        (OpenTable(), "14.4(c)"),
        (CloseTable(), "14.4(c)"),
        (RelieveDealer(dealer="dealer-2"), "14.6(b)"),
    ],
)
def test_a_role_refusal_of_seats_money_opening_and_closing_cites_its_paragraph(act: Act, paragraph: str) -> None:
    refused = PureTable().opened().refuses(act, role=Role.TECHNICIAN)
    assert refused.code is Code.NOT_YOUR_ROLE
    assert refused.paragraphs[0] == paragraph


OF_BOTH_TABLES = [act for act in ACTS if act.role_paragraphs_at_dice]


@pytest.mark.parametrize("act", OF_BOTH_TABLES, ids=lambda act: type(act).__name__)
def test_at_a_mini_dice_table_such_an_act_cites_no_paragraph_of_poker(act: Act) -> None:
    cited = about(DiceTable().state, act)
    assert cited
    assert [paragraph for paragraph in cited if paragraph.startswith("14.")] == []


def test_a_mini_dice_table_refuses_the_closing_by_its_own_reading() -> None:
    assert DiceTable().refuses(CloseTable(), role=Role.TECHNICIAN).paragraphs == ("I-2",)


def test_a_request_is_refused_by_the_paragraphs_of_the_act_that_it_asks_for() -> None:
    asked = RequestApproval(act=OverrideGate(back=Back.RED, why="x"), why="x")
    assert PureTable().opened().refuses(asked, role=Role.DEVICE).paragraphs == ("14.5(a)",)


def test_before_a_configuration_is_in_force_the_code_says_so() -> None:
    table = PureTable()
    assert table.refuses(Deal(), role=Role.DEALER).code is Code.CONFIGURATION_DIFFERS


@pytest.mark.parametrize("key", [Key.NEXT, Key.NO_ROLL, Key.CALL_FLOOR_HELD, Key.DICE_1])
def test_a_key_without_function_cites_the_paragraph_of_what_comes_next(key: Key) -> None:
    table = PureTable().opened()
    assert table.refuses(PressKey(key=key)).paragraphs


def refusals_without_paragraphs() -> Iterator[tuple[str, str]]:
    """Yield the place of each call of `refuse` in the source that names no paragraph, and its code."""
    for package in (rules, table):
        for file in sorted(Path(str(package.__file__)).parent.rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            for call in ast.walk(ast.parse(text)) if "refuse(" in text else ():
                if (
                    isinstance(call, ast.Call)
                    and ast.unparse(call.func) == "refuse"
                    and len(call.args) <= 2
                    and not any(isinstance(word, ast.Starred) for word in call.args)
                ):
                    codes = [ast.unparse(word.value) for word in call.keywords if word.arg == "code"]
                    yield f"{file.parent.name}/{file.name}:{call.lineno}", codes[0] if codes else "Code.NOT_NOW"


def test_in_the_source_a_refusal_without_paragraphs_has_a_code_of_the_box_or_answers_its_acts() -> None:
    """The machines reach most refusals, not all: a setting may be off there. Acts of the box: `floor/`, `system/`."""
    of_the_box = {f"Code.{code.name}" for code in CODES}
    found = [
        (place, code)
        for place, code in refusals_without_paragraphs()
        if code not in of_the_box and not place.startswith(("floor/", "system/"))
    ]
    assert found == []


def test_what_is_explained_about_a_code_says_why_it_cites_nothing() -> None:
    for code, why in CODES.items():
        assert [why in each.means for each in explained(code) if each.kind == "refusal code"] == [True]
