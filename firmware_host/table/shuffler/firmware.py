"""
The house's list of approved firmware: which list is in force, and why an older one never comes back.

The signature of a withdrawn list stays valid. So each list has a serial number, the record keeps the highest, and the
table accepts no list below it. A house that wants an older image back signs a new list.
"""

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.table.acts.shuffler import ReportFirmwareList
from firmware_host.table.answering import answers
from firmware_host.table.facts.fact import Decision
from firmware_host.table.facts.shuffler import FirmwareListTaken
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import SHUFFLED, FirmwareList


@answers(ReportFirmwareList)
def told(state: TableState, act: ReportFirmwareList) -> Decision:
    """Accept a newer list, or one signed by another house key; refuse an older one."""
    listed = FirmwareList(house_key=act.house_key, serial=act.serial, sha256=act.sha256)
    if listed == state.shuffler.firmware:
        return ()
    return refusal(state, listed) or (draft(taken(listed), *SHUFFLED),)


def refusal(state: TableState, listed: FirmwareList) -> Refusal | None:
    """Say why this list cannot come into force; none where it can."""
    known = state.shuffler.firmware
    if known is None or known.house_key != listed.house_key or listed.serial > known.serial or listed == known:
        return None
    older = listed.serial < known.serial
    another = f"the list of serial {listed.serial} was another one here"
    return refuse(
        f"the list of serial {listed.serial} is older than that of {known.serial}" if older else another,
        f"the newest list of the house; to go back to an older image, a list of serial {known.serial + 1}",
        *SHUFFLED,
        code=Code.OUT_OF_DATE,
    )


def taken(listed: FirmwareList) -> FirmwareListTaken:
    """Return it as a fact."""
    return FirmwareListTaken(house_key=listed.house_key, serial=listed.serial, sha256=listed.sha256)
