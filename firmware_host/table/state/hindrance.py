"""What prevents the shuffler from shuffling now, and what people do about it."""

from firmware_host.rules.struct import Record
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import DEVICE, RECOVERY, Mode


class Hindrance(Record, frozen=True, kw_only=True):
    """Why the shuffler cannot shuffle, and what a person does about it."""

    reason: str
    put_right: str


def of_machine(state: TableState) -> Hindrance | None:
    """Return the hindrance that the shuffler itself reports."""
    shuffler = state.shuffler
    if shuffler.barred is not None:
        return Hindrance(
            reason="the shuffler may not be used until it is paired again",
            put_right="have a technician inspect it and pair it again with `firmware-host shuffler pair`",
        )
    if shuffler.jam is not None:
        reason = f"cards are jammed in the {shuffler.jam} of the shuffler"
        return Hindrance(reason=reason, put_right=RECOVERY[shuffler.jam])
    if shuffler.housing_open:
        return Hindrance(reason="the housing of the shuffler is open", put_right="close and lock the housing")
    if shuffler.lid_open:
        return Hindrance(reason="the lid of the shuffler is open", put_right="close the lid")
    if shuffler.fault_lamp:
        return Hindrance(
            reason="the fault lamp of the shuffler is lit", put_right="fix the shuffler until its fault lamp is dark"
        )
    if shuffler.mode is Mode.SORT:
        return Hindrance(
            reason="the shuffler is switched to sort", put_right="turn the switch of the shuffler to shuffle"
        )
    return None


def hindrance(state: TableState) -> Hindrance | None:
    """Return what prevents the shuffler from shuffling; None if nothing does."""
    if state.devices.get(DEVICE) is False:
        return Hindrance(
            reason="the shuffler does not answer", put_right="check the power and the cable of the shuffler"
        )
    return of_machine(state)


def out_of_service(state: TableState, device: str) -> str | None:
    """
    Return why the table does not deal on what this device does, even if the device answers; none where it does.

    That is a shuffler that is barred, has a fault, or whose cards have to be compared first. The other devices report
    their own faults.
    """
    if device != DEVICE or state.config is None or not state.config.shuffler:
        return None
    found = of_machine(state)
    return found.reason if found is not None else state.shuffler.doubt
