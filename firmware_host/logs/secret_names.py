"""What a secret is called, wherever somebody writes one down beside its name."""

import re

_KEY = r"(?:api|access|auth|client|encryption|master|pairing|private|secret|session|shared|signing|ssh)[\x20_-]?key"
_ANYWHERE = rf"(?:pass(?:word|wd|phrase|code)|pwd|psk|secret|token|pepper|credential|{_KEY})"
_ALONE = r"(?:pass|auth|bearer|authorization)"
"""Parts of too many innocent words (`bypassed`): suspicious only by themselves, as in `broker-pass`."""

NAMED = rf"(?:[\w-]{{0,40}}{_ANYWHERE}(?:s|[_-]?\d+)?|(?:[\w-]{{0,40}}[_-])?{_ALONE})(?![^\W_])"
PIN = r"(?:[\w-]{0,40}[_-])?pin(?![^\W_])"
"""Both are for patterns that ignore case; what stands before them in the word belongs to the name."""

HINTS = ("pass", "pwd", "psk", "secret", "token", "pepper", "credential", "key", "auth", "bearer", "pin")
"""One of them is in each of those, in small letters, and quickly looked for: most lines have none."""

_NAMED = re.compile(NAMED, re.IGNORECASE)
_PIN = re.compile(PIN, re.IGNORECASE)
_ON_A_BOARD = 99
_PATHS = {"credentials", "pepper"}
"""Options that name the file of a secret; that is worth knowing, and no secret."""


def hides(name: str, value: object) -> bool:
    """
    Return whether what an option of this name says is to be hidden. A pin of the board is none of a person's.

    >>> hides("broker_password", "sesame"), hides("pin", "482915"), hides("pin", 13), hides("pepper", "/etc/pepper")
    (True, True, False, False)
    """
    if _PIN.fullmatch(name):
        return not (isinstance(value, int) and 0 <= value <= _ON_A_BOARD)
    if name in _PATHS and isinstance(value, str):
        return not value.startswith(("/", "./", "../")) and not value.endswith((".toml", ".pepper"))
    return _NAMED.fullmatch(name) is not None
