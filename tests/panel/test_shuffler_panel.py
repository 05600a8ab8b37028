"""What the dealer's page says of the shuffler: where cards are stuck, and the way back in order."""

from firmware_host.panel.shuffler_panel import shuffler_panel
from firmware_host.table.acts.shuffler import SenseJam
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.prompts import next_steps
from firmware_host.table.terms import Back, JamPlace
from tests.worlds.pure_table import PureTable


def test_the_way_back_from_a_jam_names_each_move_once_and_the_machines_part_last() -> None:
    table = PureTable().opened()
    table.does(SenseDevice(device="shuffler", up=True, detail="SIM-0001", pairing="aa"))
    table.loaded(Back.BLUE)
    table.does(SenseJam(place=JamPlace.CAMERA))
    shown = shuffler_panel(table.state, next_steps(table.state), ())
    assert shown is not None
    assert shown.recovery == (
        "Open the lid.",
        "Pull the card back towards the feed.",
        "Wipe the window.",
        "Close the lid.",
        "Let the shuffler run its card path empty.",
    )
