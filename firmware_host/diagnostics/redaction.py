"""
Redaction: known secrets are replaced in the log and in support bundles, by exact match, in every usual encoding.

Each secret is kept in a file of its own and never in table.toml, so the program knows all of them: see
`app/known_secrets.py`.
"""

import base64
import json
import re
from collections.abc import Iterator

HIDDEN = "[hidden]"

SHORTEST = 6
"""A shorter secret would match parts of ordinary words."""

SHORTEST_WORD = 4
"""A short secret of letters and digits is replaced only as a whole word."""


class Redaction:
    """Replaces every secret that was added with `knows`."""

    def __init__(self) -> None:
        """Begin without secrets."""
        self._known: tuple[str, ...] = ()
        self._short: tuple[re.Pattern[str], ...] = ()

    def knows(self, secret: bytes | str) -> None:
        """Add a secret, in all its encodings."""
        forms = {form for form in _forms(secret) if len(form) >= SHORTEST}
        if isinstance(secret, str) and _is_no_word(secret):
            self._short = (*self._short, re.compile(rf"(?<![^\W_]){re.escape(secret)}(?![^\W_])"))
        # The longest first: otherwise the rest of a secret that contains another would remain.
        self._known = tuple(sorted({*self._known, *forms}, key=lambda form: (-len(form), form)))

    def hidden(self, words: str) -> str:
        """
        Return the text without any known secret.

        >>> redaction = Redaction()
        >>> redaction.knows("open sesame")
        >>> redaction.hidden("the broker refused 'open sesame'")
        "the broker refused '[hidden]'"
        """
        for known in self._known:
            words = words.replace(known, HIDDEN)
        for short in self._short:
            words = short.sub(HIDDEN, words)
        return words

    def hidden_lines(self, objects: str) -> str:
        """Return lines of JSON objects without any known secret. Only strings are searched, so the lines stay JSON."""
        return "".join(f"{self._hidden_object(line)}\n" for line in objects.splitlines())

    def _hidden_object(self, line: str) -> str:
        try:
            said = json.loads(line)
        except ValueError:
            return self.hidden(line)
        cleared = self._hidden_value(said)
        return line if cleared == said else json.dumps(cleared, ensure_ascii=False, separators=(",", ":"))

    def _hidden_value(self, said: object) -> object:
        match said:
            case str():
                return self.hidden(said)
            case list():
                return [self._hidden_value(each) for each in said]
            case dict():
                return {self.hidden(name): self._hidden_value(value) for name, value in said.items()}
            case _:
                return said


def _is_no_word(secret: str) -> bool:
    kinds = {sign.isalpha() for sign in secret if sign.isalnum()}
    return SHORTEST_WORD <= len(secret) < SHORTEST and len(kinds) == 2


def _forms(secret: bytes | str) -> Iterator[str]:
    raw = secret.encode() if isinstance(secret, str) else secret
    yield from (raw.hex(), raw.hex().upper(), base64.b64encode(raw).decode(), base64.urlsafe_b64encode(raw).decode())
    if isinstance(secret, str):
        yield from (secret, json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1], repr(secret)[1:-1])
