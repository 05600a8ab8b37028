"""The refusal for everything that has to wait for the end of the round."""

from firmware_host.rules.decision import Refusal, refuse
from firmware_host.rules.struct import Paragraphs

DECKS: Paragraphs = ("14.5(a)",)

"""The paragraph for handling decks and table between two rounds."""

NO_CHIPS = "and chips may be added only between rounds"


def round_under_way(
    paragraphs: Paragraphs = DECKS, *, so: str = "", allowed_by: str = "the end of the round"
) -> Refusal:
    """Refuse because a round is under way; `so` adds the rule that follows from it."""
    reason = f"a round of play is under way{so and f', {so}'}"
    return refuse(reason, allowed_by, *paragraphs)
