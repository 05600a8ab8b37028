"""Drafts and refusals as this area writes them."""

from firmware_host.rules.decision import Code, Draft, Refusal
from firmware_host.table.facts.dice import DiceBody
from firmware_host.table.facts.fact import TableDraft
from firmware_host.table.state.dice import DEVICE
from firmware_host.table.state.table import TableState

CYCLE = "I-1"

"""The shake up to the offer of the shaker, whose text is not at hand."""


def draft(body: DiceBody, *paragraphs: str) -> TableDraft:
    """Write a draft in one line."""
    return Draft(body=body, paragraphs=paragraphs)


def not_now(reason: str, allowed_by: str, *paragraphs: str) -> Refusal:
    """Write a refusal of what is not due."""
    return Refusal(code=Code.NOT_NOW, paragraphs=paragraphs, reason=reason, allowed_by=allowed_by)


def sensed(state: TableState) -> bool:
    """Return whether the shaker's sensors work; then what they saw counts, and not the dealer's word."""
    return state.devices.get(DEVICE, False)
