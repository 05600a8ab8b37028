"""How many examples chance draws: fewer in the inner loop than in a whole run."""

from hypothesis import settings

WHOLE, QUICK = "whole", "quick"

USUAL = 100

"""Hypothesis's own number for a test that names none."""

# How long an example takes says what else runs on the machine, and nothing about what is tested.
settings.register_profile(WHOLE, deadline=None)

settings.register_profile(QUICK, deadline=None, max_examples=USUAL // 5)


def drawn(examples: int) -> int:
    """Return so many in a whole run, and their share in the inner loop."""
    in_force = settings().max_examples
    return max(1, examples * in_force // USUAL)
