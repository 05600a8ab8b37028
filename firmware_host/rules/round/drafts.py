"""Drafts of a round's facts."""

from firmware_host.rules.answers import Draft
from firmware_host.rules.bodies import RoundBody
from firmware_host.rules.record import Paragraphs

RoundDraft = Draft[RoundBody]


def draft(body: RoundBody, paragraphs: Paragraphs) -> RoundDraft:
    """Return the body with the paragraphs that make it true."""
    return Draft(body=body, paragraphs=paragraphs)
