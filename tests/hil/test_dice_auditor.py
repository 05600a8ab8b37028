"""The auditor of mini-dice finds what is wrong in a record that is wrong."""

import hashlib

import msgspec
import pytest

from hil.auditor.dice_auditor import DiceAuditor

Body = dict[str, object]

JOURNAL = "00" * 16


def heard(*bodies: Body) -> DiceAuditor:
    auditor, digest = DiceAuditor(), hashlib.sha256(bytes.fromhex(JOURNAL)).digest()
    for number, body in enumerate(bodies, 1):
        data = msgspec.json.encode({"journal": JOURNAL, "number": number, "body": body})
        digest = hashlib.sha256(digest + data).digest()
        auditor.hear(data, digest.hex())
    return auditor


def shaken(seat: int | None, times: int = 3) -> Body:
    return {"kind": "dice-shaken", "seat": seat, "times": times}


OPEN: Body = {"kind": "wagers-opened"}

CLOSED: Body = {"kind": "bets-closed"}

ON: Body = {"kind": "cover-put-on"}

OFF: Body = {"kind": "cover-taken-off"}

ACCEPTED: Body = {"kind": "shaker-accepted", "seat": 2}

SUM: Body = {"kind": "sum-called", "dice": (2, 4), "total": 6}

COLLECTED: Body = {"kind": "losers-collected"}

PAID: Body = {"kind": "winners-paid"}

SETTLED: Body = {"kind": "shake-settled", "total": 6}

RIGHT = (OPEN, CLOSED, ON, shaken(None), ACCEPTED, shaken(2), OFF, SUM, COLLECTED, PAID, SETTLED)


def test_a_shake_that_is_right_has_no_complaint() -> None:
    auditor = heard(*RIGHT, *RIGHT)
    assert auditor.complaints == []
    assert auditor.rounds == 2


@pytest.mark.parametrize(
    ("without", "with_", "said"),
    [
        (SUM, {**SUM, "total": 7}, "was called as 7"),
        (shaken(None), OPEN, "after shakes by [2]"),
        (shaken(2), shaken(3), "[3] shook last, not 2"),
        (shaken(2), shaken(2, 2), "a shake of fewer than three was counted"),
        (COLLECTED, OFF, "winners were paid before losers were collected"),
        (PAID, {"kind": "covered-early"}, "the cover was put on before the last winner was paid"),
        (ACCEPTED, {"kind": "wager-placed"}, "a wager was accepted after no more bets was called"),
        (SETTLED, {**SETTLED, "total": 8}, "[6] was called, but 8 settled"),
        (OFF, CLOSED, "after shakes by []"),
    ],
)
def test_what_is_wrong_is_said(without: Body, with_: Body, said: str) -> None:
    bodies = tuple(with_ if body == without else body for body in RIGHT)
    assert any(said in complaint for complaint in heard(*bodies).complaints)


def test_a_changed_fact_is_seen() -> None:
    auditor = DiceAuditor()
    auditor.hear(msgspec.json.encode({"journal": JOURNAL, "number": 2, "body": OPEN}), "00")
    assert len(auditor.complaints) == 2
