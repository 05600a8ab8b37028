"""The installed program and its manifest: what becomes a fact, and what counts as a difference."""

from firmware_host.rules.decision import draft
from firmware_host.table.acts.system import ReportProgram
from firmware_host.table.answering import answers
from firmware_host.table.facts.fact import Drafts
from firmware_host.table.facts.system import ProgramChecked
from firmware_host.table.state.table import Program, TableState


@answers(ReportProgram)
def report_program(state: TableState, act: ReportProgram) -> Drafts:
    """
    Record the comparison at each start, and afterwards if its result has changed.

    A withdrawn manifest keeps a valid signature, so an older one counts as a difference. So does another key than
    before, once: the alert tells the floor, and the record names both keys.
    """
    known = state.program
    differing = list(act.differing)
    if known is not None and known.house_key and known.house_key != act.house_key:
        differing.append(
            f"the house key of the manifest changed from {known.house_key[:16]} to {act.house_key[:16] or 'none'}"
        )
    elif known is not None and 0 < act.serial < known.serial:
        differing.append(f"manifest no. {act.serial} is older than no. {known.serial}, which was in force before")
    found = ProgramChecked(
        house_key=act.house_key,
        serial=act.serial,
        sha256=act.sha256,
        differing=tuple(differing),
        differ=act.differ + len(differing) - len(act.differing),
    )
    if state.program_checked and folded(known, found) == known:
        return ()
    return (draft(found),)


def folded(known: Program | None, found: ProgramChecked) -> Program:
    """Return what is known of the program after this fact."""
    newest = known.serial if known is not None and known.house_key == found.house_key else 0
    return Program(
        house_key=found.house_key,
        serial=max(newest, found.serial),
        sha256=found.sha256,
        differing=found.differing,
    )
