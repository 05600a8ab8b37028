"""
The house's list of approved firmware: which list is in force, and why an older one never comes back.

A withdrawn list keeps a valid signature, and names the withdrawn images. So each list has a serial, the record keeps
the highest of each house key, and refuses a lower one. A house that wants an older image back signs a new list. A list
of another house key counts only after two people have put the key in force.
"""

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.table.acts.shuffler import AdoptHouseKey, ReportFirmwareList
from firmware_host.table.answering import answers
from firmware_host.table.facts.fact import Decision
from firmware_host.table.facts.shuffler import FirmwareListTaken, HouseKeyDiffers
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import SHUFFLED, FirmwareList


@answers(ReportFirmwareList)
def told(state: TableState, act: ReportFirmwareList) -> Decision:
    """Accept a newer list, offer a list of another house key to two people, and refuse an older one."""
    listed = FirmwareList(house_key=act.house_key, serial=act.serial, sha256=act.sha256)
    if listed == state.shuffler.firmware:
        return ()
    if is_in_force(state, listed.house_key):
        return refusal(state, listed) or (draft(taken(listed), *SHUFFLED),)
    body = HouseKeyDiffers(house_key=act.house_key, serial=act.serial, sha256=act.sha256)
    return refusal(state, listed) or (draft(body, *SHUFFLED),)


def is_in_force(state: TableState, house_key: str) -> bool:
    """Return whether this house key attests shufflers here; the first key that a table gets does."""
    known = state.shuffler.firmware
    return known is None or known.house_key == house_key


@answers(AdoptHouseKey)
def adopt(state: TableState, act: AdoptHouseKey) -> Decision:
    """Attest shufflers by the list of the other house key."""
    offered = state.shuffler.offered
    if offered is None or offered.number != act.candidate:
        return refuse(
            "table.toml no longer names the house key of this request",
            "make a new request, for the house key that table.toml named at the latest start",
            code=Code.CONFIGURATION_DIFFERS,
        )
    return refusal(state, offered.listed) or (draft(taken(offered.listed), *SHUFFLED),)


def refusal(state: TableState, listed: FirmwareList) -> Refusal | None:
    """Refuse a list that is older than a known one of this house key, or has its number but other contents."""
    known = next((known for known in state.shuffler.lists if known.house_key == listed.house_key), None)
    if known is None or listed.serial > known.serial or listed == known:
        return None
    older = listed.serial < known.serial
    another = f"firmware list no. {listed.serial} had other contents when it was recorded here"
    return refuse(
        f"firmware list no. {listed.serial} is older than no. {known.serial}, which is in force" if older else another,
        "install the house's newest list; to go back to an older image, have the house sign a list no. "
        f"{known.serial + 1}",
        *SHUFFLED,
        code=Code.OUT_OF_DATE,
    )


def taken(listed: FirmwareList) -> FirmwareListTaken:
    """Draft the fact that the list was accepted."""
    return FirmwareListTaken(house_key=listed.house_key, serial=listed.serial, sha256=listed.sha256)
