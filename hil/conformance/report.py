"""Examine the device at a port clause by clause, and print what was found."""

import argparse
import asyncio
from collections import Counter
from collections.abc import Sequence

import msgspec

from drivers.link.crypto import Pairing
from drivers.link.link_events_and_timing import LINK_TIMING
from drivers.link.pairing import KeysMissing
from drivers.serial.port_errors import PortTrouble
from drivers.serial.port_opening import open_stream, parse_address
from firmware_host.commands.shuffler_port import port_unavailable
from firmware_host.devices.pairing_key_file import PairingKeyFile
from firmware_host.errors import UserError
from hil.conformance.bench import Bench
from hil.conformance.clause import Finding, Verdict
from hil.conformance.raw_line import Line
from hil.conformance.suite import findings
from hil.conformance.verdicts import NotMet

NOT_MET = 1


def run(options: argparse.Namespace) -> int:
    """Return 1 where a clause is not met."""
    try:
        pairings = PairingKeyFile(options.data).pairings()
        found = asyncio.run(_examined(options, pairings))
    except KeysMissing as missing:
        raise UserError(f"{missing}: pair it first, then conform with the same --data") from None
    except PortTrouble as trouble:
        raise port_unavailable(trouble) from None
    if not options.json:
        print(_summed_up(found))
    return NOT_MET if any(finding.verdict is Verdict.NOT_MET for finding in found) else 0


async def _examined(options: argparse.Namespace, pairings: Sequence[Pairing]) -> list[Finding]:
    stream = await open_stream(parse_address(options.port))
    try:
        bench = await _paired(Line(stream), pairings, moves=options.moves)
        found = []
        async for finding in findings(bench):
            print(_as_json(finding) if options.json else _as_line(finding), flush=True)
            found.append(finding)
        return found
    finally:
        stream.close()


async def _paired(line: Line, pairings: Sequence[Pairing], *, moves: bool) -> Bench:
    """With the pairing that holds; with the newest where none does, for the report to say so."""
    benches = [Bench(line=line, pairing=pairing, timing=LINK_TIMING, moves=moves) for pairing in pairings]
    for bench in benches:
        try:
            await bench.welcomed()
        except NotMet:
            continue
        return bench
    if await benches[0].answer(benches[0].hello()) is None:
        raise UserError("nothing answers at this port: is it the right one, and does the device have power?")
    return benches[0]


def _as_line(finding: Finding) -> str:
    clause = finding.clause
    why = f"\n{'':19}{finding.why}" if finding.why else ""
    return f"{finding.verdict:19}{clause.section}: {clause.says} ({clause.name}){why}"


def _as_json(finding: Finding) -> str:
    clause = finding.clause
    told = {
        "clause": clause.name,
        "section": clause.section,
        "says": clause.says,
        "verdict": finding.verdict,
        "why": finding.why or None,
    }
    return msgspec.json.encode(told).decode()


def _summed_up(found: Sequence[Finding]) -> str:
    counts = Counter(finding.verdict for finding in found)
    return ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict)
