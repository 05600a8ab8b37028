"""The one answer to what has to wait for the end of the round."""

from firmware_host.rules.decision import Refusal, refuse
from firmware_host.rules.struct import Paragraphs

DECKS: Paragraphs = ("14.5(a)",)

"""What is done with decks and table between two rounds, shuffle and all."""

NO_CHIPS = "and chips may be added only between rounds"


def round_under_way(
    paragraphs: Paragraphs = DECKS, *, so: str = "", allowed_by: str = "the end of the round"
) -> Refusal:
    """Say that this waits for the end of the round; `so` says what follows from its being under way."""
    reason = f"a round of play is under way{so and f', {so}'}"
    return refuse(reason, allowed_by, *paragraphs)
