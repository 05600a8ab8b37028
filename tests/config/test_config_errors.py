"""A mistake in table.toml is told with its line, what may stand there, and what was meant."""

from pathlib import Path

import msgspec
import pytest

import firmware_host
from firmware_host.config.errors import told
from firmware_host.config.load import Config
from firmware_host.table.config import TableConfig

POKER = (Path(firmware_host.__file__).parent / "examples" / "poker.toml").read_text()


def said(text: str) -> str:
    with pytest.raises(msgspec.MsgspecError) as wrong:
        msgspec.toml.decode(text, type=Config)
    return told(wrong.value, of=Config, text=text)


def line_of(text: str, what: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if what in line)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        pytest.param("seats =", "seets =", "unknown name `seets` in [table]; did you mean `seats`?", id="an option"),
        pytest.param("[mqtt]", "[mqqt]", "unknown name `mqqt` at the top level; did you mean `mqtt`?", id="a section"),
        pytest.param(
            "[devices.shuffler]",
            "[devices.shufler]",
            "unknown name `shufler` in [devices]; did you mean `shuffler`?",
            id="a section within one",
        ),
        pytest.param('game = "holdem"', 'game = "holden"', "; did you mean `holdem`?", id="a word of several"),
        pytest.param(
            '"red"]',
            '"redd"]',
            "redd is not valid; expected list of 2: one of blue, red, green, black; did you mean `red`?",
            id="a word of a list",
        ),
        pytest.param(
            "relief_minutes = 30",
            'relief_minutes = "soon"',
            "wrong type; expected whole number",
            id="another kind",
        ),
        pytest.param(
            "seats = [",
            "seats = [1, 2, 3, 4, 5, 6, ",
            "`seats` in [table]: write at most 11 entries",
            id="too many",
        ),
    ],
)
def test_what_is_misspelt_is_told_with_its_line_and_what_was_meant(old: str, new: str, words: str) -> None:
    text = POKER.replace(old, new, 1)
    assert text != POKER
    assert words in said(text)
    assert said(text).startswith(f"line {line_of(text, new)}: ")


def test_what_is_missing_is_told_with_its_section_and_what_belongs_there() -> None:
    text = "\n".join(line for line in POKER.splitlines() if not line.startswith("house ="))
    wanted = "`house` is missing in [table]: name of small letters, digits and hyphens, 32 at most"
    assert said(text) == f"line {line_of(text, '[table]')}: {wanted}"
    assert said("") == "the section [table] is missing"


def test_a_dotted_key_is_found_by_all_of_its_name() -> None:
    text = POKER.replace("[devices.lamps]\nstatus = 25\ngate = 26", "[devices]\nlamps.status = 25\nlamps.gate = 99")
    assert said(text.replace("\ncall = 27", "\nlamps.call = 27")).startswith(f"line {line_of(text, '= 99')}: `gate`")


def test_what_is_no_text_is_told_with_its_line() -> None:
    with pytest.raises(UnicodeDecodeError) as wrong:
        b"[table]\n\xe4".decode()
    assert told(wrong.value, of=Config) == "line 2: not UTF-8 text; save the file as UTF-8"


def test_what_is_no_toml_is_told_with_the_line_that_the_reader_names() -> None:
    assert "line 1" in said("[table\n")


def test_settings_that_stand_in_no_file_are_told_without_a_line() -> None:
    with pytest.raises(msgspec.ValidationError) as wrong:
        msgspec.convert({"gaem": "holdem"}, TableConfig)
    assert told(wrong.value, of=TableConfig, within="table").startswith(("unknown name `gaem` in [table]", "`"))
