"""What an entry point of the group `firmware_host.commands` gives."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Command:
    """A subcommand: its words, its options, and what it does. `run` returns the exit code or raises `Trouble`."""

    summary: str
    example: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
