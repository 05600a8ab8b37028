"""Every fault of the shaker at every moment it is for: what the table must reach, and that the game goes on."""

from pathlib import Path

import pytest

from firmware_host.rules.shaker import Moment
from firmware_host.table.alerts.bodies import AlertRaised
from firmware_host.trouble import Trouble
from hil.dice import fault as faults
from hil.dice.doing import Doing
from hil.dice.fault import ShakerFault
from tests.integration.dice_table import ShakenTable, shaken_table

ROUNDS = 200
"""More than any run plays."""
ALL = faults.load()
QUICK = {"cover-off-too-soon", "shake-too-short"}
"""What the inner loop plays; the others are marked slow, for each is a table of its own."""


def rows() -> list[object]:
    return [
        pytest.param(
            fault,
            moment,
            id=f"{fault.name}-{moment}",
            marks=() if fault.name in QUICK and moment is fault.moments[0] else pytest.mark.slow,
        )
        for fault in ALL
        for moment in fault.moments
    ]


class Moments:
    """Lets the robot see the table until this moment, then keeps it still until it is released."""

    def __init__(self, table: ShakenTable, moment: Moment) -> None:
        self._subscriber = table.subscriber
        self._look = table.subscriber.on_message
        self._moment = moment
        self._released = False
        table.subscriber.on_message = self._on_message

    def come(self) -> bool:
        view = self._subscriber.view
        return view is not None and view.dice is not None and view.dice.moment is self._moment

    def release(self) -> None:
        self._released = True
        self._on_message()

    def _on_message(self) -> None:
        if self._look is not None and (self._released or not self.come()):
            self._look()


@pytest.mark.parametrize(("fault", "moment"), rows())
async def test_the_table_reaches_what_the_fault_says_and_goes_on(
    tmp_path: Path, fault: ShakerFault, moment: Moment
) -> None:
    async with shaken_table(tmp_path, stop_after=ROUNDS, seed=3) as table:
        moments = Moments(table, moment)
        await table.world.controller.start()
        await table.subscriber.until(moments.come)
        before, doing = len(table.subscriber.facts), Doing(table.world.shaker, table.world.pins)

        def since() -> list[str]:
            return table.kinds[before:]

        def raised() -> list[str]:
            return [fact.body.alert for fact in table.facts()[before:] if isinstance(fact.body, AlertRaised)]

        for happening in fault.happens:
            await doing.do(happening)
        moments.release()
        await table.subscriber.until(
            lambda: set(fault.reach.told) <= set(since()) and set(fault.reach.alerts) <= set(raised())
        )
        assert not set(fault.reach.never) & set(since())
        for happening in fault.mended:
            await doing.do(happening)
        if fault.reach.returns:
            await table.subscriber.until(lambda: "device-came-up" in since(), within_s=60)
        settled = table.kinds.count("shake-settled")
        await table.subscriber.until(lambda: table.kinds.count("shake-settled") > settled, within_s=60)
        assert table.dealer.refused == []
        assert all(fault.reach.complaint and fault.reach.complaint in said for said in table.complaints())


def test_a_file_that_cannot_be_meant_so_names_itself(tmp_path: Path) -> None:
    good = (faults.FOLDER / "cocked-die.toml").read_text()
    for old, new, said in (
        ('name = "cocked-die"', 'name = "other"', "its name is 'other'"),
        ("no-roll-called", "no-such-fact", "no fact is called 'no-such-fact'"),
        ("shooter-shakes", "after-lunch", "Invalid enum value 'after-lunch'"),
        ("[reach]", "colour = 1\n[reach]", "unknown field `colour`"),
    ):
        (tmp_path / "cocked-die.toml").write_text(good.replace(old, new))
        with pytest.raises(Trouble, match="cocked-die") as trouble:
            faults.load(tmp_path)
        assert said in str(trouble.value)
