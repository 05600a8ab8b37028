"""Working on a record as the account it belongs to."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def as_owner_of(folder: Path) -> Iterator[None]:
    """Root works as the account whose record it is, or the controller could not write to it afterwards."""
    owner = folder.stat()
    if os.geteuid() != 0 or owner.st_uid == 0:
        yield
        return
    group = os.getegid()
    os.setegid(owner.st_gid)
    os.seteuid(owner.st_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(group)
