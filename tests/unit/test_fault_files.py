"""The files of the faults: what is wrong with one is said with its name and the word."""

from pathlib import Path

import pytest

from firmware_host.trouble import Trouble
from hil.faults.fault import Procedure, load
from hil.faults.running import Outcome, table_of
from hil.faults.shuffler import DOERS

KNOWN = {"shuffler": DOERS}
GOOD = """
name = "odd"
device = "shuffler"
say = "Something odd."
happens = [{ do = "jams", with = { at = 3, place = "feed" } }]

[reach]
told = ["shuffler-jammed"]
"""


def written(folder: Path, text: str) -> Path:
    (folder / "odd.toml").write_text(text)
    return folder


def test_a_file_is_read_as_it_is_meant(tmp_path: Path) -> None:
    fault = load(KNOWN, written(tmp_path, GOOD))["odd"]
    assert fault.happens[0].params == {"at": 3, "place": "feed"}
    assert fault.procedures == tuple(Procedure)


@pytest.mark.parametrize(
    ("there", "instead", "said"),
    [
        ('name = "odd"', 'name = "even"', "its name is 'even'"),
        ('device = "shuffler"', 'device = "toaster"', "there is no device 'toaster'"),
        ('do = "jams"', 'do = "explodes"', "nothing is called 'explodes'"),
        ("at = 3, ", "", "missing a required argument: 'at'"),
        ("at = 3,", "at = 3, often = 2,", "unexpected keyword argument 'often'"),
        ('"shuffler-jammed"', '"shuffler-vanished"', "no fact is called 'shuffler-vanished'"),
        ('told = ["shuffler-jammed"]', "", "nothing of what the table must reach"),
        ('told = ["shuffler-jammed"]', 'alerts = ["no-such"]', "no-such"),
        ("say =", "sag =", "sag"),
        ("[reach]", "[reach", "odd.toml"),
        ('happens = [{ do = "jams", with = { at = 3, place = "feed" } }]', "happens = []", "nothing happens"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, there: str, instead: str, said: str) -> None:
    assert there in GOOD
    with pytest.raises(Trouble, match=r"^odd\.toml: ") as trouble:
        load(KNOWN, written(tmp_path, GOOD.replace(there, instead)))
    assert said in str(trouble.value)


def test_every_fault_that_the_shuffler_and_its_line_can_have_is_there() -> None:
    assert set(load(KNOWN)) >= {
        "line-bit-flips", "line-loss", "line-duplication", "line-reordering", "line-delay", "cable-cut-in-mid-frame",
        "never-reads", "power-cycle", "reset-on-open", "wrong-device", "renumbered-port", "replayed-session",
        "stolen-key",
        "downgraded-version", "count-51", "count-53", "foreign-back", "jam-in-feed", "jam-at-camera", "jam-in-shelves",
        "jam-in-output", "double-feed", "lid-opened", "sort-mode", "cards-left-inside", "cable-pulled",
    }  # fmt: skip


def test_the_matrix_has_a_row_for_each_fault_and_says_where_it_went_wrong() -> None:
    held = Outcome(fault="lid-opened", procedure=Procedure.IDLE, wrong=(), alerts=("shuffler-open",))
    wrong = Outcome(fault="lid-opened", procedure=Procedure.CUT, wrong=("nothing is dealt any more",))
    head, row = table_of((held, wrong)).splitlines()
    assert head.split() == [*Procedure, "alerts"]
    assert row.split() == ["lid-opened", "held", "-", "WRONG", "-", "-", "shuffler-open"]
