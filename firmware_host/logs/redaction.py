"""
No key, PIN or password leaves by a log or a bundle: neither one that is known here nor one that looks like it.

Where a line does not show how far a secret goes, all that follows it is hidden: rather too much than half a password.
"""

import base64
import json
import re
from collections.abc import Iterator

from firmware_host.logs.secret_names import HINTS, NAMED, PIN, hides

HIDDEN = "[hidden]"
SHORTEST = 6
"""A shorter secret would hide half of the words; a PIN has six digits."""
SHORTEST_WORD = 4
"""One of letters and digits is no word and no number: it is hidden where it stands by itself."""

_QUOTED = (
    r"""(?P<quote>\"{3}|'{3}) .*? (?:(?P=quote)|\Z) | (?: "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' ) """
    r"""(?= [^\S\n]* (?: [,;}\])\n\#] | \Z ) )"""
)
"""A quote that ends in the middle of something may be a letter of the secret."""
_SAID = r"""["'\]]{0,2} \s* (?: [:=] | \bis\b ) \s*"""
_IN_AN_ADDRESS = re.compile(r"(?<=://)(?:[^\s:/@]*:(?!\d{1,5}(?![^\s/,;)\"'\]]))[^\n]*|\S*)@")
"""A password of the address may have `@` in it, and blanks; behind a colon without one there is a port."""
_NAMED = re.compile(rf"(?isx)(?<![^\W_]) (?P<name>{NAMED} {_SAID}) (?:{_QUOTED} | [^\s][^\n]*)")
_OF_A_PERSON = re.compile(rf"(?isx)(?<![^\W_]) (?P<name>{PIN} {_SAID}) (?!\d{{1,2}}(?!\w)) (?:{_QUOTED} | [^\s][^\n]*)")
"""`pin = 13` is a pin of the board."""
_SPOKEN = re.compile(
    r"(?i)(?<![^\W_])(?P<name>pins?\b[^\n]{0,60}?(?<!\d))"
    r"(?P<pins>\d{6,}(?:[\"']?\s*(?:[,;/&]|\b(?:and|or|then)\b)*\s*[\"']?\d{6,}(?!\d))*)"
)
"""Of several, those that follow as in a list; a number with other words before it may be an amount in cents."""
_DIGITS = re.compile(r"\d{6,}")


_OPTION = re.compile(NAMED + "|" + PIN, re.IGNORECASE)


class Redaction:
    """Hides secrets in words. Those that are read from files are made known to it by `knows`."""

    def __init__(self) -> None:
        """Begin with what secrets look like."""
        self._known: tuple[str, ...] = ()
        self._short: tuple[re.Pattern[str], ...] = ()

    def knows(self, secret: bytes | str) -> None:
        """Hide this from now on, however it is written down."""
        forms = {form for form in _forms(secret) if len(form) >= SHORTEST}
        if isinstance(secret, str) and _is_no_word(secret):
            self._short = (*self._short, re.compile(rf"(?<![^\W_]){re.escape(secret)}(?![^\W_])"))
        # The longest first: what another one begins with is not left over.
        self._known = tuple(sorted({*self._known, *forms}, key=lambda form: (-len(form), form)))

    def hidden(self, words: str) -> str:
        """
        Return the words without any secret.

        >>> Redaction().hidden("mqtt://table:ses@me@broker, password = 'open sesame'")
        "mqtt://[hidden]@broker, password = '[hidden]'"
        """
        for known in self._known:
            words = words.replace(known, HIDDEN)
        for short in self._short:
            words = short.sub(HIDDEN, words)
        if "://" in words:
            words = _IN_AN_ADDRESS.sub(f"{HIDDEN}@", words)
        small = words.lower()
        if not any(hint in small for hint in HINTS):
            return words
        words = _OF_A_PERSON.sub(_without_value, _NAMED.sub(_without_value, words))
        return _SPOKEN.sub(lambda found: found["name"] + _DIGITS.sub(HIDDEN, found["pins"]), words)

    def hidden_lines(self, objects: str) -> str:
        """Return lines of JSON objects without any secret: each text in them by itself, so that they stay JSON."""
        return "".join(f"{self._hidden_object(line)}\n" for line in objects.splitlines())

    def _hidden_object(self, line: str) -> str:
        try:
            said = json.loads(line)
        except ValueError:
            return self.hidden(line)
        cleared = self.hidden_value(said)
        return line if cleared == said else json.dumps(cleared, ensure_ascii=False, separators=(",", ":"))

    def hidden_value(self, said: object) -> object:
        """Return a value as it comes from JSON, without any secret."""
        match said:
            case str():
                return self.hidden(said)
            case list():
                return [self.hidden_value(each) for each in said]
            case dict():
                return {self.hidden(name): self._hidden_under(name, value) for name, value in said.items()}
            case _:
                return said

    def _hidden_under(self, name: str, value: object) -> object:
        if isinstance(value, str):
            # As in words: there the name says that it is one.
            return HIDDEN if hides(name, value) else self.hidden(value)
        return self.hidden_value(value)


def _is_no_word(secret: str) -> bool:
    kinds = {sign.isalpha() for sign in secret if sign.isalnum()}
    return SHORTEST_WORD <= len(secret) < SHORTEST and len(kinds) == 2


def _without_value(found: re.Match[str]) -> str:
    value = found[0].removeprefix(found["name"])
    quote = found["quote"] or (value[0] if value[0] in "\"'" and value[-1] == value[0] and len(value) > 1 else "")
    if not hides(_OPTION.findall(found["name"])[0], value.strip("\"'")):
        return found[0]
    return f"{found['name']}{quote}{HIDDEN}{quote}"


def _forms(secret: bytes | str) -> Iterator[str]:
    raw = secret.encode() if isinstance(secret, str) else secret
    yield from (raw.hex(), raw.hex().upper(), base64.b64encode(raw).decode(), base64.urlsafe_b64encode(raw).decode())
    if isinstance(secret, str):
        yield from (secret, json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1], repr(secret)[1:-1])
