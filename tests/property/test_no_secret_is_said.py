"""A secret that is written into table.toml is refused and not repeated; a known one is in no line and in no bundle."""

import json
import logging
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import firmware_host
from firmware_host.config import load
from firmware_host.diagnostics import support_bundle
from firmware_host.diagnostics.log import JsonFormatter, TextFormatter
from firmware_host.diagnostics.redaction import HIDDEN, Redaction
from firmware_host.errors import UserError
from tests.diagnostics.test_support_bundle import opened
from tests.inner_loop import drawn

POKER = (Path(firmware_host.__file__).parent / "examples" / "poker.toml").read_text()

NAMES = ("password", "passwd", "api_key", "token", "secret", "pin", "broker_password", "my-token", "passphrase", "psk")

MARK = "Zq7"
"""In every secret, so that half of one is found as well, and in nothing else here."""


Quote = Callable[[str], str]


spelled = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Zl", "Zp"]), max_size=12)

secrets = st.tuples(spelled, spelled).map(lambda parts: f"{parts[0]}{MARK}{parts[1]}{MARK}")

names = st.sampled_from(NAMES)


def basic(secret: str) -> str:
    return json.dumps(secret, ensure_ascii=False)


def literal(secret: str) -> str:
    return basic(secret) if "'" in secret else f"'{secret}'"


def lines(secret: str) -> str:
    return f'"""{basic(secret)[1:-1]}\n  second {MARK} line"""'


def listed(secret: str) -> str:
    return f"[ # {{ ]\n  {basic(secret)},\n  {basic(secret)} ]"


def table(secret: str) -> str:
    return f"{{ a = 1, b = [{basic(secret)}] }}"


quoted = st.sampled_from((basic, literal, lines, listed, table))

places = st.sampled_from(
    (
        "[mqtt]\n{name} = {value} # as told",
        '[mqtt]\nx = {{ y = 1, "{name}" = {value} }}',
        '[mqtt]\n"{name}".at = {value}',
        "[table]\n{name} = {value}",
        "[devices.shuffler]\n{name} = {value}",
    )
)


def in_place(place: str, name: str, value: str) -> str:
    """The example with this option in a section that it has."""
    section, option = place.format(name=name, value=value).split("\n", 1)
    assert POKER.count(f"\n{section}\n") == 1
    return POKER.replace(f"\n{section}\n", f"\n{section}\n{option}\n")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("written") / "table.toml"


def refused(file: Path, text: str) -> str:
    """What a bundle has of a file that holds a secret: the refusal and nothing else."""
    file.write_text(text, encoding="utf-8")
    said = load.shown(file)
    assert said.startswith("left out, because an invalid file may contain a secret: ")
    return said


def test_a_file_without_any_is_shown_as_it_is_and_another_as_it_is_refused(file: Path) -> None:
    file.write_text(POKER, encoding="utf-8")
    assert load.shown(file) == POKER
    said = refused(file, in_place("[mqtt]\n{name} = {value}", "password", f'"{MARK}"'))
    with pytest.raises(UserError) as trouble:
        load.read(file)
    assert said.endswith(f": {trouble.value}\n")


@settings(max_examples=drawn(30))
@given(secret=secrets, name=names, quote=quoted, place=places)
def test_no_secret_may_stand_in_table_toml_and_none_is_repeated(
    file: Path, secret: str, name: str, quote: Quote, place: str
) -> None:
    text = in_place(place, name, quote(secret))
    tomllib.loads(text)
    assert MARK not in refused(file, text)


@settings(max_examples=drawn(30))
@given(
    secret=secrets,
    name=names,
    quote=quoted,
    broken=st.sampled_from(("[table\n", "x = \n", '"""\n', "'''\n", "= 3\n", 'x = "never closed\n')),
)
def test_nor_is_one_of_a_file_that_is_no_toml(file: Path, secret: str, name: str, quote: Quote, broken: str) -> None:
    assert MARK not in refused(file, f"{broken}{name} = {quote(secret)}\nnext = 1\n")


@settings(max_examples=drawn(30))
@given(secret=secrets)
@example(secret=f"p@ss{MARK}@")
@example(secret=f"a/b {MARK}")
def test_nor_is_one_of_an_address(file: Path, secret: str) -> None:
    text = POKER.replace('url = "mqtt://', f"url = {basic(f'mqtt://tab:{secret}@')[:-1]}", 1)
    assume(text != POKER)
    said = refused(file, text)
    assert MARK not in said
    assert "set `credentials` to its path" in said


@pytest.mark.parametrize("name", [name for name in NAMES if name != "pin"])
def test_a_secret_is_refused_with_where_it_belongs(file: Path, name: str) -> None:
    said = refused(file, in_place("[mqtt]\n{name} = {value}", name, f'"{MARK}"'))
    assert f"unknown name `{name}` in [mqtt], and this file must not contain secrets" in said


@given(secret=secrets.filter(lambda secret: len(secret) >= 6))
def test_one_that_is_known_is_in_no_line_and_in_no_bundle(secret: str) -> None:
    redaction = Redaction()
    redaction.knows(secret)
    said = (secret, repr(secret), json.dumps(secret), basic(secret), secret.encode().hex(), f"cannot use {secret}!")
    for words in said:
        record = logging.LogRecord("x", logging.WARNING, __file__, 1, "%s", (words,), None)
        assert MARK not in TextFormatter(redaction.hidden).format(record)
        assert MARK not in json.loads(JsonFormatter(redaction.hidden).format(record))["message"]
    parts = {"words.txt": "\n".join(said), "objects.jsonl": json.dumps({"a": [secret, {"b": secret}], secret: 1})}
    for part in opened(support_bundle.packed(parts, redaction)).values():
        assert MARK not in part
        assert HIDDEN in part


@given(number=st.integers(min_value=100_000, max_value=999_999))
def test_what_is_an_object_stays_one(number: int) -> None:
    """A password may be a number, and only where it is a text is it hidden."""
    redaction = Redaction()
    redaction.knows(str(number))
    line = json.dumps({"at": number, "message": f"refused {number}"})
    assert json.loads(redaction.hidden_lines(line)) == {"at": number, "message": f"refused {HIDDEN}"}
