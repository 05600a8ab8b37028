"""No key, PIN or password leaves by a log or a bundle: neither one that is known here nor one that looks like it."""

import base64
import logging
import re

HIDDEN = "[hidden]"
SHORTEST = 6
"""A shorter secret would hide half of the words; a PIN has six digits."""

_IN_AN_ADDRESS = re.compile(r"(?<=://)[^/@\s]+@")
_NAMED = re.compile(
    r"""(?ix) \b (
        (?: pass(?:word|phrase)? | secret | pin | pepper | token | (?:private|signing|pairing|session)[ _-]key )
        ["']? \s* [:=] \s* ["']?
    ) (?! \[hidden\] ) ( [^\s"',;}\]]+ )"""
)


class Redaction:
    """Hides secrets in words. Those that are read from files are made known to it by `knows`."""

    def __init__(self) -> None:
        """Begin with what secrets look like."""
        self._known: set[str] = set()

    def knows(self, secret: bytes | str) -> None:
        """Hide this from now on, however it is written down."""
        raw = secret.encode() if isinstance(secret, str) else secret
        forms = {raw.hex(), raw.hex().upper(), base64.b64encode(raw).decode(), base64.urlsafe_b64encode(raw).decode()}
        if isinstance(secret, str):
            forms.add(secret)
        self._known |= {form for form in forms if len(form) >= SHORTEST}

    def hidden(self, words: str) -> str:
        """
        Return the words without any secret.

        >>> Redaction().hidden("mqtt://table:sesame@broker, password = 'sesame'")
        "mqtt://[hidden]@broker, password = '[hidden]'"
        """
        for known in self._known:
            words = words.replace(known, HIDDEN)
        words = _IN_AN_ADDRESS.sub(f"{HIDDEN}@", words)
        return _NAMED.sub(rf"\1{HIDDEN}", words)


class Redacting(logging.Formatter):
    """Any formatter's words without secrets, tracebacks and all."""

    def __init__(self, words: logging.Formatter, redaction: Redaction) -> None:
        """Store."""
        super().__init__()
        self._words = words
        self._redaction = redaction

    def format(self, record: logging.LogRecord) -> str:
        """Return what may be seen."""
        return self._redaction.hidden(self._words.format(record))
