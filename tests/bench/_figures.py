"""How figures are printed: the median and the slowest of a hundred, never one run alone."""

import statistics
from collections.abc import Sequence


def row(name: str, seconds: Sequence[float]) -> str:
    """Return one line: name, median, 99th percentile and count, in milliseconds."""
    ordered = sorted(seconds)
    p99 = ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))]
    return f"{name:<48} p50 {statistics.median(ordered) * 1e3:8.2f} ms   p99 {p99 * 1e3:8.2f} ms   n {len(ordered)}"
