"""A histogram of durations that needs no metrics library."""

from bisect import bisect_left

STEPS_S = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


class LatencyHistogram:
    """Counts durations in buckets. One thread adds; any thread may read."""

    def __init__(self, steps_s: tuple[float, ...] = STEPS_S) -> None:
        self.steps_s = steps_s
        self.sum_s = 0.0
        self._counts = [0] * (len(steps_s) + 1)

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(self.steps_s, seconds)] += 1
        self.sum_s += seconds

    @property
    def up_to(self) -> tuple[int, ...]:
        """Return the cumulative count for each step, and the total count at the end."""
        totals, total = [], 0
        for each in self._counts:
            total += each
            totals.append(total)
        return tuple(totals)
