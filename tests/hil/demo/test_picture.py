"""The demo's picture: alerts with their remedy in full, a jammed shuffler, folded players."""

from msgspec.structs import replace
from rich.console import Console

from firmware_host.mqtt.messages import AlertMessage
from firmware_host.table.clocks import Stamp
from firmware_host.table.terms import AlertKind, Severity
from firmware_host.table.view import DeviceReport, View, public_view
from hil.demo.screen import Alerts, drawn
from tests.golden.configs import KILL_CONFIG
from tests.worlds.pure_table import PureTable

SHUFFLER = DeviceReport(device="shuffler", up=True, detail="Simulated SIM-0001")

JAM = AlertMessage(
    number=41,
    kind=AlertKind.SHUFFLER_JAMMED,
    about="shuffler",
    severity=Severity.FAULT,
    say="The shuffler is jammed in its feed: open the lid, take the cards out, count them, and close the lid again.",
    paragraphs=(),
    at=Stamp(wall_ms=0, mono_ms=0, boot="b", synced=True),
    over=False,
)


def page(view: View, alerts: Alerts = (), *, width: int = 80) -> str:
    console = Console(width=width, record=True, file=None, force_terminal=False)
    with console.capture() as captured:
        console.print(drawn(view, SHUFFLER, alerts))
    return " ".join(captured.get().split())


def test_an_alert_is_a_row_and_its_remedy_is_not_cut_off_at_80_columns() -> None:
    said = page(public_view(PureTable().opened().state), (JAM,))
    assert "Alert 41 The shuffler is jammed in its feed" in said
    assert "What to do: clear the jam and close the lid." in said


def test_a_jammed_shuffler_is_not_called_idle() -> None:
    view = public_view(PureTable().opened().state)
    assert "Simulated SIM-0001: idle" in page(view)
    assert "Simulated SIM-0001: jammed" in page(view, (JAM,))
    assert "Simulated SIM-0001: idle" in page(view, (replace(JAM, over=True),))


def test_a_folded_player_does_not_look_like_the_others() -> None:
    view = public_view(PureTable(KILL_CONFIG).opened().dealt().state)
    assert view.round is not None
    assert "folded" not in page(view)
    first, *others = view.round.players
    folded = replace(view, round=replace(view.round, players=(replace(first, folded=True), *others)))
    assert page(folded).count(" folded") == 1
