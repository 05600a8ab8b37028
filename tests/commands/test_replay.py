"""`firmware-host replay`: what is printed for people and for programs, what is refused, and the exit code."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest

from tests.support import command_line
from tests.support.command_line import PROGRAM, Ran

HANDS = Path(__file__).parents[1] / "rules" / "hands"


SPLIT = HANDS / "omaha-hilo-quarters.phh"

UNEVEN = HANDS / "odd-cents-go-round-from-the-button.phh"

SIDE_POTS = HANDS / "three-side-pots.phh"


def typed(*words: str | Path) -> Ran:
    return command_line.typed("replay", *words)


def changed(file: Path, old: str, new: str, into: Path) -> Path:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    target = into / file.name
    target.write_text(text.replace(old, new), encoding="utf-8")
    return target


def test_a_person_reads_who_won_what_and_by_which_paragraph() -> None:
    ran = typed(SPLIT)
    assert (ran.returncode, ran.stderr) == (0, "")
    why = "(14.6(e)5, 14.11(f), 14.11(f)2, 14.11(g), 14.3(f), I-13, an interpretation)"
    assert ran.stdout.splitlines() == [
        f"{SPLIT}: omaha high-low split eight or better, fixed limit, 3 players",
        f"  the centre pot of 6: p1 wins the high half, 3, with one pair, kings with ace, jack and nine {why}",
        f"  the centre pot of 6: p1 wins the low half, 1.5, with seven-four-three-two-ace low {why}",
        f"  the centre pot of 6: p2 wins the low half, 1.5, with seven-four-three-two-ace low {why}",
        "  finishing stacks: p1 102.5, p2 99.5, p3 98",
    ]


def test_side_pots_are_told_in_the_order_in_which_they_are_pushed() -> None:
    told = [line.split(":")[0].strip() for line in typed(SIDE_POTS).stdout.splitlines()[1:]]
    assert told == [
        "the uncalled 40 goes back to p4 (14.1, I-24, an interpretation)",
        "the side pot 2 of 70",
        "the side pot 1 of 45",
        "the centre pot of 40",
        "finishing stacks",
    ]


def test_an_interpretation_is_marked_as_one(tmp_path: Path) -> None:
    ran = typed(changed(SIDE_POTS, "min_bet = 2", "small_bet = 2", tmp_path))
    assert ran.stderr.endswith(": small_bet: no limit has no such amount (I-6, an interpretation)\n")


def test_programs_read_a_list_and_nothing_else() -> None:
    ran = typed("--json", SPLIT, UNEVEN)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout) == [
        {
            "file": str(SPLIT),
            "hand": None,
            "variant": "FO/8",
            "finishing_stacks": [102.5, 99.5, 98],
            "ok": True,
            "error": None,
        },
        {
            "file": str(UNEVEN),
            "hand": None,
            "variant": "NT",
            "finishing_stacks": [49, 50.34, 50.33, 50.33],
            "ok": True,
            "error": None,
        },
    ]
    stacks = json.loads(ran.stdout)[0]["finishing_stacks"]
    assert [type(stack) for stack in stacks] == [float, float, int]


def test_a_chip_that_is_not_broken_may_be_told(tmp_path: Path) -> None:
    """I-16: to the cent unless told a chip; what the file says in the end is then another matter."""
    file = changed(UNEVEN, "finishing_stacks = [49, 50.34, 50.33, 50.33]", "", tmp_path)
    whole = json.loads(typed("--json", file, "--chip", "1").stdout)[0]
    quarters = json.loads(typed("--json", file, "--chip", "0.25").stdout)[0]
    cents = json.loads(typed("--json", file).stdout)[0]
    assert whole["finishing_stacks"] == [49, 51, 50, 50]
    assert quarters["finishing_stacks"] == [49, 50.5, 50.25, 50.25]
    assert cents["finishing_stacks"] == [49, 50.34, 50.33, 50.33]


def test_a_folder_is_all_the_hands_in_it_and_below_it() -> None:
    ran = typed("--json", HANDS)
    results = json.loads(ran.stdout)
    assert ran.returncode == 0
    assert [result["file"] for result in results] == [str(file) for file in sorted(HANDS.glob("*.phh"))]
    assert all(result["ok"] for result in results)
    assert typed(HANDS).stdout.splitlines()[-1] == f"{len(results)} hands: {len(results)} replayed, 0 failed"


def test_the_tables_of_a_file_of_many_are_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "many.phhs"
    split, uneven = (source.read_text(encoding="utf-8") for source in (SPLIT, UNEVEN))
    file.write_text(f"[1]\n{split}\n[2]\n{uneven.replace('50.34', '50')}\n[3]\n{uneven}\n", encoding="utf-8")
    ran = typed("--json", file)
    results = json.loads(ran.stdout)
    assert ran.returncode == 2
    assert [(result["hand"], result["ok"]) for result in results] == [(1, True), (2, False), (3, True)]
    assert results[1]["error"].startswith(f"{file}[2]: finishing_stacks: player 2 ends with 50 in the file, but 50.34")
    assert results[1]["finishing_stacks"] == [49, 50.34, 50.33, 50.33]


@pytest.mark.parametrize("also", [(), ("--json",)], ids=["for people", "as JSON"])
def test_a_play_that_is_not_legal_is_one_line_and_exit_code_1(tmp_path: Path, also: tuple[str, ...]) -> None:
    file = changed(SIDE_POTS, "'p4 cbr 100'", "'p4 cbr 70', 'p4 cbr 100'", tmp_path)
    ran = typed(*also, file)
    (line,) = ran.stderr.splitlines()
    assert ran.returncode == 1
    assert line.startswith(f"firmware-host: {file}: action 6 (p4 cbr 70): 70 is too little for player 4; allowed: ")
    assert line.endswith("(14.10(f))")
    if also:
        (result,) = json.loads(ran.stdout)
        assert (result["ok"], result["finishing_stacks"]) == (False, None)
        assert f"firmware-host: {result['error']}" == line
    else:
        assert ran.stdout == ""


BAD_INPUT = [
    ("AsAd", "KsAd", "action 2 (d dh p2 KsKd): Ks has already been dealt in this round; "),
    ("2c7d9h", "2c7d9hTh", "action 9 (d db 2c7d9hTh): 3 community cards are due"),
    ("antes = [0, 0, 0, 0]", "antes = [0, 0, -1, 0]", "antes: -1 is below zero"),
    ("'NT'", "'whist'", "variant: 'whist' is not a game in these rules"),
    ("[40, 45, 70, 40]", "[40, 45, 40, 70]", "finishing_stacks: player 3 ends with 40 in the file, but 70 by the"),
    ("min_bet = 2", "min_bet = ", "the file: is not valid TOML: Invalid value"),
]


@pytest.mark.parametrize(("old", "new", "said"), BAD_INPUT)
def test_bad_input_is_one_line_that_names_file_and_place_and_exit_code_2(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    file = changed(SIDE_POTS, old, new, tmp_path)
    for also in ((), ("--json",)):
        ran = typed(*also, file)
        (line,) = ran.stderr.splitlines()
        assert ran.returncode == 2
        assert line.startswith(f"firmware-host: {file}: {said}")


def test_of_several_that_fail_the_highest_exit_code_counts_and_the_others_are_played(tmp_path: Path) -> None:
    illegal = changed(SIDE_POTS, "'p4 cbr 100'", "'p4 cbr 70'", tmp_path)
    missing = tmp_path / "missing.phh"
    ran = typed(missing, illegal, SPLIT)
    assert ran.returncode == 2
    assert [line.split(": ")[1] for line in ran.stderr.splitlines()] == [str(missing), str(illegal)]
    assert ran.stdout.splitlines()[-1] == "3 hands: 1 replayed, 2 failed"
    assert typed(illegal, SPLIT).returncode == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "FILE"),
        ((SPLIT, "--chip", "0"), "--chip: must be more than zero"),
        ((SPLIT, "--chip", "-1"), "--chip"),
        ((SPLIT, "--chip", "nan"), "--chip: 'nan' is not an amount"),
        ((SPLIT, "--loud"), "--loud"),
    ],
)
def test_a_wrong_word_is_one_clear_line_and_exit_code_2(words: tuple[str | Path, ...], said: str) -> None:
    ran = typed(*words)
    assert (ran.returncode, ran.stdout) == (2, "")
    (line,) = ran.stderr.splitlines()
    assert line.startswith("firmware-host")
    assert said in line


def test_a_folder_without_hands_is_named(tmp_path: Path) -> None:
    ran = typed(tmp_path)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == f"firmware-host: {tmp_path}: the folder: contains no hand histories (.phh or .phhs files)\n"


def test_whoever_reads_may_stop_reading() -> None:
    many = [str(HANDS)] * 20
    with subprocess.Popen(
        [PROGRAM, "replay", *many], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == ""
        assert running.wait(timeout=60) == 0


def test_a_person_who_waits_sees_how_far_it_is_and_a_program_does_not(tmp_path: Path) -> None:
    """A line on a terminal's standard error, written over and wiped away; nothing of it elsewhere."""
    many = tmp_path / "many.phhs"
    hand = SPLIT.read_text(encoding="utf-8")
    many.write_text("\n".join(f"[{number}]\n{hand}" for number in range(1, 12_000)), encoding="utf-8")
    seen = _with_a_terminal(PROGRAM, "replay", "--json", str(many))
    assert b" hands" in seen
    assert seen.endswith(b"\r\x1b[K")
    assert typed("--json", SPLIT).stderr == ""


def _with_a_terminal(*command: str) -> bytes:
    ours, theirs = pty.openpty()
    try:
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs) as running:
            os.close(theirs)
            seen = b""
            while True:
                try:
                    more = os.read(ours, 4096)
                except OSError:
                    break
                if not more:
                    break
                seen += more
            assert running.wait(timeout=60) == 0
        return seen
    finally:
        os.close(ours)


def test_a_file_that_would_fill_the_memory_is_not_read(tmp_path: Path) -> None:
    large = tmp_path / "large.phhs"
    with large.open("wb") as opened:
        opened.truncate(32 * 2**20 + 1)
    ran = typed(large)
    assert ran.returncode == 2
    assert ran.stderr == f"firmware-host: {large}: the file: is larger than 32 MB; write the hands into several files\n"


def test_a_file_with_a_mark_of_its_encoding_is_read(tmp_path: Path) -> None:
    marked = tmp_path / "marked.phh"
    marked.write_bytes(b"\xef\xbb\xbf" + SPLIT.read_bytes().replace(b"\n", b"\r\n"))
    assert typed(marked).returncode == 0
