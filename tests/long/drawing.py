"""Runs what hypothesis draws for as long as a search wants, in parts that each have a seed of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from tests.long.search import Search

PART = 50
"""The most examples of one part. Each part has its own seed, so that a failing one can be repeated by itself."""


def _settings(examples: int, steps: int) -> settings:
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        print_blob=False,
        suppress_health_check=list(HealthCheck),
    )


def runs_machine(search: Search, machine: type[RuleBasedStateMachine], *, steps: int = 50) -> None:
    """Run it until nothing is left; the machine itself counts its work."""
    part = drawn = 0
    while search.left:
        usual = max(1, search.done // max(1, drawn))
        examples = min(PART, 1 + search.left // usual) if drawn else 1
        run_state_machine_as_test(seed(search.seed + part)(machine), settings=_settings(examples, steps))
        part, drawn = part + 1, drawn + examples


def runs_examples(search: Search, test: Callable[[Any], None], drawn: st.SearchStrategy[Any]) -> None:
    """Run the test on so many examples, and count each."""

    def counted(example: Any) -> None:
        test(example)
        search.did()

    part = 0
    while search.left:
        examples = min(search.left, 10 * PART)
        seed(search.seed + part)(_settings(examples, 1)(given(drawn)(counted)))()
        part += 1
