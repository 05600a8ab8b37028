"""The files of the faults: what is wrong with one is said with its name and the word."""

from pathlib import Path

import pytest

from firmware_host.errors import UserError
from firmware_host.rules.dice.shaker import Moment
from hil.faults.fault import FOLDER, Procedure, load
from hil.faults.fault_actions import DOERS, faults
from hil.faults.matrix import Outcome, table_of
from hil.faults.page import PAGE, page

PLACED = '{ do = "jams", with = { at = 3, place = "feed" } }'

POKER_HAS = {"shuffler", "line", "liar", "puck", "keys", "tamper"}

DICE_HAS = {"shaker", "keys", "tamper"}

THOUGHT_OF = {
    "noise on the line": {
        "line-bit-flips", "line-loss", "line-duplication", "line-reordering", "line-delay",
    },
    "a cable": {"cable-cut-in-mid-frame", "cable-pulled", "renumbered-port"},
    "a peer that does not answer": {"never-reads", "power-cycle", "reset-on-open"},
    "somebody else on the line": {"wrong-device", "stolen-key", "replayed-session", "downgraded-version"},
    "another firmware": {"wrong-firmware"},
    "words that contradict each other": {path.stem for path in (FOLDER / "liar").glob("*.toml")},
    "cards": {"count-51", "count-53", "foreign-back", "double-feed", "cards-left-inside"},
    "jams": {"jam-in-feed", "jam-at-camera", "jam-in-shelves", "jam-in-output"},
    "hands at the shuffler": {"lid-opened", "sort-mode"},
    "bouncing contacts": {"contacts-worn", "keys-bounce", "dice-keys-bounce", "puck-sensors-bounce"},
    "stuck contacts": {
        "key-stuck", "puck-sensor-stuck", "puck-neighbour-stuck", "shake-sensor-stuck", "shake-sensor-silent",
        "dock-switch-stuck", "dock-switch-stuck-open", "cover-switch-stuck-on", "cover-switch-stuck-off",
    },
    "flooding wires": {"key-floods", "cover-switch-floods"},
    "the shake": {"shake-too-short", "cover-off-too-soon", "cover-on-too-soon", "cocked-die"},
    "the button": {"puck-moved-in-mid-round"},
    "tamper contacts": {"housing-opened", "base-opened"},
}  # fmt: skip

GOOD = """
name = "odd"
say = "Something odd."
procedures = ["idle", "cut"]
happens = [{ do = "jams", with = { at = 3, place = "feed" } }]

[reach]
told = ["shuffler-jammed"]
"""


def written(folder: Path, text: str) -> Path:
    (folder / "shuffler").mkdir(parents=True)
    (folder / "shuffler" / "odd.toml").write_text(text)
    return folder


def test_a_file_is_read_as_it_is_meant(tmp_path: Path) -> None:
    fault = load(DOERS, written(tmp_path, GOOD))["odd"]
    assert fault.device == "shuffler"
    assert fault.happens[0].params == {"at": 3, "place": "feed"}
    assert fault.points == (Procedure.IDLE, Procedure.CUT)


@pytest.mark.parametrize(
    ("there", "instead", "said"),
    [
        ('name = "odd"', 'name = "even"', "its name is 'even'"),
        ("say =", 'device = "toaster"\nsay =', "the device is what its folder is called"),
        ('["idle", "cut"]', '["after lunch"]', "after lunch"),
        ('procedures = ["idle", "cut"]\n', "", "it never happens"),
        ('procedures = ["idle", "cut"]', 'moments = ["under way"]', "under way"),
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
    with pytest.raises(UserError, match=r"^odd\.toml: ") as trouble:
        load(DOERS, written(tmp_path, GOOD.replace(there, instead)))
    assert said in str(trouble.value)


def test_a_folder_is_a_device(tmp_path: Path) -> None:
    (written(tmp_path, GOOD) / "shuffler").rename(tmp_path / "toaster")
    with pytest.raises(UserError, match=r"^odd\.toml: there is no device 'toaster'; there are shuffler, line, liar"):
        load(DOERS, tmp_path)


def test_two_devices_have_no_fault_of_one_name(tmp_path: Path) -> None:
    written(tmp_path, GOOD)
    (tmp_path / "line").mkdir()
    (tmp_path / "line" / "odd.toml").write_text(GOOD.replace(PLACED, '{ do = "unplug" }'))
    with pytest.raises(UserError, match="line has a fault of this name already"):
        load(DOERS, tmp_path)


def test_every_fault_that_was_thought_of_is_there() -> None:
    there = set(faults())
    assert {kind: names - there for kind, names in THOUGHT_OF.items() if names - there} == {}
    assert there - set().union(*THOUGHT_OF.values()) == set(), "put it with its kind"


def test_the_page_is_made_from_the_files() -> None:
    assert PAGE.read_text() == page(faults().values()), "python3 -m hil faults --write"


def test_every_fault_happens_where_its_device_is() -> None:
    for fault in faults().values():
        at_poker, at_dice = POKER_HAS & {fault.device}, DICE_HAS & {fault.device}
        assert at_poker or not fault.procedures, fault.name
        assert at_dice or not fault.moments, fault.name


def test_the_matrix_has_a_row_for_each_fault_and_says_where_it_went_wrong() -> None:
    held = Outcome(fault="lid-opened", table="poker", point=Procedure.IDLE, wrong=(), alerts=("shuffler-open",))
    child = Outcome(fault="lid-opened", table="poker", point=Procedure.MID_ROUND, wrong=(), child=True)
    wrong = Outcome(fault="jam", table="poker", point=Procedure.CUT, wrong=("nothing is dealt any more",))
    dice = Outcome(fault="cocked-die", table="mini-dice", point=Moment.PAYING, wrong=())
    head, jam, lid, gap, second, cocked = table_of((held, wrong, child, dice)).splitlines()
    assert head.split() == ["poker", "idle", "cut", "mid-round", "alerts"]
    assert jam.split() == ["jam", "-", "WRONG", "-"]
    assert lid.split() == ["lid-opened", "held", "-", "held", "+child", "shuffler-open"]
    assert (gap, second.split(), cocked.split()) == ("", ["mini-dice", "paying", "alerts"], ["cocked-die", "held"])
