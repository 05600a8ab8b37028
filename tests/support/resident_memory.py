"""How much memory this process has in use."""

import gc
from pathlib import Path


def resident_mb() -> float:
    """Return it, without what only waits to be thrown away."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1_000_000
