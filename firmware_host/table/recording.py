"""From a draft to a fact: its number, its round, its actor, and the digest of the rules in force."""

from firmware_host.table.bodies import ROUND_BEGINS
from firmware_host.table.contract import Fact, Intent, TableDraft
from firmware_host.table.controller.bodies import ConfigurationAdopted
from firmware_host.table.digest import rules_digest
from firmware_host.table.people.registry import acting
from firmware_host.table.stamp import Stamp
from firmware_host.table.state import TableState


def fact(state: TableState, intent: Intent, draft: TableDraft, *, at: Stamp, rules: str) -> Fact:
    """
    Return the fact that a draft of the intent's answer becomes, the next one after `state`.

    `rules` is the digest in force so far: whoever makes facts keeps that of the last one, because it is dear. A
    configuration is in force from the fact on that says so.
    """
    body = draft.body
    return Fact(
        journal=state.journal,
        number=state.last + 1,
        at=at,
        round=state.rounds + 1 if isinstance(body, ROUND_BEGINS) else state.round_number,
        cause=intent.id,
        actor=acting(state, intent),
        rules=rules_digest(body.config) if isinstance(body, ConfigurationAdopted) else rules,
        paragraphs=draft.paragraphs,
        body=body,
    )
