"""What a person carries from the device's display or label to the host, once: sixteen letters or more, 80 bits or more.

Crockford's alphabet: no I, L, O or U, so that nobody has to guess; small letters, hyphens and blanks do not matter.
"""

import secrets
from typing import Final

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LETTERS_MIN: Final = 16
"""Five bits each: 80."""
LETTERS_MAX: Final = 32
_MEANT: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
_GROUP: Final = 4


class SecretMistyped(ValueError):  # noqa: N818 - named for what is so
    """No secret at all: too short, too long, or a letter that none has."""


def new_secret() -> str:
    """In groups of four, as a display shows it."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(LETTERS_MIN))
    return "-".join(letters[at : at + _GROUP] for at in range(0, LETTERS_MIN, _GROUP))


def secret_bytes(typed: str) -> bytes:
    """`7k3m-9qxt o1bc-defg` is 7K3M9QXT01BCDEFG. Raises SecretMistyped, which never repeats what was typed."""
    letters = typed.strip().upper().translate(_MEANT)
    if not LETTERS_MIN <= len(letters) <= LETTERS_MAX:
        raise SecretMistyped(f"{len(letters)} letters and digits; a pairing secret has {LETTERS_MIN} to {LETTERS_MAX}")
    if set(letters) - set(ALPHABET):
        raise SecretMistyped("a pairing secret has digits and letters only, and no U")
    return letters.encode("ascii")
