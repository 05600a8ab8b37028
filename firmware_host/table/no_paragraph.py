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

_PEOPLE = "the regulation says nothing about who may use the controller, or with which PIN or key"

_RECORD = "the regulation says nothing about how the controller keeps its record"

_CONTROLLER = "the controller reports this about itself, and the regulation says nothing about controllers"

_ALERT = "the regulation says nothing about alerts; an alert that rests on a paragraph cites that paragraph"

ACTS: Mapping[type[ActBody], str] = {
    **dict.fromkeys((BeginTrust, EnrolPerson, RevokePerson, ResetPin, EnrolKey, RevokeKey), _PEOPLE),
    **dict.fromkeys((ReportWrongPin, ReportRightPin), _PEOPLE),
    **dict.fromkeys((ReportRecordEnd, AcceptRecordEnd, ReportNewerRecord, ReportIgnoredCheckpoint), _RECORD),
    **dict.fromkeys((RestoreJournal, TakeSnapshot), _RECORD),
    **dict.fromkeys(
        (Start, SenseDevice, PassDeadline, SenseClock, SenseDisk, ReportSetAside, ReportProgram), _CONTROLLER
    ),
    **dict.fromkeys((AcknowledgeAlert, ClearAlert), _ALERT),
    **dict.fromkeys((CallFloor, EndFloorCall), "the regulation does not say how a dealer calls the floor"),
    **dict.fromkeys(
        (Approve, Decline),
        "the regulation does not know requests for approval; an existing request cites the paragraphs of its act",
    ),
    AdoptConfiguration: "the regulation does not say who changes the settings of the controller",
}
"""The acts that belong to the box alone: a refusal of one of them may cite nothing."""

CODES: Mapping[Code, str] = {
    Code.OUT_OF_DATE: "the request was made for an earlier state of the game, to which no paragraph applies any more",
    Code.NOT_ENROLLED: _PEOPLE,
    Code.WRONG_PIN: _PEOPLE,
    Code.LOCKED_OUT: _PEOPLE,
    Code.CONFIGURATION_DIFFERS: "the regulation says nothing about the controller's settings",
    Code.UNREADABLE: "the request could not be read, so no paragraph applies to it",
    Code.DISK_FULL: _RECORD,
    Code.RECORD_IN_DOUBT: _RECORD,
    Code.PROGRAM_CHANGED: "no available paragraph says which program the controller runs",
    Code.FAULT: "no paragraph applies to an error of the controller",
    Code.STOPPED: _RECORD,
    Code.OUTCOME_UNKNOWN: _RECORD,
    Code.BUSY: "the request was not decided, so no paragraph applies to it",
}
"""The reasons for a refusal that concern the box alone, whatever was asked."""


def why_none(refusal: Refusal, act: ActBody) -> str | None:
    """Return why this refusal of this act cites no paragraph; None if it has to cite one."""
    asked = act.act if isinstance(act, RequestApproval) else act
    return CODES.get(refusal.code) or ACTS.get(type(asked))
