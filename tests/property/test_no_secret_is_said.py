"""Wherever somebody writes a secret down, it is in no line of the log and in no bundle."""

import json
import logging
import tomllib
from collections.abc import Callable

from hypothesis import assume, example, given
from hypothesis import strategies as st

from firmware_host.logs import written_options
from firmware_host.logs.lines import Objects, Words
from firmware_host.logs.redaction import HIDDEN, Redaction
from firmware_host.support import bundle
from tests.integration.test_support_bundle import opened

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
        "{name} = {value}",
        "[mqtt]\n{name} = {value} # as told",
        '[mqtt]\nx = {{ y = 1, "{name}" = {value} }}',
        'mqtt."{name}".at = {value}',
        "[{name}]\nx = {value}",
        "[[games.{name}.x]]\na = 1\nb.c = {value}",
    )
)
AROUND = """
[board]
pin = 13
[own]
title = 'a # [b]'
{}
[devices.tamper]
pin = 13 # of the board
at = 2026-01-01 07:00:00
"""


def bundled(text: str) -> str:
    return opened(bundle.packed({"table.toml": written_options.hidden(text)}, Redaction()))["table.toml"]


@given(secrets, names, quoted, places)
def test_no_secret_of_a_file_that_is_toml_is_in_a_bundle(secret: str, name: str, quote: Quote, place: str) -> None:
    text = AROUND.format(place.format(name=name, value=quote(secret)))
    tomllib.loads(text)
    shown = bundled(text)
    assert MARK not in shown
    assert HIDDEN in shown
    assert shown.count("pin = 13") == 2
    assert tomllib.loads(shown)["devices"] == tomllib.loads(text)["devices"], "it stays TOML, and the rest what it was"


@given(
    secrets, names, quoted, st.sampled_from(("[table\n", "x = \n", '"""\n', "'''\n", "= 3\n", 'x = "never closed\n'))
)
def test_nor_of_one_that_is_none(secret: str, name: str, quote: Quote, broken: str) -> None:
    text = f"{broken}{name} = {quote(secret)}\nnext = 1\n"
    shown = bundled(text)
    assert MARK not in shown
    assert "next = 1" in shown


@given(secrets)
@example(f"p@ss{MARK}@")
@example(f"a/b {MARK}")
def test_nor_of_an_address(secret: str) -> None:
    text = f"x = 1\nurl = {basic(f'mqtt://tab:{secret}@127.0.0.1')}\n"
    for written in (text, "[\n" + text):
        shown = bundled(written)
        assert MARK not in shown
        assert "@127.0.0.1" in shown


@given(
    secrets.filter(lambda secret: not secret[0].isspace()),
    names,
    st.sampled_from(
        ("{0} = {1}", "the {0}: {1}", "{0}={2}", '{{"{0}": {2}}}', "{{'{0}': {3!r}}}", "mqtt://u:{1}@host")
    ),
)
@example("1 Zq7", "password", "{0} = {1}")
def test_nor_does_a_line_of_the_log_say_one(secret: str, name: str, said: str) -> None:
    # Written bare, what begins with a quote cannot be told from what is quoted.
    assume("{1}" not in said or secret[0] not in "\"'")
    line = said.format(name, secret, json.dumps(secret), secret)
    record = logging.LogRecord("x", logging.WARNING, __file__, 1, "%s", (line,), None)
    hides = Redaction().hidden
    assert MARK not in Words(hides).format(record)
    assert MARK not in json.loads(Objects(hides).format(record))["message"]


@given(secrets.filter(lambda secret: len(secret) >= 6))
def test_nor_is_one_that_is_known_said_in_any_words(secret: str) -> None:
    redaction = Redaction()
    redaction.knows(secret)
    for words in (secret, repr(secret), json.dumps(secret), secret.encode().hex(), f"cannot use {secret}!"):
        assert MARK not in redaction.hidden(words)
    assert MARK not in redaction.hidden_lines(json.dumps({"a": [secret, {"b": secret}]}))
