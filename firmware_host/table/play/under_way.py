"""The one answer to what has to wait for the end of the round."""

from firmware_host.rules.answers import Code, Refusal


def round_under_way() -> Refusal:
    """Say that this waits for the end of the round."""
    return Refusal(
        code=Code.NOT_NOW,
        paragraphs=("14.5(a)",),
        reason="a round of play is under way",
        allowed_by="complete the round first",
    )
