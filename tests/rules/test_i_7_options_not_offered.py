"""I-7: straddle, missed blinds and seat changes are options; where they are not offered they are refused by name."""

import pytest

from firmware_host.rules.decision import Code
from firmware_host.table.acts.intent import Act
from firmware_host.table.acts.seating import ChangeSeat, PostMissedBlinds, Straddle
from tests.worlds.pure_table import PureTable


@pytest.mark.paragraph("I-7")
@pytest.mark.parametrize(
    ("act", "named"),
    [
        (Straddle(seat=1, cents=800), "straddle"),
        (PostMissedBlinds(seat=1), "missed blinds"),
        (ChangeSeat(seat=1, to=3), "changes of seat"),
    ],
)
def test_i_7_an_option_that_is_not_offered_is_refused_by_its_name(act: Act, named: str) -> None:
    refusal = PureTable().opened().refuses(act)
    assert refusal.code is Code.NOT_OFFERED
    assert refusal.paragraphs == ("I-7",)
    assert named in refusal.reason
    assert refusal.allowed_by
