"""The auditor finds a deal against any disagreement of the shuffler by itself, from the facts alone."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from firmware_host.table.acts.decks import CutDeck, ReportShuffleFailure
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.shuffler import ReportReconciliation
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.facts.decks import ShuffleProved
from firmware_host.table.facts.shuffler import DeckDelivered, ShufflerContradicted
from firmware_host.table.terms import Back, Rest
from hil.auditor.shuffle_proofs import AuditedShuffler
from tests.worlds.pure_table import JOURNAL, PureTable

ON_SHELF = Rest(shelf=Back.BLUE, shelf_cards=52)


def heard(auditor: AuditedShuffler, *bodies: Any) -> list[str]:
    """Return what the auditor says of these facts, in the form in which they are published."""
    return [wrong for body in bodies for wrong in auditor.hear(msgspec.to_builtins(body))]


def played() -> PureTable:
    table = PureTable().opened()
    table.does(SenseDevice(device="shuffler", up=True, detail="SIM-0001", pairing="aa"))
    table.shuffled(Back.BLUE)
    table.cuts(Back.BLUE)
    return table


def proofs(table: PureTable) -> list[ShuffleProved]:
    return [body for body in table.bodies() if isinstance(body, ShuffleProved)]


def test_an_honest_round_is_right() -> None:
    table, auditor = played(), AuditedShuffler()
    table.does(Deal())
    assert heard(auditor, *table.bodies()) == []
    assert auditor.dealt("blue") == []


def test_a_deal_after_a_contradiction_is_found_though_the_table_let_it_pass() -> None:
    table, auditor = played(), AuditedShuffler()
    heard(auditor, *table.bodies())
    heard(auditor, ShufflerContradicted(reason="two ends of one order"))
    assert auditor.dealt("blue") == ["the blue deck was dealt though the shuffler had contradicted itself about it"]


def test_a_shuffle_anew_ends_what_the_auditor_holds_against_a_deck() -> None:
    table, auditor = played(), AuditedShuffler()
    order = proofs(table)[-1].order
    table.does(ReportShuffleFailure(journal=JOURNAL, order=order, reason="jam"))
    compare = table.state.shuffler.compare
    table.does(ReportReconciliation(journal=JOURNAL, order=compare, went_in=52, came_out=52, lying=0, astray=0))
    table.shuffled(Back.BLUE)
    table.cuts(Back.BLUE)
    assert heard(auditor, *table.bodies()) == []
    assert auditor.dealt("blue") == []


@pytest.mark.parametrize(
    "changed",
    [
        {"took_ms": 50},
        {"duration_ms": 0},
        {"rest": None},
        {"rest": replace(ON_SHELF, shelf_cards=51)},
        {"rest": replace(ON_SHELF, astray=1)},
        {"rest": replace(ON_SHELF, feed=Back.BLUE)},
        {"rest": Rest(moving=True)},
    ],
    ids=repr,
)
def test_a_proof_that_something_speaks_against_is_found(changed: dict[str, Any]) -> None:
    (proved,) = proofs(played())
    assert heard(AuditedShuffler(), proved) == []
    assert len(heard(AuditedShuffler(), replace(proved, **changed))) == 1


@pytest.mark.parametrize(
    "rest",
    [None, ON_SHELF, Rest(output=Back.BLUE, output_cards=51), Rest(output=Back.BLUE, output_cards=52, astray=1)],
    ids=repr,
)
def test_a_deck_that_status_sees_otherwise_than_it_was_given_out_is_not_to_be_dealt(rest: Rest | None) -> None:
    auditor = AuditedShuffler()
    heard(auditor, *proofs(played()), DeckDelivered(back=Back.BLUE, order=23, counted=52, rest=rest))
    assert len(auditor.dealt("blue")) == 1


def test_the_cut_itself_proves_nothing() -> None:
    table, auditor = PureTable().opened(), AuditedShuffler()
    table.shuffled(Back.BLUE)
    table.refuses(CutDeck(back=Back.BLUE))
    heard(auditor, *table.bodies())
    assert auditor.dealt("blue") == ["the blue deck was dealt while cards of it could lie in the shuffler"]
