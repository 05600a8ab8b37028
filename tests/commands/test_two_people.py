"""Two people at the board put a changed table.toml in force, void a round, override the gate: no JSON, no keys."""

import asyncio
import io
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import ClassVar

import pytest
from msgspec.structs import replace

from firmware_host.access.console import Console, Registrar
from firmware_host.access.pin_check import PinCheck
from firmware_host.access.pins import Pins
from firmware_host.cli import main
from firmware_host.diagnostics.alert_log import in_words, to_clear
from firmware_host.host.host import Host
from firmware_host.journal.store import Journal
from firmware_host.mqtt.messages import alert_messages
from firmware_host.rules.decision import Code, Refusal, Role
from firmware_host.rules.round_acts import AwardPot, CompleteBetting, VoidRound
from firmware_host.table.acts.decks import CountCards, CutDeck, SenseDeck
from firmware_host.table.acts.intent import Accepted, Answer, Intent, Refused, Via
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.system import Start
from firmware_host.table.config import TableConfig
from firmware_host.table.state.decks import Deck, Stage
from firmware_host.table.terms import Back, Counted
from hil.clock import VirtualClock
from tests.worlds.hosted_table import HostedTable, RunningHost
from tests.worlds.opening import opening
from tests.worlds.pure_table import PureTable, configuration, report

BOSS_PIN, FLOOR_PIN = "274968", "918274"

CHANGED = replace(configuration(), relief_minutes=45, blinds=1)


class Board:
    """A running host with its console, and people who type at it."""

    def __init__(
        self, *, running: RunningHost, clock: VirtualClock, data: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.host = running.host
        self.table = HostedTable(running, clock, dealer="dealer-1", floor="floor-1")
        self.data = data
        self._clock = clock
        self._monkeypatch = monkeypatch

    async def types(self, *words: str, stdin: str = "") -> int:
        self._monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        return await asyncio.to_thread(main, [*words, "--data", str(self.data)])

    async def starts(self, config: TableConfig) -> None:
        answer = await self.host.submit(
            Intent(
                id=f"start-{self.host.state.last}",
                actor="host",
                role=Role.HOST,
                via=Via.SCRIPT,
                at=self._clock.stamp(),
                seen=0,
                act=Start(software="firmware-host 0", config=config),
            )
        )
        assert isinstance(answer, Accepted)

    async def enrols(self) -> None:
        await self.enrolled("boss-1", "casino-supervisor", stdin=f"{BOSS_PIN}\n")
        await self.enrolled("boss-2", "casino-supervisor", stdin=f"{BOSS_PIN}\n")
        both = f"{BOSS_PIN}\n{BOSS_PIN}\n{FLOOR_PIN}\n"
        await self.enrolled("floor-1", "floorperson", "--by", "boss-1", "--and", "boss-2", stdin=both)
        await self.enrolled("floor-2", "floorperson", "--by", "boss-1", "--and", "boss-2", stdin=both)

    async def enrolled(self, name: str, role: str, *by: str, stdin: str) -> None:
        assert await self.types("people", "add", name, "--role", role, *by, stdin=stdin) == 0


@asynccontextmanager
async def board(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Board]:
    clock, data = VirtualClock(), folder / "data"
    monkeypatch.setattr("os.geteuid", lambda: 0)
    with closing(Journal.open(data)) as journal, Pins(data, folder / "pepper") as pins:
        host = Host(journal=journal, clock=clock)
        running = asyncio.create_task(host.run())
        table = RunningHost(host=host, journal=journal, task=running)
        there = Board(running=table, clock=clock, data=data, monkeypatch=monkeypatch)
        await there.starts(configuration())
        registrar = Registrar(table=host, pins=pins, checking=PinCheck(table=host, pins=pins, clock=clock))
        try:
            async with Console(folder=data, registrar=registrar).opened():
                await there.enrols()
                yield there
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


TWO = ("--by", "boss-1", "--and", "floor-1")

PINS = f"{BOSS_PIN}\n{FLOOR_PIN}\n"


async def test_two_people_put_a_changed_table_toml_in_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with board(tmp_path, monkeypatch) as there:
        await there.starts(CHANGED)
        capsys.readouterr()
        assert await there.types("adopt", "--show") == 0
        assert capsys.readouterr().out == (
            "table.toml differs from the settings in force:\n  blinds: from 2 to 1\n  relief_minutes: from 0 to 45\n"
        )
        assert await there.types("adopt", *TWO, stdin=PINS) == 0
        assert "The changed table.toml is in force; recorded as facts " in capsys.readouterr().out
        assert there.host.state.adopted == CHANGED
        assert main(["journal", "show", "--data", str(there.data), "--kind", "configuration-adopted"]) == 0
        assert "Changed: blinds from 2 to 1; relief_minutes from 0 to 45." in capsys.readouterr().out
        assert await there.types("adopt", *TWO, stdin=PINS) == 2
        assert "table.toml had no changed settings" in capsys.readouterr().err


async def test_once_adopted_a_start_does_not_log_it_as_to_do_and_mqtt_says_it_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with board(tmp_path, monkeypatch) as there:
        await there.starts(CHANGED)
        (before,) = alert_messages(there.host.state)
        assert (before.kind, before.over) == ("configuration-differs", False)
        assert await there.types("adopt", *TWO, stdin=PINS) == 0
        await there.starts(CHANGED)
        (alert,) = alert_messages(there.host.state)
        assert alert.over
        assert to_clear(there.host.state, there.host.state.alerts[0])
        line = in_words(there.host.state.alerts[0], over=True)
        assert "to do" not in line
        assert line.startswith(f"alert {alert.number} configuration-differs is over and can be cleared")


@pytest.mark.parametrize(
    ("words", "stdin", "said"),
    [
        (("--by", "boss-1", "--and", "boss-1"), "", "must be two different people"),
        (("--by", "boss-1"), "", "--by and --and are missing"),
        (TWO, f"{BOSS_PIN}\n000000\n", "wrong PIN for floor-1; "),
        (TWO, "", "PIN of boss-1: no input; nothing was changed"),
        (("--by", "floor-1", "--and", "floor-2"), f"{FLOOR_PIN}\n{FLOOR_PIN}\n", "may not decide this together; "),
        (("--by", "boss-1", "--and", "nobody"), PINS, "no person called nobody is enrolled"),
        (("--by", "boss-1", "--and", "A B"), PINS, "not a valid name"),
        ((*TWO, "--why", " "), PINS, "--why: give a reason"),
    ],
)
async def test_what_two_people_may_not_do_is_one_line_and_leaves_no_request(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    words: tuple[str, ...],
    stdin: str,
    said: str,
) -> None:
    async with board(tmp_path, monkeypatch) as there:
        await there.starts(CHANGED)
        capsys.readouterr()
        assert await there.types("adopt", *words, stdin=stdin) == 2
        error = capsys.readouterr().err
        assert said in error
        assert error.count("\n") == 1
        assert (there.host.state.adopted, there.host.state.approvals) == (configuration(), ())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("void", "--why", "a card on the floor"), "no round is under way"),
        (("override", "--why", "the shuffler is broken"), "the blue deck is not at the table"),
        (("override", "--deck", "blue", "--why", "the shuffler is broken"), "see `firmware-host explain "),
        (("continue", "--why", "the card was found"), "see `firmware-host explain "),
        (("recount", "--deck", "blue", "--counted", "52"), "see `firmware-host explain "),
        (("recount", "--deck", "blue", "--counted", "520"), "--counted: give the number of cards"),
    ],
)
async def test_what_the_table_refuses_is_said_with_a_way_on(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    said: str,
) -> None:
    async with board(tmp_path, monkeypatch) as there:
        capsys.readouterr()
        assert await there.types(*words, *TWO, stdin=PINS) == 2
        error = capsys.readouterr().err
        assert said in error
        assert error.count("\n") == 1


