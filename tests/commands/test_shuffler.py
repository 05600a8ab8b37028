"""`firmware-host shuffler` at the port of a simulated machine: what is asked, what is said, with which exit code."""

import asyncio
import json
import os
import pty
import tty
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from drivers.shuffler.messages import MANDATORY_VOCABULARY
from drivers.shuffler.pairing import pair
from drivers.shuffler.port import Back, DeckLoaded, Mode, Place
from firmware_host.devices.pairing_key_file import PairingKeyFile
from hil.house_key import sign_list
from hil.shuffler.device import SimulatedShuffler
from hil.shuffler.line import BadLine, Badness
from hil.shuffler.model import Faults
from hil.world import table_toml
from tests.support.command_line import PROGRAM

FAST = 400.0


@dataclass(frozen=True, kw_only=True)
class Ran:
    code: int
    out: str
    err: str


@dataclass(frozen=True, kw_only=True)
class Bench:
    """A machine, and the data folder of the host it was paired with."""

    device: SimulatedShuffler
    data: Path

    async def typed(self, *words: str, port: str | None = None) -> Ran:
        process = await asyncio.create_subprocess_exec(
            PROGRAM,
            *("shuffler", *words, "--port", port or self.device.port, "--data", str(self.data)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(60):
            out, err = await process.communicate()
        assert process.returncode is not None
        assert "Traceback" not in err.decode()
        return Ran(code=process.returncode, out=out.decode(), err=err.decode())


@asynccontextmanager
async def bench(folder: Path, *, paired: bool = True, speed: float = FAST) -> AsyncIterator[Bench]:
    async with SimulatedShuffler(speed=speed) as device:
        if paired:
            keys = PairingKeyFile(folder)
            secret = device.press_pairing_key()
            keys.holds(await pair(url=device.port, host=keys.host, secret=secret, keep=keys.offered))
        yield Bench(device=device, data=folder)


async def test_status_says_what_lies_where(tmp_path: Path) -> None:
    async with bench(tmp_path) as there:
        await there.device.load_deck(Back.RED)
        ran = await there.typed("status")
    assert ran.code == 0, ran.err
    assert ran.out.splitlines() == [
        "machine Simulated SIM-0001, idle, mode shuffle",
        "lid     closed",
        "jam     none",
        "feed    red deck, plausible",
        "shelf   empty",
        "output  empty",
        "astray  0 cards",
        "wear    0 cycles of 300,000; 0 of 25,000 since the last service",
    ]


async def test_what_the_machine_keeps_for_its_table_is_left_there(tmp_path: Path) -> None:
    async with bench(tmp_path) as there:
        await there.device.load_deck(Back.BLUE)
        ran = await there.typed("shuffle", "blue")
        assert ran.code == 0, ran.err
        assert ran.out.startswith("Shuffled 52 of 52 cards, blue backs, mode shuffle, in ")
        assert [type(event) for event in there.device.model.kept.values()] == [DeckLoaded]
        assert list(there.device.model.motor_starts.values()) == [1]


@pytest.mark.parametrize(
    ("faults", "mode", "told"),
    [
        (Faults(counted=51), Mode.SHUFFLE, {"counted": 51}),
        (Faults(), Mode.SORT, {"mode": "sort"}),
        (Faults(jam_at=16), Mode.SHUFFLE, {"failed": "jam"}),
        (Faults(double_feed_at=9), Mode.SHUFFLE, {"failed": "double-feed"}),
    ],
    ids=["a card short", "sort mode", "a jam", "a double feed"],
)
async def test_a_shuffle_that_is_none_ends_with_1(
    tmp_path: Path, faults: Faults, mode: Mode, told: dict[str, object]
) -> None:
    async with bench(tmp_path) as there:
        there.device.switch(mode)
        there.device.set_faults(faults)
        await there.device.load_deck(Back.BLUE)
        ran = await there.typed("shuffle", "blue", "--json")
    assert ran.code == 1, ran.err
    assert told.items() <= json.loads(ran.out).items()


@pytest.mark.parametrize(
    ("lid", "back", "why"),
    [(True, Back.BLUE, "its lid is open"), (False, None, "its feed is empty"), (False, Back.RED, "a red deck lies")],
)
async def test_a_refusal_says_what_is_in_the_way(tmp_path: Path, lid: bool, back: Back | None, why: str) -> None:  # noqa: FBT001
    async with bench(tmp_path) as there:
        if back is not None:
            await there.device.load_deck(back)
        if lid:
            there.device.open_lid()
        ran = await there.typed("shuffle", "blue")
    assert ran.code == 2
    assert why in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("shelf", "why"), [(False, "its shelf is empty"), (True, "the blue deck lies in its output")], ids=["empty", "full"]
)
async def test_what_is_in_the_way_of_a_deck_that_is_to_be_given_out_is_said(
    tmp_path: Path,
    shelf: bool,  # noqa: FBT001 - drawn by the test
    why: str,
) -> None:
    async with bench(tmp_path) as there:
        for _ in range(2 if shelf else 0):
            await there.device.load_deck(Back.BLUE)
            assert (await there.typed("shuffle", "blue")).code == 0
            await there.typed("deliver")
        ran = await there.typed("deliver")
    assert ran.code == 2
    assert why in ran.err


async def test_the_path_is_run_empty_and_what_came_out_is_said(tmp_path: Path) -> None:
    async with bench(tmp_path) as there:
        there.device.model.trays.stuck = 3
        ran = await there.typed("clear")
        again = await there.typed("clear", "--json")
    assert (ran.code, ran.out.strip()) == (0, "The card path is empty; 3 cards came out of it, into the output.")
    assert json.loads(again.out)["found"] == 0


async def test_a_self_test_names_the_part_that_failed(tmp_path: Path) -> None:
    async with bench(tmp_path) as there:
        good = await there.typed("selftest")
        there.device.set_faults(Faults(broken=Place.CAMERA))
        bad = await there.typed("selftest", "--json")
    assert (good.code, good.out.split()[:2]) == (0, ["feed", "good"])
    assert bad.code == 1
    assert json.loads(bad.out)["camera"] == "failed"


async def test_a_machine_never_paired_and_a_port_that_is_not_there_are_one_line(tmp_path: Path) -> None:
    async with bench(tmp_path, paired=False) as there:
        stranger = await there.typed("status")
        nowhere = await there.typed("status", port=str(tmp_path / "ttyUSB9"))
    for ran, said in ((stranger, "firmware-host shuffler pair"), (nowhere, "ttyUSB9")):
        assert ran.code == 2
        assert said in ran.err
        assert len(ran.err.splitlines()) == 1


async def typed(*words: str, secret: str = "") -> Ran:
    process = await asyncio.create_subprocess_exec(
        PROGRAM,
        *("shuffler", *words),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(60):
        out, err = await process.communicate(f"{secret}\n".encode())
    assert process.returncode is not None
    assert "Traceback" not in err.decode()
    return Ran(code=process.returncode, out=out.decode(), err=err.decode())


async def test_pair_makes_a_key_and_says_who_is_there(tmp_path: Path) -> None:
    async with bench(tmp_path, paired=False) as there:
        secret = there.device.press_pairing_key()
        ran = await typed("pair", "--port", there.device.port, "--data", str(tmp_path), secret=secret.lower())
        assert ran.code == 0, ran.err
        assert ran.out.splitlines() == [
            f"Paired with Simulated SIM-0001; the key is in {tmp_path}/shuffler.key.",
            "Shuffles of this shuffler will count as reported: no list of approved firmware is in force at this table.",
        ]
        assert PairingKeyFile(tmp_path).pairings() == (there.device.pairing,)
        assert (await there.typed("status")).code == 0


async def test_pair_for_programs_tells_the_device_and_never_the_key(tmp_path: Path) -> None:
    async with bench(tmp_path, paired=False) as there:
        listed = sign_list(tmp_path / "firmware", model="Simulated", version="1.0", image=there.device.image)
        config = tmp_path / "table.toml"
        config.write_text(table_toml(broker="mqtt://127.0.0.1:1", port=there.device.port, firmware=listed))
        secret = there.device.press_pairing_key()
        words = ("--config", str(config), "--data", str(tmp_path), "--json")
        ran = await typed("pair", *words, secret=secret)
        assert ran.code == 0, ran.err
        told = json.loads(ran.out)
        (pairing,) = PairingKeyFile(tmp_path).pairings()
        assert (told["device"], told["standing"], told["why"]) == (pairing.device.hex(), "attested", None)
        assert pairing.key.hex() not in ran.out
        assert secret not in ran.out


@pytest.mark.parametrize(
    ("secret", "press", "said"),
    [
        ("short", True, "a pairing secret has 16 to 32"),
        ("0000-0000-0000-0000", True, "the secret is not the one that the device shows; nothing was changed"),
        ("0000-0000-0000-0000", False, "press its pairing key"),
    ],
    ids=["mistyped", "wrong", "not pressed"],
)
async def test_pair_says_in_a_line_what_went_wrong(tmp_path: Path, secret: str, said: str, *, press: bool) -> None:
    async with bench(tmp_path, paired=False) as there:
        if press:
            there.device.press_pairing_key()
        ran = await typed("pair", "--port", there.device.port, "--data", str(tmp_path), secret=secret)
        assert ran.code == 2
        assert said in ran.err
        assert len(ran.err.splitlines()) == 1


class SilentOncePaired(BadLine):
    """It carries the device's word that it is paired, and nothing after that."""

    def __init__(self, device: SimulatedShuffler) -> None:
        super().__init__(Badness())
        self._device = device
        self._before = device.pairing

    def to_host(self, data: bytes, hand_on: Callable[[bytes], None]) -> None:
        super().to_host(data, hand_on)
        self._device.muted = self._device.pairing != self._before


async def test_pair_never_hides_that_it_came_to_its_end(tmp_path: Path) -> None:
    async with bench(tmp_path, paired=False) as there:
        there.device.line = SilentOncePaired(there.device)
        secret = there.device.press_pairing_key()
        ran = await typed("pair", "--port", there.device.port, "--data", str(tmp_path), secret=secret)
        assert ran.code == 2
        kept = f"the shuffler is paired and the key is in {tmp_path}/shuffler.key"
        assert f"{kept}, but no session could be opened with it yet:" in ran.err
        assert len(ran.err.splitlines()) == 1
        assert PairingKeyFile(tmp_path).pairings() == (there.device.pairing,)


async def test_trace_shows_the_frames_of_a_session_in_words_and_no_key(tmp_path: Path) -> None:
    async with bench(tmp_path) as there:
        await there.device.load_deck(Back.BLUE)
        ran = await there.typed("trace", "--seconds", "1.5")
        assert ran.code == 0, ran.err
        lines = ran.out.splitlines()
        kinds = [line.split("ms ")[1] for line in lines]
        assert ["-> " in kinds[0], "HELLO" in kinds[0], "WELCOME" in kinds[1], "PROVE" in kinds[2]] == [True] * 4
        assert any("DATA    IDENTIFY" in line for line in lines)
        assert any("IDENTITY model=Simulated serial=SIM-0001" in line for line in lines)
        assert any("DECK_LOADED event=1:1 back=blue" in line for line in lines)
        assert "BYE     stopping" in lines[-1]
        assert there.device.pairing is not None
        assert there.device.pairing.key.hex() not in ran.out
        assert there.device.model.kept, "a trace acknowledges nothing"


async def test_trace_at_a_tap_needs_no_key_and_writes_nothing(tmp_path: Path) -> None:
    wire, tap = pty.openpty()
    tty.setraw(tap)
    os.set_blocking(wire, False)
    words = ("--data", str(tmp_path), "--listen", "to-host", "--json", "--seconds", "3")
    running = asyncio.create_task(typed("trace", "--port", os.ttyname(tap), *words))
    while not running.done():  # whatever came before it listens is not for it
        os.write(wire, REFUSE)
        await asyncio.wait([running], timeout=0.2)
    ran = await running
    assert ran.code == 0, ran.err
    told = json.loads(ran.out.splitlines()[-1])
    assert (told["kind"], told["way"], told["says"]) == ("REFUSE", "to-host", "not paired")
    with pytest.raises(BlockingIOError):
        os.read(wire, 1)
    os.close(wire)
    os.close(tap)
    assert not list(tmp_path.iterdir())  # noqa: ASYNC240 - nothing is left to wait for


# REFUSE of PROTOCOL.md section 6.
REFUSE = bytes.fromhex("0c 01 03 01020304 01 3bcb0c94 00")


async def test_a_machine_that_knows_only_what_it_must_is_asked_nothing_else(tmp_path: Path) -> None:
    async with bench(tmp_path) as there:
        there.device.knows(MANDATORY_VOCABULARY)
        await there.device.load_deck(Back.BLUE)
        status = await there.typed("status")
        tested = await there.typed("selftest")
        shuffled = await there.typed("shuffle", "blue")
        assert there.device.refused == 0, "nothing was said that it does not know"
    assert status.code == 0, status.err
    assert "feed    blue deck" in status.out.splitlines()
    assert "wear" not in status.out
    assert (tested.code, len(tested.err.splitlines())) == (2, 1)
    assert "this shuffler does not know the message SELF_TEST" in tested.err
    assert shuffled.code == 0, shuffled.err


async def test_a_deck_that_was_shuffled_is_given_out_again(tmp_path: Path) -> None:
    async with bench(tmp_path) as there:
        await there.device.load_deck(Back.BLUE)
        shuffled = await there.typed("shuffle", "blue")
        assert "deliver it with `firmware-host shuffler deliver`" in shuffled.out
        again = await there.typed("shuffle", "blue")
        assert (again.code, "the blue deck lies on its shelf" in again.err) == (2, True)
        given = await there.typed("deliver", "--json")
        assert json.loads(given.out)["counted"] == 52
        assert there.device.model.trays.output is not None
        nothing = await there.typed("deliver")
        assert nothing.code == 2
