"""What is wrong with a record that cannot be opened. The files are left as they are, always."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from firmware_host.errors import UserError
from firmware_host.journal.chain import ChainBroken

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError)

"""What comes of decoding bytes that were something else once; msgspec leaves text that is none to Python."""


class Damaged(Exception):  # noqa: N818 - a state of the record
    """Something in the record is not as it was written; the words say what."""


@contextmanager
def reported(folder: Path) -> Iterator[None]:
    """Turn whatever damage leads to into one line for a person."""
    try:
        yield
    # A TypeError or ValueError is what bytes of another type or a wrong length lead to.
    except (sqlite3.Error, Damaged, ChainBroken, msgspec.MsgspecError, TypeError, ValueError, OSError) as error:
        raise UserError(
            f"the journal in {folder} is damaged or not one of ours ({error}); it was left untouched: "
            f"`firmware-host journal verify {folder}` says more, `firmware-host journal restore {folder} --data NEW "
            "--by ONE --and ANOTHER` goes on in a new journal that names this one"
        ) from error
