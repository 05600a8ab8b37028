"""Compares the installed program with its manifest at every start and every hour, and reports the result."""

import asyncio
from collections.abc import Awaitable, Callable

from firmware_host.diagnostics.program_manifest import Found, ProgramConfig, check
from firmware_host.table.acts.system import ReportProgram

NAME = "program"

EVERY_S = 3600.0

MOST_NAMED = 20
"""The record names at most this many differing files, and says how many there are."""

Tell = Callable[[ReportProgram], Awaitable[object]]


async def watch_program(
    config: ProgramConfig, tell: Tell, *, compare: Callable[[ProgramConfig], Found] = check
) -> None:
    """Compare and report until cancelled."""
    while True:
        await tell(report(config, await asyncio.to_thread(compare, config)))
        await asyncio.sleep(EVERY_S)


def report(config: ProgramConfig, found: Found) -> ReportProgram:
    return ReportProgram(
        house_key=config.house_key,
        serial=found.serial,
        sha256=found.sha256,
        differing=found.differing[:MOST_NAMED],
        differ=len(found.differing),
    )
