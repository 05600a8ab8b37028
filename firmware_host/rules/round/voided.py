"""A void round (I-8): every wager and ante goes back, and it is as if nobody had bet. Who may decide it is not here."""

from firmware_host.rules.acts import VoidRound
from firmware_host.rules.answers import Code, Refusal
from firmware_host.rules.bodies import RoundVoided
from firmware_host.rules.round.drafts import RoundDraft, draft
from firmware_host.rules.round.state import Phase, Round

VOID = ("I-8",)


def void(round_: Round, act: VoidRound) -> tuple[RoundDraft, ...] | Refusal:
    """Give everything back; a round that is awarded stands."""
    if round_.phase in (Phase.AWARDED, Phase.COMPLETED):
        return Refusal(
            code=Code.NOT_NOW,
            paragraphs=VOID,
            reason="the round is awarded: it stands",
            allowed_by="a round that is not yet awarded",
        )
    return (draft(RoundVoided(why=act.why, stacks=round_.began), VOID),)
