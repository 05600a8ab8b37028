"""Prints figures: the median and the 99th percentile, never a single run."""

from collections.abc import Sequence


def quantile(seconds: Sequence[float], of: float) -> float:
    """Return the quantile."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, round(of * len(ordered)))]


def row(name: str, seconds: Sequence[float]) -> str:
    """Return one line: name, median, 99th percentile and count, in milliseconds."""
    p50, p99 = quantile(seconds, 0.5), quantile(seconds, 0.99)
    return f"{name:<48} p50 {p50 * 1e3:8.2f} ms   p99 {p99 * 1e3:8.2f} ms   n {len(seconds)}"
