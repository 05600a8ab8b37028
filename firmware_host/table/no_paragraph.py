"""
The refusals that cite no paragraph, each with the reason. Every other refusal of the table cites one.

The regulation and its interpretations are about the game. What concerns only the box (its record, its people's PINs and
keys, its settings) is regulated nowhere in the seeds, and a citation there would be invented.
"""

from collections.abc import Mapping

from firmware_host.rules.act_and_fact import ActBody
from firmware_host.rules.decision import Code, Refusal
from firmware_host.table.acts.approvals import Approve, Decline, RequestApproval
from firmware_host.table.acts.floor import (
    AcknowledgeAlert,
    BeginTrust,
    CallFloor,
    ClearAlert,
    EndFloorCall,
    EnrolKey,
    EnrolPerson,
    ReportRightPin,
    ReportWrongPin,
    ResetPin,
    RevokeKey,
    RevokePerson,
)
from firmware_host.table.acts.record_in_doubt import (
    AcceptRecordEnd,
    ReportIgnoredCheckpoint,
    ReportNewerRecord,
    ReportRecordEnd,
)
from firmware_host.table.acts.system import (
    AdoptConfiguration,
    PassDeadline,
    ReportProgram,
    ReportSetAside,
    RestoreJournal,
    SenseClock,
    SenseDevice,
    SenseDisk,
    Start,
    TakeSnapshot,
)

_PEOPLE = "who may use the box, and with which PIN or key, is not regulated"

_RECORD = "how the box keeps its record is not regulated"

_CONTROLLER = "the controller reports this about itself; the regulation knows no such device"

_ALERT = "alerts are the box's own; an alert about a paragraph cites it itself"

ACTS: Mapping[type[ActBody], str] = {
    **dict.fromkeys((BeginTrust, EnrolPerson, RevokePerson, ResetPin, EnrolKey, RevokeKey), _PEOPLE),
    **dict.fromkeys((ReportWrongPin, ReportRightPin), _PEOPLE),
    **dict.fromkeys((ReportRecordEnd, AcceptRecordEnd, ReportNewerRecord, ReportIgnoredCheckpoint), _RECORD),
    **dict.fromkeys((RestoreJournal, TakeSnapshot), _RECORD),
    **dict.fromkeys(
        (Start, SenseDevice, PassDeadline, SenseClock, SenseDisk, ReportSetAside, ReportProgram), _CONTROLLER
    ),
    **dict.fromkeys((AcknowledgeAlert, ClearAlert), _ALERT),
    **dict.fromkeys((CallFloor, EndFloorCall), "how a dealer calls the floor is not regulated"),
    **dict.fromkeys((Approve, Decline), "the regulation knows no requests; a request that is found cites its own"),
    AdoptConfiguration: "who changes the settings of the box is not regulated",
}

"""The acts that belong to the box alone: a refusal of one of them may cite nothing."""

CODES: Mapping[Code, str] = {
    Code.OUT_OF_DATE: "the paragraphs are about the game, and the request was made for an earlier state of it",
    Code.NOT_ENROLLED: _PEOPLE,
    Code.WRONG_PIN: _PEOPLE,
    Code.LOCKED_OUT: _PEOPLE,
    Code.CONFIGURATION_DIFFERS: "the settings of the box are not regulated",
    Code.UNREADABLE: "the request was not understood, so it is about no paragraph",
    Code.DISK_FULL: _RECORD,
    Code.RECORD_IN_DOUBT: _RECORD,
    Code.PROGRAM_CHANGED: "which program the box runs is not regulated in the paragraphs that are printed",
    Code.FAULT: "an error of the controller is about no paragraph",
    Code.STOPPED: _RECORD,
    Code.OUTCOME_UNKNOWN: _RECORD,
    Code.BUSY: "the request was not decided, so it is about no paragraph",
}

"""The reasons for a refusal that concern the box alone, whatever was asked."""


def why_none(refusal: Refusal, act: ActBody) -> str | None:
    """Return why this refusal of this act cites no paragraph; none where it has to cite one."""
    asked = act.act if isinstance(act, RequestApproval) else act
    return CODES.get(refusal.code) or ACTS.get(type(asked))