def deck_blue(there: Board) -> Deck:
    deck = there.host.state.deck(Back.BLUE)
    assert deck is not None
    return deck


def is_halted(there: Board) -> bool:
    return there.host.state.halted is not None


async def at_the_showdown(there: Board) -> None:
    await there.table.does(*opening(configuration()))
    await there.table.ready(Back.BLUE)
    await there.table.does(Deal(), *[CompleteBetting()] * 4)


async def test_a_halted_round_continues_and_its_deck_is_counted_by_two(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with board(tmp_path, monkeypatch) as there:
        await at_the_showdown(there)
        await there.table.does(*[CountCards(what=Counted.STUB, back=Back.BLUE, counted=11)] * 2)
        assert is_halted(there)
        capsys.readouterr()
        assert await there.types("continue", "--why", "the card lay on the floor", *TWO, stdin=PINS) == 0
        assert "The round continues; recorded as facts " in capsys.readouterr().out
        assert not is_halted(there)
        counted = ("recount", "--deck", "blue", "--counted", "52", *TWO)
        assert await there.types(*counted, stdin=PINS) == 2
        assert "the blue deck is in play; wait until the round is over" in capsys.readouterr().err
        await there.table.does(AwardPot())
        assert deck_blue(there).suspect is not None
        assert await there.types(*counted, stdin=PINS) == 0
        assert "The blue deck has 52 cards and is no longer held; recorded as facts " in capsys.readouterr().out
        assert deck_blue(there).suspect is None


async def test_a_count_of_51_by_two_takes_the_deck_off_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with board(tmp_path, monkeypatch) as there:
        await at_the_showdown(there)
        await there.table.does(*[CountCards(what=Counted.STUB, back=Back.BLUE, counted=11)] * 2)
        assert await there.types("void", "--why", "a card is missing", *TWO, stdin=PINS) == 0
        capsys.readouterr()
        assert await there.types("recount", "--deck", "blue", "--counted", "51", *TWO, stdin=PINS) == 0
        assert deck_blue(there).stage is Stage.AWAITED
        assert "The blue deck has 51 cards and leaves the table; recorded as facts " in capsys.readouterr().out


async def test_one_round_is_dealt_without_a_proof(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with board(tmp_path, monkeypatch) as there:
        await there.table.does(*opening(configuration()), SenseDeck(back=Back.BLUE))
        order, journal = there.table.order(Back.BLUE), there.host.state.journal
        await there.table.does(report(order, Back.BLUE, counted=51, journal=journal))
        await there.table.does(CountCards(what=Counted.DECK, back=Back.BLUE, counted=52))
        capsys.readouterr()
        assert await there.types("override", "--why", "counted to 52 by hand", *TWO, stdin=PINS) == 0
        assert "One round may be dealt without a proof of the shuffle, and will be marked" in capsys.readouterr().out
        await there.table.does(CutDeck(back=Back.BLUE), Deal())
        assert there.host.state.round is not None
        assert main(["journal", "show", "--data", str(there.data), "--kind", "gate-overridden"]) == 0
        assert "counted to 52 by hand" in capsys.readouterr().out


async def test_for_programs_there_is_json_without_a_pin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with board(tmp_path, monkeypatch) as there:
        await there.starts(CHANGED)
        capsys.readouterr()
        assert await there.types("adopt", "--show", "--json") == 0
        shown = json.loads(capsys.readouterr().out)
        assert shown["changes"][0] == {"name": "blinds", "was": "2", "now": "1"}
        assert await there.types("adopt", *TWO, "--json", stdin=PINS) == 0
        said = capsys.readouterr()
        assert json.loads(said.out)["waits"] is False
        assert BOSS_PIN not in said.out + said.err


@pytest.mark.parametrize("command", ["adopt", "continue", "override", "recount", "void"])
def test_without_a_controller_it_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    reason = ["--why", "x"] if command != "recount" else ["--deck", "red", "--counted", "52"]
    assert main([command, *reason, *TWO, "--data", str(tmp_path)]) == 2
    assert "no controller is running on" in capsys.readouterr().err


class SlowTyping(io.StringIO):
    """Somebody at the keyboard, while the table goes on: `meanwhile` happens before the second PIN."""

    def __init__(self, typed: str, meanwhile: Callable[[], None]) -> None:
        super().__init__(typed)
        self._meanwhile = meanwhile
        self._lines = 0

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # as io.StringIO itself has it
        self._lines += 1
        if self._lines == 2:
            self._meanwhile()
        return super().readline(size)


async def test_a_round_that_ends_while_the_pins_are_typed_leaves_the_next_one_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with board(tmp_path, monkeypatch) as there:
        await at_the_showdown(there)
        loop = asyncio.get_running_loop()

        async def plays_on() -> None:
            await there.table.does(AwardPot())
            await there.table.ready(Back.RED)
            await there.table.does(Deal())

        def next_round() -> None:
            asyncio.run_coroutine_threadsafe(plays_on(), loop).result(timeout=20)

        monkeypatch.setattr("sys.stdin", SlowTyping(PINS, next_round))
        words = ["void", "--why", "a card on the floor", *TWO, "--data", str(there.data)]
        assert await asyncio.to_thread(main, words) == 2
        assert "round 1 is over; run the command again" in capsys.readouterr().err
        assert there.host.state.round is not None
        assert there.host.state.round_number == 2


async def test_a_fact_that_is_written_meanwhile_does_not_refuse_two_people(tmp_path: Path) -> None:
    clock = VirtualClock()

    class Moving:
        """A table at which a key is pressed whenever somebody asks for something, twice."""

        state = PureTable().opened().state
        asked: ClassVar[list[int]] = []

        async def submit(self, intent: Intent) -> Answer:
            self.asked.append(intent.seen)
            if len(self.asked) < 3:
                late = Refusal(code=Code.OUT_OF_DATE, reason="the table has moved on", allowed_by="look again")
                return Refused(id=intent.id, refusal=late)
            return Accepted(id=intent.id, numbers=(1,))

    with Pins(tmp_path, tmp_path / "pepper") as pins:
        checking = PinCheck(table=Moving(), pins=pins, clock=clock)
        answer = await checking.submit(VoidRound(why="x"), actor="pit-1", role=Role.FLOORPERSON)
    assert isinstance(answer, Accepted)
    assert len(Moving.asked) == 3
