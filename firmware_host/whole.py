"""Writing all of something small. The system may take a part of it where the disk has room for no more, and says so."""

import os


def write(file: int, data: bytes) -> None:
    """Write all of it. Raises `OSError` where that cannot be: what was taken by then is no file to go by."""
    left = memoryview(data)
    while left:
        left = left[os.write(file, left) :]
