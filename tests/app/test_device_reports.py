"""A device's report says why the table does not use the device, also where the device itself says that it is up."""

from firmware_host.app.device_reports import DeviceReports
from firmware_host.table.acts.shuffler import (
    ReportReconciliation,
    ReportUnreadable,
    SenseBoot,
    SenseJam,
    SenseLid,
)
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.terms import JamPlace
from firmware_host.table.view import DeviceReport
from tests.worlds.pure_table import JOURNAL, PureTable

UP = DeviceReport(device="shuffler", up=True, detail="Simulated SIM-0001")


class Told:
    """What a consumer is sent of the devices of one table."""

    def __init__(self) -> None:
        self.table = PureTable().opened()
        self.table.does(SenseDevice(device="shuffler", up=True, detail="SIM-0001", pairing="aa"))
        self.sent: list[DeviceReport] = []
        self.reports = DeviceReports(state=lambda: self.table.state, send=self.sent.append)
        self.reports.report(UP)

    def newest(self) -> DeviceReport:
        self.reports.look_again()
        return self.sent[-1]


def test_a_shuffler_that_is_used_has_nothing_against_it_and_is_not_sent_again() -> None:
    told = Told()
    assert told.newest() == UP
    assert told.sent == [UP]


def test_a_barred_shuffler_is_connected_and_out_of_service_until_it_is_paired_again() -> None:
    told = Told()
    told.table.does(SenseBoot(boot=7))
    told.table.does(SenseBoot(boot=6))
    assert told.newest().out_of_service == "the shuffler may not be used until it is paired again"
    told.reports.report(UP)
    assert told.sent[-1].up
    assert told.sent[-1].out_of_service is not None, "a new report of the device takes nothing back"


def test_a_shuffler_that_contradicts_itself_is_out_of_service_until_its_cards_were_compared() -> None:
    told = Told()
    told.table.does(ReportUnreadable(what="JAMMED", length=10, digest="4f" * 8))
    why = told.newest().out_of_service
    assert why is not None
    assert why.startswith("the reports of the shuffler contradict each other")
    compare = told.table.state.shuffler.compare
    told.table.does(ReportReconciliation(journal=JOURNAL, order=compare, went_in=0, came_out=0, lying=0, astray=0))
    assert told.newest() == UP


def test_a_jam_and_an_open_lid_are_named() -> None:
    told = Told()
    told.table.does(SenseJam(place=JamPlace.CAMERA))
    assert told.newest().out_of_service == "cards are jammed in the camera of the shuffler"
    told = Told()
    told.table.does(SenseLid(open=True))
    assert told.newest().out_of_service == "the lid of the shuffler is open"


def test_nothing_of_the_shuffler_is_held_against_another_device() -> None:
    told = Told()
    told.table.does(SenseJam(place=JamPlace.CAMERA))
    keys = DeviceReport(device="keys", up=True, detail="working")
    told.reports.report(keys)
    assert told.sent[-1] == keys
